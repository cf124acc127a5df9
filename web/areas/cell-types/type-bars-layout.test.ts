import { expect, test } from 'vitest';
import { layoutTypeBars } from './type-bars-layout.ts';

const bars = [
  { name: 'microglia', index: 1 },
  { name: 'astrocyte', index: 0.5 },
  { name: 'neuron', index: 0 },
];

test('an index of 1 ends where the axis ends, 0 at its start, a half between', () => {
  const { left, ticks, points } = layoutTypeBars(bars, 600);
  expect(ticks.map(({ value }) => value)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  const [first, half, none] = points;
  expect(first?.x).toBe(ticks.at(-1)?.at);
  expect(none?.x).toBe(left);
  expect(half?.x).toBeCloseTo((left + (first?.x ?? 0)) / 2, 9);
});

test('long names take less than half of the width', () => {
  const { left } = layoutTypeBars([{ name: 'a very long name of a cell type '.repeat(5), index: 1 }], 390);
  expect(left).toBeLessThan(390 / 2);
});

test('the picture is as high as its types', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `type ${at}`, index: 0.5 }));
  expect(layoutTypeBars(rows(30), 600).height - layoutTypeBars(rows(10), 600).height).toBe(20 * 22);
});
