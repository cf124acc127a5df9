/** Gene sets tested in a ranking of genes, by a search thread. */
import type { ListRepair, rankSetsByKme } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { BodyOf, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { GeneRanking } from '@omicon/search-index/result-rows/rank/rank-sets-by-values.ts';
import type { Services } from '../../base/services.ts';
import { refused } from '../search/searching.ts';

type Options = BodyOf<typeof rankSetsByKme>;

interface Ranking {
  ranking: GeneRanking;
  /** what the genes are ranked by */
  ranked_by: string;
  repair: ListRepair | null;
}

/** One page of the sets. @param signal of the call; a request that is not started yet is dropped */
export async function rankSetsIn(
  { searchThreads }: Pick<Services, 'searchThreads'>,
  { ranking, ranked_by, repair }: Ranking,
  options: Options,
  signal: AbortSignal,
): Promise<ReplyOf<typeof rankSetsByKme>> {
  const started = performance.now();
  const { direction, by, category, species, search, fold, folded_under, ...page } = options;
  const { page: number, page_size, sort, order } = page;
  const { rows: results, ...others } = await refused(
    searchThreads.ask(
      {
        kind: 'ranked-sets',
        ranking,
        direction,
        by,
        category,
        species,
        search,
        fold,
        folded_under,
        page: number,
        page_size,
        sort,
        order,
      },
      // A running one is left to finish: a thread in its place would load everything again.
      { signal, keepsRunning: true },
    ),
  );
  return { results, ...others, ranked_by, repair, execution_ms: performance.now() - started };
}
