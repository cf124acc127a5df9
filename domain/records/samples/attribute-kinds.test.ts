import { expect, test } from 'vitest';
import { kindOfAttribute, numberOf, numbersOf } from './attribute-kinds.ts';
import { isMissingAmongNumbers, isMissingWord } from './missing-words.ts';

const kindOf = (attribute: string, cells: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return kindOfAttribute(attribute, counts);
};
const DAYS = Array.from({ length: 48 }, (_, at) => String(100 + 7 * at));

test('a few odd cells among numbers are exceptions', () => {
  expect(kindOf('Survival_Days', [...DAYS, '> 3000', '> 3000', '1,5'])).toEqual({
    kind: 'number',
    n: 51,
    fitting: 48,
    exceptions: [
      { value: '> 3000', n: 2 },
      { value: '1,5', n: 1 },
    ],
  });
  expect(kindOf('Survival_Days', DAYS)).toMatchObject({ kind: 'number', fitting: 48, exceptions: [] });
});

test('grades, batches, labels and mostly words are no numbers', () => {
  expect(kindOf('Tumor_Grade', ['2', '3', '4', '2', '3', '2-3']).kind).toBe('category');
  expect(kindOf('Batch', DAYS).kind).toBe('category');
  expect(kindOf('Individual', DAYS).kind).toBe('identifier');
  expect(kindOf('MONDO_ID', ['MONDO:0018177']).kind).toBe('identifier');
  expect(kindOf('Site', ['1', '2', '3', '4', '5', 'A', 'B', 'C', 'D', 'E']).kind).toBe('category');
  expect(kindOf('Age', []).kind).toBe('empty');
  expect(numbersOf('Batch', ['1', '2'], [1, 1])).toBeNull();
});

test('a number is decimal, with a point', () => {
  expect(['12', '-1.5', '.5', '1e3', '+4'].map(numberOf)).toEqual([12, -1.5, 0.5, 1000, 4]);
  for (const text of ['', '1,5', '> 3000', '0x10', '12 months', 'Infinity']) expect(numberOf(text)).toBeNaN();
});

test('words for missing values, in any column or among numbers only', () => {
  for (const word of ['', 'NA', 'na', 'N/A', 'n/a', 'NULL', 'null', '--', "'--", '.', '?', '#N/A', 'NaN'])
    expect([word, isMissingWord(word)]).toEqual([word, true]);
  for (const word of [
    '[Not Available]',
    '[not applicable]',
    '[Unknown]',
    'not reported',
    'Not Available',
    '[NA]',
  ])
    expect([word, isMissingWord(word)]).toEqual([word, true]);
  // Sodium, no treatment, a mutation that is not there, and a sex that nobody noted.
  for (const word of ['Na', 'None', '-', 'unknown', 'Not Applicable', 'no', '0'])
    expect([word, isMissingWord(word)]).toEqual([word, false]);
  for (const word of ['None', '-', 'Unknown', 'not applicable', 'ND'])
    expect([word, isMissingAmongNumbers(word)]).toEqual([word, true]);
  expect(isMissingWord('Keine Angabe', new Set(['keine angabe']))).toBe(true);
});
