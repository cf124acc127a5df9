import { expect, test } from 'vitest';
import { type Column, textOfCell, valueOfCell } from './columns.ts';

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
  expect(textOfCell({ ...name, value: () => null }, { sizeBytes: 0, files: null })).toBe('–');
});

test('a negative decimal is drawn with a minus sign; files keep the number', () => {
  const r: Column<Item> = { key: 'r', title: 'r', kind: 'decimal', width: 80, value: () => -0.25 };
  const item = { sizeBytes: 0, files: null };
  expect([textOfCell(r, item), valueOfCell(r, item)]).toEqual(['\u22120.250', -0.25]);
});

interface Sample {
  name: string;
  age: number | null;
  tissues: readonly string[];
  note?: string;
}

const SAMPLE: Sample = { name: 'S1', age: null, tissues: ['cortex', 'blood'] };

test('a column without a value shows the property that its key names', () => {
  const name: Column<Sample> = { key: 'name', title: 'Name', kind: 'text', width: 100 };
  const age: Column<Sample> = { key: 'age', title: 'Age', kind: 'number', width: 100 };
  expect(valueOfCell(name, SAMPLE)).toBe('S1');
  expect(textOfCell(name, SAMPLE)).toBe('S1');
  expect(valueOfCell(age, SAMPLE)).toBeNull();
  expect(textOfCell(age, { ...SAMPLE, age: 1234 })).toBe('1,234');
});

test('the value that a column gives wins over the property of the same name', () => {
  const name: Column<Sample> = {
    key: 'name',
    title: 'Name',
    kind: 'text',
    width: 100,
    value: (row) => `sample ${row.name}`,
  };
  expect(valueOfCell(name, SAMPLE)).toBe('sample S1');
});

test('a key that names nothing a cell can show needs a value', () => {
  const look = { title: 'Title', kind: 'text', width: 100 } as const;
  const named: Column<Sample> = { ...look, key: 'name' };
  // @ts-expect-error a misspelt key
  const misspelt: Column<Sample> = { ...look, key: 'nmae' };
  // @ts-expect-error a list is no value of a cell
  const list: Column<Sample> = { ...look, key: 'tissues' };
  // @ts-expect-error a property that may be missing is none either
  const optional: Column<Sample> = { ...look, key: 'note' };
  expect(valueOfCell(named, SAMPLE)).toBe('S1');
  for (const column of [misspelt, list, optional]) {
    const given: Column<Sample> = { ...column, value: ({ tissues }) => tissues.join(', ') };
    expect(valueOfCell(given, SAMPLE)).toBe('cortex, blood');
  }
});
