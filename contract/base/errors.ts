import { z } from 'zod';

/** All codes of error replies; the code is for programs, the sentence for people. */
export const ERROR_CODES = [
  'invalid_input',
  'invalid_api_version',
  'invalid_token',
  'invalid_login',
  'sign_in_required',
  'permission_denied',
  'not_found',
  'conflict',
  'idempotency_conflict',
  'too_large',
  'unsupported_type',
  'too_many_requests',
  'link_expired',
  'storage_full',
  'unavailable',
  'not_here',
  'damaged',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Shape of all error replies. `fields` has a sentence for each refused input. */
export const errorReply = z.object({
  detail: z.string(),
  code: z.enum(ERROR_CODES),
  request_id: z.string(),
  error: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
});

export type ErrorReply = z.output<typeof errorReply>;

/** Supported API versions; the first is the current one. */
export const API_VERSIONS = ['1.0'] as const;

/** Header of the portal's own pages; forms of other sites cannot send it. */
export const CLIENT_HEADER = 'x-omicon-client';
