import { expect, test } from 'vitest';
import { type ChosenModule, judgeModules } from './independent.ts';

function aModule(number: number, change: Partial<ChosenModule> = {}): ChosenModule {
  return {
    number,
    data_set_number: 100 + number,
    data_set_title: `data set ${100 + number}`,
    collection_number: number,
    ds_version: 'A.1.1',
    sample_labels: ['S1', 'S2', 'S3', 'S4'],
    individuals: [],
    hasKme: true,
    ...change,
  };
}

const COUNTS = { left_out: null, because_of: null, shares_samples_with: [], shares_individuals_with: [] };

const reasons = (modules: readonly (ChosenModule | null)[]) =>
  judgeModules(modules).map(({ left_out }) => left_out);

test('modules of different collections all count, even with the same sample labels', () => {
  const judged = judgeModules([aModule(1), aModule(2), aModule(3)]);
  expect(judged).toEqual(judged.map(() => COUNTS));
});

test('of one data set the first module counts', () => {
  expect(reasons([aModule(1), aModule(2, { data_set_number: 101 }), aModule(3)])).toEqual([
    null,
    'same data set',
    null,
  ]);
});

test('of one branch the data set that was processed furthest counts, wherever it is in the list', () => {
  const early = aModule(1, { collection_number: 9, ds_version: 'A.1' });
  const late = aModule(2, { collection_number: 9, ds_version: 'A.1.1.1' });
  expect(judgeModules([early, late])).toEqual([
    { ...COUNTS, left_out: 'same samples', because_of: 'data set 102' },
    COUNTS,
  ]);
});

test('data sets of one branch without common samples both count', () => {
  const primary = aModule(1, { collection_number: 9 });
  const recurrent = aModule(2, { collection_number: 9, sample_labels: ['R1', 'R2', 'R3', 'R4'] });
  expect(reasons([primary, recurrent])).toEqual([null, null]);
});

test('the same samples measured otherwise count, and are named', () => {
  const agilent = aModule(1, { collection_number: 9, ds_version: 'B.1.1' });
  const sequenced = aModule(2, { collection_number: 9, ds_version: 'C.1.1' });
  expect(judgeModules([agilent, sequenced]).map((each) => each.shares_samples_with)).toEqual([
    ['data set 102'],
    ['data set 101'],
  ]);
});

test('data sets with other samples of the same individuals count, and are named', () => {
  const primary = aModule(1, { collection_number: 9, individuals: ['P1', 'P2'] });
  const recurrent = aModule(2, {
    ...{ collection_number: 9, sample_labels: ['R1', 'R2', 'R3', 'R4'], individuals: ['P2', 'P3'] },
  });
  const elsewhere = aModule(3, { sample_labels: ['X1', 'X2', 'X3', 'X4'], individuals: ['P2'] });
  expect(judgeModules([primary, recurrent, elsewhere])).toEqual([
    { ...COUNTS, shares_individuals_with: ['data set 102'] },
    { ...COUNTS, shares_individuals_with: ['data set 101'] },
    COUNTS,
  ]);
});

test('the same samples are named as such, not again by their individuals', () => {
  const agilent = aModule(1, { collection_number: 9, ds_version: 'B.1', individuals: ['P1'] });
  const sequenced = aModule(2, { collection_number: 9, ds_version: 'C.1', individuals: ['P1'] });
  expect(judgeModules([agilent, sequenced]).map((each) => each.shares_individuals_with)).toEqual([[], []]);
});

test('what cannot count is told with its reason', () => {
  expect(
    reasons([
      null,
      aModule(1, { hasKme: false }),
      aModule(2, { sample_labels: ['S1', 'S2', 'S3'] }),
      aModule(3),
      aModule(3),
    ]),
  ).toEqual(['not readable', 'no kME', 'too few samples', null, 'chosen twice']);
});
