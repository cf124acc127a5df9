/** Feature lists that were read before. They are known by the hash of their content, so a cached one is never stale. */
import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Db, sql } from '../../base/postgres/database.ts';

/** What an identifier takes in memory, roughly. */
const BYTES_PER_IDENTIFIER = 48;
const lists = new LRUCache<string, readonly string[]>({ maxSize: 64 * 1024 ** 2 });
const rowsBetween = new LRUCache<string, Int32Array>({ maxSize: 16 * 1024 ** 2 });

async function hashOf(db: Db, feature_list_id: number): Promise<string> {
  const { sha256 } = await db
    .selectFrom('feature_list')
    .select('sha256')
    .where('id', '=', feature_list_id)
    .executeTakeFirstOrThrow();
  return sha256.toString('hex');
}

/**
 * Length of the feature list of network `n`, from the size of its index, which is not read: counting the identifiers
 * decompresses all of them, about a millisecond for each network. Until the list is indexed they are counted.
 * Unique index on search_feature_list (feature_list_id, kind).
 */
export const NUMBER_OF_FEATURES = sql<number>`coalesce(
  (select octet_length(s.features) / 4 from search_feature_list s where s.feature_list_id = n.feature_list_id limit 1),
  (select cardinality(l.identifiers) from feature_list l where l.id = n.feature_list_id), 0)`;

/** Identifiers of a feature list in its order; shared, so nobody changes them. Primary key of feature_list. */
export async function readFeatureList(db: Db, feature_list_id: number): Promise<readonly string[]> {
  const hash = await hashOf(db, feature_list_id);
  const cached = lists.get(hash);
  if (cached !== undefined) return cached;
  const { rows } = await sql<{ identifiers: string[] }>`
    select identifiers from feature_list where id = ${feature_list_id}`.execute(db);
  const identifiers = rows[0]?.identifiers ?? [];
  lists.set(hash, identifiers, { size: 1 + BYTES_PER_IDENTIFIER * identifiers.length });
  return identifiers;
}

/** The big-endian integer of four bytes. */
function int4(bytes: RawBuilder<unknown>): RawBuilder<number> {
  return sql`('x' || encode(${bytes}, 'hex'))::bit(32)::int`;
}

/**
 * Names of single features, in the order of the request; empty where the list has none at the index. For rows of many
 * lists, which do not fit into the cache. Primary key of feature_list; of each list two short slices are read.
 * @param wanted lists with indexes from 0
 */
export async function listFeatureNames(
  db: Db,
  wanted: readonly { feature_list_id: number; index: number }[],
): Promise<string[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select coalesce(convert_from(substring(l.packed_names from at.first + 1 for at.next - at.first), 'UTF8'), '') as name
      from unnest(${wanted.map((of) => of.feature_list_id)}::int[], ${wanted.map((of) => of.index)}::int[])
             with ordinality as w(feature_list_id, index, ordinal)
      left join feature_list l on l.id = w.feature_list_id
      left join lateral (
        select ${int4(sql`substring(bounds for 4)`)} as first, ${int4(sql`substring(bounds from 5)`)} as next
          from (select substring(l.packed_names from 4 * w.index + 1 for 8) as bounds,
                       ${int4(sql`substring(l.packed_names for 4)`)} as first_name offset 0) item
         where w.index >= 0 and 4 * w.index + 8 <= first_name) at on true
     order by w.ordinal`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Of every feature of the list `from` its index in the list `to`; -1 where it is absent. Of features that come twice
 * the nth in one list is the nth in the other.
 */
export async function mapFeatureList(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<Int32Array> {
  const [ownHash, otherHash] = [await hashOf(db, from), await hashOf(db, to)];
  const key = `${ownHash} ${otherHash}`;
  const cached = rowsBetween.get(key);
  if (cached !== undefined) return cached;
  const indexes = new Map<string, number[]>();
  for (const [index, feature] of (await readFeatureList(db, to)).entries()) {
    const known = indexes.get(feature);
    if (known) known.push(index);
    else indexes.set(feature, [index]);
  }
  const used = new Map<string, number>();
  const rows = Int32Array.from(await readFeatureList(db, from), (feature) => {
    const nth = used.get(feature) ?? 0;
    used.set(feature, nth + 1);
    return indexes.get(feature)?.[nth] ?? -1;
  });
  rowsBetween.set(key, rows, { size: rows.byteLength + 1 });
  return rows;
}
