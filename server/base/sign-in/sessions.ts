/**
 * Sessions. The client holds a token of 256 random bits; table `session` stores its hash, or table `api_token` for
 * tokens that people create for their scripts.
 */
import { createHash, randomBytes } from 'node:crypto';
import { NOBODY, type Principal, type Role } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import { type Database, type Db, PREPARED, sql } from '../postgres/database.ts';
import type { ProviderKind } from './identity-providers.ts';
import { HAS_ACCESS, PERMISSIONS } from './people-with-access.ts';
import type { SessionCache, SessionRow } from './session-cache.ts';

export const SESSION_COOKIE = '__Host-omicon';
export const BROWSER_COOKIE = '__Host-omicon-browser';
export const IDLE_MINUTES = 60;
const ABSOLUTE_HOURS = 12;

/** Prefix that distinguishes API tokens from session tokens, also for secret scanners. */
const API_TOKEN_PREFIX = 'omicon_';

export type Carrier = 'cookie' | 'header';

/** The session of a request. */
export interface SignIn {
  principal: Principal;
  carrier: Carrier | 'api token' | null;
  /** a token was sent but is unknown, expired or ended */
  isStale: boolean;
}

/** SHA-256 of a token; tables hold only hashes. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A token of 256 random bits, as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token for scripts, recognisable by its prefix. */
export function newApiToken(): string {
  return `${API_TOKEN_PREFIX}${newToken()}`;
}

/** Starts a session; writes table `session`. @returns its token */
export async function createSession(
  db: Db,
  person: { id: number; expires_at: Date | null },
  carrier: Carrier,
  came_by: ProviderKind | null = null,
): Promise<string> {
  const token = newToken();
  const expires_at = sql<Date>`least(now() + make_interval(hours => ${ABSOLUTE_HOURS}), ${person.expires_at}::timestamptz)`;
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), person_id: person.id, carrier, came_by, expires_at })
    .execute();
  return token;
}

/** JSON is read faster than an array. */
const PERMISSIONS_JSON = sql`array_to_json(${PERMISSIONS})`;

