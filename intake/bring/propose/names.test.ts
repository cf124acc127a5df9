import { expect, test } from 'vitest';
import { joinNames } from './names.ts';

test('names join in any order, by themselves or without case, marks and the X of R', () => {
  const { rows, matched, changed, onlyValues, onlySheet } = joinNames(
    ['X12.a', 'GBM_1', 'TCGA.02.0047', 'lost'],
    ['tcga-02-0047', 'GBM_1', '12 A', 'other', null],
  );
  expect(rows).toEqual([2, 1, 0, null]);
  expect(matched).toBe(3);
  expect(changed.map(({ label }) => label)).toEqual(['12 A', 'tcga-02-0047']);
  expect([onlyValues, onlySheet]).toEqual([['lost'], ['other']]);
});

test('names that several labels could be join by the exact name only', () => {
  expect(joinNames(['a.1', 'a-1', 'A_1'], ['a-1', 'a_1']).rows).toEqual([null, 0, null]);
});

test('the first row of a repeated label counts, and the others are told', () => {
  expect(joinNames(['s1'], ['s1', 's1'])).toMatchObject({ rows: [0], repeated: ['s1'] });
});

test('without names or labels nothing joins', () => {
  expect(joinNames([], [])).toMatchObject({ rows: [], matched: 0, onlyValues: [], onlySheet: [] });
});

test('samples join the row of their patient, whose name is the beginning of theirs', () => {
  const { rows, matched, onlySheet } = joinNames(
    ['TCGA-OR-A5J1-01A', 'TCGA-OR-A5J1-11A', 'TCGA-OR-A5J2-01A', 'TCGA-XX-0000-01A'],
    ['TCGA-OR-A5J2', 'TCGA-OR-A5J1', 'TCGA-OR-A5J9', 'TCGA'],
  );
  expect(rows).toEqual([1, 1, 0, null]);
  expect([matched, onlySheet]).toEqual([3, ['TCGA-OR-A5J9', 'TCGA']]);
});
