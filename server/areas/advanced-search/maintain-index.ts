/** Jobs of the search index. Owns the tables whose names begin with search_, and gene_post, set_post and net_best. */
import { addTopSets, listNetworksWithoutTopSets } from '@omicon/search-index/write/enrichment.ts';
import { indexFeatureList } from '@omicon/search-index/write/feature-lists.ts';
import { indexAnalysis } from '@omicon/search-index/write/index-analysis.ts';
import {
  chooseSegments,
  listMissingAnalyses,
  listMissingFeatureLists,
  listSegments,
  mapAgain,
  mergeSegments,
} from '@omicon/search-index/write/maintain-index.ts';
import { listNetworksWithoutThemes, saveThemes } from '@omicon/search-index/write/themes.ts';
import { sql } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { mapFeatures } from '../../records/data-set/feature-mapping.ts';
import { hasNetworksToSegment } from '../../records/network/kme-segment-rows.ts';
import { maintainKmeSegments } from '../../records/network/write-kme-segments.ts';
import { raiseCorpusVersion } from '../../records/search/corpus-version.ts';
import { lockIndex } from './sql.ts';

/** Indexes records stored before the index existed and merges small segments; each step is one transaction. */
export async function maintainSearchIndex(services: Services, signal?: AbortSignal): Promise<void> {
  if (await hasVersionedTargets(services.db)) await mapFeaturesAgain(services);
  await maintainPostings(services, signal);
  await maintainKmeSegments(services, lockIndex, signal);
}

async function maintainPostings({ db, log }: Services, signal?: AbortSignal): Promise<void> {
  for (const list of await listMissingFeatureLists(db)) {
    if (signal?.aborted === true) return;
    await db
      .transaction()
      .execute((tx) => indexFeatureList(tx, list, (kind, names) => mapFeatures(tx, kind, names)));
  }
  for (const analysis of await listMissingAnalyses(db)) {
    if (signal?.aborted === true) return;
    await db.transaction().execute(async (tx) => {
      await lockIndex(tx);
      await indexAnalysis(tx, analysis, (kind, names) => mapFeatures(tx, kind, names));
      await raiseCorpusVersion(tx);
    });
  }
  for (const network of await listNetworksWithoutTopSets(db)) {
    if (signal?.aborted === true) return;
    await addTopSets(db, network);
  }
  for (const network of await listNetworksWithoutThemes(db)) {
    if (signal?.aborted === true) return;
    await db.transaction().execute((tx) => saveThemes(tx, network));
  }
  while (signal?.aborted !== true) {
    const merged = await db.transaction().execute(async (tx) => {
      await lockIndex(tx);
      const segments = chooseSegments(await listSegments(tx));
      if (segments.length > 0) await mergeSegments(tx, segments);
      return segments.length;
    });
    if (merged === 0) return;
    log.info({ segments: merged }, 'search segments merged');
  }
}

/** After new mapping tables: updates what features map to, and the module sizes derived from it. */
export async function mapFeaturesAgain({ db }: Services): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockIndex(tx);
    await mapAgain(tx, (kind, names) => mapFeatures(tx, kind, names));
    await raiseCorpusVersion(tx);
  });
}

/**
 * Whether ids with versions are targets of features that were mapped before versions were left out. Reads the Ensembl
 * ids of table search_target, some ten thousand.
 */
async function hasVersionedTargets(db: Services['db']): Promise<boolean> {
  const { rows } = await sql<{ is_versioned: boolean }>`
    select exists (select 1 from search_target where identifier = 'ENSEMBL' and target ~ '^ENS[A-Z]*[0-9]+[.][0-9]+$') as is_versioned`.execute(
    db,
  );
  return rows[0]?.is_versioned === true;
}

/** Whether there is work for `maintainSearchIndex` that no import will trigger. */
export async function isIndexIncomplete(db: Services['db']): Promise<boolean> {
  const { rows } = await sql<{ is_incomplete: boolean }>`
    select exists (select 1 from covariation_network n join analysis a on a.id = n.analysis_id and a.is_current
                    where n.feature_list_id is not null
                      and not exists (select 1 from search_network s where s.covariation_network_id = n.id))
        or exists (select 1 from data_set d where d.is_current
                    and not exists (select 1 from search_feature_list l where l.feature_list_id = d.feature_list_id))
        or exists (select 1 from search_network where top_sets is null or not has_themes) as is_incomplete`.execute(
    db,
  );
  const isIncomplete = rows[0]?.is_incomplete === true || (await hasVersionedTargets(db));
  return isIncomplete || (await hasNetworksToSegment(db));
}
