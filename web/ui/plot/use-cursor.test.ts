import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cursor, moveCursor } from './use-cursor.ts';

const GRID = { rows: 30, columns: 72 };
const LIST = { rows: 0, columns: 25 };
const press = (key: string, at: Cursor | null, size = GRID, ctrlKey = false) =>
  moveCursor(at, { key, ctrlKey }, size);

describe('the cursor of a grid', () => {
  test('enters at the first cell, whichever arrow is pressed', () => {
    for (const key of ['ArrowDown', 'ArrowLeft', 'PageUp'])
      expect(press(key, null)).toEqual({ row: 0, column: 0 });
  });

  test('moves by a cell, by ten rows, along the row and to the corners', () => {
    const at = { row: 12, column: 5 };
    expect(press('ArrowUp', at)).toEqual({ row: 11, column: 5 });
    expect(press('ArrowRight', at)).toEqual({ row: 12, column: 6 });
    expect(press('PageDown', at)).toEqual({ row: 22, column: 5 });
    expect(press('End', at)).toEqual({ row: 12, column: 71 });
    expect(press('Home', at, GRID, true)).toEqual({ row: 0, column: 0 });
    expect(press('End', at, GRID, true)).toEqual({ row: 29, column: 71 });
  });

  test('enters the rows from a column as a whole', () => {
    expect(press('ArrowDown', { row: null, column: 5 })).toEqual({ row: 0, column: 5 });
  });
});

describe('the cursor of a list', () => {
  test('moves along it with all arrows, has no row, and pages by ten', () => {
    expect(press('ArrowDown', { row: null, column: 3 }, LIST)).toEqual({ row: null, column: 4 });
    expect(press('ArrowLeft', { row: null, column: 3 }, LIST)).toEqual({ row: null, column: 2 });
    expect(press('PageDown', { row: null, column: 3 }, LIST)).toEqual({ row: null, column: 13 });
    expect(press('End', null, LIST)).toEqual({ row: null, column: 24 });
  });

  test('does not move where there is nothing, nor with other keys', () => {
    expect(press('ArrowDown', null, { rows: 0, columns: 0 })).toBeUndefined();
    expect(press('a', null, LIST)).toBeUndefined();
  });
});

test('the cursor never leaves the picture', () => {
  const keys = fc.constantFrom(
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'PageUp',
    'PageDown',
  );
  fc.assert(
    fc.property(fc.array(keys), fc.nat(5), fc.integer({ min: 1, max: 20 }), (pressed, rows, columns) => {
      let at: Cursor | null = null;
      for (const key of pressed) {
        at = press(key, at, { rows, columns }) ?? at;
        expect(at?.column).toBeGreaterThanOrEqual(0);
        expect(at?.column).toBeLessThan(columns);
        if (rows === 0) expect(at?.row).toBeNull();
        else expect(at?.row).toBeLessThan(rows);
      }
    }),
  );
});
