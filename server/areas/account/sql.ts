import { type Db, sql, type Tx } from '../../base/postgres/database.ts';

interface Profile {
  first_name: string;
  last_name: string;
  institution: string | null;
  orcid_id: string | null;
}

/**
 * Updates a profile; a verified ORCID iD cannot be overwritten. Writes `person`, primary key; reads `person_identity`.
 */
export async function setProfile(
  tx: Tx,
  person_id: number,
  { orcid_id, ...profile }: Profile,
): Promise<void> {
  await tx.updateTable('person').set(profile).where('id', '=', person_id).execute();
  await sql`
    update person set orcid_id = ${orcid_id}
     where id = ${person_id}
       and not exists (select 1 from person_identity i where i.person_id = person.id and i.door = 'orcid')`.execute(
    tx,
  );
}

/**
 * Deletes all sessions of a person except one. Writes `session` by index session_person. @returns how many were deleted
 */
export async function deleteOtherSessions(
  tx: Tx,
  { person_id, token_hash }: { person_id: number; token_hash: Buffer },
): Promise<number> {
  const rows = await tx
    .deleteFrom('session')
    .where('person_id', '=', person_id)
    .where('token_hash', '<>', token_hash)
    .returning('person_id')
    .execute();
  return rows.length;
}

export interface ApiTokenRow {
  id: number;
  name: string;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

/**
 * Tokens of a person, newest first, including those that expired within 30 days. Table `api_token`, index
 * api_token_person.
 */
export async function listApiTokens(db: Db, person_id: number): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('api_token')
    .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at'])
    .where('person_id', '=', person_id)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Locks the person until the transaction ends, then checks that the session still exists: an earlier password reset may
 * have ended it. Tables `person` and `session`, primary keys.
 */
export async function holdSession(
  tx: Tx,
  { person_id, token_hash }: { person_id: number; token_hash: Buffer },
): Promise<boolean> {
  await sql`select id from person where id = ${person_id} for update`.execute(tx);
  const { rows } = await sql`
    select person_id from session where token_hash = ${token_hash} and person_id = ${person_id}`.execute(tx);
  return rows.length > 0;
}

/** Number of valid tokens of a person. Table `api_token`, index api_token_person. */
export async function countLivingApiTokens(db: Db, person_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from api_token where person_id = ${person_id} and expires_at > now()`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Inserts into `api_token`. */
export async function createApiToken(
  tx: Tx,
  token: { person_id: number; name: string; token_hash: Buffer; days: number },
): Promise<ApiTokenRow> {
  const { rows } = await sql<ApiTokenRow>`
    insert into api_token (person_id, name, token_hash, expires_at)
    values (${token.person_id}, ${token.name}, ${token.token_hash}, now() + make_interval(days => ${token.days}))
    returning id, name, created_at, expires_at, last_used_at`.execute(tx);
  if (!rows[0]) throw new Error('The token was not stored.');
  return rows[0];
}

/** Revokes a token of this person. Writes `api_token`, primary key. @returns false if the person has no such token */
export async function deleteApiToken(tx: Tx, token: { id: number; person_id: number }): Promise<boolean> {
  const rows = await tx
    .deleteFrom('api_token')
    .where('id', '=', token.id)
    .where('person_id', '=', token.person_id)
    .returning('id')
    .execute();
  return rows.length > 0;
}
