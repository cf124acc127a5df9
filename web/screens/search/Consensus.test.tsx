// @vitest-environment jsdom
import {
  type ConsensusModule,
  computeConsensus,
  getSharedConsensus,
  listConsensus,
} from '@omicon/contract/areas/consensus.ts';
import type { Organisms } from '@omicon/contract/areas/matching.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { Consensus } from './Consensus.tsx';

const link = (id: number, omicon_id: string, name: string) => ({ id, omicon_id, name });
const module = (
  id: number,
  left_out: ConsensusModule['left_out'],
  data_set = { id: 1, title: 'Phillips 2006' },
): ConsensusModule => ({
  ...link(id, `OM.CM.${id}`, `module ${id}`),
  theme: null,
  network: link(1, 'OM.CN.1', 'network'),
  ...{ analysis_id: 1, data_set, number_of_samples: 40, left_out },
  ...{ because_of: null, shares_samples_with: [], shares_individuals_with: [], relation: 'agrees' as const },
});

function open(address: string, modules: ConsensusModule[], other_organisms: Organisms[] = []) {
  history.replaceState(null, '', address);
  const opened = openScreen(<Consensus />);
  const { portal, draw } = opened;
  portal.replies(listConsensus, { results: [], total: 0, page: 1, items_per_page: 50 });
  portal.replies(computeConsensus, {
    ...{ results: [], total: 0, page: 1, items_per_page: 50, ranked: 0 },
    modules,
    other_organisms,
  });
  return { portal, draw };
}

test('modules of one data set are no consensus: its samples are not counted twice, and the page says so', async () => {
  open('/home/consensus?modules=3,4', [module(3, null), module(4, 'same data set')]).draw();
  expect(
    await screen.findByText(
      'All of these modules are of Phillips 2006. Its samples count once, so there is no consensus: the list shows the kME of module 3, weighted by its samples.',
    ),
  ).toBeDefined();
});

test('one module that counts is no consensus, whatever was left out', async () => {
  const other = module(4, 'no kME', { id: 2, title: 'Sun 2006' });
  open('/home/consensus?modules=3,4', [module(3, null), other]).draw();
  expect(
    await screen.findByText('One module is no consensus: the list shows its kME, weighted by its samples.'),
  ).toBeDefined();
});

test('a consensus over two organisms says by which table their genes are joined', async () => {
  const other = module(4, null, { id: 2, title: 'Mouse 2021' });
  const table = 'Mus_musculus_SYMBOL_Homo_sapiens';
  open(
    '/home/consensus?modules=3,4',
    [module(3, null), other],
    [
      { own: 'Homo sapiens', other: 'Mus musculus', table },
      { own: 'Homo sapiens', other: 'Danio rerio', table: null },
    ],
  ).draw();
  expect(
    await screen.findByText(
      /are ranked\. Genes of Homo sapiens and Mus musculus are compared by orthologues \(Mus_musculus_SYMBOL_Homo_sapiens\)\. Genes of Homo sapiens and Danio rerio are compared by equal symbols: no table of orthologues leads from Homo sapiens to Danio rerio\.$/,
    ),
  ).toBeDefined();
});

test('a saved list tells how many of its modules cannot be read, and names none of them', async () => {
  const { portal, draw } = open('/home/consensus?list=token', [module(3, null)]);
  const saved = { name: 'Glia', share_token: 'token', created_at: '2026-11-01T00:00:00Z' };
  portal.replies(getSharedConsensus, { ...saved, modules: [3], not_readable: 2 });
  draw();
  expect(
    await screen.findByText('2 more modules of this list were deleted, or you may not read them.'),
  ).toBeDefined();
});

test('a saved list without a readable module says so, and computes nothing', async () => {
  const { portal, draw } = open('/home/consensus?list=token', []);
  const saved = { name: 'Glia', share_token: 'token', created_at: '2026-11-01T00:00:00Z' };
  portal.replies(getSharedConsensus, { ...saved, modules: [], not_readable: 2 });
  draw();
  expect(await screen.findByText('No modules that you can read')).toBeDefined();
  expect(portal.sent(computeConsensus)).toEqual([]);
});
