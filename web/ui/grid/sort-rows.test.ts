import { expect, test } from 'vitest';
import type { CellValue, Column, ColumnKind } from './columns.ts';
import { nextSorting, sortRows } from './sort-rows.ts';

function sorted(kind: ColumnKind, values: CellValue[], order: 'asc' | 'desc' = 'asc'): CellValue[] {
  const column: Column<CellValue> = { key: 'k', title: 'K', kind, width: 100, value: (row) => row };
  return sortRows(values, column, order);
}

test('text sorts without letter case', () => {
  expect(sorted('text', ['microglia', 'Astrocyte', 'OLIG2', 'neuron'])).toEqual([
    'Astrocyte',
    'microglia',
    'neuron',
    'OLIG2',
  ]);
});

test('numbers sort numerically, also when they are written as text', () => {
  expect(sorted('number', [10, 9, 100])).toEqual([9, 10, 100]);
  expect(sorted('text', ['10', '9', '100'])).toEqual(['9', '10', '100']);
});

test('sizes sort by bytes', () => {
  expect(sorted('size', [1048576, 1000, 2048], 'desc')).toEqual([1048576, 2048, 1000]);
});

test('versions sort by their numbers', () => {
  expect(sorted('version', ['V10', 'V2', 'V2.10', 'V2.9'])).toEqual(['V2', 'V2.9', 'V2.10', 'V10']);
});

test('execution times sort by unit', () => {
  expect(sorted('duration', ['2 hours', '3 minutes', '50 seconds', '1 day'])).toEqual([
    '50 seconds',
    '3 minutes',
    '2 hours',
    '1 day',
  ]);
});

test('missing values come last in both directions', () => {
  expect(sorted('number', [null, 2, 1])).toEqual([1, 2, null]);
  expect(sorted('number', [null, 2, 1], 'desc')).toEqual([2, 1, null]);
});

test('the caller keeps its own order', () => {
  const rows = [3, 1, 2];
  sorted('number', rows);
  expect(rows).toEqual([3, 1, 2]);
});

test('a header toggles ascending, then descending, one column only', () => {
  expect(nextSorting(null, 'name')).toEqual({ key: 'name', order: 'asc' });
  expect(nextSorting({ key: 'name', order: 'asc' }, 'name')).toEqual({ key: 'name', order: 'desc' });
  expect(nextSorting({ key: 'name', order: 'desc' }, 'name')).toEqual({ key: 'name', order: 'asc' });
  expect(nextSorting({ key: 'name', order: 'asc' }, 'size')).toEqual({ key: 'size', order: 'asc' });
});
