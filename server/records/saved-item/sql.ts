/** Statements of saved items. Each is over one table, by a unique index on person and name, or on the token. */
import { type Db, sql } from '../../base/postgres/database.ts';
import { NOTHING, type SavedKind, type SavedRow } from './kind.ts';

/** Whose items; `within` is the number of the data set of groups. */
export interface Owner {
  person_id: number;
  within?: number;
}

function rowOf<Row>({ table, columns, joined = NOTHING }: SavedKind<Row>) {
  return sql`
    select s.id, s.person_id, s.name, s.share_token, s.deleted_at is not null as is_deleted, ${columns}
      from ${sql.table(table)} s ${joined}`;
}

function ownedBy<Row>({ within }: SavedKind<Row>, owner: Owner) {
  const inIt = within === undefined ? NOTHING : sql`and s.${sql.ref(within)} = ${owner.within}`;
  return sql`s.person_id = ${owner.person_id} ${inIt} and s.deleted_at is null`;
}

/** Items of one person, by name. */
export async function listSaved<Row>(
  db: Db,
  kind: SavedKind<Row>,
  owner: Owner,
  { page, page_size }: { page: number; page_size: number },
): Promise<(SavedRow & Row)[]> {
  const { rows } = await sql<SavedRow & Row>`
    ${rowOf(kind)} where ${ownedBy(kind, owner)}
     order by lower(s.name), s.name limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return rows;
}

/** Number of items of one person. */
export async function countSaved<Row>(db: Db, kind: SavedKind<Row>, owner: Owner): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(kind.table)} s where ${ownedBy(kind, owner)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** @returns its id, undefined if the owner has another item of this name */
export async function insertSaved<Row>(
  db: Db,
  { table, within }: SavedKind<Row>,
  owner: Owner,
  values: Readonly<Record<string, string | null>> & { name: string },
): Promise<number | undefined> {
  const all: Record<string, string | number | null | undefined> = { person_id: owner.person_id, ...values };
  if (within !== undefined) all[within] = owner.within;
  const unique = within === undefined ? sql`person_id, name` : sql`person_id, ${sql.ref(within)}, name`;
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))})
    on conflict (${unique}) where deleted_at is null do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** One item, also a deleted one. Primary key. */
export async function getSaved<Row>(db: Db, kind: SavedKind<Row>, id: number): Promise<SavedRow & Row> {
  const { rows } = await sql<SavedRow & Row>`${rowOf(kind)} where s.id = ${id}`.execute(db);
  if (rows[0] === undefined) throw new Error(`${kind.table} ${id} is gone.`);
  return rows[0];
}

/** One item of this person, also a deleted one; locked until the transaction ends. Primary key. */
export async function lockSaved<Row>(
  db: Db,
  kind: SavedKind<Row>,
  { id, person_id }: { id: number; person_id: number },
): Promise<(SavedRow & Row) | undefined> {
  const { rows } = await sql<SavedRow & Row>`
    ${rowOf(kind)} where s.id = ${id} and s.person_id = ${person_id} for update of s`.execute(db);
  return rows[0];
}

/** Whether the owner has another item of this name. */
export async function hasOtherOfName<Row>(
  db: Db,
  kind: SavedKind<Row>,
  owner: Owner,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(kind.table)} s
     where ${ownedBy(kind, owner)} and s.name = ${name} and s.id <> ${id}`.execute(db);
  return rows.length > 0;
}

/** Renames an item. Primary key. */
export async function renameSaved<Row>(
  db: Db,
  { table, hasChangeDate }: SavedKind<Row>,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const dated = hasChangeDate ? sql`, updated_at = now()` : NOTHING;
  await sql`update ${sql.table(table)} set name = ${name} ${dated} where id = ${id}`.execute(db);
}

/** Deletes or restores an item. Primary key. */
export async function setDeleted<Row>(
  db: Db,
  { table }: SavedKind<Row>,
  { id, isDeleted }: { id: number; isDeleted: boolean },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = case when ${isDeleted} then now() end where id = ${id}`.execute(
    db,
  );
}

/** Replaces the token of an item, so that links that were shared before open nothing. Primary key. */
export async function setToken<Row>(
  db: Db,
  { table }: SavedKind<Row>,
  { id, token }: { id: number; token: string },
): Promise<void> {
  await sql`update ${sql.table(table)} set share_token = ${token} where id = ${id}`.execute(db);
}

/** An item by its token; those of removed people are excluded. */
export async function findShared<Row>(
  db: Db,
  kind: SavedKind<Row>,
  token: string,
): Promise<(SavedRow & Row) | undefined> {
  const { rows } = await sql<SavedRow & Row>`
    ${rowOf(kind)} join person owner on owner.id = s.person_id
     where s.share_token = ${token} and s.deleted_at is null and owner.removed_at is null`.execute(db);
  return rows[0];
}
