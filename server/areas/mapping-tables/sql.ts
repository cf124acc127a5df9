import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { hasText, type Paging, pageOf, startingWith } from '../../records/lists/paging.ts';

export interface MappingTableRow {
  id: number;
  name: string;
  version: string;
  platform: string | null;
  organism: string | null;
  unique_identifier: string;
  mapped_to: string;
  rows: number;
  created_at: Date;
  size_bytes: number;
}

export interface TableFilter {
  search: string;
  name?: string | undefined;
  /** undefined for both */
  type?: 'microarray' | 'organism';
}

const COLUMNS = sql`t.id, t.name, t.release as version, t.platform, t.organism, t.from_identifier as unique_identifier,
  t.to_identifier as mapped_to, t.number_of_rows as rows, t.created_at, t.size_bytes`;

const ORDER: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(t.name)`,
  version: sql`t.release`,
  platform: sql`lower(t.platform)`,
  organism: sql`lower(t.organism)`,
  unique_identifier: sql`t.from_identifier`,
  mapped_to: sql`t.to_identifier`,
  rows: sql`t.number_of_rows`,
  date_uploaded: sql`t.created_at`,
  size_bytes: sql`t.size_bytes`,
};

function matching({ search, name, type }: TableFilter): RawBuilder<SqlBool> {
  const found = search === '' ? sql<SqlBool>`true` : sql<SqlBool>`${hasText(sql`t.name`, search)}`;
  const isNamed = name === undefined ? sql<SqlBool>`true` : sql<SqlBool>`t.name = ${name}`;
  const isOf =
    type === undefined
      ? sql<SqlBool>`true`
      : type === 'microarray'
        ? sql<SqlBool>`t.platform is not null`
        : sql<SqlBool>`t.platform is null`;
  return sql<SqlBool>`t.is_current and ${found} and ${isNamed} and ${isOf}`;
}

/** One page of current mapping tables. Table mapping_table; tens of rows. */
export async function listMappingTables(db: Db, query: Paging & TableFilter): Promise<MappingTableRow[]> {
  const { rows } = await sql<MappingTableRow>`
    select ${COLUMNS} from mapping_table t where ${matching(query)} ${pageOf(ORDER, query, sql`t.id`)}`.execute(
    db,
  );
  return rows;
}

/** Exact number of mapping tables with the filter of `listMappingTables`, by the same index. */
export async function countMappingTables(db: Db, filter: TableFilter): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from mapping_table t where ${matching(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One mapping table of any release. Primary key. */
export async function findMappingTable(
  db: Db,
  id: number,
): Promise<(MappingTableRow & { storage_key: string; is_current: boolean }) | undefined> {
  const { rows } = await sql<MappingTableRow & { storage_key: string; is_current: boolean }>`
    select ${COLUMNS}, t.storage_key, t.is_current from mapping_table t where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Every release of a table, newest first. */
export async function listReleases(
  db: Db,
  name: string,
): Promise<{ id: number; version: string; created_at: Date; is_current: boolean }[]> {
  return db
    .selectFrom('mapping_table')
    .select(['id', 'release as version', 'created_at', 'is_current'])
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .execute();
}

interface RowFilter {
  id: number;
  search: string;
}

function rowsFound({ id, search }: RowFilter): RawBuilder<SqlBool> {
  const start = startingWith(search.toUpperCase());
  return search === ''
    ? sql<SqlBool>`r.mapping_table_id = ${id}`
    : sql<SqlBool>`r.mapping_table_id = ${id} and (upper(r.identifier) like ${start} or upper(r.target) like ${start})`;
}

const ROW_ORDER = {
  place: sql`r.place`,
  unique_identifier: sql`upper(r.identifier)`,
  value: sql`upper(r.target)`,
};

/** One page of rows by primary key; a search reads the table's rows once, tens of thousands. */
export async function listRows(
  db: Db,
  query: Paging & RowFilter,
): Promise<{ place: number; unique_identifier: string; value: string | null }[]> {
  const { rows } = await sql<{ place: number; unique_identifier: string; value: string | null }>`
    select r.place, r.identifier as unique_identifier, r.target as value from mapping_row r
     where ${rowsFound(query)} ${pageOf(ROW_ORDER, query, sql`r.place`)}`.execute(db);
  return rows;
}

/** Exact number of rows with the filter of `listRows`, by the same index. */
export async function countRows(db: Db, filter: RowFilter): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from mapping_row r where ${rowsFound(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}
