/** The search threads of a process: each request goes to the least busy one. */
import { Worker } from 'node:worker_threads';
import type {
  DropRequest,
  ReadMessage,
  ReadReply,
  ReleaseRequest,
  ReplicaMessage,
  ReplyTo,
  Request,
  ThreadData,
  ThreadReply,
  ThreadRequest,
} from './messages.ts';
import type { Splitting } from './parts/partial-results.ts';
import {
  chooseIdle,
  NotScattered,
  type PartAsker,
  type PartThreads,
  scatterGather,
} from './parts/scatter-gather.ts';
import { QueryRefusal } from './query-refusal.ts';
import type { ReadObjects } from './read/kme-segments.ts';
import type { FetchRequest, PartRequest, SplitRequest } from './requests.ts';
import type { ReplicaState } from './search-source.ts';

/** The rows have no such sort column. */
export class SortRefusal extends Error {}

/** The caller cancelled the request, or closed the connection of a call. */
export class SearchCancelled extends Error {
  override readonly name = 'AbortError';
}

export interface AskOptions {
  /** cancels the request: a waiting one is dropped; for a running one its thread is terminated and replaced */
  signal?: AbortSignal;
  /** on cancellation lets a running request finish, which fills the caches of its thread */
  keepsRunning?: boolean;
  /** packed rows of an export, in order */
  onChunk?(chunk: Uint8Array): void;
}

interface QueuedRequest {
  ask: ThreadRequest;
  resolve(value: never): void;
  reject(error: unknown): void;
  onChunk: AskOptions['onChunk'];
}

interface Thread {
  worker: Worker;
  waiting: Map<number, QueuedRequest>;
  /** errors of reads for the thread, until its request has failed */
  failedReads: Map<number, unknown>;
}

/** How often questions were split. */
export interface SplitCounts {
  /** answered from parts */
  merged: number;
  /** asked again because the corpus changed meanwhile, or a thread ended */
  repeated: number;
}

/** A thread that keeps a part of a question from one request to the next. */
export interface HeldThread {
  ask<R extends PartRequest | FetchRequest>(request: R): Promise<ReplyTo<R>>;
  release(): void;
}

export interface SearchThreads {
  readonly splitCounts: SplitCounts;
  ask<R extends Request>(request: R, options?: AskOptions): Promise<ReplyTo<R>>;
  /** For a search node: the least busy thread, for the part of one question. */
  hold(): HeldThread;
  /**
   * Starts every thread and loads its catalog and what lists of genes are compared with, so that the first search need
   * not wait for it.
   */
  warm(): Promise<void>;
  close(): Promise<void>;
}

function settle(thread: Thread, reply: Exclude<ThreadReply, ReadMessage | ReplicaMessage>): void {
  const waiting = thread.waiting.get(reply.id);
  if ('chunk' in reply) {
    waiting?.onChunk?.(reply.chunk);
    return;
  }
  thread.waiting.delete(reply.id);
  const { failedReads } = thread;
  if (thread.waiting.size === 0) {
    thread.worker.unref();
    thread.failedReads = new Map();
  }
  if (!waiting) return;
  if ('reply' in reply) waiting.resolve(reply.reply as never);
  else if ('faults' in reply) waiting.reject(new QueryRefusal(reply.faults));
  else if ('unknownColumn' in reply) waiting.reject(new SortRefusal(reply.unknownColumn));
  else if ('failedRead' in reply) waiting.reject(failedReads.get(reply.failedRead));
  else waiting.reject(Object.assign(new Error(reply.error), { code: reply.code }));
}

/**
 * Listed genes and gene sets x module slots that the largest part has to save; measured by
 * bench/search/search-parts.ts.
 */
const COST_THRESHOLD = 50_000_000;

/** A question is planned again once if the corpus changes between its parts. */
const MAX_ATTEMPTS = 2;

function isSplitRequest(request: Request): request is Request & SplitRequest {
  return request.kind === 'search' || request.kind === 'rank-modules' || request.kind === 'count';
}

/** Whether asking again would end in the same way. */
function isOfCaller(error: unknown): boolean {
  return error instanceof QueryRefusal || error instanceof SortRefusal || error instanceof SearchCancelled;
}

