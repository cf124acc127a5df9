/** Statements about stored associations of modules with sample attributes. Owns trait_table, module_trait. */

import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { fieldKey } from '@omicon/domain/query/query.ts';
import type { LeftOut, TraitKind } from '@omicon/domain/statistics/modules/traits.ts';
import { type Db, sql, type Tx } from '../../../base/postgres/database.ts';
import { readableTraitTables } from '../../../records/network/module-traits.ts';
import { unpackF64, unpackU32 } from '../packed.ts';

/** Version of the rules by which attributes are read; a table of earlier rules is computed again. */
const TRAIT_RULES = 3;

/** A sample attribute against all modules of a network, in page order. */
export interface TraitRow {
  attribute: string;
  kind: TraitKind;
  n: number;
  groups: { name: string; n: number }[];
  joined: string[];
  not_numbers: { value: string; n: number }[];
  /** r, or R2 of groups; NaN where module or attribute does not vary */
  statistics: Float64Array;
  p_values: Float64Array;
  q_values: Float64Array;
}

export interface TraitTable {
  traits: TraitRow[];
  left_out: { attribute: string; reason: LeftOut }[];
  /** module indexes in the order of the dendrogram of their eigengenes */
  module_order: Uint32Array;
}

/**
 * The stored table of a network; undefined if there is none from the current version of its input data set, or if the
 * caller may not read the data set. Primary keys of trait_table, module_trait, data_set.
 */
export async function findTraitTable(
  db: Db,
  principal: Principal,
  covariation_network_id: number,
): Promise<TraitTable | undefined> {
  const { rows } = await sql<{ left_out: TraitTable['left_out']; module_order: Buffer }>`
    select t.left_out, t.module_order
      from ${readableTraitTables(principal)}
     where t.covariation_network_id = ${covariation_network_id}`.execute(db);
  const [table] = rows;
  if (!table) return undefined;
  const traits = await sql<
    Omit<TraitRow, 'statistics' | 'p_values' | 'q_values'> & {
      statistics: Buffer;
      p_values: Buffer;
      q_values: Buffer;
    }
  >`
    select attribute, kind, n, groups, joined, not_numbers, statistics, p_values, q_values
      from module_trait where covariation_network_id = ${covariation_network_id} order by trait_index`.execute(
    db,
  );
  return {
    left_out: table.left_out,
    module_order: unpackU32(table.module_order),
    traits: traits.rows.map((row) => ({
      ...row,
      statistics: unpackF64(row.statistics),
      p_values: unpackF64(row.p_values),
      q_values: unpackF64(row.q_values),
    })),
  };
}

export interface NetworkWithoutTraits {
  id: number;
  data_set_id: number;
  sample_labels: string[];
}

/**
 * Networks of current analyses whose table is missing or outdated, those of one data set together. Scans
 * covariation_network, some thousand rows.
 */
export async function listNetworksWithoutTraits(db: Db): Promise<NetworkWithoutTraits[]> {
  const { rows } = await sql<NetworkWithoutTraits>`
    select n.id, d.id as data_set_id, n.sample_labels
      from covariation_network n
      join analysis a on a.id = n.analysis_id and a.is_current
      join data_set d on d.number = a.input_data_set_number and d.is_current
      left join trait_table t on t.covariation_network_id = n.id
     where t.data_set_id is distinct from d.id or t.rules < ${TRAIT_RULES}
     order by d.id, n.id`.execute(db);
  return rows;
}

function bytesOf(array: Float64Array | Uint32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Stores the table of a network in place of an earlier one. */
export async function saveTraitTable(
  tx: Tx,
  network: { id: number; data_set_id: number; module_rows: Uint32Array },
  table: TraitTable,
): Promise<void> {
  const columns = {
    data_set_id: network.data_set_id,
    modules: bytesOf(network.module_rows),
    module_order: bytesOf(table.module_order),
    left_out: JSON.stringify(table.left_out),
    rules: TRAIT_RULES,
  };
  await tx
    .insertInto('trait_table')
    .values({ covariation_network_id: network.id, ...columns })
    .onConflict((conflict) => conflict.column('covariation_network_id').doUpdateSet(columns))
    .execute();
  await tx.deleteFrom('module_trait').where('covariation_network_id', '=', network.id).execute();
  if (table.traits.length === 0) return;
  await tx
    .insertInto('module_trait')
    .values(
      table.traits.map((trait, trait_index) => ({
        covariation_network_id: network.id,
        trait_index,
        attribute: trait.attribute,
        attribute_key: fieldKey(trait.attribute),
        kind: trait.kind,
        n: trait.n,
        groups: JSON.stringify(trait.groups),
        joined: trait.joined,
        not_numbers: JSON.stringify(trait.not_numbers),
        statistics: bytesOf(trait.statistics),
        p_values: bytesOf(trait.p_values),
        q_values: bytesOf(trait.q_values),
      })),
    )
    .execute();
}
