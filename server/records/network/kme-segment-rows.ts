import { bytesOf, toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { SegmentHead } from '@omicon/search-index/kit/kme-segment.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import type { KmeOfNetwork } from './kme.ts';

export interface StoredSegment extends SegmentHead {
  id: number;
  storage_key: string;
}

/** Ids of all segments with their number of networks; some dozens of rows. */
export async function listKmeSegments(db: Db): Promise<{ id: number; number_of_networks: number }[]> {
  const { rows } = await sql<{ id: number; number_of_networks: number }>`
    select id, cardinality(networks) as number_of_networks from kme_segment order by id`.execute(db);
  return rows;
}

/** Segments with their features, about 250 kB each. Primary key. */
export async function readSegments(db: Db, ids: readonly number[]): Promise<StoredSegment[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('kme_segment')
    .select(['id', 'storage_key', 'networks', 'module_counts', 'features', 'starts'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    features: toU32(new Uint8Array(row.features)),
    starts: toU32(new Uint8Array(row.starts)),
  }));
}

export interface NetworkToSegment extends KmeOfNetwork {
  id: number;
  number_of_modules: number;
  /** features of its list as row ids of search_feature, u32 each */
  features: Buffer;
}

/**
 * Some current networks whose kME is stored but in no segment. Reads covariation_network and the networks of all
 * segments.
 */
export async function listNetworksToSegment(db: Db, most: number): Promise<NetworkToSegment[]> {
  const { rows } = await sql<NetworkToSegment>`
    select n.id, n.number_of_modules, n.kme_values_storage_key, l.features,
           length(l.features) / 4 as number_of_features
      from covariation_network n join analysis a on a.id = n.analysis_id and a.is_current
      join search_network s on s.covariation_network_id = n.id
      join search_feature_list l on l.id = s.search_feature_list_id
     where n.kme_values_storage_key is not null
       and n.id not in (select unnest(networks) from kme_segment)
     order by n.id limit ${most}`.execute(db);
  return rows;
}

/** Whether a current network with stored kME is in no segment. */
export async function hasNetworksToSegment(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from covariation_network n join analysis a on a.id = n.analysis_id and a.is_current
      join search_network s on s.covariation_network_id = n.id
     where n.kme_values_storage_key is not null
       and n.id not in (select unnest(networks) from kme_segment) limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds a segment in place of those that it was merged from. */
export async function replaceSegments(
  tx: Tx,
  merged: readonly number[],
  { head, storage_key }: { head: SegmentHead; storage_key: string },
): Promise<void> {
  await tx
    .insertInto('kme_segment')
    .values({
      storage_key,
      networks: head.networks,
      module_counts: head.module_counts,
      features: bytesOf(head.features),
      starts: bytesOf(head.starts),
    })
    .execute();
  if (merged.length > 0) await tx.deleteFrom('kme_segment').where('id', 'in', merged).execute();
}
