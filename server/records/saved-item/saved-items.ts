/** What people save under a name, share by a link, and delete with undo. */
import { randomBytes } from 'node:crypto';
import { type Db, sql } from '../../base/postgres/database.ts';

const SHARE_TOKEN_BYTES = 16;

/** An unguessable token for the link that shares something. */
export function newShareToken(): string {
  return randomBytes(SHARE_TOKEN_BYTES).toString('base64url');
}

/**
 * Replaces the token of a saved item, so links that were shared before open nothing. Primary key.
 * @returns the new token
 */
export async function replaceShareToken(
  db: Db,
  table: 'basket' | 'consensus' | 'sample_group',
  id: number,
): Promise<string> {
  const token = newShareToken();
  await sql`update ${sql.table(table)} set share_token = ${token} where id = ${id}`.execute(db);
  return token;
}

/** Whether this person has another one of this name. Unique indexes basket_name and consensus_name. */
export async function hasOtherOfName(
  db: Db,
  table: 'basket' | 'consensus',
  { id, person_id, name }: { id: number; person_id: number; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
     where person_id = ${person_id} and name = ${name} and deleted_at is null and id <> ${id}`.execute(db);
  return rows.length > 0;
}

/** Deletes or restores a saved item. Primary key. */
export async function setDeleted(
  db: Db,
  table: 'basket' | 'consensus' | 'sample_group',
  { id, isDeleted }: { id: number; isDeleted: boolean },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = case when ${isDeleted} then now() end where id = ${id}`.execute(
    db,
  );
}
