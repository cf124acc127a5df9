// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { layoutTreemap } from './treemap-layout.ts';
import { drawTreemap, writeTreemapTable } from './write-treemap.tsx';

const attribute = {
  name: 'Disease',
  attributeName: 'Disease',
  displayName: 'Disease',
  type: 'NORMAL' as const,
  value_labels: {},
  values: [
    { name: '<img src=x onerror=alert(1)>', count: 3 },
    { name: '=HYPERLINK("https://evil.example")', count: 1 },
    { name: '-1.5', count: 1 },
    { name: null, count: 1 },
  ],
};

test('names are escaped in the picture', () => {
  const { svg } = drawTreemap(layoutTreemap([attribute], { width: 750, scale: 1 }), 'A & B <samples>');
  expect(svg).not.toContain('<img');
  expect(svg).toContain('A &amp; B &lt;samples&gt;');
  expect(svg).toContain('NA, n=1 (16.7 %)');
  expect(svg.match(/fill="url\(#na-hatch\)"/g)).toHaveLength(1);
  expect(svg).toContain('<pattern id="na-hatch"');
});

test('the table holds the values shown; formulas are escaped, numbers are not', () => {
  expect(writeTreemapTable([attribute]).split('\r\n')).toEqual([
    'Sample attribute\tValue\tLabel\tSamples\tPercent',
    'Disease\t<img src=x onerror=alert(1)>\t<img src=x onerror=alert(1)>\t3\t50',
    `Disease\t"'=HYPERLINK(""https://evil.example"")"\t"'=HYPERLINK(""https://evil.example"")"\t1\t16.7`,
    'Disease\t-1.5\t-1.5\t1\t16.7',
    'Disease\tNA\tNA\t1\t16.7',
    '',
  ]);
});

test('a coded value is drawn with its label; the table has code and label in separate columns', () => {
  const coded = {
    name: 'chr1p_Mut',
    attributeName: 'chr1p_Mut',
    displayName: 'chr1p Mut',
    type: 'NORMAL' as const,
    values: [{ name: 'SO:0001743', count: 2 }],
    value_labels: { 'SO:0001743': 'copy number loss' },
  };
  const { svg } = drawTreemap(layoutTreemap([coded], { width: 750, scale: 1 }), 'Samples');
  expect(svg).toContain('>copy number loss</tspan>');
  expect(svg).toContain('copy number loss (SO:0001743), n=2 (100 %)');
  expect(writeTreemapTable([coded]).split('\r\n')[1]).toBe('chr1p Mut\tSO:0001743\tcopy number loss\t2\t100');
});
