import { expect, test } from 'vitest';
import { sheetColumn, TEST_MAP, TEST_PROPOSAL } from '../test-draft.ts';
import {
  describeReadings,
  describeValues,
  keepAll,
  listForeign,
  rowsOf,
  withAttribute,
} from './attribute-rows.ts';

const columns = [...TEST_PROPOSAL.sheet_columns, sheetColumn('batch')];

test('the column of sample names is no attribute; one that the map does not have is left out', () => {
  const rows = rowsOf(TEST_MAP, columns);
  expect(rows.map(({ sheetColumn: { column }, attribute }) => [column, attribute?.is_kept === true])).toEqual(
    [...[['gender', true] as const, ['age', true] as const, ['country', false] as const], ['batch', false]],
  );
});

test('a column is added to the map when it is first changed', () => {
  const attributes = withAttribute(TEST_MAP.attributes, 'batch', { is_kept: true });
  expect(attributes).toHaveLength(4);
  expect(attributes.at(-1)).toMatchObject({ column: 'batch', name: 'batch', is_kept: true });
});

test('all columns are kept at once, those of the map in their places', () => {
  const kept = keepAll(TEST_MAP.attributes, ['gender', 'age', 'country', 'batch']);
  expect(kept.map(({ column, is_kept }) => [column, is_kept])).toEqual(
    ['gender', 'age', 'country', 'batch'].map((column) => [column, true]),
  );
});

test('attributes of the map without a column in the sheet are known', () => {
  expect(listForeign(TEST_MAP, { sheet_columns: [sheetColumn('age')] }).map(({ column }) => column)).toEqual([
    ...['gender', 'country'],
  ]);
});

test('values are described by kind, the most frequent first, with what is missing', () => {
  expect(describeValues(sheetColumn('gender', { missing: 1 }))).toBe(
    'text, 2 different: f 4, m 2 · 1 missing',
  );
  const many = { kind: 'number' as const, distinct: 40 };
  expect(describeValues(sheetColumn('age', many))).toBe('numbers, 40 different: f 4, m 2 …');
});

test('words for missing values and labels of codes are told', () => {
  expect(TEST_MAP.attributes.flatMap(describeReadings)).toEqual(['Missing: NA', 'f → female']);
});
