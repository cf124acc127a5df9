/** A search thread: counts and ranks away from the main thread, so that other requests are not blocked. */
import { parentPort, workerData } from 'node:worker_threads';
import { HANDLERS, type ThreadContext } from './handlers.ts';
import { UnknownColumn } from './kit/sorting.ts';
import type {
  DropRequest,
  ReadMessage,
  ReadReply,
  ReleaseRequest,
  Reply,
  ThreadData,
  ThreadReply,
  ThreadRequest,
} from './messages.ts';
import { type HeldQuestions, releaseQuestion } from './parts/answer-part.ts';
import { QueryRefusal } from './query-refusal.ts';
import type { ObjectRange } from './read/kme-segments.ts';
import { SearchSource } from './search-source.ts';

const { databaseUrl, replicaUrl }: ThreadData = workerData;

const reads = new Map<number, { resolve(bytes: Uint8Array[]): void; reject(error: Error): void }>();
let nextRead = 1;

/** The main thread reads objects, because it has the store. */
function readObjects(ranges: readonly ObjectRange[]): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const message: ReadMessage = { read: nextRead, ranges: [...ranges] };
    nextRead += 1;
    reads.set(message.read, { resolve, reject });
    parentPort?.postMessage(message);
  });
}

class FailedRead extends Error {
  readonly read: number;

  constructor(read: number) {
    super('Objects could not be read.');
    this.read = read;
  }
}

function settleRead({ read, bytes }: ReadReply): void {
  const waiting = reads.get(read);
  reads.delete(read);
  if (bytes === null) waiting?.reject(new FailedRead(read));
  else waiting?.resolve(bytes);
}

const source = new SearchSource({
  databaseUrl,
  replicaUrl,
  readObjects,
  onReplica: (replica) => {
    const message: ThreadReply = { replica };
    parentPort?.postMessage(message);
  },
});

const held: HeldQuestions = { selected: new Map(), parts: new Map() };

async function handle({ id, request }: ThreadRequest): Promise<ThreadReply> {
  const sendChunk = (chunk: Uint8Array<ArrayBuffer>) => {
    const message: ThreadReply = { id, chunk };
    parentPort?.postMessage(message, [chunk.buffer]);
  };
  // The type of the request belongs to its kind, see `Request`.
  const answer = HANDLERS[request.kind] as (
    source: SearchSource,
    request: unknown,
    context: ThreadContext,
  ) => Promise<Reply>;
  try {
    return { id, reply: await answer(source, request, { held, sendChunk }) };
  } catch (error) {
    if (error instanceof QueryRefusal) return { id, faults: error.faults };
    if (error instanceof UnknownColumn) return { id, unknownColumn: error.message };
    if (error instanceof FailedRead) return { id, failedRead: error.read };
    if (!(error instanceof Error)) return { id, error: String(error), code: undefined };
    return {
      id,
      error: error.stack ?? error.message,
      code: 'code' in error ? String(error.code) : undefined,
    };
  }
}

const dropped = new Set<number>();

// One request at a time: the connection runs one statement at a time, and caches must not be shared half-filled.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: ThreadRequest | DropRequest | ReleaseRequest | ReadReply) => {
  if ('read' in message) {
    settleRead(message);
    return;
  }
  if ('drop' in message) {
    dropped.add(message.drop);
    return;
  }
  if ('release' in message) {
    last = last.then(() => releaseQuestion(held, message.release));
    return;
  }
  last = last.then(async () => {
    if (dropped.delete(message.id)) return;
    parentPort?.postMessage(await handle(message));
  });
});
