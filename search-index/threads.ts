/** The search threads of a process: requests go to the one with the least to do. */
import { Worker } from 'node:worker_threads';
import type { QueryFault } from '@omicon/domain/query/check-query.ts';
import type { DropRequest, ReplyTo, Request, ThreadReply, ThreadRequest } from './requests.ts';

/** A query that cannot be asked, with the rules that are wrong. */
export class QueryRefusal extends Error {
  readonly faults: QueryFault[];
  constructor(faults: QueryFault[]) {
    super(faults[0]?.sentence ?? 'The query cannot be asked.');
    this.faults = faults;
  }
}

/** A sort column that the rows do not have. */
export class SortRefusal extends Error {}

/** The asker gave the request up. */
export class SearchCancelled extends Error {}

export interface Asking {
  /** gives the request up: one that still waits is dropped, one that runs ends with its thread, and another starts */
  signal?: AbortSignal;
  /** a request that runs already goes on instead, and warms what its thread keeps; nobody hears its answer */
  sparesRunning?: boolean;
  /** packed rows of an export, in order */
  onChunk?(chunk: Uint8Array): void;
}

interface Waiting {
  ask: ThreadRequest;
  resolve(value: never): void;
  reject(error: Error): void;
  onChunk: Asking['onChunk'];
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

export interface SearchThreads {
  ask<R extends Request>(request: R, asking?: Asking): Promise<ReplyTo<R>>;
  /** Starts every thread and lets it read the catalog, for which the first search would have waited. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

function settle(thread: Thread, told: ThreadReply): void {
  const waiting = thread.waiting.get(told.id);
  if ('chunk' in told) {
    waiting?.onChunk?.(told.chunk);
    return;
  }
  thread.waiting.delete(told.id);
  if (thread.waiting.size === 0) thread.worker.unref();
  if (!waiting) return;
  if ('reply' in told) waiting.resolve(told.reply as never);
  else if ('faults' in told) waiting.reject(new QueryRefusal(told.faults));
  else if ('unknownColumn' in told) waiting.reject(new SortRefusal(told.unknownColumn));
  else waiting.reject(new Error(told.error));
}

/**
 * Threads start when the first search comes. One that ends takes its requests with it as errors, and is replaced by the
 * next request.
 */
export function openSearchThreads(databaseUrl: string, count: number): SearchThreads {
  const threads: (Thread | undefined)[] = Array.from({ length: count });
  let nextId = 1;

  const start = (place: number): Thread => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { databaseUrl } });
    const thread: Thread = { worker, waiting: new Map() };
    worker.on('message', (told: ThreadReply) => settle(thread, told));
    const end = (error: Error) => {
      if (threads[place] === thread) threads[place] = undefined;
      for (const waiting of thread.waiting.values()) waiting.reject(error);
      thread.waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The search thread ended.')));
    worker.unref();
    threads[place] = thread;
    return thread;
  };

  const choose = (): Thread => {
    const free = threads.findIndex((thread) => thread === undefined || thread.waiting.size === 0);
    const least = threads.reduce(
      (best, thread, place) =>
        (thread?.waiting.size ?? 0) < (threads[best]?.waiting.size ?? 0) ? place : best,
      0,
    );
    const place = free >= 0 ? free : least;
    return threads[place] ?? start(place);
  };

  const send = (waiting: Waiting): void => {
    const thread = choose();
    // A process may end while its threads rest, not while one works for it.
    thread.worker.ref();
    thread.waiting.set(waiting.ask.id, waiting);
    thread.worker.postMessage(waiting.ask);
  };

  const giveUp = (id: number, sparesRunning: boolean): void => {
    const place = threads.findIndex((thread) => thread?.waiting.has(id));
    const thread = threads[place];
    if (thread === undefined) return;
    const [running] = thread.waiting.keys();
    const isRunning = running === id;
    if (isRunning && sparesRunning) return;
    thread.waiting.get(id)?.reject(new SearchCancelled('The search was given up.'));
    thread.waiting.delete(id);
    if (!isRunning) {
      const drop: DropRequest = { drop: id };
      thread.worker.postMessage(drop);
      return;
    }
    // The others that waited for this thread are asked again of another one.
    threads[place] = undefined;
    const others = [...thread.waiting.values()];
    thread.waiting.clear();
    void thread.worker.terminate();
    for (const other of others) send(other);
  };

  const ask: SearchThreads['ask'] = (request, { signal, sparesRunning = false, onChunk } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) throw new SearchCancelled('The search was given up.');
      const ask: ThreadRequest = { id: nextId, request };
      nextId += 1;
      const cancel = () => giveUp(ask.id, sparesRunning);
      const leave = () => signal?.removeEventListener('abort', cancel);
      signal?.addEventListener('abort', cancel, { once: true });
      send({
        ask,
        resolve: (value) => {
          leave();
          resolve(value);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
        onChunk,
      });
    });

  return {
    ask,
    async warm() {
      // Each goes to a thread that has nothing to do, so to another one.
      await Promise.all(threads.map(() => ask({ kind: 'fields' })));
    },
    async close() {
      const open = threads.filter((thread) => thread !== undefined);
      threads.fill(undefined);
      await Promise.all(open.map(({ worker }) => worker.terminate()));
    },
  };
}
