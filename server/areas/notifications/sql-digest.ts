/** Subscribers of the daily digest. Columns digest and digest_at of table person. */
import type { DIGESTS } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';

type Digest = (typeof DIGESTS)[number];

/** Primary key of person. */
export async function getDigest(db: Db, person_id: number): Promise<Digest> {
  const { rows } = await sql<{ digest: Digest }>`select digest from person where id = ${person_id}`.execute(
    db,
  );
  return rows[0]?.digest ?? 'none';
}

/** Writes person, primary key. */
export async function saveDigest(tx: Tx, person_id: number, digest: Digest): Promise<void> {
  await sql`update person set digest = ${digest} where id = ${person_id}`.execute(tx);
}

const DUE = sql`
  digest = 'daily' and email is not null and verified_at is not null and removed_at is null
  and coalesce(digest_at, '-infinity') <= now() - interval '24 hours'`;

/** People whose last digest is a day old, or who never had one. Index person_digest. */
export async function listDue(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from person where ${DUE} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface DueRow {
  person_id: number;
  email: string;
  role: Principal['role'];
  permissions: string[];
}

/** Locks a person's digest until the transaction ends; undefined if another worker has sent it or is sending it. */
export async function takeDue(tx: Tx, id: number): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    select id as person_id, email, role,
           array(select rp.permission from role_permission rp where rp.role = person.role) as permissions
      from person where id = ${id} and ${DUE} for update skip locked`.execute(tx);
  return rows[0];
}

/** Records that a person's digest was sent. Writes person, primary key. */
export async function recordDigest(tx: Tx, person_id: number): Promise<void> {
  await sql`update person set digest_at = now() where id = ${person_id}`.execute(tx);
}
