import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellAt, featureSteps, largestRadius, layoutAtlas, ROW, radiusOf } from './atlas-layout.ts';
import { type DataSetGroup, groupDataSets } from './data-set-groups.ts';
import { aDataSet, DATA_SETS } from './test-atlas.ts';

const TITLES = DATA_SETS.map(({ title }) => title);
const GROUPS = groupDataSets(DATA_SETS, 'disease');
const layoutOf = (width: number, groups: readonly DataSetGroup[] = GROUPS, titles = TITLES) =>
  layoutAtlas({ rows: 3, groups, titles }, width);

describe('the columns', () => {
  test('are in the order of the groups, with gaps between these', () => {
    const { columns, groups, cell, left } = layoutOf(1200);
    expect(columns.map(({ dataSet }) => dataSet)).toEqual([0, 2, 1, 3]);
    expect(columns[0]?.x).toBe(left);
    expect((columns[1]?.x ?? 0) - (columns[0]?.x ?? 0)).toBe(cell);
    expect((columns[2]?.x ?? 0) - (columns[1]?.x ?? 0)).toBeGreaterThan(cell);
    expect(groups.map(({ label, x, width }) => [label, x, width])).toEqual([
      ['Glioblastoma', left, 2 * cell],
      ['Bladder cancer', columns[2]?.x, cell],
      ['Not given', columns[3]?.x, cell],
    ]);
  });

  test('have titles in lines where there is room, else slanted ones', () => {
    expect(layoutOf(1200).isSlanted).toBe(false);
    expect(layoutOf(600).isSlanted).toBe(true);
    expect(layoutOf(600).top).toBeGreaterThan(layoutOf(1200).top);
  });

  test('stay wide enough to be pointed at: a picture of many is wider than the page', () => {
    const many = Array.from({ length: 120 }, (_, at) => aDataSet(at + 1, at + 1, 'Glioma'));
    const { width, cell } = layoutOf(
      1200,
      groupDataSets(many, 'disease'),
      many.map(({ title }) => title),
    );
    expect(cell).toBe(20);
    expect(width).toBeGreaterThan(2400);
  });
});

const LONG = [
  'astrocytoma (excluding glioblastoma), oligoastrocytoma, oligodendroglioma',
  'astrocytoma (excluding glioblastoma), oligoastrocytoma, glioblastoma',
];

test('groups whose names are cut are numbered, and narrow ones have their number alone', () => {
  const alike = LONG.map((disease, at) => aDataSet(at + 1, at + 1, disease));
  const headsAt = (width: number) =>
    layoutOf(
      width,
      groupDataSets(alike, 'disease'),
      alike.map(({ title }) => title),
    ).groups;
  expect(headsAt(700).map(({ label }) => label)).toEqual([`1\u00a0${LONG[1]}`, `2\u00a0${LONG[0]}`]);
  const firstLines = headsAt(700).map(({ lines }) => lines[0] ?? '');
  expect(firstLines.map((line) => line.slice(0, 6))).toEqual(['1\u00a0astr', '2\u00a0astr']);
  expect(headsAt(340).map(({ lines }) => lines)).toEqual([['1'], ['2']]);
  // Names with room are as they are.
  expect(layoutOf(1200).groups.map(({ label }) => label)).toEqual([
    'Glioblastoma',
    'Bladder cancer',
    'Not given',
  ]);
});

test('each cell and each name is found at its middle, and nothing in the gaps or beyond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 320, max: 2000 }), (width) => {
      const layout = layoutOf(width);
      for (let row = 0; row < layout.rows; row += 1) {
        const y = layout.top + (row + 0.5) * ROW;
        expect(cellAt(layout, { x: 10, y })).toEqual({ row, column: 0 });
        for (const [at, { x }] of layout.columns.entries())
          expect(cellAt(layout, { x: x + layout.cell / 2, y })).toEqual({ row, column: at + 1 });
      }
      const [, second, third] = layout.columns;
      const gap = ((second?.x ?? 0) + layout.cell + (third?.x ?? 0)) / 2;
      expect(cellAt(layout, { x: gap, y: layout.top + 1 })).toBeNull();
      expect(cellAt(layout, { x: 10, y: layout.top - 1 })).toBeNull();
      expect(cellAt(layout, { x: 10, y: layout.top + 3 * ROW })).toBeNull();
    }),
  );
});

test('the area of a dot is in proportion to its features, and no dot leaves its cell', () => {
  const largest = largestRadius(40);
  expect(radiusOf(400, 400, largest)).toBe(largest);
  expect(radiusOf(100, 400, largest)).toBe(largest / 2);
  expect(radiusOf(1, 100_000, largest)).toBe(2);
  expect(largestRadius(20)).toBeLessThanOrEqual(10);
  expect(2 * largestRadius(120)).toBeLessThan(ROW);
});

test('the legend of areas has round numbers', () => {
  expect(featureSteps(876)).toEqual([800, 200, 50]);
  expect(featureSteps(3)).toEqual([3, 1]);
  expect(featureSteps(0)).toEqual([]);
});
