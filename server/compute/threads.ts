/** The compute threads of a process: each works on one request at a time, the others wait, and people take turns. */
import { Worker } from 'node:worker_threads';
import { PortalError } from '../base/errors.ts';
import { Counter } from '../base/limits/counter.ts';
import { FairQueue } from '../base/limits/fair-queue.ts';
import { StoreUnavailable } from '../base/store/store.ts';
import type {
  ComputeKind,
  ReplyOf,
  RequestOf,
  StoreLocation,
  ThreadMessage,
  ThreadRequest,
  ThreadSettings,
} from './requests.ts';
import { ComputeCancelled, type ComputeProgress } from './work.ts';

export interface ComputeOptions {
  signal?: AbortSignal | undefined;
  onProgress?(progress: ComputeProgress): void;
  /** who waits for the answer; computations of jobs are nobody's */
  person?: number | null;
}

export interface ComputeThreads {
  /**
   * @throws ComputeCancelled if the signal aborts
   * @throws PortalError 413 if the matrices exceed the memory, 503 if too many requests wait or the thread ended
   */
  compute<K extends ComputeKind>(
    kind: K,
    request: RequestOf<K>,
    options?: ComputeOptions,
  ): Promise<ReplyOf<K>>;
  /** Requests that run or wait end with an error. */
  close(): Promise<void>;
}

export interface ComputeThreadsOptions {
  count: number;
  memoryMiB: number;
  store: StoreLocation;
  /** requests that may wait */
  maxWaiting?: number;
  /** for jobs: computations give way to everything that answers people */
  isBackground?: boolean;
  /** time for a cancelled computation to stop before its thread is terminated */
  stopMs?: number;
}

const MAX_WAITING = 32;
const STOP_MS = 2000;
/** V8 ends the whole process if a thread runs out of heap while it reads a message, so the heap is never small. */
const MIN_HEAP_MIB = 512;

type Person = ComputeOptions['person'];

interface QueuedComputation {
  message: ThreadRequest;
  person: Person;
  onProgress: ComputeOptions['onProgress'];
  settle(result: { reply: unknown } | { error: Error }): void;
}

interface Thread {
  worker: Worker;
  running: QueuedComputation | null;
  /** counts the running computation off */
  leave(): void;
}

function interrupted(cause?: unknown): PortalError {
  return new PortalError('unavailable', 'The computation was interrupted. Please try again.', {
    retryAfterSeconds: 1,
    cause,
  });
}

function toResult(message: Exclude<ThreadMessage, { done: number }>): { reply: unknown } | { error: Error } {
  if ('reply' in message) return message;
  if ('refusal' in message) return { error: new PortalError('too_large', message.refusal) };
  if ('isCancelled' in message) return { error: new ComputeCancelled() };
  if ('isStoreUnavailable' in message) return { error: new StoreUnavailable() };
  return { error: new Error(message.error) };
}

/** Threads start on demand and are replaced when they end. */
class Pool implements ComputeThreads {
  readonly #settings: Required<ComputeThreadsOptions>;
  readonly #threads = new Set<Thread>();
  readonly #waiting = new FairQueue<Person, QueuedComputation>();
  readonly #running = new Counter<Person>();
  #isClosed = false;

  constructor(options: ComputeThreadsOptions) {
    this.#settings = { maxWaiting: MAX_WAITING, stopMs: STOP_MS, isBackground: false, ...options };
  }

  compute<K extends ComputeKind>(
    kind: K,
    request: RequestOf<K>,
    { signal, onProgress, person }: ComputeOptions = {},
  ): Promise<ReplyOf<K>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw new ComputeCancelled();
      if (this.#isClosed) throw interrupted();
      if (this.#isBusy() && this.#waiting.length >= this.#settings.maxWaiting)
        throw new PortalError('unavailable', 'Too many computations are waiting. Please try again soon.', {
          retryAfterSeconds: 5,
        });
      const cancelled = new Int32Array(new SharedArrayBuffer(4));
      const cancel = () => this.#cancel(waiting);
      const waiting: QueuedComputation = {
        message: { kind, request, cancelled },
        person,
        onProgress,
        settle: (result) => {
          signal?.removeEventListener('abort', cancel);
          if ('reply' in result) resolve(result.reply as ReplyOf<K>);
          else reject(result.error);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.add(person, waiting);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiting of this.#waiting.clear()) waiting.settle({ error: interrupted() });
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, interrupted())));
  }

  #isBusy(): boolean {
    return this.#threads.size >= this.#settings.count && [...this.#threads].every(({ running }) => running);
  }

  /** Of several threads one is left for others. */
  #mayStart(person: Person): boolean {
    return person === undefined || this.#running.of(person) < Math.max(1, this.#settings.count - 1);
  }

  #dispatch(): void {
    while (!this.#isBusy()) {
      const next = this.#waiting.take((person) => this.#mayStart(person));
      if (next === undefined) return;
      const thread = [...this.#threads].find(({ running }) => running === null) ?? this.#start();
      thread.running = next;
      thread.leave = this.#running.add(next.person);
      // Idle threads do not keep the process alive, busy ones do.
      thread.worker.ref();
      try {
        thread.worker.postMessage(next.message);
      } catch (error) {
        this.#finish(thread, { error: error instanceof Error ? error : new Error(String(error)) });
      }
    }
  }

  #start(): Thread {
    const { memoryMiB, store, isBackground } = this.#settings;
    const workerData: ThreadSettings = { store, memoryBytes: memoryMiB * 1024 ** 2, isBackground };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData,
      // Matrices are outside the heap and limited by `memoryBytes`.
      resourceLimits: { maxOldGenerationSizeMb: Math.max(MIN_HEAP_MIB, memoryMiB) },
    });
    const thread: Thread = { worker, running: null, leave: () => undefined };
    this.#threads.add(thread);
    worker.on('message', (message: ThreadMessage) => {
      if ('done' in message) thread.running?.onProgress?.(message);
      else this.#finish(thread, toResult(message));
    });
    worker.on('error', (error) => void this.#end(thread, interrupted(error)));
    worker.on('exit', () => void this.#end(thread, interrupted()));
    worker.unref();
    return thread;
  }

  #finish(thread: Thread, result: { reply: unknown } | { error: Error }): void {
    const { running } = thread;
    if (running !== null) thread.leave();
    thread.running = null;
    thread.worker.unref();
    running?.settle(result);
    this.#dispatch();
  }

  async #end(thread: Thread, error: Error): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    if (thread.running !== null) thread.leave();
    thread.running?.settle({ error });
    thread.running = null;
    this.#dispatch();
    await thread.worker.terminate();
  }

  #cancel(waiting: QueuedComputation): void {
    waiting.settle({ error: new ComputeCancelled() });
    if (this.#waiting.remove(waiting.person, waiting)) return;
    const thread = [...this.#threads].find(({ running }) => running === waiting);
    if (thread === undefined) return;
    Atomics.store(waiting.message.cancelled, 0, 1);
    setTimeout(() => {
      if (thread.running === waiting) void this.#end(thread, new ComputeCancelled());
    }, this.#settings.stopMs).unref();
  }
}

export function openComputeThreads(options: ComputeThreadsOptions): ComputeThreads {
  return new Pool(options);
}
