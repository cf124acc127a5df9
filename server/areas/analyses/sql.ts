import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { canReturn } from '../../records/access/deleted.ts';
import { isVersion, readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import { hasText, type Listed, listWithTotal, type Paging, pageOf } from '../../records/lists/paging.ts';
import { raiseCorpusVersion } from '../../records/search/corpus-version.ts';

export interface AnalysisRow {
  version_id: number;
  id: number;
  version: number;
  title: string;
  analyst: string | null;
  creation_date: string | null;
  input_data_set: string;
  /** null if the caller may not read the data set */
  input_data_set_id: number | null;
  /** number and title of the collection; null if the caller may not read it */
  data_collection_id: number | null;
  data_collection_title: string | null;
  covariation_networks: number;
  covariation_modules: number;
  visibility: Visibility;
  owner: string | null;
  owner_id: number | null;
  created_at: Date;
}

const COLUMNS = sql`a.id as version_id, a.number as id, a.version, a.title, a.analyst, a.creation_date, a.input_data_set,
  d.number as input_data_set_id, c.number as data_collection_id, c.title as data_collection_title,
  a.number_of_networks as covariation_networks, a.number_of_modules as covariation_modules, a.visibility, a.owner, a.owner_id,
  a.created_at`;

/** Analyses `a` with their input data set `d` and collection `c`, if the caller may read those. */
function withSources(principal: Principal): RawBuilder<unknown> {
  return sql`analysis a
    left join data_set d on d.number = a.input_data_set_number and ${readableNow(principal, 'd')}
    left join data_collection c on c.number = a.data_collection_number and ${readableNow(principal, 'c')}`;
}

const ORDER: Record<string, RawBuilder<unknown>> = {
  title: sql`lower(a.title)`,
  owner: sql`lower(a.owner)`,
  analyst: sql`lower(a.analyst)`,
  creation_date: sql`a.creation_date`,
  input_data_set: sql`lower(a.input_data_set)`,
  covariation_networks: sql`a.number_of_networks`,
  upload_date: sql`a.created_at`,
  visibility: sql`a.visibility`,
  omicon_id: sql`a.number`,
};

function matching(principal: Principal, search: string): RawBuilder<SqlBool> {
  const found =
    search === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${hasText(sql`concat_ws(' ', a.title, a.owner, a.analyst, a.input_data_set)`, search)}`;
  return sql<SqlBool>`${readableNow(principal, 'a')} and ${found}`;
}

/** One page of current analyses and their exact number. Index analysis_listed for the default order. */
export function listAnalyses(
  db: Db,
  principal: Principal,
  query: Paging & { search: string },
): Promise<Listed<AnalysisRow>> {
  const matched = matching(principal, query.search);
  return listWithTotal(db, {
    total: sql`select count(*)::int from analysis a where ${matched}`,
    page: (total) => sql`
      select ${COLUMNS}, ${total} as total from ${withSources(principal)}
       where ${matched} ${pageOf(ORDER, query, sql`a.number`)}`,
  });
}

/** One version of an analysis; by default the current one. Unique index on (number, version). */
export async function findAnalysis(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<(AnalysisRow & { attributes: unknown }) | undefined> {
  const { rows } = await sql<AnalysisRow & { attributes: unknown }>`
    select ${COLUMNS}, a.attributes from ${withSources(principal)}
     where a.number = ${which.id} and ${isVersion('a', which.version)} and a.deleted_at is null and ${visibleTo(principal, 'a')}`.execute(
    db,
  );
  return rows[0];
}

/** Versions of an analysis that the caller may read, newest first. Unique index on (number, version). */
export async function listAnalysisVersions(
  db: Db,
  principal: Principal,
  number: number,
): Promise<{ version: number; created_at: Date; is_current: boolean }[]> {
  return db
    .selectFrom('analysis as a')
    .select(['a.version', 'a.created_at', 'a.is_current'])
    .where('a.number', '=', number)
    .where('a.deleted_at', 'is', null)
    .where(visibleTo(principal, 'a'))
    .orderBy('a.version', 'desc')
    .execute();
}

export interface NetworkRow {
  id: number;
  name: string;
  similarity: string;
  overlap: string;
  rel_signum: number | null;
  signum: number;
  min_size: number;
  merge_by: string;
  merge_param: number;
  modules: number;
}

export interface ListedNetworkRow extends NetworkRow {
  statistics: unknown;
  themes: number;
}

/**
 * Networks of one analysis version, by minimum size, then falling threshold. About 35 rows; their themes are counted in
 * the index covariation_module_theme.
 */
export async function listNetworks(db: Db, analysis_id: number): Promise<ListedNetworkRow[]> {
  return db
    .selectFrom('covariation_network as n')
    .select([
      'statistics',
      sql<number>`(select count(distinct m.theme)::int from covariation_module m where m.covariation_network_id = n.id)`.as(
        'themes',
      ),
      'number as id',
      'name',
      'similarity',
      'overlap',
      'rel_signum',
      'signum',
      'min_size',
      'merge_by',
      'merge_param',
      'number_of_modules as modules',
    ])
    .where('analysis_id', '=', analysis_id)
    .orderBy('min_size')
    .orderBy('signum', 'desc')
    .orderBy('number')
    .execute();
}

export interface DeletedAnalysisRow {
  title: string;
  can_return: boolean;
  /** whether its data collection is deleted, too, and its title if the caller may read it */
  is_collection_deleted: boolean;
  collection_title: string | null;
}

/**
 * A deleted analysis that the caller may read. Locks it and its collection until the transaction ends. Indexes
 * analysis_current and data_collection_current.
 */
export async function lockDeletedAnalysis(
  tx: Tx,
  principal: Principal,
  id: number,
): Promise<DeletedAnalysisRow | undefined> {
  const { rows } = await sql<DeletedAnalysisRow>`
    select a.title, ${canReturn('a')} as can_return, c.deleted_at is not null as is_collection_deleted,
           case when ${visibleTo(principal, 'c')} then c.title end as collection_title
      from analysis a join data_collection c on c.number = a.data_collection_number and c.is_current
     where a.number = ${id} and a.is_current and a.deleted_at is not null and ${visibleTo(principal, 'a')}
       for share of c for update of a`.execute(tx);
  return rows[0];
}

/** Hides an analysis and its files, or restores them. @returns whether there was one */
export async function setAnalysisDeleted(tx: Tx, id: number, isDeleted: boolean): Promise<boolean> {
  const { rows } = await sql<{ id: number; is_current: boolean }>`
    update analysis set deleted_at = ${isDeleted ? DATABASE_NOW : null}
     where number = ${id} and (deleted_at is null) = ${isDeleted} returning id, is_current`.execute(tx);
  const current = rows.find((row) => row.is_current);
  if (!current) return false;
  await tx
    .updateTable('file')
    .set({ is_current: !isDeleted })
    .where('entity_type', '=', 'project')
    .where('owner_id', '=', current.id)
    .execute();
  await raiseCorpusVersion(tx);
  return true;
}
