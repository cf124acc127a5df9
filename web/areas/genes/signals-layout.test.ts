import { expect, test } from 'vitest';
import { layoutSignals } from './signals-layout.ts';

const MICROGLIA = { kme: 0.75, kmes: [0.5, null, 1] };

test('dots lie at their kME from 0 to 1, below one another for each signal', () => {
  const { left, right, points, ticks, strips } = layoutSignals([MICROGLIA, { kme: 0.5, kmes: [0] }], 900);
  expect(ticks.map(({ label }) => Number(label))).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(points[0]?.x).toBeCloseTo((left + right) / 2, 9);
  expect(points[2]?.x).toBe(right);
  expect(points[3]).toEqual({ x: left, y: strips[1]?.y });
  expect(points[0]?.y).toBe(strips[0]?.y);
  expect(strips[0]?.consensus).toBeCloseTo(left + 0.75 * (right - left), 9);
});

test('a data set that does not measure the gene has no dot in the picture', () => {
  expect(layoutSignals([MICROGLIA], 900).points[1]?.x).toBeLessThan(0);
});

test('the axis begins below 0 where a kME does', () => {
  const { ticks } = layoutSignals([{ kme: 0.6, kmes: [-0.3, 0.8] }], 900);
  expect(ticks.map(({ value }) => value)).toEqual([-0.5, 0, 0.5, 1]);
});

test('in a narrow window the strips are below the texts', () => {
  const [wide, narrow] = [layoutSignals([MICROGLIA], 900), layoutSignals([MICROGLIA], 350)];
  expect(narrow.height).toBeGreaterThan(wide.height);
  expect(narrow.left).toBeLessThan(wide.left);
  expect(narrow.strips[0]?.y).toBeGreaterThan(36);
});
