/**
 * A request thread: answers costly calls away from the event loop of its process, from the bytes of the request to the
 * bytes of the reply.
 */
import os from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { routes } from '../areas/areas.ts';
import type { Route } from '../base/http/serve.ts';
import { openServices } from '../base/open-services.ts';
import { REQUEST_LIMITS } from '../base/postgres/database.ts';
import { jsonPieces } from './json-pieces.ts';
import {
  type CallInput,
  type FromThread,
  type RequestThreadData,
  type ToThread,
  toPlainError,
} from './messages.ts';
import { createRemoteThreads } from './remote-threads.ts';

/** More calls at once would wait for each other's computations, not for the database. */
const CONNECTIONS = 6;

/** Below the event loop, which then answers short calls at once on a machine with few cores. */
const PRIORITY = 10;

const { config, databaseUrl }: RequestThreadData = workerData;
// Elsewhere the priority would be that of the whole process, its event loop included.
if (process.platform === 'linux') os.setPriority(Math.max(PRIORITY, os.getPriority()));

function send(message: FromThread, handedOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}

const remote = createRemoteThreads(send);
// Search nodes are asked by the process.
const { services } = await openServices({ ...config, searchNodes: [] }, databaseUrl, {
  connections: CONNECTIONS,
  limits: REQUEST_LIMITS,
});
const answers = new Map(
  routes.map(({ endpoint, answer }): [string, Route['answer']] => [
    `${endpoint.method} ${endpoint.path}`,
    answer,
  ]),
);
const encoder = new TextEncoder();
const callers = new Map<number, AbortController>();

/** Between two pieces, other calls of the thread go on. */
async function sendReply(call: number, reply: unknown, signal: AbortSignal): Promise<void> {
  const pieces = jsonPieces(reply);
  for (let now = pieces.next(); !now.done; ) {
    const next = pieces.next();
    const piece = encoder.encode(now.value);
    send({ answered: call, piece, isLast: next.done === true }, [piece.buffer]);
    if (!next.done) await setImmediate();
    signal.throwIfAborted();
    now = next;
  }
}

async function answer(call: number, input: CallInput): Promise<void> {
  const caller = new AbortController();
  callers.set(call, caller);
  try {
    const run = answers.get(input.route);
    if (run === undefined) throw new Error(`No request thread answers ${input.route}.`);
    const at = { services: { ...services, ...remote.ofCall(call) }, signal: caller.signal };
    await sendReply(call, await run(input, at), caller.signal);
  } catch (error) {
    send({ refused: call, error: toPlainError(error) });
  } finally {
    callers.delete(call);
  }
}

parentPort?.on('message', (message: ToThread) => {
  if ('call' in message) void answer(message.call, message.input);
  else if ('left' in message) callers.get(message.left)?.abort();
  else remote.settle(message.asked, message.result);
});
