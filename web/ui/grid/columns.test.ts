import { expect, test } from 'vitest';
import { type Column, textOfCell } from './columns.ts';

interface Item {
  sizeBytes: number;
  files: number | null;
}

/** As lists of files show sizes: those of files in bytes, of a folder the number of its files. */
const SIZE: Column<Item> = {
  key: 'size',
  title: 'Size',
  kind: 'size',
  width: 100,
  value: ({ sizeBytes, files }) => (files === null ? sizeBytes : null),
  show: ({ sizeBytes, files }) => (files === null ? `${sizeBytes} B` : `${files} files`),
};

test('the text of a cell is the text that the grid draws, also where the value is missing', () => {
  expect(textOfCell(SIZE, { sizeBytes: 12, files: null })).toBe('12 B');
  expect(textOfCell(SIZE, { sizeBytes: 0, files: 3 })).toBe('3 files');
});

test('a cell that is drawn as a link or mark has the text of its value', () => {
  const name: Column<Item> = { ...SIZE, kind: 'number', value: () => 1234, show: () => null };
  expect(textOfCell(name, { sizeBytes: 0, files: null })).toBe('1,234');
  expect(textOfCell({ ...name, value: () => null }, { sizeBytes: 0, files: null })).toBe('NA');
});
