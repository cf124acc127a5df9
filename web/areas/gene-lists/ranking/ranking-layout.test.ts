import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OVERLAP_AXIS } from './figure-columns.ts';
import { BOTTOM, LEFT, layoutRanking, pointAt, type RankedPoint, scoreOf } from './ranking-layout.ts';

function point(part: Partial<RankedPoint>): RankedPoint {
  return {
    key: 'OM.CM.1 Seed',
    name: 'blue',
    context: 'GSE4271',
    group: 'Seed',
    p: 1e-10,
    q: 1e-8,
    value: 70,
    about: '7 of 10 genes of the list among 160',
    cells: [7, 160, 10, 4527],
    href: '/home/modules/OM.CM.1',
    ...part,
  };
}

const SIZE = { width: 600, height: 260, axis: OVERLAP_AXIS };

describe('the points of a ranking', () => {
  test('are further right the larger their share of the list, and higher the smaller P', () => {
    const { points } = layoutRanking([point({}), point({ p: 1e-5, value: 30 })], SIZE);
    const [strong, weak] = points;
    const inner = 600 - LEFT - 16;
    expect(strong?.x).toBeCloseTo(LEFT + inner);
    expect(weak?.x).toBeCloseTo(LEFT + (3 / 7) * inner);
    expect(strong?.y).toBeCloseTo(12);
    expect(weak?.y).toBeCloseTo(260 - BOTTOM - 0.5 * (260 - BOTTOM - 12));
  });

  test('always lie inside the picture', () => {
    const any = fc.record({
      p: fc.double({ min: 0, max: 1, noNaN: true }),
      q: fc.double({ min: 0, max: 1, noNaN: true }),
      value: fc.double({ min: 0, max: 100, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (parts) => {
        const chart = layoutRanking(
          parts.map((part) => point(part)),
          SIZE,
        );
        for (const { x, y } of [...chart.points]) {
          expect(x).toBeGreaterThanOrEqual(LEFT);
          expect(x).toBeLessThanOrEqual(600);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(260 - BOTTOM);
        }
        // d3 widens the step to 1, 2 or 5: of 4 ticks asked for it gives at most 4·√2.5 + 1.
        for (const ticks of [chart.xTicks, chart.yTicks]) expect(ticks.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test('are divided by a line at q = .05, unless all lie on one side', () => {
    const points = [point({ p: 1e-6, q: 0.001 }), point({ p: 1e-3, q: 0.04 }), point({ p: 1e-2, q: 0.05 })];
    const chart = layoutRanking(points, SIZE);
    const [, last, first] = chart.points;
    expect(chart.threshold).toBeCloseTo(((last?.y ?? 0) + (first?.y ?? 0)) / 2);
    expect(layoutRanking(points.slice(0, 2), SIZE).threshold).toBeNull();
    expect(layoutRanking(points.slice(2), SIZE).threshold).toBeNull();
  });
});

test('a P that underflows to 0 has the maximum score', () => {
  expect(scoreOf(0)).toBeGreaterThan(scoreOf(Number.MIN_VALUE));
  expect(scoreOf(1)).toBe(0);
});

test('the pointer selects the nearest point within reach', () => {
  const chart = layoutRanking([point({}), point({ p: 1e-5, value: 30 })], SIZE);
  const second = chart.points[1];
  expect(pointAt(chart, (second?.x ?? 0) + 3, (second?.y ?? 0) - 3)).toBe(1);
  expect(pointAt(chart, 300, 20)).toBeNull();
});
