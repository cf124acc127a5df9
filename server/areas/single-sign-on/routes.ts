/**
 * Sign-in through a popup, with the institution or ORCID. Owns tables sign_on_attempt and person_identity; writes
 * person, session, whitelist_entry. A sign-in needs three things: the one-time code from the popup's address, the
 * verifier known only to the opening page, and the cookie of the browser in which it began.
 */

import {
  connectOrcid,
  finishSignOn,
  LOADING_PATH,
  redeemSignOn,
  startOrcid,
  startSignOn,
} from '@omicon/contract/areas/people/single-sign-on.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { hasAccess, NOBODY } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { codeOf as errorCodeOf } from '../../base/error-code.ts';
import { PortalError } from '../../base/errors.ts';
import { type Context, type RateLimit, type Route, serve, serveRedirect } from '../../base/http/serve.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import type { Claims, ProviderKind } from '../../base/sign-in/identity-providers.ts';
import { hashToken, newToken } from '../../base/sign-in/sessions.ts';
import { signIn } from '../../base/sign-in/sign-in.ts';
import { readPreferences } from '../../records/person/preferences.ts';
import { admit } from './admit.ts';
import { judge } from './judge.ts';
import { loginTopic } from './login-socket.ts';
import * as statements from './sql.ts';
import * as people from './sql-people.ts';

const COOKIE = '__Host-omicon-sign-on';
const COOKIE_RULES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
const COOKIE_SECONDS = 10 * 60;

/** A whole institute may share one address. */
const PER_ADDRESS: RateLimit = { most: 100, seconds: 600 };
const OPTIONS = { rateLimit: PER_ADDRESS, failureAddress: LOADING_PATH };

const ORCID_ID = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;

const storedClaims = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
}) satisfies z.ZodType<Claims>;

