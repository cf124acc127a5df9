// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import type { Draft } from './query-address.ts';
import type { LiveCounts } from './rules/use-live-counts.ts';
import { SearchFooter } from './SearchFooter.tsx';

const GAIN = { field: 'chr1p_Mut', operator: 'equal', value: 'SO:0001742' } as const;
const DRAFT: Draft = {
  result_type: 'samples',
  filters: { sample: { combinator: 'and', not: false, rules: [GAIN] } },
  description: '',
  show: 'records',
};
const COUNTS: LiveCounts = {
  remaining: new Map([['sample.rules[0]', { remaining: 0, of: 'samples' }]]),
  total: 0,
  faults: new Map(),
  repairs: new Map(),
  valueLabels: { chr1p_Mut: { 'SO:0001742': 'copy number gain' } },
  emptiedBy: 'sample.rules[0]',
  incomplete: new Set(),
  isStale: false,
  failure: null,
  retry: () => undefined,
};

test('the rule that leaves nothing is read with the label of its code', () => {
  const { draw } = openScreen(
    <SearchFooter step="data" draft={DRAFT} counts={COUNTS} onSearch={() => undefined} />,
  );
  draw();
  const words = screen.getByText('chr1p Mut Equals copy number gain');
  expect(words.title).toBe('chr1p Mut Equals copy number gain (SO:0001742)');
});
