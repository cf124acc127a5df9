import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/database.ts';
import { containing, type Paging, pageOf } from '../../database/visible.ts';

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
}

const ORDER: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(t.name)`,
  version: sql`t.release`,
  platform: sql`lower(t.platform)`,
  organism: sql`lower(t.organism)`,
  unique_identifier: sql`t.from_identifier`,
  mapped_to: sql`t.to_identifier`,
  rows: sql`t.number_of_rows`,
  date_uploaded: sql`t.created_at`,
};

function matching(search: string): RawBuilder<SqlBool> {
  return search === ''
    ? sql<SqlBool>`t.is_current`
    : sql<SqlBool>`t.is_current and t.name ilike ${containing(search)}`;
}

/** One page of current mapping tables. Table mapping_table; tens of rows. */
export async function listMappingTables(
  db: Db,
  query: Paging & { search: string },
): Promise<MappingTableRow[]> {
  const { rows } = await sql<MappingTableRow>`
    select t.id, t.name, t.release as version, t.platform, t.organism, t.from_identifier as unique_identifier,
           t.to_identifier as mapped_to, t.number_of_rows as rows, t.created_at
      from mapping_table t where ${matching(query.search)} ${pageOf(ORDER, query, sql`t.id`)}`.execute(db);
  return rows;
}

export async function countMappingTables(db: Db, search: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from mapping_table t where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}
