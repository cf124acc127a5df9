/** The search threads of a process: each request goes to the least busy one. */
import { Worker } from 'node:worker_threads';
import type { QueryFault } from '@omicon/domain/query/check-query.ts';
import type { DropRequest, ReplyTo, Request, ThreadReply, ThreadRequest } from './requests.ts';

/** An invalid query, with the faults of its rules. */
export class QueryRefusal extends Error {
  readonly faults: QueryFault[];
  constructor(faults: QueryFault[]) {
    super(faults[0]?.sentence ?? 'The query is invalid.');
    this.faults = faults;
  }
}

/** The rows have no such sort column. */
export class SortRefusal extends Error {}

/** The caller cancelled the request. */
export class SearchCancelled extends Error {}

export interface AskOptions {
  /** cancels the request: a waiting one is dropped; for a running one its thread is terminated and replaced */
  signal?: AbortSignal;
  /** on cancellation lets a running request finish, which fills the caches of its thread */
  sparesRunning?: boolean;
  /** packed rows of an export, in order */
  onChunk?(chunk: Uint8Array): void;
}

interface Waiting {
  ask: ThreadRequest;
  resolve(value: never): void;
  reject(error: Error): void;
  onChunk: AskOptions['onChunk'];
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

export interface SearchThreads {
  ask<R extends Request>(request: R, options?: AskOptions): Promise<ReplyTo<R>>;
  /** Starts every thread and loads its catalog, so that the first search need not wait for it. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

function settle(thread: Thread, reply: ThreadReply): void {
  const waiting = thread.waiting.get(reply.id);
  if ('chunk' in reply) {
    waiting?.onChunk?.(reply.chunk);
    return;
  }
  thread.waiting.delete(reply.id);
  if (thread.waiting.size === 0) thread.worker.unref();
  if (!waiting) return;
  if ('reply' in reply) waiting.resolve(reply.reply as never);
  else if ('faults' in reply) waiting.reject(new QueryRefusal(reply.faults));
  else if ('unknownColumn' in reply) waiting.reject(new SortRefusal(reply.unknownColumn));
  else waiting.reject(new Error(reply.error));
}

/**
 * Threads start on demand. If one ends unexpectedly, its requests fail, and the next request replaces it.
 */
export function openSearchThreads(databaseUrl: string, count: number): SearchThreads {
  const threads: (Thread | undefined)[] = Array.from({ length: count });
  let nextId = 1;

  const start = (index: number): Thread => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { databaseUrl } });
    const thread: Thread = { worker, waiting: new Map() };
    worker.on('message', (reply: ThreadReply) => settle(thread, reply));
    const end = (error: Error) => {
      if (threads[index] === thread) threads[index] = undefined;
      for (const waiting of thread.waiting.values()) waiting.reject(error);
      thread.waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The search thread ended.')));
    worker.unref();
    threads[index] = thread;
    return thread;
  };

  const choose = (): Thread => {
    const free = threads.findIndex((thread) => thread === undefined || thread.waiting.size === 0);
    const least = threads.reduce(
      (best, thread, index) =>
        (thread?.waiting.size ?? 0) < (threads[best]?.waiting.size ?? 0) ? index : best,
      0,
    );
    const index = free >= 0 ? free : least;
    return threads[index] ?? start(index);
  };

  const send = (waiting: Waiting): void => {
    const thread = choose();
    // Idle threads do not keep the process alive, busy ones do.
    thread.worker.ref();
    thread.waiting.set(waiting.ask.id, waiting);
    thread.worker.postMessage(waiting.ask);
  };

  const cancelRequest = (id: number, sparesRunning: boolean): void => {
    const index = threads.findIndex((thread) => thread?.waiting.has(id));
    const thread = threads[index];
    if (thread === undefined) return;
    const [running] = thread.waiting.keys();
    const isRunning = running === id;
    if (isRunning && sparesRunning) return;
    thread.waiting.get(id)?.reject(new SearchCancelled('The search was cancelled.'));
    thread.waiting.delete(id);
    if (!isRunning) {
      const drop: DropRequest = { drop: id };
      thread.worker.postMessage(drop);
      return;
    }
    // Requests waiting for this thread are sent to another one.
    threads[index] = undefined;
    const others = [...thread.waiting.values()];
    thread.waiting.clear();
    void thread.worker.terminate();
    for (const other of others) send(other);
  };

  const ask: SearchThreads['ask'] = (request, { signal, sparesRunning = false, onChunk } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) throw new SearchCancelled('The search was cancelled.');
      const ask: ThreadRequest = { id: nextId, request };
      nextId += 1;
      const cancel = () => cancelRequest(ask.id, sparesRunning);
      const removeListener = () => signal?.removeEventListener('abort', cancel);
      signal?.addEventListener('abort', cancel, { once: true });
      send({
        ask,
        resolve: (value) => {
          removeListener();
          resolve(value);
        },
        reject: (error) => {
          removeListener();
          reject(error);
        },
        onChunk,
      });
    });

  return {
    ask,
    async warm() {
      // Each request goes to an idle thread, so every thread gets one.
      await Promise.all(threads.map(() => ask({ kind: 'fields' })));
    },
    async close() {
      const open = threads.filter((thread) => thread !== undefined);
      threads.fill(undefined);
      await Promise.all(open.map(({ worker }) => worker.terminate()));
    },
  };
}
