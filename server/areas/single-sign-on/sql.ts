import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import type { Claims, ProviderKind } from '../../base/sign-in/identity-providers.ts';

export interface NewAttempt {
  door: ProviderKind;
  app_id: string;
  challenge: Buffer;
  state_hash: Buffer;
  browser_hash: Buffer;
  connecting_person_id: number | null;
}

/** Inserts a sign-in attempt, valid for ten minutes. Writes `sign_on_attempt`. */
export async function createAttempt(db: Db, attempt: NewAttempt): Promise<void> {
  await sql`
    insert into sign_on_attempt (door, app_id, challenge, state_hash, browser_hash, connecting_person_id, expires_at)
    values (${attempt.door}, ${attempt.app_id}, ${attempt.challenge}, ${attempt.state_hash}, ${attempt.browser_hash},
            ${attempt.connecting_person_id}, now() + interval '10 minutes')`.execute(db);
}

export interface Attempt {
  id: number;
  door: ProviderKind;
  app_id: string;
  challenge: Buffer;
  connecting_person_id: number | null;
}

/**
 * The attempt of this provider response, for the first response only. Writes `sign_on_attempt` by its unique
 * state_hash.
 */
export async function claimAttempt(
  db: Db,
  { state_hash, browser_hash }: { state_hash: Buffer; browser_hash: Buffer },
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    update sign_on_attempt set answered_at = now()
     where state_hash = ${state_hash} and browser_hash = ${browser_hash}
       and answered_at is null and expires_at > now()
    returning id, door, app_id, challenge, connecting_person_id`.execute(db);
  return rows[0];
}

export interface Outcome {
  status_code: 200 | 403 | 500;
  /** with 200 only: the hash of the one-time code, and its person */
  granted?: { code_hash: Buffer; claims: Claims };
}

/** Stores the result of a sign-in; its one-time code is valid for a minute. Writes `sign_on_attempt`, primary key. */
export async function endAttempt(tx: Tx, id: number, { status_code, granted }: Outcome): Promise<void> {
  await sql`
    update sign_on_attempt
       set ended_at = now(), status_code = ${status_code}, code_hash = ${granted?.code_hash ?? null},
           claims = ${granted ? JSON.stringify(granted.claims) : null}::jsonb,
           code_expires_at = case when ${granted !== undefined}::boolean then now() + interval '60 seconds' end
     where id = ${id}`.execute(tx);
}

export interface Redeemed {
  door: ProviderKind;
  connecting_person_id: number | null;
  claims: unknown;
}

/**
 * Uses up a one-time code; of concurrent calls exactly one succeeds. Wrong verifiers and browsers use up nothing.
 * Writes `sign_on_attempt` by its unique code_hash.
 */
export async function redeemCode(
  tx: Tx,
  code: { code_hash: Buffer; challenge: Buffer; browser_hash: Buffer; connecting_person_id: number | null },
): Promise<Redeemed | undefined> {
  const { rows } = await sql<Redeemed>`
    with found as (
      select id, door, connecting_person_id, claims from sign_on_attempt
       where code_hash = ${code.code_hash} and challenge = ${code.challenge} and browser_hash = ${code.browser_hash}
         and connecting_person_id is not distinct from ${code.connecting_person_id}::integer
         and redeemed_at is null and code_expires_at > now()
         for update)
    update sign_on_attempt a set redeemed_at = now(), claims = null
      from found where a.id = found.id
    returning found.door, found.connecting_person_id, found.claims`.execute(tx);
  return rows[0];
}

/** Result of the newest sign-in with a label, if it just ended. Table `sign_on_attempt`, index sign_on_attempt_app. */
export async function findOutcome(db: Db, app_id: string): Promise<200 | 403 | 500 | null> {
  const { rows } = await sql<{ status_code: 200 | 403 | 500 }>`
    select status_code from sign_on_attempt
     where app_id = ${app_id} and ended_at > now() - interval '10 seconds'
     order by ended_at desc, id desc limit 1`.execute(db);
  return rows[0]?.status_code ?? null;
}
