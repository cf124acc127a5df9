import { expect, test } from 'vitest';
import { layoutLevels } from './levels-layout.ts';

test('dots lie at their percentile, and no dot covers another', () => {
  const percentiles = Array.from({ length: 60 }, (_, at) => 50 + (at % 7) + at / 100);
  const { points, radius, floor } = layoutLevels(percentiles, 400);
  for (const [a, first] of points.entries()) {
    expect(first.x).toBeCloseTo(20 + (360 * (percentiles[a] ?? 0)) / 100, 9);
    expect(first.y + radius).toBeLessThanOrEqual(floor + 1e-9);
    for (const second of points.slice(a + 1)) {
      const distance = Math.hypot(first.x - second.x, first.y - second.y);
      expect(distance).toBeGreaterThanOrEqual(2 * radius - 1e-9);
    }
  }
});

test('dots far from each other are one row on the axis, and hundreds of the same percentile become small', () => {
  const { points, floor, radius } = layoutLevels([10, 50, 90], 600);
  expect(points.map(({ y }) => y)).toEqual([floor - radius, floor - radius, floor - radius]);
  const many = layoutLevels(
    Array.from({ length: 200 }, () => 99),
    600,
  );
  expect(many.radius).toBeLessThan(radius);
});

test('the plot of few data sets is as high as that of many', () => {
  expect(layoutLevels([10, 50], 600).height).toBe(
    layoutLevels(
      Array.from({ length: 80 }, (_, at) => at + 0.5),
      600,
    ).height,
  );
});
