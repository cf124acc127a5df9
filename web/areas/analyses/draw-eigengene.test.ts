// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { colourOfValue, NA_COLOUR } from '../../ui/colour/data-colours.ts';
import { toHex } from '../../ui/colour/rgb.ts';
import { drawEigengene, writeEigengene } from './draw-eigengene.tsx';
import { layoutEigengene } from './eigengene-layout.ts';

const eigengene = {
  samples: ['GSM1', 'GSM2', 'GSM3'],
  values: [0.5, -0.5, 0.25],
  attribute: 'chr1p_Mut',
  attribute_values: ['SO:0001743', 'WT', null],
  value_labels: { 'SO:0001743': 'copy number loss' },
};

test('the legend shows the label of a code, and the tooltip of a bar label and code', () => {
  const chart = layoutEigengene(eigengene, { width: 400, height: 200, order: 'data' });
  const { svg } = drawEigengene(chart, eigengene, { title: 'Module eigengene of turquoise', about: [] });
  expect(svg).toContain('>copy number loss (n=1)</text>');
  expect(svg).toContain('GSM1: 0.5, copy number loss (SO:0001743)');
  expect(svg).toContain('>NA (n=1)</text>');
});

test('the table has codes and, where there are any, their labels in a separate column', () => {
  expect(writeEigengene(eigengene, 'data').split('\r\n')).toEqual([
    'Sample\tModule eigengene\tchr1p_Mut\tchr1p_Mut label',
    'GSM1\t0.5\tSO:0001743\tcopy number loss',
    'GSM2\t-0.5\tWT\tWT',
    'GSM3\t0.25\tNA\tNA',
    '',
  ]);
  expect(writeEigengene({ ...eigengene, value_labels: {} }, 'data').split('\r\n')[0]).toBe(
    'Sample\tModule eigengene\tchr1p_Mut',
  );
});

const diseases = {
  samples: eigengene.samples,
  values: [0.5, -0.25, 0.1],
  attribute: 'Disease',
  attribute_values: ['glioblastoma', null, 'glioblastoma'],
  value_labels: {},
};

test('a saved picture hatches bars and legend of samples without a value only', () => {
  const chart = layoutEigengene(diseases, { width: 400, height: 200, order: 'data' });
  const { svg } = drawEigengene(chart, diseases, { title: 'Module eigengene of turquoise', about: [] });
  expect(svg).toContain('<pattern id="na-hatch"');
  const fillBefore = (text: string) =>
    [...svg.matchAll(/<rect [^>]*fill="([^"]*)"\/?>(?:<title>|<text[^>]*>)([^<]*)</g)]
      .filter(([, , title]) => title?.startsWith(text))
      .map(([, fill]) => fill);
  expect([fillBefore('GSM2: -0.25, NA'), fillBefore('NA (n=1)')]).toEqual([
    ['url(#na-hatch)'],
    ['url(#na-hatch)'],
  ]);
  const glioblastoma = toHex(colourOfValue('Disease', 'glioblastoma'));
  expect([fillBefore('GSM1'), fillBefore('GSM3'), fillBefore('glioblastoma')]).toEqual(
    Array(3).fill([glioblastoma]),
  );
  expect(glioblastoma).not.toBe(NA_COLOUR);
});
