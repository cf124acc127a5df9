/** Index maintenance: adds missing parts, merges small segments (rows of search_block), and updates the mapping. */
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { bytesOf, toU32 } from '../kit/bytes.ts';
import { countTargets, loadAllTargets } from '../read/targets.ts';
import { type FeatureKind, type MapFeatures, renewTargets } from './feature-lists.ts';
import { computeSizes } from './index-analysis.ts';

/** Analyses with networks that are not indexed; there are some only after an upgrade. */
export async function listMissingAnalyses(db: Db): Promise<number[]> {
  const { rows } = await sql<{ analysis_id: number }>`
    select distinct n.analysis_id from covariation_network n
      join analysis a on a.id = n.analysis_id and a.is_current
     where n.feature_list_id is not null
       and not exists (select 1 from search_network s where s.covariation_network_id = n.id)
     order by n.analysis_id`.execute(db);
  return rows.map(({ analysis_id }) => analysis_id);
}

/** Feature lists of data sets that are not indexed yet. */
export async function listMissingFeatureLists(
  db: Db,
): Promise<{ feature_list_id: number; kind: FeatureKind }[]> {
  const { rows } = await sql<{ feature_list_id: number; unique_identifier: string; platform: string | null }>`
    select distinct d.feature_list_id, d.unique_identifier, d.platform from data_set d
     where d.is_current
       and not exists (select 1 from search_feature_list s where s.feature_list_id = d.feature_list_id)
     order by d.feature_list_id`.execute(db);
  return rows.map(({ feature_list_id, ...kind }) => ({ feature_list_id, kind }));
}

/** Segments of similar size merged at once: each network is rewritten five times on the way to a thousand. */
const MERGED_AT_ONCE = 4;
/** A segment of this many networks is not merged further. */
const FULL_SEGMENT = 1024;

/**
 * Segments to merge, the smallest size first; empty if there are none.
 * @param full number of networks from which a segment is left alone
 */
export function chooseSegments(
  segments: readonly { id: number; number_of_networks: number }[],
  full = FULL_SEGMENT,
): number[] {
  const levels = new Map<number, number[]>();
  for (const { id, number_of_networks } of segments) {
    if (number_of_networks >= full) continue;
    const level = Math.floor(Math.log(Math.max(1, number_of_networks)) / Math.log(MERGED_AT_ONCE));
    levels.set(level, [...(levels.get(level) ?? []), id]);
  }
  const [smallest] = [...levels].filter(([, ids]) => ids.length >= MERGED_AT_ONCE).sort(([a], [b]) => a - b);
  return smallest?.[1] ?? [];
}

/** All segments with their number of networks. */
export async function listSegments(db: Db): Promise<{ id: number; number_of_networks: number }[]> {
  const { rows } = await sql<{ id: number; number_of_networks: number }>`
    select id, number_of_networks from search_block order by id`.execute(db);
  return rows;
}

/** Merges segments by concatenating the bytes of their postings, in the caller's transaction. */
export async function mergeSegments(db: Db, segments: readonly number[]): Promise<void> {
  const merged = await sql<{ id: number }>`
    insert into search_block (number_of_networks)
    select sum(number_of_networks) from search_block where id = any(${segments}::int[]) returning id`.execute(
    db,
  );
  const segment = merged.rows[0]?.id ?? 0;
  await sql`
    with removed as (delete from gene_post where block_id = any(${segments}::int[]) returning *)
    insert into gene_post (feature_id, definition, block_id, n, modules)
    select feature_id, definition, ${segment}, sum(n), string_agg(modules, ''::bytea order by block_id)
      from removed group by feature_id, definition`.execute(db);
  await sql`
    with removed as (delete from set_post where block_id = any(${segments}::int[]) returning *)
    insert into set_post (gene_set_number, block_id, n, places, neg_log_p)
    select gene_set_number, ${segment}, sum(n), string_agg(places, ''::bytea order by block_id),
           string_agg(neg_log_p, ''::bytea order by block_id)
      from removed group by gene_set_number`.execute(db);
  await sql`update search_network set block_id = ${segment} where block_id = any(${segments}::int[])`.execute(
    db,
  );
  await sql`delete from search_block where id = any(${segments}::int[])`.execute(db);
}

/** Maps all features again and recounts the sizes that depend on the mapping, in the caller's transaction. */
export async function mapAgain(db: Db, mapFeatures: MapFeatures): Promise<void> {
  await renewTargets(db, mapFeatures);
  const { rows } = await sql<{ id: number; features: Buffer }>`
    select id, features from search_feature_list order by id`.execute(db);
  if (rows.length === 0) return;
  const targets = await loadAllTargets(db);
  for (const { id, features } of rows) {
    const ids = toU32(features);
    const symbols = targets[0];
    const count = symbols ? countTargets(symbols, ids) : 0;
    await sql`update search_feature_list set number_of_symbols = ${count} where id = ${id}`.execute(db);
    const networks = await sql<{ covariation_network_id: number }>`
      select covariation_network_id from search_network where search_feature_list_id = ${id}`.execute(db);
    for (const { covariation_network_id } of networks.rows) {
      const sizes = await computeSizes(db, covariation_network_id, { id, features: ids }, targets);
      await sql`
        update search_network set sizes = ${bytesOf(sizes)} where covariation_network_id = ${covariation_network_id}`.execute(
        db,
      );
    }
  }
}
