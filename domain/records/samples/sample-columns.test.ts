import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bytesOf,
  cellsOfColumn,
  countValues,
  packColumn,
  readColumn,
  selectSamples,
  trimColumn,
} from './sample-columns.ts';

const grade = packColumn(['4', '3', null, '4', '4', '2']);
const sex = packColumn(['M', 'F', 'F', null, 'M', null]);

test('values are sorted by code point and do not include NA', () => {
  expect(grade.values).toEqual(['2', '3', '4']);
  expect([...grade.codes]).toEqual([3, 2, 0, 3, 3, 1]);
  expect(packColumn(['\u{1f9ec}', '\uff5e', 'a', 'ab', '']).values).toEqual([
    '',
    'a',
    'ab',
    '\uff5e',
    '\u{1f9ec}',
  ]);
});

test('trimmed values that are equal are one, and blanks and NA are missing', () => {
  const cells = [' 4', '4', 'NA', ' ', '', null, '3 ', '10'];
  expect(cellsOfColumn(trimColumn(packColumn(cells)))).toEqual(['4', '4', null, null, null, null, '3', '10']);
  expect(trimColumn(packColumn(cells)).values).toEqual(['10', '3', '4']);
  expect(trimColumn(grade)).toBe(grade);
});

test('samples are chosen by all wanted values, NA among them', () => {
  const chosen = (...wanted: Parameters<typeof selectSamples>[1]) => [...selectSamples(6, wanted)];
  expect(chosen()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(chosen({ column: grade, value: '4' })).toEqual([0, 3, 4]);
  expect(chosen({ column: grade, value: '4' }, { column: sex, value: 'M' })).toEqual([0, 4]);
  expect(chosen({ column: grade, value: null })).toEqual([2]);
});

test('a value that no sample has selects none, and NA of an unknown attribute selects all', () => {
  expect(selectSamples(6, [{ column: grade, value: '5' }])).toHaveLength(0);
  expect(selectSamples(6, [{ column: undefined, value: '5' }])).toHaveLength(0);
  expect(selectSamples(6, [{ column: undefined, value: null }])).toHaveLength(6);
});

test('the most frequent value comes first; ties are sorted by value, with NA last', () => {
  expect(countValues(grade, selectSamples(6, []))).toEqual([
    { value: '4', n: 3 },
    { value: '2', n: 1 },
    { value: '3', n: 1 },
    { value: null, n: 1 },
  ]);
  expect(countValues(grade, new Uint32Array())).toEqual([]);
});

test.each([
  [200, 1],
  [255, 1],
  [256, 2],
  [65_535, 2],
  [65_536, 4],
])('a column of %i values takes %i bytes a sample and is read back equal', (values, width) => {
  const cells = [null, ...Array.from({ length: values }, (_, at) => `V${at}`)];
  const column = packColumn(cells);
  const bytes = bytesOf(column);
  expect(bytes).toHaveLength(width * cells.length);
  // Stored bytes may be anywhere in a larger buffer.
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  expect(cellsOfColumn(readColumn(column.values, shifted.subarray(1)))).toEqual(cells);
});

test('counts agree with a naive count of the cells', () => {
  const cell = fc.option(fc.constantFrom('brain', 'frontal lobe', 'thalamus', 'Äußeres'));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), cell, (rows, value) => {
      const [tissue, other] = [packColumn(rows.map((row) => row[0])), packColumn(rows.map((row) => row[1]))];
      const chosen = selectSamples(rows.length, [{ column: tissue, value }]);
      const expected = Map.groupBy(
        rows.filter((row) => row[0] === value),
        (row) => row[1],
      );
      const counted = countValues(other, chosen);
      expect(new Map(counted.map(({ value: found, n }) => [found, n]))).toEqual(
        new Map([...expected].map(([found, same]) => [found, same.length])),
      );
      expect(counted.map(({ n }) => n)).toEqual(counted.map(({ n }) => n).sort((a, b) => b - a));
    }),
  );
});
