import { z } from 'zod';
import { done, endpoint, recordNumber, text } from './endpoint.ts';

/** What a person may change about themselves; everything else comes from the portal. */
export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/me/',
  summary: 'Change own name, institution and ORCID iD.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  body: z.strictObject({
    first_name: text(100).trim().min(1, 'Enter first name'),
    last_name: text(100).trim().min(1, 'Enter last name'),
    institution: text(200).nullable(),
    orcid_id: z
      .string()
      .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/, 'An ORCID iD looks like 0000-0002-1825-0097')
      .nullable(),
  }),
  reply: done,
});

/** Ends every sign-in of the person but this one, on every device, sockets included; API tokens stay. */
export const logoutElsewhere = endpoint({
  method: 'POST',
  path: '/api/logout-elsewhere/',
  summary: 'Sign out everywhere else.',
  permission: 'signed in',
  object: 'none',
  reply: done,
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
  reply: done,
});
