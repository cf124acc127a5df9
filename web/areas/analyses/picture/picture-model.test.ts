// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { colourAt, hexOf, PALETTES } from '../../../ui/colour/palettes.ts';
import { colourOf, colourScale, imageOfCells } from './draw/cell-colours.ts';
import { drawBelow, linesBelow } from './draw/draw-below.ts';
import { drawPicture } from './draw/draw-picture.tsx';
import { otherCells } from './draw/strip-legends.ts';
import { stripPaths } from './draw/strip-runs.ts';
import { writePicture } from './draw/write-picture.ts';
import { cellAt, layoutPicture } from './picture-layout.ts';
import {
  arrangeRows,
  arrangeSamples,
  arrange as arrangeWith,
  describeCell,
  type Picture,
} from './picture-model.ts';
import type { View } from './picture-view.ts';
import { keyOfDots, layoutDots, type PictureSet, setsWith, writeSets } from './set-dots.ts';

const PICTURE: Picture = {
  input_data_set_id: 7,
  values_state: 'ready',
  number_of_members: 3,
  number_of_matching: 3,
  samples: ['s1', 's2', 's3', 's4'],
  eigengene: [0.5, -0.5, 0.1, -0.1],
  rows: [
    { feature: 'TOP2A', rank: 0, kme: 0.9, p_value: 1e-9, percentile: 80 },
    { feature: 'FLAT', rank: 1, kme: null, p_value: null, percentile: 10 },
    { feature: 'CDK1', rank: 2, kme: 0.7, p_value: 1e-4, percentile: 50 },
  ],
  values: [
    [4, 1, 3, 2],
    [5, 5, 5, 5],
    [8, 2, null, 5],
  ],
  attributes: ['Grade', 'Sex'],
  strips: [{ attribute: 'Grade', values: ['10', '9', null, '9'], value_labels: { '9': 'nine' } }],
};

function arrange(
  picture: Picture,
  { sampleOrder, rowOrder }: { sampleOrder: View['by']; rowOrder: View['order'] },
) {
  return arrangeWith(picture, {
    rows: arrangeRows(picture, rowOrder),
    samples: arrangeSamples(picture, sampleOrder),
  });
}

const ORDERED = { sampleOrder: 'eigengene', rowOrder: 'kme' } as const;

describe('samples', () => {
  const order = (sampleOrder: Parameters<typeof arrange>[1]['sampleOrder'], picture = PICTURE) =>
    arrange(picture, { sampleOrder, rowOrder: 'kme' }).samples.map((index) => picture.samples[index]);

  test('come as in the data, or by eigengene', () => {
    expect(order('data')).toEqual(['s1', 's2', 's3', 's4']);
    expect(order('eigengene')).toEqual(['s2', 's4', 's3', 's1']);
  });

  test('by attribute are in the order of its numbers, then by eigengene, NA last', () => {
    expect(order('attribute')).toEqual(['s2', 's4', 's1', 's3']);
    const named = {
      ...PICTURE,
      strips: [{ attribute: 'Sex', values: ['M', 'F', 'F', null], value_labels: {} }],
    };
    expect(order('attribute', named)).toEqual(['s2', 's3', 's1', 's4']);
    expect(order('attribute', { ...PICTURE, strips: [] })).toEqual(order('eigengene'));
  });

  test('by tree are all there, those alike beside each other', () => {
    const values = [
      [1, 9, 1.1, 9.2],
      [2, 7, 2.1, 7.2],
    ];
    const samples = order('tree', { ...PICTURE, rows: PICTURE.rows.slice(0, 2), values });
    expect(samples.toSorted()).toEqual(['s1', 's2', 's3', 's4']);
    expect(Math.abs(samples.indexOf('s1') - samples.indexOf('s3'))).toBe(1);
  });
});

