import { matchRoute } from '@omicon/routes/match-route.ts';
import { expect, test } from 'vitest';
import { exampleQuestions } from './example-questions.ts';

const NONE = {
  gene: null,
  groups: null,
  module: null,
  network: null,
  sample_rules: [],
  has_microglia: false,
};
const ALL = {
  gene: 'TREM2',
  groups: { data_set: 4, attribute: 'Tumor_Grade' },
  module: 'OM.CM.7',
  network: { id: 3, analysis_id: 5 },
  sample_rules: [{ field: 'Disease', operator: 'under' as const }],
  has_microglia: true,
};

test('a portal without public data has no questions, one without networks none about modules', () => {
  expect(exampleQuestions({ data_sets: 0, networks: 0, examples: NONE })).toEqual([]);
  expect(
    exampleQuestions({ data_sets: 2, networks: 0, examples: NONE }).map(({ address }) => address),
  ).toEqual(['/home/advanced-search']);
});

test('every question leads to a screen of its own', () => {
  const addresses = exampleQuestions({ data_sets: 2, networks: 3, examples: ALL }).map(
    ({ address }) => address,
  );
  expect(addresses).toHaveLength(8);
  expect(new Set(addresses).size).toBe(8);
  expect(addresses.filter((address) => matchRoute(address) === null)).toEqual([]);
});

test('the first question is what recurs, unless there is only one network', () => {
  const firstWith = (networks: number) =>
    exampleQuestions({ data_sets: 2, networks, examples: ALL })[0]?.address;
  expect(firstWith(2)).toBe('/home/atlas');
  expect(firstWith(1)).toBe('/home/genes/TREM2');
});
