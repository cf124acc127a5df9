// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { YAxis } from './Axis.tsx';
import { drawSvg } from './draw-svg.tsx';
import { LegendMarks } from './Legend.tsx';

const SIZE = { width: 400, height: 200 };

test('a saved picture is valid XML on white, whatever its names contain', () => {
  const { svg, height } = drawSvg(<text>{'IL-1\u03b2 < 5 & "x"\u0000\u00a0'}</text>, {
    ...SIZE,
    title: 'A & B',
  });
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(read.querySelector('parsererror')).toBeNull();
  expect(read.querySelector('title')?.textContent).toBe('A & B');
  expect(read.querySelector('g > text')?.textContent).toBe('IL-1\u03b2 < 5 & "x"\uFFFD\u00a0');
  expect(read.querySelector('rect[width="100%"]')?.getAttribute('fill')).toBe('#ffffff');
  // The text without a place needs 9 px above the marks.
  expect(height).toBe(272);
});

test('marks of the screen need no style sheet in a file', () => {
  const { svg } = drawSvg(
    <>
      <YAxis
        ticks={[{ value: 0, label: '0', at: 10 }]}
        left={50}
        right={390}
        label="Expression"
        unit="log2"
      />
      <LegendMarks x={0} y={0} swatches={[{ name: 'Primary', colour: 'oklch(0.72 0.11 10)', count: 72 }]} />
    </>,
    { ...SIZE, title: 'Expression' },
  );
  expect(svg).not.toContain('class=');
  expect(svg).toContain('>Expression (log2)<');
  expect(svg).toContain('>Primary (n=72)<');
  expect(svg).not.toContain('oklch');
});

test('a saved picture says of what it is and when it was drawn, and cuts neither title nor labels', () => {
  const name = 'TCGA GBM RNA-seq EXT OR QN A.1.1.1';
  const { svg, width, height } = drawSvg(
    <text x={50} y={20} textAnchor="end">
      {name}
    </text>,
    {
      ...SIZE,
      title: `Level of TREM2 in ${name} and ${name} and ${name}`,
      about: ['GSE4271', "Welch's t 2.1, P 0.04"],
    },
  );
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const texts = [...read.querySelectorAll('text')];
  expect(texts.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      name,
      'GSE4271',
      "Welch's t 2.1, P 0.04",
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]),
  );
  expect(texts.filter((text) => text.getAttribute('font-size') === '14').length).toBeGreaterThan(1);
  expect(width).toBeGreaterThan(550);
  const foot = texts.at(-1)?.getAttribute('y');
  expect(Number(foot)).toBeLessThan(height);
});
