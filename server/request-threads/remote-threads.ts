/** The search and compute threads of the process, as a request thread uses them. */
import type { ReplyTo, Request } from '@omicon/search-index/messages.ts';
import type { AskOptions, SearchThreads } from '@omicon/search-index/threads.ts';
import type { ComputeKind, ReplyOf, RequestOf } from '../compute/requests.ts';
import type { ComputeOptions, ComputeThreads } from '../compute/threads.ts';
import { type Asked, type FromThread, fromPlainError, type Result } from './messages.ts';

interface Waiting {
  resolve(reply: never): void;
  reject(error: unknown): void;
}

export interface RemoteThreads {
  /** what the calls of a thread use, with the call that each question belongs to */
  ofCall(call: number): { searchThreads: SearchThreads; computeThreads: ComputeThreads };
  settle(asked: number, result: Result): void;
}

function notHere(): never {
  throw new Error('A request thread asks the threads of its process; it neither starts nor ends them.');
}

export function createRemoteThreads(send: (message: FromThread) => void): RemoteThreads {
  const waiting = new Map<number, Waiting>();
  let last = 0;

  function ask<T>(call: number, question: Asked, signal: AbortSignal | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      last += 1;
      const asked = last;
      const cancel = () => send({ cancelled: asked });
      const removeListener = () => signal?.removeEventListener('abort', cancel);
      waiting.set(asked, {
        resolve: (reply) => {
          removeListener();
          resolve(reply);
        },
        reject: (error) => {
          removeListener();
          reject(error);
        },
      });
      send({ asked, call, question });
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  return {
    ofCall: (call) => ({
      searchThreads: {
        splitCounts: { merged: 0, repeated: 0 },
        ask<R extends Request>(request: R, { signal, keepsRunning = false, onChunk }: AskOptions = {}) {
          if (onChunk !== undefined) notHere();
          return ask<ReplyTo<R>>(call, { of: 'search', request, keepsRunning }, signal);
        },
        hold: notHere,
        warm: notHere,
        close: notHere,
      },
      computeThreads: {
        compute<K extends ComputeKind>(
          kind: K,
          request: RequestOf<K>,
          { signal, onProgress }: ComputeOptions = {},
        ) {
          if (onProgress !== undefined) notHere();
          return ask<ReplyOf<K>>(call, { of: 'compute', kind, request }, signal);
        },
        close: notHere,
      },
    }),
    settle(asked, result) {
      const question = waiting.get(asked);
      waiting.delete(asked);
      if ('reply' in result) question?.resolve(result.reply as never);
      else question?.reject(fromPlainError(result.error));
    },
  };
}
