/**
 * Sign-in and sign-out. Owns tables person, session, login_guess, known_browser, login_key; grants come from
 * role_permission.
 */
import { randomBytes } from 'node:crypto';
import {
  checkVersion,
  getLoginKey,
  getMe,
  getPermissions,
  getSession,
  login,
  loginAsGuest,
  logout,
} from '@omicon/contract/areas/people/sign-in.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { API_VERSIONS, CLIENT_HEADER } from '@omicon/contract/base/errors.ts';
import { NOBODY, type Principal, type Role } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personTopic } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Services } from '../../base/services.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import type { ProviderKind } from '../../base/sign-in/identity-providers.ts';
import {
  BROWSER_COOKIE,
  clearSessionCookie,
  hashToken,
  newToken,
  setBrowserCookie,
  tokenOf,
} from '../../base/sign-in/sessions.ts';
import { nameOf, signIn } from '../../base/sign-in/sign-in.ts';
import { PRODUCT_VERSION } from '../../config.ts';
import { listPermissions, markLogin } from '../../records/person/people.ts';
import { readPreferences } from '../../records/person/preferences.ts';
import { invalidLogin, judgeLogin } from './login.ts';
import {
  createGuest,
  deleteSession,
  findPerson,
  getAcceptance,
  holdPassword,
  isOrcidConnected,
  rememberBrowser,
} from './sql.ts';

const GUESTS_PER_ADDRESS = { most: 20, seconds: 3600 };

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

const SIGN_OUT_WAIT_MS = 2000;

/**
 * The institution's sign-out address for a member who signed in through it; null if the provider does not respond in
 * time.
 */
async function signOutAddressOf(
  services: Services,
  came_by: ProviderKind | null,
  role: Role | null,
): Promise<string | null> {
  if (came_by !== 'institution' || role === null || role === 'RU' || role === 'GU') return null;
  const asked = services.identityProviders
    .at(came_by)
    .then((provider) => provider.signOutAddress())
    .catch(() => null);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SIGN_OUT_WAIT_MS);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** The account of a session; null if there is none or the person was removed. */
async function readMe(principal: Principal, services: Services): Promise<ReplyOf<typeof getMe> | null> {
  const { db } = services;
  const person = principal.person_id === null ? undefined : await findPerson(db, principal.person_id);
  if (!person) return null;
  const { is_accepted_TOS, tos_accepted_at } = await getAcceptance(db, person.id);
  return {
    id: person.id,
    username: person.username,
    name: person.role === 'GU' ? 'Guest' : nameOf(person),
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    institution: person.institution,
    orcid_id: person.orcid_id,
    is_orcid_connected: await isOrcidConnected(db, person.id),
    role: person.role,
    permissions: await permissionsOf(services, person.role),
    is_accepted_TOS,
    tos_accepted_at: tos_accepted_at?.toISOString() ?? null,
  };
}

export const accountRoutes: Route[] = [
  serve(getLoginKey, ({ services }) => services.loginKeys.current()),

  serve(checkVersion, async ({ services }) => ({
    version: API_VERSIONS[0],
    product_version: PRODUCT_VERSION,
    guests: (await readPreferences(services.db, services.config)).guests,
    single_sign_on: services.identityProviders.isOpen.institution,
    orcid: services.identityProviders.isOpen.orcid,
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
    // A password reset during verification must end this sign-in, too.
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

  serve(
    logout,
    async ({ services, principal, request, reply }) => {
      const carried = tokenOf(request);
      clearSessionCookie(reply);
      const came_by = await services.db.transaction().execute(async (tx) => {
        const door = carried ? await deleteSession(tx, hashToken(carried.token)) : null;
        if (principal.person_id !== null) await notifyTopic(tx, personTopic(principal.person_id));
        await recordAuditEvent(tx, principal, {
          action: 'sign out',
          result: 'done',
          request_id: request.id,
        });
        return door;
      });
      // The local session has ended; the provider is contacted only now and may fail.
      const sign_out_url = await signOutAddressOf(services, came_by, principal.role);
      return { detail: 'You are signed out.', sign_out_url };
    },
    { refusesApiTokens: true, servesAnyVersion: true },
  ),

  serve(getPermissions, async ({ principal, services }) => ({
    permissions: await permissionsOf(services, principal.role),
    role: principal.role ?? 'GU',
  })),

  serve(getMe, async ({ principal, services }) => {
    const me = await readMe(principal, services);
    if (me === null) throw notFound('account');
    return me;
  }),

  serve(getSession, async ({ principal, services, request }) => {
    const me = await readMe(principal, services);
    if (me === null && request.headers.authorization !== undefined)
      throw new PortalError('invalid_token', 'Invalid token.');
    return { me };
  }),
];