test('rows come by kME as the server sent them, by name, or by tree', () => {
  const order = (rowOrder: Parameters<typeof arrange>[1]['rowOrder']) =>
    arrange(PICTURE, { sampleOrder: 'data', rowOrder }).rows.map((index) => PICTURE.rows[index]?.feature);
  expect(order('kme')).toEqual(['TOP2A', 'FLAT', 'CDK1']);
  expect(order('name')).toEqual(['CDK1', 'FLAT', 'TOP2A']);
  expect(order('tree').toSorted()).toEqual(['CDK1', 'FLAT', 'TOP2A']);
});

describe('a module of', () => {
  test('one member is drawn, and has no tree of its rows', () => {
    const one = { ...PICTURE, rows: PICTURE.rows.slice(0, 1), values: PICTURE.values.slice(0, 1) };
    for (const rowOrder of ['kme', 'tree', 'name'] as const)
      expect(arrange(one, { sampleOrder: 'tree', rowOrder }).rows).toEqual([0]);
  });

  test('three samples is drawn in each order', () => {
    const cut = <V>(values: readonly V[]) => values.slice(0, 3);
    const three: Picture = {
      ...PICTURE,
      samples: cut(PICTURE.samples),
      eigengene: cut(PICTURE.eigengene),
      values: PICTURE.values.map(cut),
      strips: PICTURE.strips.map((strip) => ({ ...strip, values: cut(strip.values) })),
    };
    for (const sampleOrder of ['data', 'eigengene', 'attribute', 'tree'] as const)
      expect(arrange(three, { sampleOrder, rowOrder: 'tree' }).samples.toSorted()).toEqual([0, 1, 2]);
  });

  test('more samples than pixels is drawn by the mean of those that share one', () => {
    const samples = Array.from({ length: 2500 }, (_, at) => `s${at}`);
    const many: Picture = {
      ...PICTURE,
      samples,
      eigengene: samples.map((_, at) => at / 2500),
      rows: PICTURE.rows.slice(0, 1),
      values: [samples.map((_, at) => at)],
      strips: [{ attribute: 'Grade', values: samples.map((_, at) => `${at % 3}`), value_labels: {} }],
    };
    const shown = arrange(many, { sampleOrder: 'tree', rowOrder: 'kme' });
    expect(shown.samples).toEqual([...samples.keys()]);
    const scale = colourScale(many, shown.z, { scale: 'values', palette: 'blue-red' });
    const image = imageOfCells(shown, scale, 700);
    expect(image).toMatchObject({ width: 625, samplesPerColumn: 4 });
    expect([...image.pixels.slice(0, 3)]).toEqual([...colourOf(scale, 1.5)]);
  });
});

describe('a cell', () => {
  const arrangement = arrange(PICTURE, ORDERED);

  test('says its value, z, kME, eigengene and attributes with their codes', () => {
    expect(describeCell(PICTURE, arrangement, { row: 0, column: 0 })).toBe(
      'TOP2A in s2: 1 (z \u22121.16); kME +0.900; eigengene \u22120.5000; Grade nine (9).',
    );
  });

  test('says where there is no value and where the row does not vary', () => {
    expect(describeCell(PICTURE, arrangement, { row: 2, column: 2 })).toContain('CDK1 in s3: no value');
    expect(describeCell(PICTURE, arrangement, { row: 1, column: 0 })).toContain(
      'FLAT in s2: 5, does not vary',
    );
    expect(describeCell(PICTURE, arrangement, { row: null, column: 2 })).toBe(
      's3; eigengene +0.1000; Grade NA.',
    );
  });

  test('is found under the pointer, and no cell beside the columns', () => {
    const layout = layoutPicture(700, { rows: 3, strips: 1 });
    const at = (x: number, y: number) => cellAt(layout, { x, y, samples: 4 });
    expect(at(layout.left, layout.map.top)).toEqual({ row: 0, column: 0 });
    expect(at(layout.left + layout.columns - 1, layout.map.top + layout.map.height - 1)).toEqual({
      row: 2,
      column: 3,
    });
    expect(at(layout.left, layout.strips.top)).toEqual({ row: null, column: 0 });
    expect(at(layout.left - 1, 0)).toBeNull();
    expect(at(layout.left + layout.columns, 0)).toBeNull();
  });
});

