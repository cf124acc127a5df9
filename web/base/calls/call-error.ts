import type { ErrorCode } from '@omicon/contract/base/errors.ts';

interface CallErrorParts {
  status: number;
  code: ErrorCode;
  detail: string;
  request_id: string | null;
  fields: Readonly<Record<string, string>>;
}

/** A call that the server refused or failed. `detail` is a message for people; `code` is for programs. */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly request_id: string | null;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ status, code, detail, request_id, fields }: CallErrorParts) {
    super(detail);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.request_id = request_id;
    this.fields = fields;
  }
}

/** The server could not be reached at all. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Network Failure. Try reloading the application or reconnect to the VPN.', { cause });
    this.name = 'NetworkError';
  }
}

/** A local file could not be read: moved, changed or locked since it was chosen. */
export class UnreadableFileError extends Error {
  constructor(cause?: unknown) {
    super('The file could not be read. Please choose it again.', { cause });
    this.name = 'UnreadableFileError';
  }
}

/** Codes for which a retry is useless despite their status: a missing part of the installation, damaged bytes. */
const LASTING: ReadonlySet<ErrorCode> = new Set(['not_here', 'damaged']);

/** Whether a retry may succeed: the network or the server failed, and nothing is wrong with the call. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof UnreadableFileError) return false;
  if (!(error instanceof CallError)) return true;
  return (error.status >= 500 || error.code === 'too_many_requests') && !LASTING.has(error.code);
}

/** Whether there was no connection, or the portal could not answer for the moment. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof CallError && error.status === 503);
}

/** A message for people about any failure of a call. */
export function describeError(error: unknown): string {
  if (error instanceof CallError) return error.detail;
  if (error instanceof NetworkError || error instanceof UnreadableFileError) return error.message;
  return 'Something went wrong. Please try again.';
}
