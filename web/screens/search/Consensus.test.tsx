// @vitest-environment jsdom
import { computeConsensus, getSharedConsensus, listConsensus } from '@omicon/contract/areas/consensus.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { Consensus } from './Consensus.tsx';

const link = (id: number, omicon_id: string, name: string) => ({ id, omicon_id, name });
const module = (id: number, left_out: 'same data set' | null) => ({
  ...link(id, `OM.CM.${id}`, `module ${id}`),
  network: link(1, 'OM.CN.1', 'network'),
  analysis_id: 1,
  data_set: { id: 1, title: 'Phillips 2006' },
  number_of_samples: 40,
  left_out,
  because_of: null,
  shares_samples_with: [],
  is_opposing: false,
});

test('of one data set only, the page says that its list is the kME of one module', async () => {
  history.replaceState(null, '', '/home/consensus?modules=3,4');
  const { portal, draw } = openScreen(<Consensus />);
  portal.replies(listConsensus, { results: [], total: 0, page: 1, items_per_page: 50 });
  portal.replies(computeConsensus, {
    ...{ results: [], total: 0, page: 1, items_per_page: 50, ranked: 0 },
    modules: [module(3, null), module(4, 'same data set')],
  });
  draw();
  expect(
    await screen.findByText('One module is no consensus: the list shows its kME, weighted by its samples.'),
  ).toBeDefined();
});

test('a saved list tells how many of its modules cannot be read, and names none of them', async () => {
  history.replaceState(null, '', '/home/consensus?list=token');
  const { portal, draw } = openScreen(<Consensus />);
  portal.replies(listConsensus, { results: [], total: 0, page: 1, items_per_page: 50 });
  portal.replies(computeConsensus, {
    ...{ results: [], total: 0, page: 1, items_per_page: 50, ranked: 0 },
    modules: [module(3, null)],
  });
  const saved = { name: 'Glia', share_token: 'token', created_at: '2026-11-01T00:00:00Z' };
  portal.replies(getSharedConsensus, { ...saved, modules: [3], not_readable: 2 });
  draw();
  expect(
    await screen.findByText('2 more modules of this list were deleted, or you may not read them.'),
  ).toBeDefined();
});
