/** The search threads of a process: requests go to the one with the least to do. */
import { Worker } from 'node:worker_threads';
import type { QueryFault } from '@omicon/domain/check-query.ts';
import type { Ask, ReplyTo, Request, Told } from './requests.ts';

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

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

export interface SearchThreads {
  ask<R extends Request>(request: R): Promise<ReplyTo<R>>;
  close(): Promise<void>;
}

function settle(thread: Thread, told: Told): void {
  const waiting = thread.waiting.get(told.id);
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
    worker.on('message', (told: Told) => settle(thread, told));
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

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const thread = choose();
        const ask: Ask = { id: nextId, request };
        nextId += 1;
        // A process may end while its threads rest, not while one works for it.
        thread.worker.ref();
        thread.waiting.set(ask.id, { resolve: resolve as Waiting['resolve'], reject });
        thread.worker.postMessage(ask);
      }),
    async close() {
      const open = threads.filter((thread) => thread !== undefined);
      threads.fill(undefined);
      await Promise.all(open.map(({ worker }) => worker.terminate()));
    },
  };
}
