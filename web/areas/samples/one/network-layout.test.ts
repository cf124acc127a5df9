import { expect, test } from 'vitest';
import { layoutNetwork } from './network-layout.ts';

test('samples lie from left to right by Z.K, and the cut is drawn also where none is below it', () => {
  const { points, cutAt, floor } = layoutNetwork([-1.5, 0, 1.5], -2, 600);
  expect(points).toHaveLength(3);
  const [first, second, third] = points;
  expect(first?.x).toBeLessThan(second?.x ?? 0);
  expect(second?.x).toBeLessThan(third?.x ?? 0);
  expect(first?.y).toBeGreaterThan(third?.y ?? 0);
  expect(cutAt).toBeGreaterThan(first?.y ?? 0);
  expect(cutAt).toBeLessThanOrEqual(floor);
});

test('an outlier is below the cut', () => {
  const { points, cutAt } = layoutNetwork([-4, 0.1, 0.2], -2, 600);
  expect(points[0]?.y).toBeGreaterThan(cutAt);
  expect(points[1]?.y).toBeLessThan(cutAt);
});
