/** What Explore asks for at an address, asked while its scripts load. */
import type { QueryClient } from '@tanstack/react-query';
import { MAX_IDENTIFIERS } from '../../base/gene-list.ts';
import { sessionQuery } from '../../base/sign-in/session.ts';
import {
  geneListQuery,
  MODULE_RANKING,
  moduleSource,
  repairQuery,
  SET_RANKING,
  setSource,
  strongestQuery,
} from './calls.ts';
import { refuseList } from './gene-text.ts';
import { moduleQuestion, type RankingQuery, rankingShape, setQuestion } from './ranking/ranking-query.ts';

/** The panel of cell types asks by itself. */
async function prefetchTab(
  queryClient: QueryClient,
  query: RankingQuery,
  lists: { identifiers: string[]; background: string[] },
): Promise<void> {
  if (query.tab === 'modules')
    await queryClient.prefetchQuery(
      strongestQuery(MODULE_RANKING, moduleSource(moduleQuestion(query, lists)), 'Pval'),
    );
  if (query.tab === 'gene-sets')
    await queryClient.prefetchQuery(
      strongestQuery(SET_RANKING, setSource(setQuestion(query, lists)), 'Pval'),
    );
}

/**
 * Decodes the list of the address and makes the calls about it. Resolves when all have come or failed. Failures are left
 * to the screen, which makes the same calls.
 */
export async function prefetchExplore(queryClient: QueryClient, search: object): Promise<void> {
  const query = rankingShape.parse(search);
  const me = queryClient.getQueryData(sessionQuery.queryKey)?.me;
  // Nothing loads before the person has accepted the terms.
  if (me?.is_accepted_TOS !== true || query.genes === '') return;
  const decode = async (param: string): Promise<string[] | null> => {
    if (param === '') return [];
    const list = geneListQuery(param, me.id);
    await queryClient.prefetchQuery(list);
    return queryClient.getQueryData(list.queryKey)?.identifiers ?? null;
  };
  const [identifiers, background] = await Promise.all([decode(query.genes), decode(query.background)]);
  if (identifiers === null || background === null) return;
  if (refuseList(identifiers, MAX_IDENTIFIERS) !== null) return;
  const lists = { identifiers, background };
  await Promise.all([
    prefetchTab(queryClient, query, lists),
    queryClient.prefetchQuery(repairQuery(identifiers)),
  ]);
}