function fromBase64url(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

/** The browser's secret, shared by its concurrent sign-ins in several windows. */
function browserOf(request: FastifyRequest): string | null {
  const kept = request.cookies[COOKIE];
  return kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : null;
}

interface Beginning {
  door: ProviderKind;
  challenge: string;
  appid: string;
  connecting_person_id: number | null;
}

async function begin(
  { services, request, reply }: Pick<Context<EndpointSpec>, 'services' | 'request' | 'reply'>,
  { door, challenge, appid, connecting_person_id }: Beginning,
): Promise<string> {
  const provider = await services.identityProviders.at(door);
  const binding = { browser: browserOf(request) ?? newToken(), state: newToken() };
  const address = await provider.authorizationAddress(binding);
  await statements.createAttempt(services.db, {
    door,
    app_id: appid,
    challenge: fromBase64url(challenge),
    state_hash: hashToken(binding.state),
    browser_hash: hashToken(binding.browser),
    connecting_person_id,
  });
  reply.setCookie(COOKIE, binding.browser, { ...COOKIE_RULES, maxAge: COOKIE_SECONDS });
  return address;
}

/** Connecting an iD requires a signed-in account (no guest) in this browser. */
function connectingPersonOf({ principal, query }: Context<typeof startOrcid>): number | null {
  if (query.purpose === 'sign-in') return null;
  if (!hasAccess(principal, connectOrcid.permission) || principal.person_id === null)
    throw new PortalError('sign_in_required', 'Please sign in.');
  return principal.person_id;
}

type Finish = Context<typeof finishSignOn>;

async function noteRefusal(
  { db, request }: { db: Db; request: FastifyRequest },
  detail: Record<string, string | null>,
): Promise<void> {
  await recordAuditEvent(db, NOBODY, {
    action: 'sign in',
    result: 'refused',
    request_id: request.id,
    detail,
  });
}

/** Claims of the provider; null with a log entry if its response is invalid. */
async function readClaims({ services, request, query }: Finish, door: ProviderKind): Promise<Claims | null> {
  try {
    const provider = await services.identityProviders.at(door);
    const { searchParams } = new URL(request.url, services.config.publicUrl);
    const binding = { browser: browserOf(request) ?? '', state: query.state };
    const claims = await provider.readAnswer(binding, searchParams);
    if (door === 'orcid' && !ORCID_ID.test(claims.subject)) throw new Error('The subject is no ORCID iD.');
    return claims;
  } catch (error) {
    // Messages and causes of these errors quote provider responses, which contain tokens.
    const reason = errorCodeOf(error) || 'unknown';
    services.log.warn({ door, reason, request_id: request.id }, 'a sign-in by a provider failed');
    return null;
  }
}

/** Whether the person would be admitted. Only for the popup's message; decided when the code is redeemed. */
async function lookAt(
  tx: Tx,
  context: Finish,
  attempt: statements.Attempt,
  claims: Claims,
): Promise<string | null> {
  if (attempt.connecting_person_id !== null) return null;
  const isSignUpOn = (await readPreferences(tx, context.services.config)).sign_up;
  const judged = await judge(tx, { door: attempt.door, claims, isSignUpOn });
  return judged.kind === 'refused' ? judged.reason : null;
}

/** Ends the attempt, notifies the waiting page, and returns the popup's result. */
async function end(
  context: Finish,
  attempt: statements.Attempt,
  claims: Claims | null,
): Promise<URLSearchParams> {
  const challenge = attempt.challenge.toString('base64url');
  return context.db.transaction().execute(async (tx) => {
    await notifyTopic(tx, loginTopic(attempt.app_id));
    const refusal = claims && (await lookAt(tx, context, attempt, claims));
    if (claims && refusal === null) {
      const code = newToken();
      await statements.endAttempt(tx, attempt.id, {
        status_code: 200,
        granted: { code_hash: hashToken(code), claims },
      });
      return new URLSearchParams({ code, challenge });
    }
    const status_code = claims ? 403 : 500;
    await statements.endAttempt(tx, attempt.id, { status_code });
    await noteRefusal(
      { db: tx, request: context.request },
      { by: attempt.door, reason: refusal ?? 'no valid answer', email: claims?.email ?? null },
    );
    return new URLSearchParams({ status_code: String(status_code), challenge });
  });
}

async function finish(context: Finish): Promise<string> {
  const { db, query, request } = context;
  const browser = browserOf(request);
  const attempt =
    browser &&
    (await statements.claimAttempt(db, {
      state_hash: hashToken(query.state),
      browser_hash: hashToken(browser),
    }));
  if (!attempt) {
    await noteRefusal(context, { reason: 'began in no or another browser, or ended before' });
    return `${LOADING_PATH}#status_code=500`;
  }
  return `${LOADING_PATH}#${await end(context, attempt, await readClaims(context, attempt.door))}`;
}

type Redemption = Context<typeof redeemSignOn> | Context<typeof connectOrcid>;

function codeOf({ body, request }: Redemption, connecting_person_id: number | null) {
  return {
    code_hash: hashToken(body.code),
    challenge: hashToken(body.verifier),
    browser_hash: hashToken(browserOf(request) ?? ''),
    connecting_person_id,
  };
}

function codeIsUsed(): PortalError {
  return new PortalError('link_expired', 'This sign-in cannot be used any more. Please try again.');
}

async function redeem(context: Context<typeof redeemSignOn>) {
  const { db, services, request, reply } = context;
  const isSignUpOn = (await readPreferences(db, services.config)).sign_up;
  const outcome = await db.transaction().execute(async (tx) => {
    const redeemed = await statements.redeemCode(tx, codeOf(context, null));
    if (!redeemed) return { refused: 'unknown, ended or used code', email: null };
    const { door } = redeemed;
    const claims = storedClaims.parse(redeemed.claims);
    const judged = await judge(tx, { door, claims, isSignUpOn });
    if (judged.kind === 'refused') return { refused: judged.reason, by: door, email: claims.email };
    const person = await admit(tx, { door, claims, request_id: request.id }, judged);
    return signIn(tx, person, { request, reply, door });
  });
  if (!('refused' in outcome)) return outcome;
  const { refused: reason, ...detail } = outcome;
  await noteRefusal(context, { ...detail, reason });
  if (!('by' in outcome)) throw codeIsUsed();
  throw new PortalError('permission_denied', 'Access denied, please contact the admin.');
}

async function connect(context: Context<typeof connectOrcid>) {
  const { db, principal, request } = context;
  const person_id = principal.person_id ?? 0;
  return db.transaction().execute(async (tx) => {
    const redeemed = await statements.redeemCode(tx, codeOf(context, person_id));
    if (!redeemed || !(await people.findLiving(tx, person_id))) throw codeIsUsed();
    const claims = storedClaims.parse(redeemed.claims);
    const identity = { issuer: claims.issuer, subject: claims.subject };
    await people.lockArrival(tx, { ...claims, email: null });
    const holder = await people.findKnown(tx, identity);
    if (holder && holder.id !== person_id)
      throw new PortalError('conflict', 'This ORCID iD belongs to another account.');
    await people.deleteIdentities(tx, person_id, claims.issuer);
    await people.linkIdentity(tx, { ...identity, door: 'orcid', person_id });
    await people.setOrcid(tx, person_id, claims.subject);
    await recordAuditEvent(tx, principal, {
      action: 'connect ORCID iD',
      result: 'done',
      object_type: 'person',
      object_number: person_id,
      request_id: request.id,
    });
    return { orcid_id: claims.subject };
  });
}

export const singleSignOnRoutes: Route[] = [
  serveRedirect(
    startSignOn,
    (context) => begin(context, { door: 'institution', connecting_person_id: null, ...context.query }),
    OPTIONS,
  ),
  serveRedirect(
    startOrcid,
    ({ query, ...context }) => {
      const connecting_person_id = connectingPersonOf({ query, ...context });
      return begin(context, { door: 'orcid', connecting_person_id, ...query });
    },
    OPTIONS,
  ),
  serveRedirect(finishSignOn, finish, OPTIONS),
  serve(redeemSignOn, redeem, { rateLimit: PER_ADDRESS }),
  serve(connectOrcid, connect, { rateLimit: PER_ADDRESS, refusesApiTokens: true }),
];
