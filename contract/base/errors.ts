import { z } from 'zod';

/** Every code an error reply can carry; programs rely on the code, people on the sentence. */
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

/** The one shape of every error reply. `fields` names the inputs a schema refused, each with its sentence. */
export const errorReply = z.object({
  detail: z.string(),
  code: z.enum(ERROR_CODES),
  request_id: z.string(),
  error: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
});

export type ErrorReply = z.output<typeof errorReply>;

/** Served API versions; the first is the current one. */
export const API_VERSIONS = ['1.0'] as const;

/** Header by which a page of ours says so; a form of another site cannot send it. */
export const CLIENT_HEADER = 'x-omicon-client';
