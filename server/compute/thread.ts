/** A compute thread: statistics over whole matrices, which would block other requests on the main thread. */
import os from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openDiskStore } from '../base/store/disk-store.ts';
import { openS3Store, PATIENT } from '../base/store/s3/s3-store.ts';
import { isStoreUnavailable } from '../base/store/store.ts';
import { KINDS } from './kinds.ts';
import type { ThreadMessage, ThreadRequest, ThreadSettings } from './requests.ts';
import { ComputeCancelled, ComputeRefusal, createMatrixCache, Work } from './work.ts';

/** The lowest: gets about a sixtieth of a busy core, and all of an idle one. */
const BACKGROUND_PRIORITY = 19;

const { store: location, memoryBytes, isBackground }: ThreadSettings = workerData;
// On Linux this is the priority of this thread alone and of the threads that it starts.
if (isBackground) os.setPriority(Math.max(BACKGROUND_PRIORITY, os.getPriority()));
const store = location.s3
  ? openS3Store(location.s3, PATIENT)
  : await openDiskStore(path.join(location.dataDir, 'objects'));
const cache = createMatrixCache();

function send(message: ThreadMessage, handedOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}

function toMessage(error: unknown): ThreadMessage {
  if (error instanceof ComputeCancelled) return { isCancelled: true };
  if (error instanceof ComputeRefusal) return { refusal: error.message };
  if (isStoreUnavailable(error)) return { isStoreUnavailable: true };
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

async function handle({ kind, request, cancelled }: ThreadRequest): Promise<void> {
  const work = new Work({ store, cache, memoryBytes, cancelled, tell: send });
  try {
    // The type of the request belongs to its kind, see `ComputeThreads`.
    const compute = KINDS[kind] as (request: unknown, work: Work) => Promise<unknown>;
    send({ reply: await compute(request, work) }, work.handedOver);
  } catch (error) {
    send(toMessage(error));
  }
}

parentPort?.on('message', (message: ThreadRequest) => void handle(message));
