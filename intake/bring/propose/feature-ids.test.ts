import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangledSymbolOf } from '../../text/spreadsheet-dates.ts';
import { cleanIdentifier, DistinctIds } from './feature-ids.ts';

function distinct(ids: readonly string[]) {
  const found = new DistinctIds();
  for (const id of ids) found.add(id);
  return found;
}

test('repeated identifiers get numbers that no other before them has', () => {
  expect(distinct(['A', 'A.1', 'A', 'B', 'A', 'A.2', 'B'])).toMatchObject({
    ids: ['A', 'A.1', 'A.2', 'B', 'A.3', 'A.2.1', 'B.1'],
    repeated: 4,
  });
});

test('numbered identifiers are all different, and those that are not repeated stay', () => {
  const ids = fc.array(fc.constantFrom('A', 'A.1', 'A.1.1', 'B', 'B.2'), { maxLength: 30 });
  fc.assert(
    fc.property(ids, (given) => {
      expect(new Set(distinct(given).ids).size).toBe(given.length);
      expect(distinct([...new Set(given)])).toMatchObject({ ids: [...new Set(given)], repeated: 0 });
    }),
  );
});

test('a date of one renamed gene becomes its symbol, and no other date stays one', () => {
  expect(['7-Sep', 'Sep-07', '2026-09-07', '3-Mar', '1-Dec'].map(cleanIdentifier)).toEqual([
    'SEPTIN7',
    'SEPTIN7',
    'SEPTIN7',
    'MARCHF3',
    'DELEC1',
  ]);
  expect(cleanIdentifier('1-Mar')).toBe('1_Mar');
  for (const date of ['1-Mar', '4-Oct', '2026-03-01', 'Oct-04', '1/Mar'])
    expect([date, mangledSymbolOf(cleanIdentifier(date))]).toEqual([date, null]);
});

test('other identifiers stay, without blanks and line breaks', () => {
  expect([' TP53 ', '1007_s_at', 'A\nB', 'NA', '', '-99.99'].map(cleanIdentifier)).toEqual([
    'TP53',
    '1007_s_at',
    'A B',
    '',
    '',
    '',
  ]);
});
