/** Shared by all ways to sign in: password, guest, single sign-on. */
import { CLIENT_HEADER } from '@omicon/contract/base/errors.ts';
import type { Role } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../postgres/database.ts';
import { recordAuditEvent } from './audit.ts';
import type { ProviderKind } from './identity-providers.ts';
import { createSession, setSessionCookie } from './sessions.ts';

export interface Arriving {
  id: number;
  username: string;
  first_name: string | null;
  last_name: string | null;
  role: Role;
  expires_at: Date | null;
}

/** First and last name of a person; the username without either. */
export function nameOf(person: {
  first_name: string | null;
  last_name: string | null;
  username: string;
}): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ') || person.username;
}

interface SignInWay {
  request: FastifyRequest;
  reply: FastifyReply;
  /** undefined for a password or a guest */
  door?: ProviderKind;
}

/** Pages get the session as an HttpOnly cookie, other clients as a token in the reply. */
export async function signIn(db: Db, person: Arriving, { request, reply, door }: SignInWay) {
  const isPage = request.headers[CLIENT_HEADER] === 'web';
  const token = await createSession(db, person, isPage ? 'cookie' : 'header', door);
  if (isPage) setSessionCookie(reply, token);
  await recordAuditEvent(
    db,
    { person_id: person.id, role: person.role },
    {
      action: 'sign in',
      result: 'done',
      request_id: request.id,
      ...(door ? { detail: { by: door } } : {}),
    },
  );
  return {
    token: isPage ? '' : token,
    user: { id: person.id, username: person.username, name: nameOf(person), role: person.role },
  };
}
