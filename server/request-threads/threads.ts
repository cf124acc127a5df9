/** The request threads of a process. They start with the first call and are replaced when they end. */
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { SearchThreads } from '@omicon/search-index/threads.ts';
import { PortalError } from '../base/errors.ts';
import type { ComputeThreads } from '../compute/threads.ts';
import {
  type Asked,
  type CallInput,
  type FromThread,
  fromPlainError,
  type RequestThreadData,
  type ToThread,
  toPlainError,
} from './messages.ts';

export interface RequestThreads {
  /**
   * The reply, as JSON: a large one as a stream, which fails if the thread ends before the reply does.
   * @throws what the handler throws; AbortError if the signal aborts; PortalError 503 if the thread ended
   */
  answer(input: CallInput, signal: AbortSignal): Promise<Buffer | Readable>;
  /** starts a thread before the first call */
  warm(): void;
  close(): Promise<void>;
}

export interface RequestThreadsOptions extends RequestThreadData {
  count: number;
  searchThreads: SearchThreads;
  computeThreads: ComputeThreads;
}

interface OpenCall {
  person: number | null;
  receive(piece: Buffer, isLast: boolean): void;
  fail(error: Error): void;
}

interface Thread {
  worker: Worker;
  calls: Map<number, OpenCall>;
  /** what the thread has asked for, to be cancelled by it */
  questions: Map<number, AbortController>;
}

function interrupted(cause?: unknown): PortalError {
  return new PortalError('unavailable', 'The call was interrupted. Please try again.', {
    retryAfterSeconds: 1,
    cause,
  });
}

class Pool implements RequestThreads {
  readonly #options: RequestThreadsOptions;
  readonly #threads = new Set<Thread>();
  #lastCall = 0;
  #isClosed = false;

  constructor(options: RequestThreadsOptions) {
    this.#options = options;
  }

  answer(input: CallInput, signal: AbortSignal): Promise<Buffer | Readable> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (this.#isClosed) throw interrupted();
      const thread = this.#choose();
      this.#lastCall += 1;
      const call = this.#lastCall;
      const leave = () => this.#send(thread, { left: call });
      const removeListener = () => signal.removeEventListener('abort', leave);
      let stream: Readable | null = null;
      thread.calls.set(call, {
        person: input.principal.person_id,
        receive(piece, isLast) {
          if (isLast) removeListener();
          if (isLast && stream === null) return resolve(piece);
          if (stream === null) {
            stream = new Readable({ read: () => undefined });
            resolve(stream);
          }
          stream.push(piece);
          if (isLast) stream.push(null);
        },
        fail(error) {
          removeListener();
          reject(error);
          stream?.destroy(error);
        },
      });
      signal.addEventListener('abort', leave, { once: true });
      // Idle threads do not keep the process alive, busy ones do.
      thread.worker.ref();
      this.#send(thread, { call, input });
    });
  }

  warm(): void {
    this.#choose();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  /** The thread with the fewest calls; a new one while all have some. */
  #choose(): Thread {
    const [least] = [...this.#threads].toSorted((a, b) => a.calls.size - b.calls.size);
    if (least !== undefined && (least.calls.size === 0 || this.#threads.size >= this.#options.count))
      return least;
    return this.#start();
  }

  #start(): Thread {
    const { config, databaseUrl } = this.#options;
    const workerData: RequestThreadData = { config, databaseUrl };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData });
    const thread: Thread = { worker, calls: new Map(), questions: new Map() };
    this.#threads.add(thread);
    worker.on('message', (message: FromThread) => this.#receive(thread, message));
    worker.on('error', (error) => void this.#end(thread, error));
    worker.on('exit', () => void this.#end(thread));
    worker.unref();
    return thread;
  }

  #receive(thread: Thread, message: FromThread): void {
    if ('answered' in message) {
      const { answered: call, piece, isLast } = message;
      const open = isLast ? this.#close(thread, call) : thread.calls.get(call);
      open?.receive(Buffer.from(piece.buffer), isLast);
    } else if ('refused' in message)
      this.#close(thread, message.refused)?.fail(fromPlainError(message.error));
    else if ('cancelled' in message) thread.questions.get(message.cancelled)?.abort();
    else void this.#ask(thread, message);
  }

  #close(thread: Thread, call: number): OpenCall | undefined {
    const open = thread.calls.get(call);
    thread.calls.delete(call);
    if (thread.calls.size === 0) thread.worker.unref();
    return open;
  }

  /** Asks the threads of this process in place of a request thread. */
  async #ask(
    thread: Thread,
    { asked, call, question }: { asked: number; call: number; question: Asked },
  ): Promise<void> {
    const cancelling = new AbortController();
    thread.questions.set(asked, cancelling);
    const person = thread.calls.get(call)?.person ?? null;
    try {
      const reply = await this.#run(question, person, cancelling.signal);
      this.#send(thread, { asked, result: { reply } });
    } catch (error) {
      this.#send(thread, { asked, result: { error: toPlainError(error) } });
    } finally {
      thread.questions.delete(asked);
    }
  }

  #run(question: Asked, person: number | null, signal: AbortSignal): Promise<unknown> {
    const { searchThreads, computeThreads } = this.#options;
    if (question.of === 'search') {
      const { request, keepsRunning } = question;
      return searchThreads.ask(request, { signal, keepsRunning });
    }
    // The type of the request belongs to its kind, see `ComputeThreads`.
    return computeThreads.compute(question.kind, question.request as never, { signal, person });
  }

  #send({ worker }: Thread, message: ToThread): void {
    worker.postMessage(message);
  }

  async #end(thread: Thread, cause?: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    for (const cancelling of thread.questions.values()) cancelling.abort();
    for (const call of thread.calls.values()) call.fail(interrupted(cause));
    thread.calls.clear();
    await thread.worker.terminate();
  }
}

export function openRequestThreads(options: RequestThreadsOptions): RequestThreads {
  return new Pool(options);
}
