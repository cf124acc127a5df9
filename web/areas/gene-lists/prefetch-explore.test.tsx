// @vitest-environment jsdom
import { Blob } from 'node:buffer';
import { rankModules, repairList } from '@omicon/contract/areas/genes/gene-lists.ts';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { encodeList } from '../../base/gene-list.ts';
import { ADA, openScreen } from '../../test-support/open-screen.tsx';
import { prefetchExplore } from './prefetch-explore.ts';
import { ModuleRanking } from './ranking/ModuleRanking.tsx';
import { moduleQuestion, rankingShape } from './ranking/ranking-query.ts';

/** The request for the ranking of an address, as sent while the scripts load. */
function Prefetched({ search }: { search: Record<string, string> }) {
  const queryClient = useQueryClient();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void prefetchExplore(queryClient, search).then(() => setReady(true));
  }, [queryClient, search]);
  if (!isReady) return null;
  const query = rankingShape.parse(search);
  return <ModuleRanking question={moduleQuestion(query, { identifiers: ['AIF1'], background: [] })} />;
}

beforeEach(() => {
  history.replaceState(null, '', '/home/explore');
  // That of jsdom has no streams, by which lists are packed.
  vi.stubGlobal('Blob', Blob);
});

test.each([
  ['meta-module', {}],
  ['data-set', { per: 'data-set' }],
  ['module', { per: 'module', definition: 'FDR' }],
])('the page asks for rows per %s only once, while its scripts load', async (fold, search) => {
  const address = { genes: await encodeList(['AIF1'], ADA.id), ...search };
  const repair = {
    ...{ given: 1, symbols: ['AIF1'], official: 1, repeated: 0, cleaned: [], mapped: [], dates: [] },
    ...{ ambiguous: [], unknown: [] },
  };
  const { portal, draw } = openScreen(<Prefetched search={address} />);
  portal.replies(repairList, repair);
  portal.replies(rankModules, {
    ...{ repair, results: [], columns: [], total: 0, unfolded: 0, tested: 1029, execution_ms: 9 },
  });
  draw();
  await screen.findByText(/^0 of 1,029/);
  await waitFor(() => expect(portal.sent(rankModules)).toHaveLength(1));
  expect(portal.sent(rankModules)[0]?.body).toMatchObject({ fold });
});
