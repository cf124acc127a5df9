import type { ServerResponse } from 'node:http';
import type { ErrorCode, ErrorReply } from '@omicon/contract/base/errors.ts';
import { codeOf } from './error-code.ts';

const STATUS: Record<ErrorCode, number> = {
  invalid_input: 400,
  invalid_api_version: 400,
  invalid_token: 401,
  invalid_login: 401,
  sign_in_required: 401,
  permission_denied: 403,
  not_found: 404,
  conflict: 409,
  idempotency_conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  link_expired: 403,
  storage_full: 507,
  unavailable: 503,
  not_here: 501,
  damaged: 500,
  internal: 500,
};

/** An error with a sentence for the user; anything else thrown becomes a plain 500. */
export class PortalError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    sentence: string,
    more: { fields?: Record<string, string>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(sentence, { cause: more.cause });
    this.name = 'PortalError';
    this.code = code;
    this.status = STATUS[code];
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** 404 with the same sentence for records that do not exist and those that the caller may not read. */
export function notFound(what: string): PortalError {
  return new PortalError('not_found', `There is no such ${what}, or you may not see it.`);
}

/**
 * Transient Postgres errors: connection refused, restart, deadlock. The request is valid and the client should retry.
 */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03',
  '40P01',
  '40001',
  '08006',
  '08001',
  '08003',
  '57014',
]);
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether the database cannot be reached, or has closed the connection. */
export function isDatabaseGone(error: unknown): boolean {
  if (UNAVAILABLE_CODES.has(codeOf(error)) && !(error instanceof Error && 'path' in error)) return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
  );
}

/** Error codes of streams and aborted work whose peer is gone. */
const LEAVING_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'FST_MP_PREMATURE_CLOSE',
]);

/** Whether the error was caused by the client closing the connection, which is no failure of the portal. */
export function isOfLeaving(error: unknown, reply: ServerResponse): boolean {
  const isGone = reply.destroyed || reply.socket?.destroyed === true;
  const isAborted = error instanceof Error && error.name === 'AbortError';
  return isGone && (isAborted || LEAVING_CODES.has(codeOf(error)));
}

/** Converts any thrown value into an error that the client may see. */
export function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  if (FULL_CODES.has(codeOf(error))) {
    return new PortalError('storage_full', 'The storage of the portal is full. Nothing was changed.', {
      retryAfterSeconds: 30,
    });
  }
  if (codeOf(error) === '23505') {
    return new PortalError('conflict', 'Another record already has this name. Nothing was changed.');
  }
  if (isDatabaseGone(error)) {
    return new PortalError('unavailable', 'The portal is not ready for a moment. Please try again.', {
      retryAfterSeconds: 3,
    });
  }
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return new PortalError('too_large', 'The request is too large.');
  if (status === 415)
    return new PortalError('unsupported_type', 'This kind of content is not accepted here.');
  if (status === 429)
    return new PortalError('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfterSeconds: 60,
    });
  if (status === 404) return new PortalError('not_found', 'There is nothing at this address.');
  if (status >= 400 && status < 500)
    return new PortalError('invalid_input', 'The request could not be read.');
  if (status === 503)
    return new PortalError('unavailable', 'The portal is busy. Please try again in a moment.', {
      retryAfterSeconds: 2,
    });
  return new PortalError('internal', 'Internal Server Error');
}

/** The reply to a failed request, in the error shape of the contract. */
export function errorBody(error: PortalError, requestId: string): ErrorReply {
  return {
    detail: error.message,
    code: error.code,
    request_id: requestId,
    error: error.message,
    ...(error.fields ? { fields: error.fields } : {}),
  };
}
