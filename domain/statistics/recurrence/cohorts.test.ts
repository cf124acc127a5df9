import { expect, test } from 'vitest';
import { cohortsOf } from './cohorts.ts';

const dataSet = (collection: number, sample_labels: string[], individuals: string[] = []) => ({
  collection,
  sample_labels,
  individuals,
});

test('stages of the same samples are one cohort', () => {
  expect(cohortsOf([dataSet(1, ['a', 'b']), dataSet(1, ['b']), dataSet(1, ['c'])])).toEqual([1, 1, 2]);
});

test('other samples of the same individuals are one cohort', () => {
  expect(
    cohortsOf([dataSet(1, ['a1'], ['a']), dataSet(1, ['a2'], ['a']), dataSet(1, ['b1'], ['b'])]),
  ).toEqual([1, 1, 2]);
});

test('a data set that shares samples with two others joins their cohorts', () => {
  expect(
    cohortsOf([dataSet(1, ['a']), dataSet(1, ['b']), dataSet(1, ['c']), dataSet(1, ['c', 'a'])]),
  ).toEqual([1, 2, 1, 1]);
});

test('the same label in another collection is another sample, and a label is no individual', () => {
  expect(cohortsOf([dataSet(1, ['a']), dataSet(2, ['a']), dataSet(2, ['x'], ['a'])])).toEqual([1, 2, 3]);
});
