/**
 * The account of the signed-in person: profile, other sessions, API tokens. Owns table api_token; writes person and
 * session.
 */

import {
  type ApiToken,
  createToken,
  deleteToken,
  getSignIn,
  listTokens,
  logoutElsewhere,
  SESSION_SOCKET,
  updateMe,
} from '@omicon/contract/areas/people/account.ts';
import type { FastifyRequest } from 'fastify';
import { personTopic, type Socket } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import { hashToken, measureSignIn, newApiToken, tokenOf } from '../../base/sign-in/sessions.ts';
import { personIdOf } from '../../records/person/people.ts';
import * as statements from './sql.ts';

/** Enough for all scripts of a person, and still a short list. */
const MAX_TOKENS = 50;

function sessionHashOf(request: FastifyRequest): Buffer {
  return hashToken(tokenOf(request)?.token ?? '');
}

function toApiToken(row: statements.ApiTokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

const tokenRoutes: Route[] = [
  serve(listTokens, async ({ db, principal }) => {
    const results = (await statements.listApiTokens(db, personIdOf(principal))).map(toApiToken);
    return { results, total: results.length };
  }),

  serveWrite(
    createToken,
    async ({ db, principal, body, request, audit }) => {
      const person_id = personIdOf(principal);
      if (!(await statements.holdSession(db, { person_id, token_hash: sessionHashOf(request) })))
        throw new PortalError('invalid_token', 'Invalid token.');
      if ((await statements.countLivingApiTokens(db, person_id)) >= MAX_TOKENS)
        throw new PortalError('conflict', `You have ${MAX_TOKENS} tokens. Please revoke one of them first.`);
      const token = newApiToken();
      const row = { person_id, name: body.name, days: body.days, token_hash: hashToken(token) };
      const created = toApiToken(await statements.createApiToken(db, row));
      await audit({
        action: 'make token',
        object_type: 'api token',
        object_number: created.id,
        detail: { days: body.days },
      });
      return { ...created, token };
    },
    { refusesApiTokens: true, replyToRetries: (reply) => ({ ...reply, token: '' }) },
  ),

  serveWrite(
    deleteToken,
    async ({ db, principal, params, audit }) => {
      const person_id = personIdOf(principal);
      if (!(await statements.deleteApiToken(db, { id: params.id, person_id }))) throw notFound('token');
      await notifyTopic(db, personTopic(person_id));
      await audit({ action: 'revoke token', object_type: 'api token', object_number: params.id });
      return { detail: 'The token is revoked.' };
    },
    { refusesApiTokens: true },
  ),
];

export const accountSelfRoutes: Route[] = [
  serveWrite(
    updateMe,
    async ({ db, principal, body, audit }) => {
      await statements.setProfile(db, personIdOf(principal), body);
      await audit({ action: 'change own profile' });
      return { detail: 'Your profile is saved.' };
    },
    { refusesApiTokens: true },
  ),

  serveWrite(
    logoutElsewhere,
    async ({ db, principal, request, audit }) => {
      const person_id = personIdOf(principal);
      const ended = await statements.deleteOtherSessions(db, {
        person_id,
        token_hash: sessionHashOf(request),
      });
      await notifyTopic(db, personTopic(person_id));
      await audit({ action: 'sign out elsewhere', detail: { ended } });
      return { detail: 'You are signed out everywhere else.' };
    },
    { refusesApiTokens: true },
  ),

  serve(
    getSignIn,
    async ({ db, request }) => {
      const left = await measureSignIn(db, tokenOf(request)?.token ?? '');
      if (!left) throw new PortalError('invalid_token', 'Invalid token.');
      return {
        seconds_left: Math.max(0, Math.min(left.idle_seconds, left.whole_seconds)),
        is_extendable: left.idle_seconds < left.whole_seconds,
      };
    },
    { refusesApiTokens: true, isNoUse: true },
  ),

  ...tokenRoutes,
];

/** Only the caller's own; any other looks as if it did not exist. */
export const sessionSocket: Socket = {
  ...SESSION_SOCKET,
  async authorize(_db, principal, id) {
    const person_id = personIdOf(principal);
    if (id !== String(person_id)) throw notFound('person');
    return personTopic(person_id);
  },
};
