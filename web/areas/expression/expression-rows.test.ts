import { expect, test } from 'vitest';
import { type Expression, groupRows, pairOf, testRows } from './expression-rows.ts';

const GROUP = {
  facet: null,
  samples: [0, 1],
  mean: 5,
  sd: 1,
  q1: 4,
  median: 5,
  q3: 6,
  whisker_low: 3,
  whisker_high: 7,
  density: { x: [], y: [] },
};
const featureOf = (
  feature: string,
  values: (number | null)[],
  p_value: number,
): Expression['features'][number] => ({
  feature,
  values,
  groups: [{ ...GROUP, name: 'WT' }],
  number_of_groups: 1,
  tests: [
    { facet: null, kind: 'welch', n: 4, left_out: 1, statistic: 2, statistic_name: 't' as const, p_value },
  ],
  not_tested: [],
  line: null,
});
const FOUND: Expression = {
  data_set: { id: 1, title: 'GBM', data_collection_id: 7 },
  samples: ['A', 'B', 'C'],
  attributes: ['IDH1_Mut'],
  attribute: {
    name: 'IDH1_Mut',
    kind: 'groups',
    values: ['WT', 'WT', null],
    not_numbers: [],
    value_labels: { WT: 'wild type' },
  },
  facet: null,
  features: [featureOf('TREM2', [1, null, 3], 0.01), featureOf('OLIG2', [4, 5, 6], 0.04)],
  number_of_features: 2,
  not_found: [],
};

test('q is over the features shown', () => {
  expect(testRows(FOUND).map(({ feature, q_value }) => [feature, q_value])).toEqual([
    ['TREM2', 0.02],
    ['OLIG2', 0.04],
  ]);
});

test('a test without a result is a row with its reason, and does not count in q', () => {
  const level: Expression['features'][number] = {
    ...featureOf('PLA2G2A', [7, 7, 7], 1),
    tests: [],
    not_tested: [{ facet: null, kind: 'welch', n: 3, left_out: 0, reason: 'does not vary' }],
  };
  const rows = testRows({ ...FOUND, features: [...FOUND.features, level] });
  expect(rows.map(({ q_value, left_out, note }) => [q_value, left_out, note])).toEqual([
    [0.02, 1, null],
    [0.04, 1, null],
    [null, 0, 'not tested: the values do not vary'],
  ]);
});

test('groups have the labels of their values', () => {
  expect(groupRows(FOUND)[0]).toMatchObject({ feature: 'TREM2', group: 'wild type', n: 2, mean: 5 });
});

test('a pair has the samples with both values', () => {
  expect(pairOf(FOUND, 'TREM2', 'OLIG2')).toEqual({
    samples: ['A', 'C'],
    indexes: [0, 2],
    x: [1, 3],
    y: [4, 6],
  });
});
