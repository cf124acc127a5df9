/** Compares gene lists with all modules and gene sets. Owns no table; the search threads count and rank. */
import { type ListRepair, rankGeneSets, rankModules, repairList } from '@omicon/contract/areas/gene-lists.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { askCached } from '../../database/shared/result-cache.ts';
import { refused, viewerOf } from '../../database/shared/searching.ts';
import { repairIdentifiers } from './repair-list.ts';

interface Prepared {
  repair: ListRepair;
  background: string[] | null;
}

async function prepare(
  db: Db,
  { identifiers, background }: { identifiers: string[]; background?: string[] | undefined },
): Promise<Prepared> {
  const repair = await repairIdentifiers(db, identifiers);
  if (background === undefined || background.length === 0) return { repair, background: null };
  return { repair, background: (await repairIdentifiers(db, background)).symbols };
}

function toReply(repair: ListRepair, ranked: RankedRows, started: number) {
  const { rows: results, ...others } = ranked;
  return { repair, results, ...others, execution_ms: performance.now() - started };
}

interface RankedRows {
  rows: Record<string, string | number | null>[];
  columns: string[];
  total: number;
  tested: number;
}

export const geneListRoutes: Route[] = [
  serve(repairList, ({ db, body }) => repairIdentifiers(db, body.identifiers)),

  serve(rankModules, async ({ db, body, principal, services }) => {
    const started = performance.now();
    const { repair, background } = await prepare(db, body);
    const { definition, filters, page, page_size, sort, order } = body;
    const ranked = await refused(
      askCached(services, {
        kind: 'rank-modules',
        viewer: viewerOf(principal),
        symbols: repair.symbols,
        background,
        definition,
        filters,
        page,
        page_size,
        sort,
        order,
      }),
    );
    return toReply(repair, ranked, started);
  }),

  serve(rankGeneSets, async ({ db, body, services }) => {
    const started = performance.now();
    const { repair, background } = await prepare(db, body);
    const { category, species, page, page_size, sort, order } = body;
    const ranked = await refused(
      askCached(services, {
        kind: 'rank-sets',
        symbols: repair.symbols,
        background,
        category,
        species,
        page,
        page_size,
        sort,
        order,
      }),
    );
    return toReply(repair, ranked, started);
  }),
];