/** The valid session of a token: one row by primary key, with the role's permissions. */
async function findSession(db: Db, token: string, carrier: Carrier): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${PREPARED}
    select p.id as person_id, p.role,
           extract(epoch from now() - s.last_seen_at)::int as idle_seconds,
           ${PERMISSIONS_JSON} as permissions
      from session s
      join person p on p.id = s.person_id
     where s.token_hash = ${hashToken(token)} and s.carrier = ${carrier}
       and s.expires_at > now() and s.last_seen_at > now() - make_interval(mins => ${IDLE_MINUTES})
       and ${HAS_ACCESS}`.execute(db);
  return rows[0];
}

/** Seconds until a session expires if unused, and until it expires in any case. Table `session`, primary key. */
export async function measureSignIn(
  db: Db,
  token: string,
): Promise<{ idle_seconds: number; whole_seconds: number } | undefined> {
  const { rows } = await sql<{ idle_seconds: number; whole_seconds: number }>`
    select extract(epoch from s.last_seen_at + make_interval(mins => ${IDLE_MINUTES}) - now())::int as idle_seconds,
           extract(epoch from s.expires_at - now())::int as whole_seconds
      from session s where s.token_hash = ${hashToken(token)}`.execute(db);
  return rows[0];
}

/**
 * Records the last use of a session during reads, of which a page makes a dozen at once. It never waits: concurrent
 * calls skip the locked row, and the commit is asynchronous, so a crash may lose a minute. Uses its own transaction,
 * because the setting applies to a whole transaction and no other write may share it.
 */
async function note(db: Database, update: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    await update.execute(tx);
  });
}

function noteUse(db: Database, token: string): Promise<void> {
  return note(
    db,
    sql`
      update session set last_seen_at = now()
       where token_hash in (
             select s.token_hash from session s
              where s.token_hash = ${hashToken(token)} and s.last_seen_at < now() - interval '1 minute'
                for update skip locked)`,
  );
}

function noteTokenUse(db: Database, id: number): Promise<void> {
  return note(
    db,
    sql`
      update api_token set last_used_at = now()
       where id in (
             select t.id from api_token t
              where t.id = ${id} and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute')
                for update skip locked)`,
  );
}

/** The token of a request: `Authorization: Token ...` has precedence over the cookie. */
export function tokenOf(request: FastifyRequest): { token: string; carrier: Carrier } | null {
  const header = request.headers.authorization;
  if (header !== undefined)
    return { token: header.startsWith('Token ') ? header.slice(6).trim() : '', carrier: 'header' };
  const cookie = request.cookies[SESSION_COOKIE];
  return cookie ? { token: cookie, carrier: 'cookie' } : null;
}

interface ApiTokenRow {
  id: number;
  person_id: number;
  role: Role;
  permissions: string[];
  is_noted: boolean;
}

/** The valid API token: one row by unique index, with the role's permissions; never a guest's. */
async function findApiToken(db: Db, token: string): Promise<ApiTokenRow | undefined> {
  const { rows } = await sql<ApiTokenRow>`${PREPARED}
    select t.id, p.id as person_id, p.role,
           coalesce(t.last_used_at > now() - interval '1 minute', false) as is_noted,
           ${PERMISSIONS_JSON} as permissions
      from api_token t
      join person p on p.id = t.person_id
     where t.token_hash = ${hashToken(token)} and t.expires_at > now()
       and ${HAS_ACCESS} and p.role <> 'GU'`.execute(db);
  return rows[0];
}

async function signInByApiToken(db: Database, token: string): Promise<SignIn> {
  const row = await findApiToken(db, token);
  if (!row) return { principal: NOBODY, carrier: 'api token', isStale: true };
  if (!row.is_noted) await noteTokenUse(db, row.id);
  return {
    principal: { person_id: row.person_id, role: row.role, permissions: new Set(row.permissions) },
    carrier: 'api token',
    isStale: false,
  };
}

export interface SignInOptions {
  /** false for automatic calls of a page, which must not prolong an idle session */
  countsAsUse?: boolean;
  /** looked up first; without it the answer comes from the database */
  cache?: SessionCache;
}

/** The session of a request, or nobody if it carries no token or an ended one. */
export async function findSignIn(
  db: Database,
  request: FastifyRequest,
  { countsAsUse = true, cache }: SignInOptions = {},
): Promise<SignIn> {
  const carried = tokenOf(request);
  if (!carried) return { principal: NOBODY, carrier: null, isStale: false };
  const { token, carrier } = carried;
  if (carrier === 'header' && token.startsWith(API_TOKEN_PREFIX)) return signInByApiToken(db, token);
  const find = () => findSession(db, token, carrier);
  const row = await (cache ? cache.find(`${carrier} ${hashToken(token).toString('base64')}`, find) : find());
  if (!row) return { principal: NOBODY, carrier, isStale: true };
  // Once a minute suffices for an idle limit of an hour, and keeps most reads free of writes.
  if (countsAsUse && row.idle_seconds > 60) {
    await noteUse(db, token);
    row.idle_seconds = 0;
  }
  return {
    principal: { person_id: row.person_id, role: row.role, permissions: new Set(row.permissions) },
    carrier,
    isStale: false,
  };
}

const COOKIE_RULES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** Sets the session cookie, out of reach of scripts, until the session ends at the latest. */
export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...COOKIE_RULES, maxAge: ABSOLUTE_HOURS * 3600 });
}

/** Sets the cookie that recognises a browser at its next sign-in, for 180 days. */
export function setBrowserCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(BROWSER_COOKIE, token, { ...COOKIE_RULES, maxAge: 180 * 24 * 3600 });
}

/** Removes the session cookie. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, COOKIE_RULES);
}
