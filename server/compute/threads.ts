/** The compute threads of a process: each works on one request at a time, the others wait in line. */
import { Worker } from 'node:worker_threads';
import { PortalError } from '../base/errors.ts';
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

interface QueuedComputation {
  message: ThreadRequest;
  onProgress: ComputeOptions['onProgress'];
  settle(result: { reply: unknown } | { error: Error }): void;
}

interface Thread {
  worker: Worker;
  running: QueuedComputation | null;
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
  readonly #waiting: QueuedComputation[] = [];
  #isClosed = false;

  constructor(options: ComputeThreadsOptions) {
    this.#settings = { maxWaiting: MAX_WAITING, stopMs: STOP_MS, isBackground: false, ...options };
  }

  compute<K extends ComputeKind>(
    kind: K,
    request: RequestOf<K>,
    { signal, onProgress }: ComputeOptions = {},
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
        onProgress,
        settle: (result) => {
          signal?.removeEventListener('abort', cancel);
          if ('reply' in result) resolve(result.reply as ReplyOf<K>);
          else reject(result.error);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(waiting);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.settle({ error: interrupted() });
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, interrupted())));
  }

  #isBusy(): boolean {
    return this.#threads.size >= this.#settings.count && [...this.#threads].every(({ running }) => running);
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && !this.#isBusy()) {
      const thread = [...this.#threads].find(({ running }) => running === null) ?? this.#start();
      const next = this.#waiting.shift();
      if (next === undefined) return;
      thread.running = next;
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
    const thread: Thread = { worker, running: null };
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
    thread.running = null;
    thread.worker.unref();
    running?.settle(result);
    this.#dispatch();
  }

  async #end(thread: Thread, error: Error): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    thread.running?.settle({ error });
    thread.running = null;
    this.#dispatch();
    await thread.worker.terminate();
  }

  #cancel(waiting: QueuedComputation): void {
    waiting.settle({ error: new ComputeCancelled() });
    const index = this.#waiting.indexOf(waiting);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      return;
    }
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
