import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { canReturn } from '../../records/access/deleted.ts';
import { type DependentRecord, type Locking, lockIf } from '../../records/access/visibility.ts';
import { isVersion, readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import {
  hasText,
  type Listed,
  listWithTotal,
  type Paging,
  pageOf,
  versionCodeOrder,
} from '../../records/lists/paging.ts';
import { raiseCorpusVersion } from '../../records/search/corpus-version.ts';

export interface DataCollectionRow {
  version_id: number;
  id: number;
  version: number;
  name: string;
  title: string;
  accession_id: string | null;
  pubmed_id: string | null;
  source: string | null;
  data_sets: number;
  number_of_samples: number;
  visibility: Visibility;
  owner: string | null;
  owner_id: number | null;
  created_at: Date;
}

function visibleDataSets(principal: Principal): RawBuilder<unknown> {
  return sql`(select count(*)::int from data_set d
     where d.data_collection_number = c.number and ${readableNow(principal, 'd')})`;
}

function collectionColumns(principal: Principal): RawBuilder<unknown> {
  return sql`c.id as version_id, c.number as id, c.version, c.name, c.title, c.accession_id, c.pubmed_id, c.source,
    ${visibleDataSets(principal)} as data_sets, c.number_of_samples, c.visibility, c.owner, c.owner_id, c.created_at`;
}

const COLLECTION_ORDER: Record<string, RawBuilder<unknown>> = {
  title: sql`lower(title)`,
  accession_id: sql`lower(accession_id)`,
  pubmed_id: sql`pubmed_id`,
  data_sets: sql`data_sets`,
  number_of_samples: sql`number_of_samples`,
  upload_date: sql`created_at`,
  visibility: sql`visibility`,
  omicon_id: sql`id`,
};

function collectionsMatching(principal: Principal, search: string): RawBuilder<SqlBool> {
  const found =
    search === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${hasText(sql`concat_ws(' ', c.title, c.accession_id, c.pubmed_id, c.name, c.source)`, search)}`;
  return sql<SqlBool>`${readableNow(principal, 'c')} and ${found}`;
}

/** One page of current data collections and their exact number. Index data_collection_listed for the default order. */
export function listDataCollections(
  db: Db,
  principal: Principal,
  query: Paging & { search: string },
): Promise<Listed<DataCollectionRow>> {
  const matching = collectionsMatching(principal, query.search);
  return listWithTotal(db, {
    total: sql`select count(*)::int from data_collection c where ${matching}`,
    page: (total) => sql`
      select *, ${total} as total
        from (select ${collectionColumns(principal)} from data_collection c where ${matching}) listed
      ${pageOf(COLLECTION_ORDER, query, sql`id`)}`,
  });
}

/** One version of a collection; by default the current one. Unique index on (number, version). */
export async function findDataCollection(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<(DataCollectionRow & { attributes: unknown }) | undefined> {
  const { rows } = await sql<DataCollectionRow & { attributes: unknown }>`
    select ${collectionColumns(principal)}, c.attributes
      from data_collection c
     where c.number = ${which.id} and ${isVersion('c', which.version)} and c.deleted_at is null and ${visibleTo(principal, 'c')}`.execute(
    db,
  );
  return rows[0];
}

export interface VersionRow {
  version: number;
  created_at: Date;
  is_current: boolean;
}

/** Versions of a record that the caller may read, newest first. Unique index on (number, version). */
export async function listVersions(
  db: Db,
  principal: Principal,
  record: { entity_type: 'dc' | 'ds'; number: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select r.version, r.created_at, r.is_current from record_version r
     where r.entity_type = ${record.entity_type} and r.number = ${record.number} and r.deleted_at is null
       and ${visibleTo(principal, 'r')}
     order by r.version desc`.execute(db);
  return rows;
}

export interface DataSetRow {
  version_id: number;
  id: number;
  version: number;
  /** number and title of its collection; null if the caller may not read it */
  data_collection_id: number | null;
  data_collection_title: string | null;
  title: string;
  ds_version: string;
  parent_ds_version: string | null;
  technology: string | null;
  platform: string | null;
  analyte: string | null;
  unique_identifier: string;
  transformations: string;
  quantification_scale: string | null;
  number_of_samples: number;
  number_of_features: number;
  notes: string | null;
  visibility: Visibility;
  owner: string | null;
  owner_id: number | null;
  created_at: Date;
}

const DATA_SET_COLUMNS = sql`d.id as version_id, d.number as id, d.version, c.number as data_collection_id,
  c.title as data_collection_title, d.title, d.ds_version, d.parent_ds_version, d.technology, d.platform, d.analyte,
  d.unique_identifier, d.transformations, d.quantification_scale, d.number_of_samples, d.number_of_features, d.notes,
  d.visibility, d.owner, d.owner_id, d.created_at`;

const DATA_SET_ORDER: Record<string, RawBuilder<unknown>> = {
  title: sql`lower(d.title)`,
  ds_version: versionCodeOrder(sql`d.ds_version`),
  platform: sql`lower(d.platform)`,
  technology: sql`lower(d.technology)`,
  transformations: sql`d.transformations`,
  quantification_scale: sql`lower(d.quantification_scale)`,
  number_of_samples: sql`d.number_of_samples`,
  number_of_features: sql`d.number_of_features`,
  upload_date: sql`d.created_at`,
  data_collection_title: sql`lower(c.title)`,
  visibility: sql`d.visibility`,
  omicon_id: sql`d.number`,
};

interface DataSetFilter {
  search: string;
  data_collection_id?: number;
}

function dataSetsMatching(principal: Principal, filter: DataSetFilter): RawBuilder<SqlBool> {
  const within =
    filter.data_collection_id === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`d.data_collection_number = ${filter.data_collection_id}`;
  const found =
    filter.search === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${hasText(sql`concat_ws(' ', d.title, d.ds_version, d.platform, d.technology, c.title, c.accession_id)`, filter.search)}`;
  return sql<SqlBool>`${readableNow(principal, 'd')} and ${within} and ${found}`;
}

/** Data sets `d`, with their collection `c` if the caller may read it. */
function withCollections(principal: Principal): RawBuilder<unknown> {
  return sql`data_set d left join data_collection c on c.number = d.data_collection_number and c.is_current
    and c.deleted_at is null and ${visibleTo(principal, 'c')}`;
}

/**
 * One page of current data sets, of one collection or of all, and their exact number. Index data_set_listed or
 * data_set_counted.
 */
export function listDataSets(
  db: Db,
  principal: Principal,
  query: Paging & DataSetFilter,
): Promise<Listed<DataSetRow>> {
  const matching = dataSetsMatching(principal, query);
  // Only a search needs the collections for the total.
  const counted = query.search === '' ? sql`data_set d` : withCollections(principal);
  return listWithTotal(db, {
    total: sql`select count(*)::int from ${counted} where ${matching}`,
    page: (total) => sql`
      select ${DATA_SET_COLUMNS}, ${total} as total from ${withCollections(principal)}
       where ${matching} ${pageOf(DATA_SET_ORDER, query, sql`d.number`)}`,
  });
}

/** One version of a data set; by default the current one. Unique index on (number, version). */
export async function findDataSet(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<(DataSetRow & { attributes: unknown }) | undefined> {
  const { rows } = await sql<DataSetRow & { attributes: unknown }>`
    select ${DATA_SET_COLUMNS}, d.attributes from ${withCollections(principal)}
     where d.number = ${which.id} and ${isVersion('d', which.version)} and d.deleted_at is null and ${visibleTo(principal, 'd')}`.execute(
    db,
  );
  return rows[0];
}

export interface NamedRecord {
  id: number;
  title: string;
}

/** The data set a derived one was made from: same collection, version code without its last number. */
export async function findParentDataSet(
  db: Db,
  principal: Principal,
  child: DataSetRow,
): Promise<NamedRecord | undefined> {
  if (child.parent_ds_version === null) return undefined;
  const { rows } = await sql<NamedRecord>`
    select d.number as id, d.title || ' ' || d.ds_version as title from data_set d
     where d.data_collection_number = (select s.data_collection_number from data_set s where s.id = ${child.version_id})
       and d.ds_version = ${child.parent_ds_version}
       and ${readableNow(principal, 'd')}
     order by d.number limit 1`.execute(db);
  return rows[0];
}

/** Current analyses of this data set. Index analysis_input. */
export async function listAnalysesOfDataSet(
  db: Db,
  principal: Principal,
  id: number,
): Promise<NamedRecord[]> {
  const { rows } = await sql<NamedRecord>`
    select a.number as id, a.title from analysis a
     where a.input_data_set_number = ${id} and ${readableNow(principal, 'a')}
     order by lower(a.title), a.number`.execute(db);
  return rows;
}

/** A deleted collection that the caller may read; locked until the transaction ends. Index data_collection_current. */
export async function lockDeletedCollection(
  tx: Tx,
  principal: Principal,
  id: number,
): Promise<{ title: string; can_return: boolean } | undefined> {
  const { rows } = await sql<{ title: string; can_return: boolean }>`
    select c.title, ${canReturn('c')} as can_return from data_collection c
     where c.number = ${id} and c.is_current and c.deleted_at is not null and ${visibleTo(principal, 'c')} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Deletes or restores a collection with its data sets, their analyses and all files. Updates all their rows. */
export async function setCollectionDeleted(tx: Tx, id: number, isDeleted: boolean): Promise<number> {
  const { rows } = await sql`
    select 1 from data_collection where number = ${id} and is_current and (deleted_at is null) = ${isDeleted} for update`.execute(
    tx,
  );
  if (rows.length === 0) return 0;
  // Restores only what was deleted with the collection, not what had been deleted before.
  const together = isDeleted
    ? sql<SqlBool>`deleted_at is null`
    : sql<SqlBool>`deleted_at = (select w.deleted_at from data_collection w where w.number = ${id} and w.is_current)`;
  const deleted_at = isDeleted ? DATABASE_NOW : sql`null`;
  const { rows: owners } = await sql<{ entity_type: string; id: number }>`
    with c as (update data_collection set deleted_at = ${deleted_at} where number = ${id} and ${together} returning id, is_current),
         d as (update data_set set deleted_at = ${deleted_at} where data_collection_number = ${id} and ${together} returning id, is_current),
         a as (update analysis set deleted_at = ${deleted_at} where data_collection_number = ${id} and ${together} returning id, is_current)
    select 'dc' as entity_type, id from c where is_current union all
    select 'ds', id from d where is_current union all select 'project', id from a where is_current`.execute(
    tx,
  );
  await sql`
    update file f set is_current = ${!isDeleted}
      from json_to_recordset(${JSON.stringify(owners)}::json) as o(entity_type text, id int)
     where f.entity_type = o.entity_type and f.owner_id = o.id`.execute(tx);
  await raiseCorpusVersion(tx);
  return owners.length;
}

/** A collection that the caller may read, as one of the records that a change concerns. Index data_collection_current. */
export async function findConcerned(
  db: Db,
  principal: Principal,
  { id, ...locking }: { id: number } & Locking,
): Promise<DependentRecord | undefined> {
  const { rows } = await sql<DependentRecord>`
    select 'dc' as entity_type, c.number, c.title, c.visibility, c.owner_id, true as is_living from data_collection c
     where c.number = ${id} and ${readableNow(principal, 'c')} ${lockIf(locking)}`.execute(db);
  return rows[0];
}
