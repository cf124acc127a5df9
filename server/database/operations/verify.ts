/** Consistency check: all records are complete, and every referenced object exists with the right bytes. */
import { createHash } from 'node:crypto';
import { sql } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import type { Store } from '../../base/store/store.ts';
import { listReferencedKeys } from './storage-keys.ts';
import { countWrongColumns } from './verify-samples.ts';

export interface Consistency {
  /** records whose object is missing */
  lost_refs: number;
  /** rows that refer to missing rows */
  dangling: number;
  /** objects without a reference, and unfinished writes */
  orphans: number;
  /** objects whose bytes do not match their key */
  mismatches: number;
  /** records whose parts do not match their recorded counts */
  half: number;
  open_uploads: number;
}

/** Objects verified concurrently, because of the latency of remote stores. */
const AT_A_TIME = 8;

async function hashObject(store: Store, storageKey: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await store.read(storageKey)) hash.update(chunk);
  return hash.digest('hex');
}

async function countOne(services: Services, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  const { rows } = await query.execute(services.db);
  return rows[0]?.n ?? 0;
}

/** Samples, files, networks, modules and enrichment whose owner does not exist. */
function countDangling(services: Services): Promise<number> {
  return countOne(
    services,
    sql<{ n: number }>`select (
      (select count(*) from file f where not exists (select 1 from record_version r where r.entity_type = f.entity_type and r.id = f.owner_id))
      + (select count(*) from (select distinct owner_type, owner_id from sample) s where not exists (select 1 from record_version r where r.entity_type = s.owner_type and r.id = s.owner_id))
      + (select count(*) from analysis a where not exists (select 1 from data_set d where d.number = a.input_data_set_number))
      + (select count(*) from data_set d where not exists (select 1 from data_collection c where c.number = d.data_collection_number)))::int as n`,
  );
}

/** Records whose parts differ from the recorded count. */
function countHalf(services: Services): Promise<number> {
  return countOne(
    services,
    sql<{ n: number }>`select (
      (select count(*) from data_set d where d.number_of_samples <> (select count(*) from sample s where s.owner_type = 'ds' and s.owner_id = d.id))
      + (select count(*) from data_collection c where c.number_of_samples <> (select count(*) from sample s where s.owner_type = 'dc' and s.owner_id = c.id))
      + (select count(*) from data_set d join feature_list l on l.id = d.feature_list_id where d.number_of_features <> cardinality(l.identifiers))
      + (select count(*) from analysis a where a.number_of_networks <> (select count(*) from covariation_network n where n.analysis_id = a.id))
      + (select count(*) from covariation_network n where n.number_of_modules <> (select count(*) from covariation_module m where m.covariation_network_id = n.id))
      + (select count(*) from module_member m where m.n * 4 <> length(m.features))
      + (select count(*) from module_enrichment e where e.n_enriched * 4 <> length(e.gene_sets) or e.n_enriched * 8 <> length(e.p_values))
      + (select count(*) from module_trait t join covariation_network n on n.id = t.covariation_network_id
          where array[length(t.statistics), length(t.p_values), length(t.q_values)] <> array_fill(8 * n.number_of_modules, array[3]))
      + (select count(*) from trait_table t join covariation_network n on n.id = t.covariation_network_id
          where length(t.module_order) <> 4 * n.number_of_modules or length(t.modules) <> 4 * n.number_of_modules)
      + (select count(*) from mapping_table t where t.number_of_rows <> (select count(*) from mapping_row r where r.mapping_table_id = t.id))
      + (select count(*) from comment c join comment a on a.id = c.parent_id
          where c.ancestors <> a.ancestors || a.id or c.level <> a.level + 1 or c.comment_thread_id <> a.comment_thread_id
             or c.to_person_id is distinct from a.person_id
             or array_position(array['public', 'lab', 'private'], c.visibility) < array_position(array['public', 'lab', 'private'], a.visibility))
      + (select count(*) from comment_mention m join comment c on c.id = m.comment_id
          where m.person_id <> c.person_id
            and not exists (select 1 from notification n where n.person_id = m.person_id and n.kind = 'mention' and n.subject = 'comment ' || c.id))
      + (select count(*) from notification n
          where n.kind = 'mention' and not exists (select 1 from comment c where n.subject = 'comment ' || c.id and n.content->>'comment_id' = c.id::text))
      + (select count(*) from (select number from record_version group by entity_type, number having count(*) filter (where is_current) <> 1) v))::int as n`,
  );
}

/** Data sets whose stored values do not match their number of features and samples. */
async function countShortMatrices({ db, store }: Services, stored: ReadonlySet<string>): Promise<number> {
  const { rows } = await sql<{ storage_key: string; bytes: string }>`
    select matrix_storage_key as storage_key, 8::bigint * number_of_features * number_of_samples as bytes
      from data_set where matrix_storage_key is not null
    union all
    select row_statistics_storage_key, 48::bigint * number_of_features
      from data_set where row_statistics_storage_key is not null`.execute(db);
  let short = 0;
  for (const { storage_key, bytes } of rows) {
    if (!stored.has(storage_key)) continue;
    try {
      if ((await store.sizeOf(storage_key)) !== Number(bytes)) short += 1;
    } catch (error) {
      // Deleted with its record during the check; missing objects are counted elsewhere.
      if (await store.has(storage_key)) throw error;
    }
  }
  return short;
}

/**
 * Counts objects whose bytes do not match their key. Objects deleted during the check are removed from `stored`.
 * @throws the store's error for an existing object
 */
async function countMismatches(store: Store, stored: Set<string>): Promise<number> {
  let mismatches = 0;
  const waiting = [...stored].values();
  const compare = async () => {
    for (const storageKey of waiting) {
      try {
        if ((await hashObject(store, storageKey)) !== storageKey) mismatches += 1;
      } catch (error) {
        if (await store.has(storageKey)) throw error;
        stored.delete(storageKey);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, compare));
  return mismatches;
}

/**
 * Reads every object once; for operators and tests, not for requests. The portal may be in use: objects added or
 * deleted during the check, by the records before and after it, are no faults.
 * @param graceMs age up to which an object without a reference is no orphan
 */
export async function verifyConsistency(services: Services, graceMs = 0): Promise<Consistency> {
  const { store } = services;
  const before = await listReferencedKeys(services.db);
  const stored = new Set<string>();
  const young = new Set<string>();
  for await (const { storageKey, storedAtMs } of store.list()) {
    stored.add(storageKey);
    if (Date.now() - storedAtMs < graceMs) young.add(storageKey);
  }
  const mismatches = await countMismatches(store, stored);
  const after = await listReferencedKeys(services.db);
  return {
    lost_refs: before.difference(stored).intersection(after).size,
    dangling: await countDangling(services),
    orphans:
      stored.difference(before).difference(after).difference(young).size +
      (await store.listUnfinished(graceMs)).length,
    mismatches,
    half:
      (await countHalf(services)) +
      (await countWrongColumns(services.db)) +
      (await countShortMatrices(services, stored)),
    open_uploads: await countOne(
      services,
      sql<{ n: number }>`select count(*)::int as n from upload where status = 'open'`,
    ),
  };
}
