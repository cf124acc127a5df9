/** Records for benchmarks: a public data collection and its data sets. */
import { sql, type Tx } from '@omicon/server/base/postgres/database.ts';

async function newNumber(tx: Tx, type: 'DC' | 'DS' | 'P' | 'CN'): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into omicon_record (type) values (${type}) returning number`.execute(tx);
  return rows[0]?.number ?? 0;
}

export interface MadeRecord {
  id: number;
  number: number;
}

export async function makeCollection(tx: Tx, name: string): Promise<MadeRecord> {
  const number = await newNumber(tx, 'DC');
  const { rows } = await sql<{ id: number }>`
    insert into data_collection (number, version, name, title, attributes, sample_columns, number_of_samples, visibility, content_sha256)
    values (${number}, 1, ${name}, ${`Bench 2026 ${name}`}, '[]', '{}', 0, 'public', ${Buffer.alloc(32)}) returning id`.execute(
    tx,
  );
  return { id: rows[0]?.id ?? 0, number };
}

interface DataSetOf {
  collection: number;
  title: string;
  version: string;
  parent: string | null;
  /** `MDC`, `QN` and so on */
  transformations: string;
  columns?: readonly string[];
  samples?: number;
}

export async function makeDataSet(tx: Tx, of: DataSetOf): Promise<MadeRecord> {
  const number = await newNumber(tx, 'DS');
  await sql`insert into feature_list (sha256, identifiers) values (${Buffer.alloc(32)}, '{}') on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    insert into data_set (number, version, data_collection_number, title, ds_version, parent_ds_version, unique_identifier, transformations,
                          attributes, sample_columns, number_of_samples, number_of_features, missing_values, feature_list_id, visibility, content_sha256)
    values (${number}, 1, ${of.collection}, ${of.title}, ${of.version}, ${of.parent}, 'SYMBOL', ${of.transformations},
            '[]', ${of.columns ?? []}::text[], ${of.samples ?? 0}, 0, 0, (select id from feature_list where sha256 = ${Buffer.alloc(32)}), 'public', ${Buffer.alloc(32)})
    returning id`.execute(tx);
  return { id: rows[0]?.id ?? 0, number };
}

interface AnalysisOf {
  collection: number;
  dataSet: number;
  title: string;
  networks: number;
}

/** An analysis with this many covariation networks, without modules. */
export async function makeAnalysis(tx: Tx, of: AnalysisOf): Promise<MadeRecord> {
  const number = await newNumber(tx, 'P');
  const { rows } = await sql<{ id: number }>`
    insert into analysis (number, version, title, input_data_set, input_data_set_number, data_collection_number, attributes, number_of_networks,
                          number_of_modules, visibility, content_sha256)
    values (${number}, 1, ${of.title}, ${of.title}, ${of.dataSet}, ${of.collection}, '[]', ${of.networks}, 0, 'public', ${Buffer.alloc(32)})
    returning id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  for (let at = 0; at < of.networks; at += 1) {
    const network = await newNumber(tx, 'CN');
    await sql`
      insert into covariation_network (number, analysis_id, name, similarity, overlap, signum, min_size, merge_by, merge_param, number_of_modules, statistics, sample_labels)
      values (${network}, ${id}, ${`Bicor-None_signum0.${800 + at}_minSize${at + 3}_merge_ME_0.85_${at}`}, 'Bicor', 'None', 0.8, ${at + 3}, 'ME', 0.85, 0, '{}', '{}')`.execute(
      tx,
    );
  }
  return { id, number };
}
