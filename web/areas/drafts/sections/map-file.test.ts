import { expect, test } from 'vitest';
import { TEST_MAP, TEST_PROPOSAL } from '../test-draft.ts';
import { fitMap, readMap, writeMap } from './map-file.ts';

test('a map that was written is read as it was', () => {
  expect(readMap(writeMap(TEST_MAP), 'map.json')).toEqual(TEST_MAP);
});

test.each(['', 'ID,S1\n1,2', '[]', '3', 'null'])('%j is no map', (text) => {
  expect(readMap(text, 'a.json')).toBe('a.json is not a map. Choose a JSON file that Download map wrote.');
});

test('a map of another version is refused with its place and reason', () => {
  expect(readMap(JSON.stringify({ ...TEST_MAP, version: 2 }), 'a.json')).toBe(
    'a.json is not a map of this portal, at version: This portal reads maps of version 1.',
  );
});

test('a map of other files keeps those that are here, and nothing counts as confirmed', () => {
  const other = {
    ...TEST_MAP,
    matrix: 'gone.tsv',
    sheet: 'gone.csv',
    scale: 'TPM' as const,
    confirmed: ['a'],
  };
  const { map, sentences } = fitMap(other, TEST_MAP, TEST_PROPOSAL);
  expect(map).toEqual({ ...TEST_MAP, scale: 'TPM' });
  expect(sentences).toHaveLength(4);
  expect(fitMap(TEST_MAP, TEST_MAP, TEST_PROPOSAL).sentences).toHaveLength(1);
});
