import { createPartLinks } from '@omicon/contract/areas/files/files.ts';
import { CLIENT_HEADER } from '@omicon/contract/base/errors.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { NetworkError } from '../../base/calls/call-error.ts';
import type { Upload } from './calls.ts';

const SENT_AT_ONCE = 3;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

interface Sending {
  upload: Upload;
  file: Blob;
  signal: AbortSignal;
  /** bytes of the file that the server has or is receiving */
  onProgress(sentBytes: number): void;
}

/** One PUT with progress, which `fetch` cannot report. */
function put(
  url: string,
  bytes: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.open('PUT', url);
    request.setRequestHeader(CLIENT_HEADER, 'web');
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new NetworkError(`part refused with status ${request.status}`));
    });
    request.addEventListener('error', () => reject(new NetworkError('part not sent')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.send(bytes);
  });
}

async function sendPart(
  sending: Sending,
  number: number,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { upload, file, signal } = sending;
  const start = (number - 1) * upload.part_size;
  const bytes = file.slice(start, Math.min(start + upload.part_size, upload.size_bytes));
  for (let attempt = 1; ; attempt += 1) {
    try {
      // A new link for each attempt: the last one may have expired while the connection was down.
      const { links } = await callEndpoint(createPartLinks, {
        params: { id: upload.upload_id },
        body: { numbers: [number] },
        signal,
      });
      await put(links[0]?.url ?? '', bytes, signal, onProgress);
      onProgress(bytes.size);
      return;
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS || !(error instanceof NetworkError)) throw error;
      onProgress(0);
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

/**
 * Sends the parts that the server lacks, three at a time; up to four attempts per part after network errors.
 * @throws the signal's reason when aborted, CallError or NetworkError when a part cannot be sent
 */
export async function sendParts(sending: Sending): Promise<void> {
  const { upload, onProgress } = sending;
  const received = upload.parts.filter((part) => part.is_received);
  const waiting = upload.parts.filter((part) => !part.is_received).map((part) => part.number);
  const sentBytes = new Map(received.map((part) => [part.number, part.size_bytes]));

  function tell(): void {
    let total = 0;
    for (const bytes of sentBytes.values()) total += bytes;
    onProgress(total);
  }

  async function sendNext(): Promise<void> {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const part = number;
      await sendPart(sending, part, (bytes) => {
        sentBytes.set(part, bytes);
        tell();
      });
    }
  }

  tell();
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendNext));
}