describe('colours', () => {
  test('run from the lowest over the middle to the highest, and stop there', () => {
    const [low, middle, high] = PALETTES['blue-red'];
    expect([-1, 0, 0.5, 1, 9].map((share) => colourAt('blue-red', share))).toEqual([
      low,
      low,
      middle,
      high,
      high,
    ]);
    expect(hexOf(colourAt('purple-green', 1))).toBe('#1b7837');
  });

  test('of values run over those that are there', () => {
    const scale = colourScale(PICTURE, arrange(PICTURE, ORDERED).z, { scale: 'values', palette: 'blue-red' });
    expect(scale).toMatchObject({ lowest: 1, highest: 8, palette: 'viridis' });
    expect(colourOf(scale, 8)).toEqual([253, 231, 37]);
  });

  test('paint one pixel a cell, none where a value is missing, grey where a row does not vary', () => {
    const arrangement = arrange(PICTURE, ORDERED);
    const scale = colourScale(PICTURE, arrangement.z, { scale: 'z', palette: 'blue-red' });
    const image = imageOfCells(arrangement, scale, 100);
    expect(image).toMatchObject({
      width: 4,
      height: 3,
      samplesPerColumn: 1,
      missing: [{ row: 2, column: 2 }],
    });
    const pixel = (row: number, column: number) => [
      ...image.pixels.slice(4 * (4 * row + column), 4 * (4 * row + column) + 4),
    ];
    expect(pixel(0, 0)).toEqual([...colourOf(scale, -1.5 / Math.sqrt(5 / 3)), 255]);
    expect(pixel(1, 0)).toEqual([201, 206, 209, 255]);
    expect(pixel(2, 2)).toEqual([0, 0, 0, 0]);
  });

  test('of samples that share a pixel are those of their mean', () => {
    const arrangement = arrange(PICTURE, { sampleOrder: 'data', rowOrder: 'kme' });
    const scale = colourScale(PICTURE, arrangement.z, { scale: 'values', palette: 'blue-red' });
    const image = imageOfCells(arrangement, scale, 2);
    expect(image).toMatchObject({ width: 2, samplesPerColumn: 2, missing: [] });
    expect([...image.pixels.slice(0, 3)]).toEqual([...colourOf(scale, 2.5)]);
  });
});

test('the legend explains cells without a colour of the scale', () => {
  const { z } = arrange(PICTURE, ORDERED);
  const namesFor = (scale: 'z' | 'values', picture = PICTURE) =>
    otherCells(picture, colourScale(picture, z, { scale, palette: 'blue-red' })).map(({ name }) => name);
  expect(namesFor('z')).toEqual(['does not vary', 'NA']);
  expect(namesFor('values')).toEqual(['NA']);
  expect(namesFor('z', { ...PICTURE, values: PICTURE.values.slice(0, 1) })).toEqual([]);
});

test('a strip is one shape for every value, over neighbours at once', () => {
  const place = { left: 10, columns: 40, top: 5, height: 12 };
  expect(stripPaths(['a', 'a', null, 'a'], [0, 2, 1, 3], place)).toEqual([
    { value: 'a', d: 'M10.00 5H20.00v12H10.00ZM30.00 5H50.00v12H30.00Z' },
    { value: null, d: 'M20.00 5H30.00v12H20.00Z' },
  ]);
});

test('lines below are the strongest members, with a gap where a value is missing', () => {
  const arrangement = arrange(PICTURE, { sampleOrder: 'data', rowOrder: 'name' });
  const layout = layoutPicture(700, { rows: 3, strips: 1 });
  const marks = drawBelow(PICTURE, arrangement, { below: '5', layout });
  expect(linesBelow(PICTURE, '5').map(({ name }) => name)).toEqual(['TOP2A', 'FLAT', 'CDK1']);
  expect(marks.paths.at(-1)?.d.match(/M/g)).toHaveLength(2);
});

