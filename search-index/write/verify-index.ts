/** Compares the postings with their source rows, and rebuilds the index. */
import { f32At } from '@omicon/domain/arrays/number-at.ts';
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { toF32, toU32 } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import { indexFeatureList, type MapFeatures } from './feature-lists.ts';
import { indexAnalysis, type PostingSink, readNetwork } from './index-analysis.ts';
import { listMissingFeatureLists } from './maintain-index.ts';

/** Entry count and checksum of each posting, independent of order; a million postings fit in memory. */
class Digest implements PostingSink {
  readonly postings = new Map<number, { n: number; sum: number }>();
  private readonly bits = new Uint32Array(1);
  private readonly float = new Float32Array(this.bits.buffer);

  add(key: number, entry: number, value = 0): void {
    let posting = this.postings.get(key);
    if (posting === undefined) {
      posting = { n: 0, sum: 0 };
      this.postings.set(key, posting);
    }
    this.float[0] = value;
    const mixed = Math.imul(entry ^ (entry >>> 15), 0x2c1b3c6d) ^ Math.imul(this.bits[0] ?? 0, 0x297a2d39);
    posting.n += 1;
    posting.sum = (posting.sum + Math.imul(mixed ^ (mixed >>> 13), 0x5bd1e995)) | 0;
  }

  /** Number of postings that differ or exist on one side only. */
  countDifferent(other: Digest): number {
    let different = 0;
    for (const [key, { n, sum }] of this.postings) {
      const twin = other.postings.get(key);
      if (twin?.n !== n || twin.sum !== sum) different += 1;
    }
    for (const key of other.postings.keys()) if (!this.postings.has(key)) different += 1;
    return different;
  }
}

async function digestStored(db: Db): Promise<{ genes: Digest; enriched: Digest }> {
  const [genes, enriched] = [new Digest(), new Digest()];
  const segments = await sql<{ id: number }>`select id from search_block order by id`.execute(db);
  for (const { id } of segments.rows) {
    const features = await sql<{ feature_id: number; definition: number; modules: Buffer }>`
      select feature_id, definition, modules from gene_post where block_id = ${id}`.execute(db);
    for (const { feature_id, definition, modules } of features.rows)
      for (const module of toU32(modules))
        genes.add(feature_id * DEFINITIONS_PER_MODULE + definition, module);
    const sets = await sql<{ gene_set_number: number; places: Buffer; neg_log_p: Buffer }>`
      select gene_set_number, places, neg_log_p from set_post where block_id = ${id}`.execute(db);
    for (const { gene_set_number, places, neg_log_p } of sets.rows) {
      const values = toF32(neg_log_p);
      toU32(places).forEach((moduleSlot, at) => {
        enriched.add(gene_set_number, moduleSlot, f32At(values, at));
      });
    }
  }
  return { genes, enriched };
}

export interface IndexFaults {
  gene_post: number;
  set_post: number;
  /** networks that are not indexed */
  missing: number;
}

/** Counts postings that differ from their source rows; all zero if the index is correct. Reads everything once. */
export async function verifyIndex(db: Db): Promise<IndexFaults> {
  const stored = await digestStored(db);
  const expected = { genes: new Digest(), enriched: new Digest() };
  const { rows } = await sql<{ id: number; features: Buffer }>`
    select s.covariation_network_id as id, l.features from search_network s
      join search_feature_list l on l.id = s.search_feature_list_id order by 1`.execute(db);
  for (const { id, features } of rows) await readNetwork(db, { id, features: toU32(features) }, expected);
  const missing = await sql<{ n: number }>`
    select count(*)::int as n from covariation_network c join analysis a on a.id = c.analysis_id and a.is_current
     where c.feature_list_id is not null
       and not exists (select 1 from search_network s where s.covariation_network_id = c.id)`.execute(db);
  return {
    gene_post: expected.genes.countDifferent(stored.genes),
    set_post: expected.enriched.countDifferent(stored.enriched),
    missing: missing.rows[0]?.n ?? 0,
  };
}

/**
 * Rebuilds the index from the source rows, in the caller's transaction: searches use the old index until it commits.
 */
export async function rebuildIndex(db: Db, mapFeatures: MapFeatures): Promise<number> {
  for (const table of [
    'net_best',
    'set_post',
    'gene_post',
    'search_network',
    'search_block',
    'search_feature_list',
    'search_target',
    'search_feature',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select id from analysis where is_current order by id`.execute(db);
  for (const { id } of rows) await indexAnalysis(db, id, mapFeatures);
  for (const list of await listMissingFeatureLists(db)) await indexFeatureList(db, list, mapFeatures);
  return rows.length;
}
