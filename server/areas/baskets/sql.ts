import { type Db, sql } from '../../base/postgres/database.ts';

export interface BasketRow {
  id: number;
  name: string;
  share_token: string;
  module: number;
  gene: number;
  'gene set': number;
  sample: number;
  updated_at: Date;
}

const BASKET = sql`
  b.id, b.name, b.share_token, b.updated_at, c.module, c.gene, c."gene set", c.sample`;

/** Items of a basket `b` by kind. Unique index basket_item_once. */
const COUNTED = sql`
  cross join lateral (
    select (count(*) filter (where i.kind = 'module'))::int as module,
           (count(*) filter (where i.kind = 'gene'))::int as gene,
           (count(*) filter (where i.kind = 'gene set'))::int as "gene set",
           (count(*) filter (where i.kind = 'sample'))::int as sample
      from basket_item i where i.basket_id = b.id) c`;

/** Baskets of one person, by name. Index basket_name; at most a hundred a person. */
export async function listBaskets(
  db: Db,
  person_id: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<BasketRow[]> {
  const { rows } = await sql<BasketRow>`
    select ${BASKET} from basket b ${COUNTED} where b.person_id = ${person_id} and b.deleted_at is null
     order by lower(b.name), b.name limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return rows;
}

/** Number of baskets of one person. Index basket_name. */
export async function countBaskets(db: Db, person_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from basket where person_id = ${person_id} and deleted_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** @returns its id, undefined if this person has another basket of this name. Unique index basket_name. */
export async function createBasket(
  db: Db,
  basket: { person_id: number; name: string; share_token: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into basket (person_id, name, share_token)
    values (${basket.person_id}, ${basket.name}, ${basket.share_token})
    on conflict (person_id, name) where deleted_at is null do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** One basket with the number of its items. Primary key. */
export async function getBasket(db: Db, id: number): Promise<BasketRow> {
  const { rows } = await sql<BasketRow>`select ${BASKET} from basket b ${COUNTED} where b.id = ${id}`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Error(`Basket ${id} is gone.`);
  return rows[0];
}

/** Whether this person has this basket. Primary key. */
export async function hasBasket(
  db: Db,
  { id, person_id }: { id: number; person_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from basket where id = ${id} and person_id = ${person_id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** One basket of this person, also a deleted one; locked until the transaction ends. Primary key. */
export async function lockBasket(
  db: Db,
  { id, person_id }: { id: number; person_id: number },
): Promise<{ id: number; name: string; is_deleted: boolean } | undefined> {
  const { rows } = await sql<{ id: number; name: string; is_deleted: boolean }>`
    select id, name, deleted_at is not null as is_deleted from basket
     where id = ${id} and person_id = ${person_id} for update`.execute(db);
  return rows[0];
}

/** Renames a basket. Primary key. */
export async function renameBasket(db: Db, id: number, name: string): Promise<void> {
  await sql`update basket set name = ${name}, updated_at = now() where id = ${id}`.execute(db);
}

/** A basket by its token; those of removed people are excluded. Unique index basket_share. */
export async function findShared(
  db: Db,
  share_token: string,
): Promise<{ id: number; name: string; share_token: string; updated_at: Date } | undefined> {
  const { rows } = await sql<{ id: number; name: string; share_token: string; updated_at: Date }>`
    select b.id, b.name, b.share_token, b.updated_at from basket b join person owner on owner.id = b.person_id
     where b.share_token = ${share_token} and b.deleted_at is null and owner.removed_at is null`.execute(db);
  return rows[0];
}

/** The most recently used basket moves to the front of the menu. Primary key. */
export async function touchBasket(db: Db, id: number): Promise<void> {
  await sql`update basket set updated_at = now() where id = ${id}`.execute(db);
}
