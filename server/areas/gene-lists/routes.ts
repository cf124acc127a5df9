/** Compares gene lists with all modules and gene sets. Owns no table; the search threads count and rank. */
import {
  type ListRepair,
  rankGeneSets,
  rankModules,
  repairList,
} from '@omicon/contract/areas/genes/gene-lists.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Route, serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { repairIdentifiers } from '../../records/gene/repair-list.ts';
import { askCached } from '../../records/search/result-cache.ts';
import { refused, viewerOf } from '../../records/search/searching.ts';
import { compareListsRoute } from './compare-lists.ts';
import { MAX_LIST_BYTES, rankedSetRoutes } from './ranked-sets.ts';

interface Prepared {
  repair: ListRepair;
  background: string[] | null;
}

async function prepare(
  services: Services,
  principal: Principal,
  { identifiers, background }: { identifiers: string[]; background?: string[] | undefined },
): Promise<Prepared> {
  const repair = await repairIdentifiers(services, principal, identifiers);
  if (background === undefined || background.length === 0) return { repair, background: null };
  return { repair, background: (await repairIdentifiers(services, principal, background)).symbols };
}

function toReply(repair: ListRepair, ranked: RankedRows, started: number) {
  const { rows: results, ...others } = ranked;
  return { repair, results, ...others, execution_ms: performance.now() - started };
}

interface RankedRows {
  rows: Record<string, string | number | null>[];
  columns: string[];
  total: number;
  unfolded: number;
  tested: number;
}

export const geneListRoutes: Route[] = [
  compareListsRoute,
  ...rankedSetRoutes,

  serveInThread(repairList, ({ body, principal, services }) =>
    repairIdentifiers(services, principal, body.identifiers),
  ),

  serveInThread(
    rankModules,
    async ({ body, principal, services }) => {
      const started = performance.now();
      const { repair, background } = await prepare(services, principal, body);
      const { definition, filters, direction, fold, folded_under, page, page_size, sort, order } = body;
      const ranked = await refused(
        askCached(services, {
          kind: 'rank-modules',
          viewer: viewerOf(principal),
          symbols: repair.symbols,
          background,
          definition,
          filters,
          direction,
          fold,
          folded_under,
          page,
          page_size,
          sort,
          order,
        }),
      );
      return toReply(repair, ranked, started);
    },
    { maxBodyBytes: MAX_LIST_BYTES },
  ),

  serveInThread(
    rankGeneSets,
    async ({ body, principal, services }) => {
      const started = performance.now();
      const { repair, background } = await prepare(services, principal, body);
      const { category, species, direction, fold, folded_under, page, page_size, sort, order } = body;
      const ranked = await refused(
        askCached(services, {
          kind: 'rank-sets',
          symbols: repair.symbols,
          background,
          category,
          species,
          direction,
          fold,
          folded_under,
          page,
          page_size,
          sort,
          order,
        }),
      );
      return toReply(repair, ranked, started);
    },
    { maxBodyBytes: MAX_LIST_BYTES },
  ),
];
