/** Getting in and out. Owns tables person, session, login_guess, known_browser, login_key; grants come from role_permission. */
import { randomBytes } from 'node:crypto';
import {
  checkVersion,
  getLoginKey,
  getMe,
  getPermissions,
  login,
  loginAsGuest,
  logout,
} from '@omicon/contract/accounts.ts';
import { API_VERSIONS, CLIENT_HEADER } from '@omicon/contract/errors.ts';
import { NOBODY, type Role } from '@omicon/domain/permissions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../base/audit.ts';
import type { Db } from '../../base/database.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { notifyTopic } from '../../base/events.ts';
import { type Route, serve, serveWrite } from '../../base/serve.ts';
import type { Services } from '../../base/services.ts';
import {
  BROWSER_COOKIE,
  clearSessionCookie,
  createSession,
  hashToken,
  newToken,
  setBrowserCookie,
  setSessionCookie,
  tokenOf,
} from '../../base/sessions.ts';
import { personTopic } from '../../base/sockets.ts';
import { readPreferences } from '../../database/preferences.ts';
import { invalidLogin, judgeLogin } from './login.ts';
import {
  createGuest,
  deleteSession,
  getPerson,
  hasAcceptedTerms,
  holdPassword,
  listPermissions,
  markLogin,
  type PersonRow,
  rememberBrowser,
} from './sql.ts';

const GUESTS_PER_ADDRESS = { most: 20, seconds: 3600 };

type Arriving = Pick<PersonRow, 'id' | 'username' | 'first_name' | 'last_name' | 'role' | 'expires_at'>;

function nameOf(person: { first_name: string | null; last_name: string | null; username: string }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ') || person.username;
}

/** Pages get the sign-in as a cookie that no script can read, everything else as a token in the reply. */
async function signIn(
  db: Db,
  person: Arriving,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const isPage = request.headers[CLIENT_HEADER] === 'web';
  const token = await createSession(db, person, isPage ? 'cookie' : 'header');
  if (isPage) setSessionCookie(reply, token);
  await recordAuditEvent(
    db,
    { person_id: person.id, role: person.role, permissions: new Set() },
    { action: 'sign in', result: 'done', request_id: request.id },
  );
  return {
    token: isPage ? '' : token,
    user: { id: person.id, username: person.username, name: nameOf(person), role: person.role },
  };
}

async function rememberThisBrowser(
  services: Services,
  person: { id: number },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  if (request.headers[CLIENT_HEADER] !== 'web') return;
  const token = request.cookies[BROWSER_COOKIE] ?? newToken();
  await rememberBrowser(services.db, { token_hash: hashToken(token), person_id: person.id });
  setBrowserCookie(reply, token);
}

async function permissionsOf(services: Services, role: Role | null): Promise<string[]> {
  return role === null ? [] : listPermissions(services.db, role);
}

export const accountRoutes: Route[] = [
  serve(getLoginKey, ({ services }) => services.loginKeys.current()),

  serve(checkVersion, async ({ services }) => ({
    version: API_VERSIONS[0],
    product_version: '0.1.0',
    guests: (await readPreferences(services.db, services.config)).guests,
  })),

  serve(login, async ({ body, services, request, reply }) => {
    const attempt = {
      username: body.username,
      password: body.password,
      address: request.ip,
      browserToken: request.cookies[BROWSER_COOKIE] ?? null,
    };
    const person = await judgeLogin(services, attempt).catch(async (error: unknown) => {
      if (error instanceof PortalError) {
        await recordAuditEvent(services.db, NOBODY, {
          action: 'sign in',
          result: 'refused',
          request_id: request.id,
          detail: { code: error.code },
        });
      }
      throw error;
    });
    await markLogin(services.db, person.id);
    await rememberThisBrowser(services, person, { request, reply });
    // A password that is reset while it is judged ends this sign-in too, not only those before.
    return services.db.transaction().execute(async (tx) => {
      if (!(await holdPassword(tx, person))) throw invalidLogin();
      return signIn(tx, person, { request, reply });
    });
  }),

  serve(
    loginAsGuest,
    async ({ services, request, reply }) => {
      if (!(await readPreferences(services.db, services.config)).guests)
        throw new PortalError('permission_denied', 'This portal does not admit guests.');
      const guest = await createGuest(services.db, `guest-${randomBytes(6).toString('hex')}`);
      return signIn(
        services.db,
        { ...guest, role: 'GU', first_name: 'Guest', last_name: null },
        { request, reply },
      );
    },
    { rateLimit: GUESTS_PER_ADDRESS },
  ),

  serveWrite(
    logout,
    async ({ db, principal, request, reply, audit }) => {
      const carried = tokenOf(request);
      if (carried) await deleteSession(db, hashToken(carried.token));
      clearSessionCookie(reply);
      if (principal.person_id !== null) await notifyTopic(db, personTopic(principal.person_id));
      await audit({ action: 'sign out' });
      return { detail: 'You are signed out.' };
    },
    { refusesApiTokens: true },
  ),

  serve(getPermissions, async ({ principal, services }) => ({
    permissions: await permissionsOf(services, principal.role),
    role: principal.role ?? 'GU',
  })),

  serve(getMe, async ({ principal, db, services }) => {
    const person = principal.person_id === null ? undefined : await getPerson(db, principal.person_id);
    if (!person) throw notFound('account');
    return {
      id: person.id,
      username: person.username,
      name: person.role === 'GU' ? 'Guest' : nameOf(person),
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      institution: person.institution,
      orcid_id: person.orcid_id,
      role: person.role,
      permissions: await permissionsOf(services, person.role),
      is_accepted_TOS: await hasAcceptedTerms(db, person.id),
    };
  }),
];
