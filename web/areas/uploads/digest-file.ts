import { z } from 'zod';
import { NetworkError, UnreadableFileError } from '../../base/calls/call-error.ts';

const workerMessage = z.object({ readBytes: z.number(), sha256: z.string().optional() });

/** The SHA-256 of a file, computed beside the page so that it stays quick. Aborting ends the work. */
export function digestFile(file: File, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('../../base/files/sha256.worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    // A worker whose code did not load tells of it without a message.
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
