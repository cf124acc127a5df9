import { z } from 'zod';
import { NetworkError, UnreadableFileError } from '../../base/calls/call-error.ts';

const workerMessage = z.object({ readBytes: z.number(), sha256: z.string().optional() });

/** The SHA-256 of a file, computed in a worker so that the page stays responsive. Can be aborted. */
export function digestFile(file: File, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('../../base/files/sha256.worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    // If the code of a worker fails to load, the event has no message.
    worker.addEventListener('error', (event) =>
      reject(event instanceof ErrorEvent ? new UnreadableFileError(event.message) : new NetworkError(event)),
    );
    worker.addEventListener('message', (event: MessageEvent<unknown>) => {
      const { sha256 } = workerMessage.parse(event.data);
      if (sha256 !== undefined) resolve(sha256);
    });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
