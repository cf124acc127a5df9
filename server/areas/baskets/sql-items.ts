import type { BasketKind, CollectedItem } from '@omicon/contract/areas/baskets.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { knownTo, readableNow } from '../../records/access/who-may-read.ts';
import { readableMetaModules } from '../../records/atlas/meta-modules-of.ts';
import { hasText, type Paging, pageOf } from '../../records/lists/paging.ts';
import { MODULE_LABEL } from '../../records/network/names.ts';

/**
 * `readable`: the items of `item` (id, kind, record_number, name) whose current records the caller may read, with
 * their names. Indexes covariation_module_number and of the current collection; primary keys of meta_module, gene_set
 * and sample.
 */
function readableItems(principal: Principal): RawBuilder<unknown> {
  return sql`readable as (
    select i.id, ${MODULE_LABEL} as name, n.name || ' of ' || a.input_data_set as source
      from item i join covariation_module m on m.number = i.record_number
      join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where i.kind = 'module' and ${readableNow(principal, 'a')}
    union all
    select i.id, mm.title, mm.found || ' of ' || mm.findable || ' cohorts'
      from item i join ${readableMetaModules(principal)} on mm.number = i.record_number
     where i.kind = 'meta-module'
    union all
    select i.id, i.name, null from item i where i.kind = 'gene'
    union all
    select i.id, g.name, g.set_source from item i join gene_set g on g.number = i.record_number
     where i.kind = 'gene set' and g.deleted_at is null and ${knownTo(principal, 'g')}
    union all
    select i.id, i.name, c.title from item i join data_collection c on c.number = i.record_number
     where i.kind = 'sample' and ${readableNow(principal, 'c')}
       and (c.id, i.name) in (
         select s.owner_id, s.label from sample s
          where s.owner_type = 'dc'
            and s.owner_id in (select k.id from data_collection k join item j on j.record_number = k.number
                                where j.kind = 'sample' and k.is_current)))`;
}

function itemsOf(basket_id: number): RawBuilder<unknown> {
  return sql`item as (select id, kind, record_number, name from basket_item where basket_id = ${basket_id})`;
}

export interface ItemRow {
  id: number;
  kind: BasketKind;
  record_number: number | null;
  name: string;
  source: string | null;
  is_readable: boolean;
}

interface ItemFilter {
  basket_id: number;
  kind: BasketKind | undefined;
  search: string;
  /** leaves out items that the caller may not read */
  isReadableOnly: boolean;
}

function matching({ kind, search, isReadableOnly }: ItemFilter): RawBuilder<SqlBool> {
  const ofKind = kind === undefined ? sql<SqlBool>`true` : sql<SqlBool>`i.kind = ${kind}`;
  const found =
    search === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${hasText(sql`r.name`, search)} or ${hasText(sql`r.source`, search)})`;
  return sql<SqlBool>`${ofKind} and ${found} and (r.id is not null or not ${isReadableOnly}::boolean)`;
}

const ORDER: Record<string, RawBuilder<unknown>> = {
  kind: sql`i.kind`,
  name: sql`lower(r.name)`,
  source: sql`lower(r.source)`,
};

/** One page of a basket; items that the caller may not read have no name. At most 5,000 items a basket. */
export async function listItems(
  db: Db,
  principal: Principal,
  query: ItemFilter & Paging,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with ${itemsOf(query.basket_id)}, ${readableItems(principal)}
    select i.id, i.kind, case when r.id is not null then i.record_number end as record_number,
           coalesce(r.name, '') as name, r.source, r.id is not null as is_readable
      from item i left join readable r on r.id = i.id
     where ${matching(query)} ${pageOf(ORDER, query, sql`lower(r.name) asc nulls last, i.id`)}`.execute(db);
  return rows;
}

/** Exact number of items of `listItems`, and of those of the whole basket that the caller may not read. */
export async function countItems(
  db: Db,
  principal: Principal,
  filter: ItemFilter,
): Promise<{ total: number; not_readable: number }> {
  const { rows } = await sql<{ total: number; not_readable: number }>`
    with ${itemsOf(filter.basket_id)}, ${readableItems(principal)}
    select (count(*) filter (where ${matching(filter)}))::int as total,
           (count(*) filter (where r.id is null))::int as not_readable
      from item i left join readable r on r.id = i.id`.execute(db);
  return rows[0] ?? { total: 0, not_readable: 0 };
}

/** Readable items of a basket by kind. */
export async function countReadable(
  db: Db,
  principal: Principal,
  basket_id: number,
): Promise<ReadonlyMap<BasketKind, number>> {
  const { rows } = await sql<{ kind: BasketKind; n: number }>`
    with ${itemsOf(basket_id)}, ${readableItems(principal)}
    select i.kind, count(*)::int as n from item i join readable r on r.id = i.id group by i.kind`.execute(db);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}

/** Kind of the first of these items that the caller may not read; undefined if all are readable. */
export async function findUnreadable(
  db: Db,
  principal: Principal,
  items: readonly CollectedItem[],
): Promise<BasketKind | undefined> {
  const { rows } = await sql<{ kind: BasketKind }>`
    with item as (${unnested(items)}), ${readableItems(principal)}
    select i.kind from item i where not exists (select 1 from readable r where r.id = i.id)
     order by i.id limit 1`.execute(db);
  return rows[0]?.kind;
}

/** The items as rows, with their index from 1 as id. */
function unnested(items: readonly CollectedItem[]): RawBuilder<unknown> {
  const kinds = items.map(({ kind }) => kind);
  const numbers = items.map((item) => ('record_number' in item ? item.record_number : null));
  const names = items.map((item) => ('name' in item ? item.name : ''));
  return sql`select w.id::int as id, w.kind, w.record_number, w.name
    from unnest(${kinds}::text[], ${numbers}::int[], ${names}::text[])
         with ordinality as w(kind, record_number, name, id)`;
}

/** Adds items in their order. @returns ids of the new ones. Unique index basket_item_once. */
export async function addItems(
  db: Db,
  basket_id: number,
  items: readonly CollectedItem[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into basket_item (basket_id, kind, record_number, name)
    select ${basket_id}, w.kind, w.record_number, w.name from (${unnested(items)}) w order by w.id
    on conflict do nothing returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds the items of another basket that the caller may read. Unique index basket_item_once. */
export async function copyItems(
  db: Db,
  principal: Principal,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    with ${itemsOf(from)}, ${readableItems(principal)}
    insert into basket_item (basket_id, kind, record_number, name)
    select ${to}, i.kind, i.record_number, i.name from item i join readable r on r.id = i.id order by i.id
    on conflict do nothing`.execute(db);
}

/** Number of items of a basket. Unique index basket_item_once. */
export async function countAll(db: Db, basket_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from basket_item where basket_id = ${basket_id}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** @returns how many of these items were in the basket. Primary key. */
export async function removeItems(db: Db, basket_id: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    delete from basket_item where id = any(${ids}::int[]) and basket_id = ${basket_id} returning id`.execute(
    db,
  );
  return rows.length;
}
