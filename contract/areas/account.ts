import { z } from 'zod';
import { detailReply, endpoint, recordNumber, text } from '../base/endpoint.ts';
import { personFields } from '../base/person-fields.ts';

/** What a person may change about themselves; everything else comes from the portal. */
export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/me/',
  summary: 'Change own name, institution and ORCID iD.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  body: z.strictObject({
    ...personFields,
    institution: personFields.institution.nullable(),
    orcid_id: personFields.orcid_id.nullable(),
  }),
  reply: detailReply,
});

/** Ends every sign-in of the person but this one, on every device, sockets included; API tokens stay. */
export const logoutElsewhere = endpoint({
  method: 'POST',
  path: '/api/logout-elsewhere/',
  summary: 'Sign out everywhere else.',
  permission: 'signed in',
  object: 'none',
  reply: detailReply,
});

const apiToken = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type ApiToken = z.output<typeof apiToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens/',
  summary: 'Own tokens for scripts.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  reply: z.object({ results: z.array(apiToken), total: z.number().int() }),
});

/** `token` is shown this once; only its hash is stored, so a retry with the same idempotency key gets it empty. */
export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens/',
  summary: 'Make a named token for scripts that ends by itself.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  body: z.object({ name: text(100).trim().min(1, 'Enter name'), days: z.number().int().min(1).max(366) }),
  status: 201,
  reply: apiToken.extend({ token: z.string() }),
});

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/:id/',
  summary: 'Revoke an own token at once.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

/** How long this sign-in still lasts when nothing is done. Asking counts as doing nothing. */
export const getSignIn = endpoint({
  method: 'GET',
  path: '/api/sign-in/',
  summary: 'How long this sign-in lasts when nothing is done.',
  permission: 'signed in',
  object: 'none',
  reply: z.object({
    seconds_left: z.number().int(),
    /** false when it ends then whatever is done: after twelve hours, and a guest's after eight */
    is_extendable: z.boolean(),
  }),
});

/**
 * Socket of a person's own pages: a message says that role, permissions or terms may have changed, and it is closed
 * when the sign-in has ended. The page then asks `getMe`.
 */
export const SESSION_SOCKET = { path: '/ws/session/:id/', type: 'session-changed' } as const;
