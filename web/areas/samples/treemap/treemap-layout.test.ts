import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NA_COLOUR } from '../../../ui/colour/data-colours.ts';
import { neighbourOf } from '../../../ui/navigation/move-focus.ts';
import { layoutTreemap, layoutValues, MIN_CELL, MIN_PICTURE, percentOf } from './treemap-layout.ts';

function attributeOf(name: string, values: readonly (readonly [string | null, number])[]): TreemapAttribute {
  const counted = values.map(([value, count]) => ({ name: value, count }));
  return { name, attributeName: name, displayName: name, type: 'NORMAL', values: counted, value_labels: {} };
}

const grade = attributeOf('Tumor_Grade', [
  ['4', 51],
  ['3', 20],
  [null, 1],
]);

test('areas are proportional to sample counts and the order is preserved', () => {
  const values = layoutValues(grade, 200, 100);
  expect(values.map(({ value }) => value)).toEqual(['4', '3', null]);
  const areas = values.map(({ width, height }) => width * height);
  expect((areas[0] ?? 0) / (areas[1] ?? 1)).toBeCloseTo(51 / 20, 0);
  expect(values[2]?.colour).toBe(NA_COLOUR);
  expect(values[0]?.percent).toBe(70.8);
});

test('a missing value is labelled NA and a value has the same colour in every picture', () => {
  const missing = layoutValues(attributeOf('Sex', [[null, 3]]), 200, 100);
  expect(missing[0]?.lines).toEqual(['NA']);
  const alone = layoutValues(attributeOf('Tumor_Grade', [['3', 20]]), 200, 100);
  expect(alone[0]?.colour).toBe(layoutValues(grade, 200, 100)[1]?.colour);
});

test('an attribute without samples is an empty cell', () => {
  expect(layoutValues(attributeOf('Sex', []), 200, 100)).toEqual([]);
  expect(percentOf(0, 0)).toBe(0);
});

test('values fill their cell without overlap or overflow', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 50, max: 900 }), (numbers, side) => {
      const attribute = attributeOf(
        'Age',
        numbers.map((count, index) => [String(index), count] as const),
      );
      const values = layoutValues(attribute, side, side);
      expect(values).toHaveLength(numbers.length);
      for (const [index, a] of values.entries()) {
        expect(a.x).toBeGreaterThanOrEqual(-0.01);
        expect(a.x + a.width).toBeLessThanOrEqual(side + 0.01);
        expect(a.y + a.height).toBeLessThanOrEqual(side + 0.01);
        for (const b of values.slice(index + 1)) {
          const overlapX = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const overlapY = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          expect(Math.min(overlapX, overlapY)).toBeLessThanOrEqual(0.01);
        }
      }
    }),
  );
});

test('cells are at least 175 px wide, a picture at least 750 px, and scaling up enlarges up to five times', () => {
  const many = Array.from({ length: 21 }, (_, index) => attributeOf(`A${index}`, [['x', 1]]));
  const narrow = layoutTreemap(many, { width: 300, scale: 1 });
  expect(narrow.width).toBe(MIN_PICTURE);
  for (const width of [750, 900, 1160, 2400]) {
    const picture = layoutTreemap(many, { width, scale: 1 });
    const last = picture.cells.reduce((edge, cell) => Math.max(edge, cell.x + cell.width), 0);
    expect(picture.cells[0]?.width).toBeGreaterThanOrEqual(MIN_CELL);
    expect(last).toBeLessThanOrEqual(width + 0.01);
  }
  expect(layoutTreemap(many, { width: 750, scale: 5 }).width).toBe(5 * 750);
  expect(layoutTreemap([], { width: 750, scale: 1 }).height).toBe(0);
});

test('an arrow key moves to the nearest value in its direction and stops at the edge', () => {
  const row = [0, 100, 200].map((x) => ({ x, y: 0, width: 90, height: 90 }));
  const boxes = [...row, { x: 0, y: 100, width: 90, height: 90 }];
  expect(neighbourOf(boxes, 0, 'right')).toBe(1);
  expect(neighbourOf(boxes, 2, 'right')).toBe(2);
  expect(neighbourOf(boxes, 0, 'down')).toBe(3);
  expect(neighbourOf(boxes, 3, 'up')).toBe(0);
  expect(neighbourOf([], 0, 'up')).toBe(0);
});
