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
  expect(exampleQuestions({ data_sets: 0, examples: NONE })).toEqual([]);
  expect(exampleQuestions({ data_sets: 2, examples: NONE }).map(({ address }) => address)).toEqual([
    '/home/advanced-search',
  ]);
});

test('every question leads to a screen of its own', () => {
  const addresses = exampleQuestions({ data_sets: 2, examples: ALL }).map(({ address }) => address);
  expect(addresses).toHaveLength(7);
  expect(new Set(addresses).size).toBe(7);
  expect(addresses.filter((address) => matchRoute(address) === null)).toEqual([]);
});
