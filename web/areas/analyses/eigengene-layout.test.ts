import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AXIS_WIDTH, groupsOf, layoutEigengene, orderSamples } from './eigengene-layout.ts';

const eigengene = {
  samples: ['GSM1', 'GSM2', 'GSM3', 'GSM4'],
  values: [0.5, -0.25, 0, -0.5],
  attribute: 'Disease',
  attribute_values: ['glioblastoma', null, 'astrocytoma', 'glioblastoma'],
  value_labels: {},
};

describe('the bars of a module eigengene', () => {
  test('start at 0 and go up for positive and down for negative values', () => {
    const { bars, zero } = layoutEigengene(eigengene, { width: 452, height: 216, order: 'data' });
    expect(zero).toBe(108);
    expect(bars.map((bar) => [bar.y, bar.height])).toEqual([
      [8, 100],
      [108, 50],
      [108, 0.5],
      [108, 100],
    ]);
    expect(bars.map((bar) => bar.x)).toEqual([AXIS_WIDTH, 152, 252, 352]);
  });

  test('can be ordered by value, and by attribute with NA last', () => {
    expect(orderSamples(eigengene, 'data')).toEqual([0, 1, 2, 3]);
    expect(orderSamples(eigengene, 'value')).toEqual([3, 1, 2, 0]);
    expect(orderSamples(eigengene, 'attribute')).toEqual([2, 3, 0, 1]);
  });

  test('have round ticks that include 0 and lie on the scale', () => {
    const { ticks } = layoutEigengene(eigengene, { width: 400, height: 200, order: 'data' });
    expect(ticks.map(({ value }) => value)).toEqual([-0.5, 0, 0.5]);
    const positive = layoutEigengene(
      { ...eigengene, values: [0.02, 0.01, 0.03, 0.011] },
      { width: 400, height: 200, order: 'data' },
    );
    expect(positive.ticks.map(({ value }) => value)).toEqual([0, 0.01, 0.02, 0.03]);
  });

  test('are none without samples', () => {
    const empty = { samples: [], values: [], attribute: null, attribute_values: [], value_labels: {} };
    expect(layoutEigengene(empty, { width: 400, height: 200, order: 'value' }).bars).toEqual([]);
  });

  test('are flat, on a scale of 1, for values that are 0 within rounding error', () => {
    const { bars, ticks } = layoutEigengene(
      { ...eigengene, values: [-5e-324, 5e-324, 1e-300, 0] },
      { width: 400, height: 216, order: 'data' },
    );
    expect(bars.map((bar) => [bar.y, bar.height])).toEqual(Array(4).fill([8, 0.5]));
    expect(ticks.at(-1)).toMatchObject({ value: 0, at: 8 });
  });

  test('always lie inside the picture', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 300 }),
        (values) => {
          const many = {
            samples: values.map((_, index) => `GSM${index}`),
            values,
            attribute: null,
            attribute_values: values.map(() => null),
            value_labels: {},
          };
          const chart = layoutEigengene(many, { width: 600, height: 240, order: 'value' });
          for (const bar of chart.bars) {
            expect(bar.x).toBeGreaterThanOrEqual(AXIS_WIDTH);
            expect(bar.x + bar.width).toBeLessThanOrEqual(600.5);
            expect(bar.y).toBeGreaterThanOrEqual(7.9);
            expect(bar.y + bar.height).toBeLessThanOrEqual(233);
          }
        },
      ),
    );
  });
});

test('groups are counted, the most frequent first and NA last', () => {
  expect(groupsOf(eigengene)).toEqual([
    { value: 'glioblastoma', count: 2 },
    { value: 'astrocytoma', count: 1 },
    { value: null, count: 1 },
  ]);
});
