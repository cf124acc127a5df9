import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { RecordType } from '@omicon/domain/records/record-kinds.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { visibleTo } from '../../records/access/who-may-read.ts';
import { readableMetaModules } from '../../records/atlas/meta-modules-of.ts';
import { hasText, type Paging, pageOf } from '../../records/lists/paging.ts';
import { moduleTitle } from '../../records/network/names.ts';

/** Which record: by its kind and the number of its Omicon ID. */
interface RecordKey {
  entity_type: RecordType;
  id: number;
}

export interface StarredRow extends RecordKey {
  title: string;
  visibility: Visibility;
  analysis_id: number | null;
  starred_at: Date;
}

/** The current record behind `s.entity_type` and `s.entity_number`; one row or none, by the number's index. */
const recordFor = (principal: Principal) => sql`
  select v.title, v.visibility, v.owner_id, null::int as analysis_id
    from record_version v
   where v.entity_type = s.entity_type and v.number = s.entity_number and v.is_current and v.deleted_at is null
  union all
  select n.name, a.visibility, a.owner_id, a.number
    from covariation_network n join analysis a on a.id = n.analysis_id
   where s.entity_type = 'covariation-network' and n.number = s.entity_number and a.is_current and a.deleted_at is null
  union all
  select ${moduleTitle('n')}, a.visibility, a.owner_id, null
    from covariation_module m
    join covariation_network n on n.id = m.covariation_network_id
    join analysis a on a.id = n.analysis_id
   where s.entity_type = 'covariation-module' and m.number = s.entity_number and a.is_current and a.deleted_at is null
  union all
  select mm.title,
         case when exists (select 1 from meta_module o where o.audience = 'public' and o.number = mm.number)
              then 'public' else 'private' end,
         null, null
    from ${readableMetaModules(principal)}
   where s.entity_type = 'meta-module' and mm.number = s.entity_number
  union all
  select g.name, g.visibility, case when ${principal.person_id}::int = any(g.named_by) then ${principal.person_id}::int else g.owner_id end, null
    from gene_set g
   where s.entity_type = 'gene-set' and g.number = s.entity_number and g.deleted_at is null
  union all
  select c.title, c.visibility, c.owner_id, null
    from cell_type_reference c
   where s.entity_type = 'cell-type-reference' and c.number = s.entity_number and c.is_current and c.deleted_at is null`;

const ORDER: Record<string, RawBuilder<unknown>> = {
  starred_at: sql`s.created_at`,
  title: sql`lower(r.title)`,
  entity_type: sql`s.entity_type`,
  omicon_id: sql`s.entity_number`,
};

function matching(principal: Principal, search: string): RawBuilder<SqlBool> {
  const found = search === '' ? sql<SqlBool>`true` : sql<SqlBool>`${hasText(sql`r.title`, search)}`;
  return sql<SqlBool>`s.person_id = ${principal.person_id} and ${visibleTo(principal, 'r')} and ${found}`;
}

/** One page of a person's starred records. Table star, primary key; a few hundred rows a person. */
export async function listStarred(
  db: Db,
  principal: Principal,
  query: Paging & { search: string },
): Promise<StarredRow[]> {
  const { rows } = await sql<StarredRow>`
    select s.entity_type, s.entity_number as id, r.title, r.visibility, r.analysis_id, s.created_at as starred_at
      from star s cross join lateral (${recordFor(principal)}) r
     where ${matching(principal, query.search)} ${pageOf(ORDER, query, sql`s.entity_number`)}`.execute(db);
  return rows;
}

/** Exact number of entries of `listStarred`, by its primary key. */
export async function countStarred(db: Db, principal: Principal, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from star s cross join lateral (${recordFor(principal)}) r where ${matching(principal, search)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Whether the caller may read the record, and has starred it. */
export async function findStar(
  db: Db,
  principal: Principal,
  record: RecordKey,
): Promise<{ is_starred: boolean } | undefined> {
  const { rows } = await sql<{ is_starred: boolean }>`
    select exists (select 1 from star t
                    where t.person_id = ${principal.person_id} and t.entity_type = s.entity_type
                      and t.entity_number = s.entity_number) as is_starred
      from (values (${record.entity_type}::text, ${record.id}::int)) s(entity_type, entity_number)
      cross join lateral (${recordFor(principal)}) r
     where ${visibleTo(principal, 'r')}`.execute(db);
  return rows[0];
}

/** Writes star; a second star changes nothing. */
export async function createStar(tx: Tx, person_id: number, record: RecordKey): Promise<void> {
  await tx
    .insertInto('star')
    .values({ person_id, entity_type: record.entity_type, entity_number: record.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes star, primary key; a missing star is not an error. */
export async function deleteStar(tx: Tx, person_id: number, record: RecordKey): Promise<void> {
  await tx
    .deleteFrom('star')
    .where('person_id', '=', person_id)
    .where('entity_type', '=', record.entity_type)
    .where('entity_number', '=', record.id)
    .execute();
}
