import { OPERATOR_LABELS } from '@omicon/domain/query/rules/field.ts';
import { expect, test } from 'vitest';
import type { Draft } from '../query-address.ts';
import {
  describeQuery,
  describeRule,
  formatExecutionTime,
  remainingOf,
  STEP_TITLES,
  titleOf,
} from './words.ts';

const DRAFT: Draft = {
  result_type: 'covariation-modules',
  filters: {
    sample: {
      combinator: 'and',
      not: false,
      quantifier: 'share',
      percent: 10,
      rules: [
        { field: 'Tumor_Grade', operator: 'equal', value: 2 },
        {
          combinator: 'or',
          not: false,
          rules: [
            { field: 'Disease', operator: 'under', value: 'glioma' },
            { field: 'IDH1', columns: 'every', operator: 'equal', value: 'WT' },
          ],
        },
      ],
    },
    networks: { combinator: 'and', not: false, rules: [] },
  },
  description: '',
  show: 'records',
};

test('a query in words has a sentence for each filter with rules', () => {
  expect(describeQuery(DRAFT)).toEqual([
    {
      section: 'sample',
      title: 'Sample, at least 10 %',
      words:
        'Tumor Grade Equals 2 AND (Disease Is, or Is a Kind of glioma OR Every column with IDH1 Equals WT)',
    },
  ]);
  expect(titleOf({ ...DRAFT, filters: {} })).toBe('All covariation modules');
  expect(titleOf({ ...DRAFT, description: ' Low grade ' })).toBe('Low grade');
});

test('sentences on features and enrichment include their quantities', () => {
  const genes = ['OLIG1', 'OLIG2', 'SOX4', 'SOX8', 'SHD'];
  const rule = { field: 'features', operator: 'greaterthanorequal', value: genes, count: 2 } as const;
  expect(describeRule({ ...rule, value: [...genes] }, 'modules')).toBe(
    'Any members include at least 2 of OLIG1, OLIG2, SOX4, SOX8 and 1 more (SYMBOL)',
  );
  expect(describeRule({ field: 'enrichment', p_below: 1e-10, set_id: ['MOSET7061'] }, 'genesets')).toBe(
    'Enriched at P < 1e-10 by definition Any, set MOSET7061',
  );
});

test('sentences on traits name the attribute, q, and a required sign', () => {
  const rule = { field: 'trait', attribute: 'Tumor_Grade' };
  expect(describeRule(rule, 'modules')).toBe('Associated with Tumor Grade (q < 0.01)');
  expect(describeRule({ ...rule, q_below: 1e-5, sign: 'negative' }, 'modules')).toBe(
    'Associated with Tumor Grade (q < 0.00001, negative r)',
  );
});

test('sentences on kME name the gene and the limit', () => {
  const rule = { field: 'kme_of_gene', gene: 'TREM2', operator: 'greaterthanorequal' } as const;
  expect(describeRule(rule, 'modules')).toBe('kME of TREM2 is at least 0.7');
  expect(describeRule({ ...rule, operator: 'lessthanorequal', kme: -0.5 }, 'modules')).toBe(
    'kME of TREM2 is at most -0.5',
  );
});

test('sentences on recurrence name the data sets, by attribute and values', () => {
  const rule = { field: 'recurs_in', attribute: 'Tumor_Grade', value: ['2', '3'] };
  expect(
    (['all', 'any', 'none'] as const).map((operator) => describeRule({ ...rule, operator }, 'modules')),
  ).toEqual([
    'Recurs in all data sets with Tumor Grade 2, 3',
    'Recurs in at least one data set with Tumor Grade 2, 3',
    'Recurs in no data set with Tumor Grade 2, 3',
  ]);
  expect(describeRule({ field: 'recurs_in', operator: 'all' }, 'modules')).toBe(
    'Recurs in all data sets with … …',
  );
});

test('counts name the result type', () => {
  expect(remainingOf(1234, 'data-sets')).toBe('1,234 data sets remain');
  expect(remainingOf(1, 'analyses')).toBe('1 analysis remains');
});

test.each([
  [12, '0.012 seconds'],
  [1000, '1 second'],
  [59_000, '59 seconds'],
  [60_000, '1 minute'],
  [5_400_000, '1.5 hours'],
  [172_800_000, '2 days'],
])('%i ms are %s', (ms, text) => {
  expect(formatExecutionTime(ms)).toBe(text);
});

test('operators and steps have the labels of the specification', () => {
  expect(OPERATOR_LABELS).toMatchObject({
    equal: 'Equals',
    notequal: 'Not Equals',
    in: 'Includes',
    notin: 'Excludes',
    contains: 'Contains',
    greaterthan: 'Greater Than',
    greaterthanorequal: 'Greater Than or Equal To',
    lessthan: 'Less Than',
    lessthanorequal: 'Less Than or Equal To',
  });
  expect(Object.values(STEP_TITLES)).toEqual([
    'Select result type',
    'Filter data',
    'Filter analyses',
    'Search Results',
  ]);
});
