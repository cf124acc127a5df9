/** Data sets as statistics of their values and samples need them. */

import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { readingsOf, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { cellsOfColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { toU32 } from '@omicon/search-index/kit/bytes.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import type { CopyPool } from '../../base/postgres/copy-rows.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../access/who-may-read.ts';
import { findColumns, type SampleOwner } from '../sample/sample-columns.ts';
import type { StoredMatrix } from './expression.ts';
import { readFeatureList } from './feature-lists.ts';

const RETRY_SECONDS = 30;

/** A data set without the labels of its samples, which take most of the time to read many. */
export interface StoredDataSet extends SampleOwner, StoredMatrix {
  number: number;
  data_collection_number: number;
  /** with its version code */
  title: string;
  feature_list_id: number;
}

export interface MeasuredDataSet extends StoredDataSet {
  /** in the order of the columns of its matrix */
  sample_labels: string[];
}

const COLUMNS = sql`
  'ds' as owner_type, d.id as owner_id, d.number, d.data_collection_number, d.title || ' ' || d.ds_version as title,
  d.number_of_samples, d.feature_list_id, d.number_of_features, d.matrix_storage_key, d.row_statistics_storage_key`;

const SAMPLES = sql`
  d.sample_columns, array(select s.label from sample s where s.owner_type = 'ds' and s.owner_id = d.id order by s.sample_index) as sample_labels`;

/** The current version of a data set that the caller may read. Index data_set_current, primary key of sample. */
export async function findMeasuredDataSet(
  db: Db,
  principal: Principal,
  number: number,
): Promise<MeasuredDataSet | undefined> {
  const { rows } = await sql<MeasuredDataSet>`
    select ${COLUMNS}, ${SAMPLES} from data_set d
     where d.number = ${number} and ${readableNow(principal, 'd')}`.execute(db);
  return rows[0];
}

/**
 * Data sets by row id, those that are current and that the caller may read. Primary key of data_set.
 * @param attribute of the attributes of their samples only this one is named: parsing all took a fifth of the call's
 * time
 */
export async function listStoredDataSets(
  db: Db,
  principal: Principal,
  { ids, attribute = '' }: { ids: readonly number[]; attribute: string | undefined },
): Promise<Map<number, StoredDataSet>> {
  const { rows } = await sql<StoredDataSet>`
    select ${COLUMNS}, case when ${attribute} = any(d.sample_columns) then array[${attribute}::text] else '{}' end as sample_columns
      from data_set d
     where d.id = any(${ids}::int[]) and ${readableNow(principal, 'd')}`.execute(db);
  return new Map(rows.map((row) => [row.owner_id, row]));
}

/** As `findMeasuredDataSet`. @throws PortalError 404 if the caller may not read it */
export async function getMeasuredDataSet(
  db: Db,
  principal: Principal,
  number: number,
): Promise<MeasuredDataSet> {
  const dataSet = await findMeasuredDataSet(db, principal, number);
  if (dataSet === undefined) throw notFound('data set');
  return dataSet;
}

/** Where the values of a data set are. @throws PortalError 503 until they are stored */
export function storedValuesOf({ matrix_storage_key, number_of_features, number_of_samples }: StoredMatrix) {
  if (matrix_storage_key === null)
    throw new PortalError('unavailable', 'The values of this data set are still being prepared.', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  return { matrix_storage_key, number_of_features, number_of_samples };
}

/** Cells of every sample, by attribute; attributes that the samples do not have are absent. */
export async function readCells(
  pool: CopyPool,
  dataSet: MeasuredDataSet,
  attributes: readonly string[],
): Promise<Map<string, (string | null)[]>> {
  const columns = await findColumns(pool, dataSet, attributes);
  return new Map([...columns].map(([name, column]) => [name, cellsOfColumn(column)]));
}

/** Indexes by `mappingKey` of the name, and of ids without version, for feature lists that are kept in memory. */
const indexesOf = new WeakMap<readonly string[], Map<string, number[]>>();

function indexNames(names: readonly string[]): Map<string, number[]> {
  const known = indexesOf.get(names);
  if (known !== undefined) return known;
  const indexes = new Map<string, number[]>();
  const add = (key: string, index: number) => {
    const same = indexes.get(key);
    if (same === undefined) indexes.set(key, [index]);
    else same.push(index);
  };
  for (const [index, name] of names.entries()) add(mappingKey(name), index);
  for (const [index, name] of names.entries()) {
    const unversioned = withoutVersion(name);
    if (unversioned !== name) add(mappingKey(unversioned), index);
  }
  indexesOf.set(names, indexes);
  return indexes;
}

/**
 * Indexes of the features that a name means, in the list of the data set: those of this name, in any version, else those
 * that map to this symbol. Empty for an unknown name. Tables search_target and search_feature_list, unique index on the
 * list.
 */
export async function findFeatureIndexes(
  db: Db,
  { feature_list_id }: Pick<MeasuredDataSet, 'feature_list_id'>,
  name: string,
): Promise<number[]> {
  const keys = readingsOf(name).map(mappingKey);
  const indexes = indexNames(await readFeatureList(db, feature_list_id));
  const named = keys.map((key) => indexes.get(key)).find((each) => each !== undefined);
  if (named !== undefined) return named;
  const { rows } = await sql<{ wanted: Buffer; features: Buffer }>`
    select t.features as wanted, l.features from search_target t, search_feature_list l
     where t.identifier = 'SYMBOL' and t.target = any(${keys}::text[]) and l.feature_list_id = ${feature_list_id}
     order by array_position(${keys}::text[], t.target) limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return [];
  const wanted = new Set(toU32(new Uint8Array(row.wanted)));
  return [...toU32(new Uint8Array(row.features))].flatMap((feature, index) =>
    wanted.has(feature) ? [index] : [],
  );
}