test('the file has the values of the data set in the order shown', () => {
  expect(writePicture(PICTURE, arrange(PICTURE, ORDERED)).split('\r\n')).toEqual([
    'Feature\tkME\ts2\ts4\ts3\ts1',
    'Module eigengene\t\t-0.5\t-0.1\t0.1\t0.5',
    'Grade\t\t9\t9\tNA\t10',
    'TOP2A\t0.9\t1\t2\t3\t4',
    'FLAT\t\t5\t5\t5\t5',
    'CDK1\t0.7\t2\t5\t\t8',
    '',
  ]);
});

test('the drawing has a shape for every cell, and a picture without values has none', () => {
  const arrangement = arrange(PICTURE, ORDERED);
  const scale = colourScale(PICTURE, arrangement.z, { scale: 'z', palette: 'blue-red' });
  const { svg } = drawPicture(PICTURE, arrangement, {
    scale,
    below: 'eigengene',
    title: 'A & B',
    about: [],
    sets: [],
  });
  const [cells = ''] = /<g shape-rendering="crispEdges">.*?<\/g>/.exec(svg) ?? [];
  expect(cells.match(/<rect /g)).toHaveLength(12);
  expect(cells.match(/url\(#na-hatch\)/g)).toHaveLength(1);
  expect(svg).toContain('A &amp; B');
  const unread: Picture = { ...PICTURE, values: [], strips: [], values_state: 'none' };
  const bare = arrange(unread, ORDERED);
  expect(
    drawPicture(unread, bare, { scale, below: 'eigengene', title: 'x', about: [], sets: [] }).svg,
  ).not.toContain('TOP2A');
});

const SETS: PictureSet[] = [
  {
    ...{ gene_set_id: 1, omicon_id: 'DataPortal.gs.1', set_id: 'MOSET1', set_name: 'Mitosis' },
    ...{ category: 'Process', p_value: 1e-20, overlap: 3, ranks: [0, 2, 40] },
  },
  {
    ...{ gene_set_id: 2, omicon_id: 'DataPortal.gs.2', set_id: 'MOSET2', set_name: 'Microglia' },
    ...{ category: null, p_value: 1e-5, overlap: 1, ranks: [1] },
  },
];

describe('enriched gene sets', () => {
  test('are dots along P, as large as the members they share, on the screen and in the file', () => {
    const [first, second] = layoutDots(SETS);
    expect([first?.position, second?.position]).toEqual([1, 0.25]);
    expect(first?.radius).toBeGreaterThan(second?.radius ?? 10);
    const arrangement = arrange(PICTURE, ORDERED);
    const scale = colourScale(PICTURE, arrangement.z, { scale: 'z', palette: 'blue-red' });
    const { svg } = drawPicture(PICTURE, arrangement, {
      scale,
      below: 'eigengene',
      title: 'x',
      about: ['GSE4271'],
      sets: SETS,
    });
    // Two sets, and the key to two sizes.
    expect(svg.match(/<circle /g)).toHaveLength(4);
    for (const text of [
      'Mitosis',
      'GSE4271',
      '\u2212log10 P',
      'Members shared',
      'Set category',
      'No category',
    ])
      expect(svg).toContain(`>${text}<`);
    expect(keyOfDots(SETS)).toMatchObject({ sizes: [{ overlap: 1 }, { overlap: 3 }] });
    expect(keyOfDots(SETS).ticks.map(({ value }) => value)).toEqual([0, 5, 10, 15, 20]);
  });

  test('of a row are those with its rank, and the table names the rows of each', () => {
    const [top2a] = PICTURE.rows;
    expect(top2a && setsWith(SETS, top2a).map(({ set_name }) => set_name)).toEqual(['Mitosis']);
    expect(writeSets(SETS, PICTURE).split('\r\n').slice(1, 3)).toEqual([
      'Mitosis\tDataPortal.gs.1\tProcess\t1e-20\t3\tTOP2A CDK1',
      'Microglia\tDataPortal.gs.2\t\t0.00001\t1\tFLAT',
    ]);
  });
});
