import { z } from 'zod';
import { detailReply, endpoint, recordNumber, text } from '../../base/endpoint.ts';
import { personFields } from '../../base/person-fields.ts';

/** The person's own account: profile, sessions, API tokens. */
export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/me/',
  summary: 'Change your name, institution and ORCID iD.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  body: z.strictObject({
    ...personFields,
    institution: personFields.institution.nullable(),
    orcid_id: personFields.orcid_id.nullable(),
  }),
  reply: detailReply,
});

/** Ends all sessions of the person except this one, with their sockets; API tokens stay valid. */
export const logoutElsewhere = endpoint({
  method: 'POST',
  path: '/api/logout-elsewhere/',
  summary: 'Sign out everywhere else.',
  permission: 'signed in',
  object: 'none',
  reply: detailReply,
});

const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type ApiToken = z.output<typeof apiToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens/',
  summary: 'Your API tokens.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  reply: z.object({ results: z.array(apiToken), total: z.int() }),
});

/**
 * `token` is returned only once; only its hash is stored, so a retry with the same idempotency key gets an empty one.
 */
export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens/',
  summary: 'Create a named API token with an expiry date.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  body: z.object({ name: text(100).trim().min(1, 'Enter name'), days: z.int().min(1).max(366) }),
  status: 201,
  reply: apiToken.extend({ token: z.string() }),
});

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/:id/',
  summary: 'Revoke one of your API tokens.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

/** Remaining time of an idle session. This call does not count as activity. */
export const getSignIn = endpoint({
  method: 'GET',
  path: '/api/sign-in/',
  summary: 'Remaining time of an idle session.',
  permission: 'signed in',
  object: 'none',
  reply: z.object({
    seconds_left: z.int(),
    /** false if it ends then in any case: after twelve hours, for guests after eight */
    is_extendable: z.boolean(),
  }),
});

/**
 * Socket of a person's own pages: a message signals that role, permissions or terms may have changed; it is closed when
 * the session ends. The page then calls `getMe`.
 */
export const SESSION_SOCKET = { path: '/ws/session/:id/', type: 'session-changed' } as const;
