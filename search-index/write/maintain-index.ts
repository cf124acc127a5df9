/** Index maintenance: adds missing parts, merges small segments (rows of search_block), and updates the mapping. */
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { bytesOf, toU32 } from '../kit/bytes.ts';
import { SLOTS } from '../kit/slot-of-data-set.ts';
import { countTargets, loadAllTargets } from '../read/targets.ts';
import { type FeatureKind, type MapFeatures, renewTargets } from './feature-lists.ts';
import { computeSizes } from './index-analysis.ts';
import { addSegment, countSlots } from './slot-layout.ts';

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

interface Segment {
  id: number;
  number_of_networks: number;
  /** only segments of the same slot are merged; by default they all are */
  slot?: number;
}

/**
 * Segments of one slot to merge, the smallest size first; empty if there are none.
 * @param full number of networks from which a segment is left alone
 */
export function chooseSegments(segments: readonly Segment[], full = FULL_SEGMENT): number[] {
  const levels = new Map<string, { level: number; ids: number[] }>();
  for (const { id, number_of_networks, slot = 0 } of segments) {
    if (number_of_networks >= full) continue;
    const level = Math.floor(Math.log(Math.max(1, number_of_networks)) / Math.log(MERGED_AT_ONCE));
    const known = levels.get(`${slot} ${level}`);
    if (known) known.ids.push(id);
    else levels.set(`${slot} ${level}`, { level, ids: [id] });
  }
  const [smallest] = [...levels.values()]
    .filter(({ ids }) => ids.length >= MERGED_AT_ONCE)
    .sort((a, b) => a.level - b.level);
  return smallest?.ids ?? [];
}

/** All segments with their number of networks and their slot. */
export async function listSegments(db: Db): Promise<Required<Segment>[]> {
  const slots = await countSlots(db);
  const { rows } = await sql<Required<Segment>>`
    select id, number_of_networks, ${slots === 1 ? sql`0` : sql`id % ${SLOTS}::int`} as slot
      from search_block order by id`.execute(db);
  return rows;
}

/** Merges segments of one slot by concatenating the bytes of their postings, in the caller's transaction. */
export async function mergeSegments(db: Db, segments: readonly number[]): Promise<void> {
  const merged = (await listSegments(db)).filter(({ id }) => segments.includes(id));
  const networks = merged.reduce((sum, { number_of_networks }) => sum + number_of_networks, 0);
  const segment = await addSegment(db, { slot: merged[0]?.slot ?? 0, networks });
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
