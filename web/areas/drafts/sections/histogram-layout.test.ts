import { expect, test } from 'vitest';
import { binAt, binsOf, layoutHistogram } from './histogram-layout.ts';

test('bins have equal widths from the least to the greatest value', () => {
  expect(binsOf({ least: 0, greatest: 4, histogram: [5, 0] })).toEqual([
    { from: 0, to: 2, count: 5 },
    { from: 2, to: 4, count: 0 },
  ]);
});

test('equal values, or none, have no histogram', () => {
  expect(binsOf({ least: 3, greatest: 3, histogram: [9] })).toEqual([]);
  expect(binsOf({ least: null, greatest: null, histogram: [] })).toEqual([]);
});

test('a range beyond that of numbers has no histogram', () => {
  const widest = { least: -Number.MAX_VALUE, greatest: Number.MAX_VALUE };
  expect(binsOf({ ...widest, histogram: [1, 1, 1] })).toEqual([]);
});

test('a bin with few values among many is seen, an empty one is not', () => {
  const bins = binsOf({ least: 0, greatest: 3, histogram: [1_000_000, 1, 0] });
  const { bars, floor } = layoutHistogram(bins, 600);
  expect(bars.map(({ height }) => height)).toEqual([expect.any(Number), 1, 0]);
  for (const bar of bars) expect(bar.y + bar.height).toBeCloseTo(floor);
});

test('the pointer finds the bar below it at any height', () => {
  const layout = layoutHistogram(binsOf({ least: 0, greatest: 2, histogram: [1, 2] }), 600);
  const [first, second] = layout.bars;
  expect(binAt(layout, { x: (first?.x ?? 0) + 1, y: 0 })).toBe(0);
  expect(binAt(layout, { x: (second?.x ?? 0) + 1, y: 0 })).toBe(1);
  expect(binAt(layout, { x: 0, y: 0 })).toBeNull();
});
