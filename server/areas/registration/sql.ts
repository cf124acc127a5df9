import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';

export interface Holder {
  id: number;
  username: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  has_password: boolean;
}

/** The active person with an address, ignoring case. Table `person`, unique index person_email. */
export async function findPersonByEmail(db: Db, email: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select id, username, first_name, last_name, email, password_hash is not null as has_password
      from person where lower(email) = lower(${email}) and removed_at is null and role <> 'GU'`.execute(db);
  return rows[0];
}

/** The active person with a phone number entered by the laboratory; none if two share it. Reads table `person`. */
export async function findPersonByPhone(
  db: Db,
  phone_number: string,
): Promise<{ id: number; email: null } | undefined> {
  const { rows } = await sql<{ id: number; email: null }>`
    select id, null as email from person
     where phone_number = ${phone_number} and removed_at is null and role <> 'GU' order by id limit 2`.execute(
    db,
  );
  return rows.length === 1 ? rows[0] : undefined;
}

interface NewPerson {
  username: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  email: string;
  institution: string | null;
  orcid_id: string | null;
}

/** Inserts a registered user with an unverified address; undefined if the login name is taken. Writes `person`. */
export async function createPerson(tx: Tx, person: NewPerson): Promise<number | undefined> {
  const row = await tx
    .insertInto('person')
    .values({ ...person, role: 'RU' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Inserts an administrator without a password; undefined if the login name is taken. Writes `person`. */
export async function createAdministrator(
  tx: Tx,
  { email, username }: { email: string; username: string },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('person')
    .values({ username, email, role: 'admin', verified_at: DATABASE_NOW })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Writes `person`, primary key. */
export async function promoteToAdministrator(tx: Tx, id: number): Promise<void> {
  await sql`update person set role = 'admin', verified_at = coalesce(verified_at, now()) where id = ${id}`.execute(
    tx,
  );
}

/** Reserves a login name without an account; undefined if it is taken. Writes `person`. */
export async function reserveUsername(tx: Tx, username: string): Promise<number | undefined> {
  const row = await tx
    .insertInto('person')
    .values({ username, role: 'RU', removed_at: DATABASE_NOW })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export type CodeKind = 'verify-email' | 'reset-password' | 'code';

/** Inserts a link or code with an expiry. Writes `one_time_code`. */
export async function createCode(
  tx: Tx,
  code: {
    kind: CodeKind;
    person_id: number;
    secret_hash: Buffer;
    minutes: number;
    browser_hash?: Buffer;
  },
): Promise<void> {
  await sql`
    insert into one_time_code (kind, person_id, secret_hash, browser_hash, expires_at)
    values (${code.kind}, ${code.person_id}, ${code.secret_hash}, ${code.browser_hash ?? null},
            now() + make_interval(mins => ${code.minutes}))`.execute(tx);
}

/**
 * Number of codes of a kind sent to a person within an hour; locks the person until the transaction ends.
 * Tables `person` by primary key, `one_time_code` by index one_time_code_person.
 */
export async function countRecentCodes(tx: Tx, kind: CodeKind, person_id: number): Promise<number> {
  await sql`select id from person where id = ${person_id} for update`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from one_time_code
     where person_id = ${person_id} and kind = ${kind} and created_at > now() - interval '1 hour'`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Whether a link is valid: not used, not expired, and not superseded by a newer one of its kind. */
const IS_USABLE = sql<boolean>`
  c.used_at is null and c.expires_at > now()
  and not exists (select 1 from one_time_code n where n.person_id = c.person_id and n.kind = c.kind and n.id > c.id)`;

/** The active person of a valid link, without using it up. Index one_time_code_secret. */
export async function findPersonOfLink(
  db: Db,
  link: { kind: CodeKind; secret_hash: Buffer },
): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select p.id, p.username, p.first_name, p.last_name, coalesce(p.email, '') as email,
           p.password_hash is not null as has_password
      from one_time_code c
      join person p on p.id = c.person_id and p.removed_at is null
     where c.secret_hash = ${link.secret_hash} and c.kind = ${link.kind} and ${IS_USABLE}`.execute(db);
  return rows[0];
}

/**
 * Uses up a link and returns its person; of concurrent calls exactly one succeeds. Writes `one_time_code`, index
 * one_time_code_secret.
 */
export async function takeLink(
  tx: Tx,
  link: { kind: CodeKind; secret_hash: Buffer },
): Promise<number | undefined> {
  const { rows } = await sql<{ person_id: number }>`
    update one_time_code c set used_at = now()
     where c.secret_hash = ${link.secret_hash} and c.kind = ${link.kind} and ${IS_USABLE}
    returning c.person_id`.execute(tx);
  return rows[0]?.person_id;
}

export interface TriedCode {
  id: number;
  person_id: number;
  secret_hash: Buffer;
}

/**
 * Counts an attempt on the code of a browser and returns the hash to compare with; undefined if there is no code, or it
 * is expired, used or out of attempts. Locks the row. Writes `one_time_code`, index one_time_code_browser.
 */
export async function tryCode(
  tx: Tx,
  { browser_hash, most_tries }: { browser_hash: Buffer; most_tries: number },
): Promise<TriedCode | undefined> {
  const { rows } = await sql<TriedCode>`
    update one_time_code c set tries = c.tries + 1
     where c.browser_hash = ${browser_hash} and c.kind = 'code'
       and c.used_at is null and c.expires_at > now() and c.tries < ${most_tries}
    returning c.id, c.person_id, c.secret_hash`.execute(tx);
  return rows[0];
}

/**
 * Invalidates earlier codes of a browser, for instance when a job is repeated. Writes `one_time_code`, index
 * one_time_code_browser.
 */
export async function endCodesOf(tx: Tx, browser_hash: Buffer): Promise<void> {
  await sql`
    update one_time_code set used_at = now() where browser_hash = ${browser_hash} and used_at is null`.execute(
    tx,
  );
}

/** Writes `one_time_code`, primary key. */
export async function markCodeUsed(tx: Tx, id: number): Promise<void> {
  await sql`update one_time_code set used_at = now() where id = ${id}`.execute(tx);
}

/** Marks the address as verified; false for a removed person. Writes `person`, primary key. */
export async function markVerified(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update person set verified_at = coalesce(verified_at, now())
     where id = ${id} and removed_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Sets a new password and ends every sign-in, tokens for scripts included. Who got the link has the address, so that
 * is verified too. Writes `person`, `session` by index session_person, `api_token` by index api_token_person.
 */
export async function replacePassword(
  tx: Tx,
  { id, password_hash }: { id: number; password_hash: string },
): Promise<{ email: string | null } | undefined> {
  const { rows } = await sql<{ email: string | null }>`
    update person set password_hash = ${password_hash}, verified_at = coalesce(verified_at, now())
     where id = ${id} and removed_at is null returning email`.execute(tx);
  if (!rows[0]) return undefined;
  await tx.deleteFrom('session').where('person_id', '=', id).execute();
  await tx.deleteFrom('api_token').where('person_id', '=', id).execute();
  return rows[0];
}
