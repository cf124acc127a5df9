// @vitest-environment jsdom
import { countAdvancedSearch } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import type { Draft } from '../query-address.ts';
import { useLiveCounts } from './use-live-counts.ts';

const ALL: Draft = { result_type: 'covariation-modules', filters: {}, description: '', show: 'records' };

function Counted({ draft }: { draft: Draft }) {
  const { total, faults, isStale } = useLiveCounts(draft);
  return <p>{[total ?? 'not counted', isStale ? 'stale' : 'now', ...faults.keys()].join(', ')}</p>;
}

test('a query is counted', async () => {
  const { portal, draw } = openScreen(<Counted draft={ALL} />);
  portal.replies(countAdvancedSearch, { counts: [], total: 351, repairs: [] });
  draw();
  expect(await screen.findByText('351, now')).toBeDefined();
});

test('a query that cannot be one is not counted, and its fault is known at once', async () => {
  const { portal, draw } = openScreen(<Counted draft={{ ...ALL, result_type: 'features' }} />);
  draw();
  expect(screen.getByText('not counted, now, modules')).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(portal.sent(countAdvancedSearch)).toEqual([]);
});
