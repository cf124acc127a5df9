/** What a process and its request threads send each other, as plain data. */

import type { ErrorCode } from '@omicon/contract/base/errors.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { QueryFault } from '@omicon/domain/query/check-query.ts';
import type { Request } from '@omicon/search-index/messages.ts';
import { QueryRefusal } from '@omicon/search-index/query-refusal.ts';
import { SearchCancelled, SortRefusal } from '@omicon/search-index/threads.ts';
import { codeOf } from '../base/error-code.ts';
import { PortalError } from '../base/errors.ts';
import { StoreUnavailable } from '../base/store/store.ts';
import type { ComputeKind } from '../compute/requests.ts';
import { ComputeCancelled } from '../compute/work.ts';
import type { Config } from '../config.ts';

export interface RequestThreadData {
  config: Config;
  databaseUrl: string;
}

/** A call whose caller may make it, as it came. */
export interface CallInput {
  /** method and path of its route */
  route: string;
  principal: Principal;
  params: unknown;
  query: unknown;
  /** JSON; undefined without a body */
  body: string | undefined;
}

export type ToThread =
  | { call: number; input: CallInput }
  | { left: number }
  | { asked: number; result: Result };

/** A search or a computation that the process runs for the thread. */
export type Asked =
  | { of: 'search'; request: Request; keepsRunning: boolean }
  | { of: 'compute'; kind: ComputeKind; request: unknown };

export type FromThread =
  /** the next piece of the reply, as JSON; large replies have many */
  | { answered: number; piece: Uint8Array<ArrayBuffer>; isLast: boolean }
  | { refused: number; error: PlainError }
  /** `asked` numbers the question, `call` is the call that it belongs to */
  | { asked: number; call: number; question: Asked }
  | { cancelled: number };

export type Result = { reply: unknown } | { error: PlainError };

/** Errors whose class the other side needs to know; clones lose it. */
export type PlainError =
  | {
      kind: 'portal';
      code: ErrorCode;
      sentence: string;
      fields: Record<string, string> | undefined;
      retryAfterSeconds: number | undefined;
      cause: string | undefined;
    }
  | { kind: 'query'; faults: QueryFault[] }
  | { kind: 'sort'; sentence: string }
  | { kind: 'search cancelled' | 'compute cancelled' | 'store unavailable' }
  | { kind: 'other'; message: string; stack: string | undefined; code: string | undefined };

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function toPlainError(error: unknown): PlainError {
  if (error instanceof StoreUnavailable) return { kind: 'store unavailable' };
  if (error instanceof PortalError) {
    const { code, message: sentence, fields, retryAfterSeconds } = error;
    const cause = error.cause === undefined ? undefined : stackOf(error.cause);
    return { kind: 'portal', code, sentence, fields, retryAfterSeconds, cause };
  }
  if (error instanceof QueryRefusal) return { kind: 'query', faults: error.faults };
  if (error instanceof SortRefusal) return { kind: 'sort', sentence: error.message };
  if (error instanceof SearchCancelled) return { kind: 'search cancelled' };
  if (error instanceof ComputeCancelled) return { kind: 'compute cancelled' };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'other', message, stack: stackOf(error), code: codeOf(error) || undefined };
}

/** The error that `toPlainError` was given, of the same class. */
export function fromPlainError(error: PlainError): Error {
  switch (error.kind) {
    case 'portal': {
      const { fields, retryAfterSeconds, cause } = error;
      return new PortalError(error.code, error.sentence, {
        ...(fields === undefined ? {} : { fields }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        ...(cause === undefined ? {} : { cause: new Error(cause) }),
      });
    }
    case 'query':
      return new QueryRefusal(error.faults);
    case 'sort':
      return new SortRefusal(error.sentence);
    case 'search cancelled':
      return new SearchCancelled('The search was cancelled.');
    case 'compute cancelled':
      return new ComputeCancelled();
    case 'store unavailable':
      return new StoreUnavailable();
    case 'other': {
      const { message, stack, code } = error;
      const other = Object.assign(new Error(message), code === undefined ? {} : { code });
      if (stack !== undefined) other.stack = stack;
      return other;
    }
  }
}
