import { expect, test } from 'vitest';
import type { Group, Query } from './query.ts';
import { describeQuery, listQueryRows } from './query-rows.ts';

test('each rule is a line with its section, its groups and all its parts', () => {
  const query: Query = {
    result_type: 'covariation-modules',
    filters: {
      genesets: {
        combinator: 'and',
        not: false,
        rules: [{ field: 'enrichment', p_below: 0.05, set_id: ['MOSET1', 'MOSET2'] }],
      },
      sample: {
        combinator: 'and',
        not: true,
        quantifier: 'share',
        percent: 10,
        rules: [
          { field: 'Disease', operator: 'equal', value: 'glioma' },
          {
            combinator: 'or',
            not: false,
            rules: [{ field: 'IDH1', columns: 'any', operator: 'in', value: ['WT', 'R132H'] }],
          },
        ],
      },
    },
  };
  expect(listQueryRows(query)).toEqual([
    ['Result', '', 'result_type', 'equal', 'covariation-modules'],
    ['Sample', 'not and', 'samples', 'share', '10'],
    ['Sample', 'not and', 'Disease', 'equal', 'glioma'],
    ['Sample', 'not and > or', 'IDH1', 'in', 'WT; R132H, columns: any'],
    ['Gene sets', 'and', 'enrichment', '', 'p_below: 0.05, set_id: MOSET1; MOSET2'],
  ]);
});

test('a group without rules gives no line', () => {
  const inner: Group = { combinator: 'or', not: false, rules: [] };
  const dataset: Group = { combinator: 'and', not: false, rules: [inner] };
  expect(listQueryRows({ result_type: 'data-sets', filters: { dataset } })).toEqual([
    ['Result', '', 'result_type', 'equal', 'data-sets'],
  ]);
});

test('a query without a description is described by its result type and rules, in at most 200 characters', () => {
  const dataset: Group = {
    combinator: 'and',
    not: false,
    rules: [{ field: 'Technology', operator: 'equal', value: 'Sequencer' }],
  };
  expect(describeQuery({ result_type: 'data-sets', filters: { dataset } })).toBe(
    'Data sets: Technology equal Sequencer',
  );
  expect(describeQuery({ result_type: 'data-sets', filters: {} })).toBe('Data sets');
  dataset.rules.push({ field: 'Title', operator: 'contains', value: 'x'.repeat(500) });
  expect(describeQuery({ result_type: 'data-sets', filters: { dataset } })).toMatch(/^Data sets: .{188}…$/);
});
