// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CellValue, Column, ColumnKind } from './columns.ts';
import { useGridTable } from './use-grid-table.ts';

interface Row {
  k: CellValue;
}

function openTable(kind: ColumnKind, values: CellValue[], pageSize = 20) {
  const columns: Column<Row>[] = [
    { key: 'k', title: 'K', kind, width: 100 },
    { key: 'length', title: 'L', kind: 'number', width: 100, value: ({ k }) => String(k).length },
  ];
  const rows = values.map((k) => ({ k }));
  const { result } = renderHook(() =>
    useGridTable(rows, columns, { name: 'rows', server: undefined, pageSize }),
  );
  return { grid: () => result.current, shown: () => result.current.rows.map(({ k }) => k) };
}

function sorted(kind: ColumnKind, values: CellValue[], order: 'asc' | 'desc' = 'asc'): CellValue[] {
  const { grid, shown } = openTable(kind, values);
  act(() => grid().change({ sorting: { key: 'k', order } }));
  return shown();
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

test('the caller keeps its own order, and ties keep theirs', () => {
  expect(sorted('text', ['B', 'a', 'b', 'A'])).toEqual(['a', 'A', 'B', 'b']);
  const values = [3, 1, 2];
  sorted('number', values);
  expect(values).toEqual([3, 1, 2]);
});

test('a header toggles ascending, then descending, one column only', () => {
  const { grid } = openTable('text', ['b', 'a']);
  const click = (key: string) => act(() => grid().table.getColumn(key)?.toggleSorting());
  const orders = ['k', 'k', 'k', 'length'].map((key) => {
    click(key);
    return grid().view.sorting;
  });
  expect(orders).toEqual([
    { key: 'k', order: 'asc' },
    { key: 'k', order: 'desc' },
    { key: 'k', order: 'asc' },
    { key: 'length', order: 'asc' },
  ]);
});

test('a filter keeps rows that show the text in any column, and a page beyond the last is the last', () => {
  const { grid, shown } = openTable('number', [1200, 34, 12, 5], 2);
  act(() => grid().change({ page: 9 }));
  expect(grid().view.page).toBe(2);
  expect(shown()).toEqual([12, 5]);
  act(() => grid().change({ search: ' 1,2' }));
  expect(shown()).toEqual([1200]);
  expect(grid().total).toBe(1);
});

test('a filter with a hyphen finds numbers with a minus sign', () => {
  const { grid, shown } = openTable('decimal', [-0.25, 0.25]);
  for (const search of ['-0.2', '\u22120.2']) {
    act(() => grid().change({ search }));
    expect(shown()).toEqual([-0.25]);
  }
});

test('widths stay within limits and are remembered under the name of the grid', () => {
  const { grid } = openTable('text', ['a']);
  act(() => grid().table.setColumnSizing({ k: 220 }));
  expect(grid().table.getColumn('k')?.getSize()).toBe(220);
  expect(openTable('text', ['b']).grid().table.getColumn('k')?.getSize()).toBe(220);
  act(() => grid().table.setColumnSizing({ k: 5 }));
  expect(grid().table.getColumn('k')?.getSize()).toBe(48);
});