/** Reads what a thread asks for. A failure fails the request of the thread, not the process. */
async function answerRead(
  { worker, failedReads }: Thread,
  { read, ranges }: ReadMessage,
  readObjects: ReadObjects,
) {
  try {
    const bytes = await readObjects(ranges);
    const reply: ReadReply = { read, bytes };
    worker.postMessage(
      reply,
      bytes.map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    failedReads.set(read, error);
    const reply: ReadReply = { read, bytes: null };
    worker.postMessage(reply);
  }
}

/** Threads start on demand. If one ends unexpectedly, its requests fail, and the next request replaces it. */
class Pool implements SearchThreads {
  readonly #databaseUrl: string;
  readonly #options: SearchThreadsOptions;
  readonly #threads: (Thread | undefined)[];
  readonly splitCounts: SplitCounts = { merged: 0, repeated: 0 };
  #nextId = 1;

  constructor(databaseUrl: string, options: SearchThreadsOptions) {
    this.#databaseUrl = databaseUrl;
    this.#options = options;
    this.#threads = Array.from({ length: options.count });
  }

  #start(index: number): Thread {
    const { replicaUrls = [] } = this.#options;
    const workerData: ThreadData = {
      databaseUrl: this.#databaseUrl,
      replicaUrl: replicaUrls[index % Math.max(1, replicaUrls.length)] ?? null,
    };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData });
    const thread: Thread = { worker, waiting: new Map(), failedReads: new Map() };
    worker.on('message', (reply: ThreadReply) => {
      if ('ranges' in reply) void answerRead(thread, reply, this.#options.readObjects);
      else if ('replica' in reply) this.#options.onReplica?.(reply.replica, index);
      else settle(thread, reply);
    });
    const end = (error: Error) => {
      if (this.#threads[index] === thread) this.#threads[index] = undefined;
      for (const waiting of thread.waiting.values()) waiting.reject(error);
      thread.waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The search thread ended.')));
    worker.unref();
    this.#threads[index] = thread;
    return thread;
  }

  #choose(): Thread {
    const free = this.#threads.findIndex((thread) => thread === undefined || thread.waiting.size === 0);
    const least = this.#threads.reduce(
      (best, thread, index) =>
        (thread?.waiting.size ?? 0) < (this.#threads[best]?.waiting.size ?? 0) ? index : best,
      0,
    );
    const index = free >= 0 ? free : least;
    return this.#threads[index] ?? this.#start(index);
  }

  #listIdle(): number[] {
    return [...this.#threads.keys()].filter((index) => (this.#threads[index]?.waiting.size ?? 0) === 0);
  }

  #send(waiting: QueuedRequest, thread = this.#choose()): void {
    // Idle threads do not keep the process alive, busy ones do.
    thread.worker.ref();
    thread.waiting.set(waiting.ask.id, waiting);
    thread.worker.postMessage(waiting.ask);
  }

  #cancel(id: number, keepsRunning: boolean): void {
    const index = this.#threads.findIndex((thread) => thread?.waiting.has(id));
    const thread = this.#threads[index];
    if (thread === undefined) return;
    const [running] = thread.waiting.keys();
    const isRunning = running === id;
    if (isRunning && keepsRunning) return;
    thread.waiting.get(id)?.reject(new SearchCancelled('The search was cancelled.'));
    thread.waiting.delete(id);
    if (!isRunning) {
      const drop: DropRequest = { drop: id };
      thread.worker.postMessage(drop);
      return;
    }
    // Requests waiting for this thread are sent to another one.
    this.#threads[index] = undefined;
    const others = [...thread.waiting.values()];
    thread.waiting.clear();
    void thread.worker.terminate();
    for (const other of others) this.#send(other);
  }

  #askThread<R extends Request>(
    request: R,
    { signal, keepsRunning = false, onChunk }: AskOptions,
    index?: number,
  ): Promise<ReplyTo<R>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw new SearchCancelled('The search was cancelled.');
      const ask: ThreadRequest = { id: this.#nextId, request };
      this.#nextId += 1;
      const cancel = () => this.#cancel(ask.id, keepsRunning);
      const removeListener = () => signal?.removeEventListener('abort', cancel);
      signal?.addEventListener('abort', cancel, { once: true });
      const waiting: QueuedRequest = {
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
      };
      this.#send(waiting, index === undefined ? undefined : (this.#threads[index] ?? this.#start(index)));
    });
  }

  #release(index: number, question: number): void {
    const message: ReleaseRequest = { release: question };
    this.#threads[index]?.worker.postMessage(message);
  }

  /** Parts go to idle threads, first to the one that made the plan. */
  #ownThreads(options: AskOptions): PartThreads {
    return {
      choosePlanner: () => this.#listIdle()[0],
      chooseParts: (planner, count) => chooseIdle(this.#listIdle(), planner, count),
      askThread: (index, of) => this.#askThread(of, options, index),
      release: (index, question) => this.#release(index, question),
    };
  }

  /** Parts go to the shards, whose indexes follow those of the threads. */
  #shardThreads(shards: readonly PartAsker[], options: AskOptions): PartThreads {
    const own = this.#ownThreads(options);
    const first = this.#threads.length;
    const shardAt = (index: number) => shards[index - first];
    return {
      choosePlanner: own.choosePlanner,
      chooseParts: (_planner, count) => Array.from({ length: count }, (_, shard) => first + shard),
      askThread: (index, of) => {
        const shard = shardAt(index);
        return shard ? shard.ask(of, options.signal) : own.askThread(index, of);
      },
      release: (index, question) => {
        const shard = shardAt(index);
        if (shard) shard.release(question);
        else own.release(index, question);
      },
    };
  }

  /** Whom the parts of the next question go to, and how it is cut; null if it has to be asked whole. */
  #chooseSplit(
    options: AskOptions,
    isRepeated: boolean,
  ): { threads: PartThreads; splitting: Splitting } | null {
    const { parts = 1, costThreshold = COST_THRESHOLD, shards = [] } = this.#options;
    if (shards.length > 0 && !isRepeated && shards.every((shard) => shard.isAvailable())) {
      const splitting = { parts: shards.length, shards: shards.length, costThreshold };
      return { threads: this.#shardThreads(shards, options), splitting };
    }
    const most = Math.min(parts, this.#listIdle().length);
    return most < 2
      ? null
      : { threads: this.#ownThreads(options), splitting: { parts: most, costThreshold } };
  }

  /** Asked again if the corpus changes meanwhile; whole if that does not help, or if a thread or a shard fails. */
  async #askSplit<R extends SplitRequest>(request: R, options: AskOptions): Promise<ReplyTo<R>> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const split = this.#chooseSplit(options, attempt > 0);
      if (split === null) break;
      const question = this.#nextId;
      this.#nextId += 1;
      const onMerged = () => {
        this.splitCounts.merged += 1;
      };
      try {
        return await scatterGather(split.threads, request, {
          question,
          splitting: split.splitting,
          onMerged,
        });
      } catch (error) {
        if (options.signal?.aborted === true) throw new SearchCancelled('The search was cancelled.');
        if (isOfCaller(error)) throw error;
        if (error instanceof NotScattered && error.why !== 'outdated') break;
        this.splitCounts.repeated += 1;
        // An error of a part is that of the question if asking whole fails too.
        if (!(error instanceof NotScattered)) break;
      }
    }
    return this.#askThread(request, options);
  }

  ask<R extends Request>(request: R, options: AskOptions = {}): Promise<ReplyTo<R>> {
    const { parts = 1, shards = [] } = this.#options;
    const isSplit = (parts > 1 || shards.length > 0) && isSplitRequest(request);
    return isSplit ? this.#askSplit(request, options) : this.#askThread(request, options);
  }

  hold(): HeldThread {
    const index = this.#threads.indexOf(this.#choose());
    const question = this.#nextId;
    this.#nextId += 1;
    return {
      ask: (request) => this.#askThread({ ...request, question }, {}, index),
      release: () => this.#release(index, question),
    };
  }

  async warm(): Promise<void> {
    // Each request goes to an idle thread, so every thread gets one.
    await Promise.all(this.#threads.map(() => this.ask({ kind: 'warm' })));
  }

  async close(): Promise<void> {
    const open = this.#threads.filter((thread) => thread !== undefined);
    this.#threads.fill(undefined);
    await Promise.all(open.map(({ worker }) => worker.terminate()));
  }
}

export interface SearchThreadsOptions {
  /** number of threads */
  count: number;
  /** reads ranges of the store for the threads */
  readObjects: ReadObjects;
  /**
   * replicas of the database, shared out to the threads; a thread reads its replica while it is as new as the primary
   */
  replicaUrls?: readonly string[];
  /** called when a thread begins to read its replica again, or the primary in its place */
  onReplica?(state: ReplicaState, thread: number): void;
  /** one question is split into at most this many parts, each for an idle thread; 1 by default: never */
  parts?: number;
  /** keys x module slots that the largest part has to save for a question to be split */
  costThreshold?: number;
  /** search nodes, in the order of their shards; without them, or while one fails, this process answers */
  shards?: readonly PartAsker[];
}

/** The threads are started by the first requests, or all by `warm`. */
export function openSearchThreads(databaseUrl: string, options: SearchThreadsOptions): SearchThreads {
  return new Pool(databaseUrl, options);
}
