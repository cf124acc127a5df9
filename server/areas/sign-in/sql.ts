import type { Role } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import type { ProviderKind } from '../../base/sign-in/identity-providers.ts';

export interface PersonRow {
  id: number;
  username: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  institution: string | null;
  orcid_id: string | null;
  role: Role;
  password_hash: string | null;
  verified_at: Date | null;
  expires_at: Date | null;
}

const PERSON_COLUMNS = [
  'id',
  'username',
  'first_name',
  'last_name',
  'email',
  'institution',
  'orcid_id',
  'role',
  'password_hash',
  'verified_at',
  'expires_at',
] as const;

/** The active person with a login name, ignoring case. Table `person`, unique index on lower(username). */
export async function findPersonByUsername(db: Db, username: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('person')
    .select(PERSON_COLUMNS)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** One active person by id. Table `person`, primary key. */
export async function findPerson(db: Db, id: number): Promise<PersonRow | undefined> {
  return db
    .selectFrom('person')
    .select(PERSON_COLUMNS)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Whether the verified password is still current and the person is still active. Locks the person until the transaction
 * ends. Table `person`, primary key.
 */
export async function holdPassword(
  tx: Tx,
  person: { id: number; password_hash: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select id from person
     where id = ${person.id} and password_hash = ${person.password_hash} and removed_at is null
       for share`.execute(tx);
  return rows.length > 0;
}

/**
 * Whether and when a person accepted the current terms; nothing to accept if there are none.
 * Tables `person`, `terms_version`, primary keys.
 */
export async function getAcceptance(
  db: Db,
  id: number,
): Promise<{ is_accepted_TOS: boolean; tos_accepted_at: Date | null }> {
  const { rows } = await sql<{ is_accepted: boolean; tos_accepted_at: Date | null }>`
    select coalesce(tos_accepted_version, 0) >= coalesce((select max(version) from terms_version), 0) as is_accepted,
           tos_accepted_at
      from person where id = ${id}`.execute(db);
  const is_accepted_TOS = rows[0]?.is_accepted === true;
  return { is_accepted_TOS, tos_accepted_at: is_accepted_TOS ? (rows[0]?.tos_accepted_at ?? null) : null };
}

/** Inserts a guest who expires after eight hours. Writes `person`. */
export async function createGuest(
  db: Db,
  username: string,
): Promise<{ id: number; username: string; expires_at: Date }> {
  const { rows } = await sql<{ id: number; username: string; expires_at: Date }>`
    insert into person (username, role, expires_at)
    values (${username}, 'GU', now() + interval '8 hours') returning id, username, expires_at`.execute(db);
  if (!rows[0]) throw new Error('The guest was not stored.');
  return rows[0];
}

export interface GuessCount {
  minute: number;
  hour: number;
  day: number;
  /** wrong guesses from this address within an hour, on any account */
  address_failures: number;
}

/**
 * Recent guesses on an account by unknown browsers (or by this known one), and failures from an address.
 * Table `login_guess`, by its two indexes; at most a few hundred rows.
 */
export async function countGuesses(
  tx: Tx,
  guess: { account_key: string; known_browser: Buffer | null; address: string },
): Promise<GuessCount> {
  const { rows } = await sql<GuessCount>`
    select count(*) filter (where judged_at > now() - interval '1 minute')::int as minute,
           count(*) filter (where judged_at > now() - interval '1 hour')::int as hour,
           count(*)::int as day,
           (select count(*)::int from login_guess a
             where a.address = ${guess.address} and not a.is_right and a.judged_at > now() - interval '1 hour') as address_failures
      from login_guess
     where account_key = ${guess.account_key} and not is_right
       and known_browser is not distinct from ${guess.known_browser}
       and judged_at > now() - interval '1 day'`.execute(tx);
  return rows[0] ?? { minute: 0, hour: 0, day: 0, address_failures: 0 };
}

/**
 * Locks guesses on one account and from one address until the transaction ends, so that parallel ones are counted
 * correctly. The address is always locked first, to avoid deadlocks.
 */
export async function lockGuesses(tx: Tx, guess: { account_key: string; address: string }): Promise<void> {
  await lockInTransaction(tx, `login from ${guess.address}`);
  await lockInTransaction(tx, `login ${guess.account_key}`);
}

/** Records a guess as wrong before it is verified; `markGuessRight` corrects it. Writes `login_guess`. */
export async function createGuess(
  tx: Tx,
  guess: { account_key: string; known_browser: Buffer | null; address: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('login_guess')
    .values({ ...guess, is_right: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks a guess as right. Writes `login_guess`, primary key. */
export async function markGuessRight(db: Db, id: number): Promise<void> {
  await db.updateTable('login_guess').set({ is_right: true }).where('id', '=', id).execute();
}

/** Whether this browser has signed in to the account before. Table `known_browser`, primary key. */
export async function isKnownBrowser(
  db: Db,
  browser: { token_hash: Buffer; person_id: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_browser')
    .select('person_id')
    .where('token_hash', '=', browser.token_hash)
    .where('person_id', '=', browser.person_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the browser as known to the account. Writes `known_browser`, primary key. */
export async function rememberBrowser(
  db: Db,
  browser: { token_hash: Buffer; person_id: number },
): Promise<void> {
  await db
    .insertInto('known_browser')
    .values(browser)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes a session. @returns the provider it began with; null for a password. Writes `session`, primary key. */
export async function deleteSession(db: Db, token_hash: Buffer): Promise<ProviderKind | null> {
  const row = await db
    .deleteFrom('session')
    .where('token_hash', '=', token_hash)
    .returning('came_by')
    .executeTakeFirst();
  return row?.came_by ?? null;
}

/** Whether a person has a verified ORCID iD. Table `person_identity`, index person_identity_person. */
export async function isOrcidConnected(db: Db, person_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('person_identity')
    .select('subject')
    .where('person_id', '=', person_id)
    .where('door', '=', 'orcid')
    .executeTakeFirst();
  return row !== undefined;
}
