import { completeUpload, getUpload } from '@omicon/contract/areas/files/files.ts';
import { useEffect, useRef, useState } from 'react';
import { callEndpoint } from '../../base/calls/call.ts';
import { digestFile } from './digest-file.ts';
import { sendParts } from './send-parts.ts';

export interface SendState {
  phase: 'sending' | 'joining' | 'paused' | 'failed';
  file: File;
  sentBytes: number;
  bytesPerSecond: number | null;
  error: unknown;
}

const PAUSED = new DOMException('paused', 'AbortError');

/** Sends one file in parts, with pause and resume; calls `onComplete` when the import has started. */
export function useSendUpload(uploadId: number, onComplete: () => void) {
  const [state, setState] = useState<SendState | null>(null);
  const running = useRef<AbortController | null>(null);

  // Leaving the screen pauses: the parts sent so far stay on the server.
  useEffect(() => () => running.current?.abort(PAUSED), []);

  function update(part: Partial<SendState>): void {
    setState((before) => (before === null ? null : { ...before, ...part }));
  }

  async function send(file: File): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ phase: 'sending', file, sentBytes: 0, bytesPerSecond: null, error: null });
    try {
      const upload = await callEndpoint(getUpload, { params: { id: uploadId }, signal });
      // The upload was completed; only the response was lost.
      if (upload.status !== 'open') return onComplete();
      const startedAt = performance.now();
      let startBytes: number | null = null;
      function onProgress(sentBytes: number): void {
        startBytes ??= sentBytes;
        const seconds = (performance.now() - startedAt) / 1000;
        update({ sentBytes, bytesPerSecond: seconds < 1 ? null : (sentBytes - startBytes) / seconds });
      }
      const [sha256] = await Promise.all([
        digestFile(file, signal),
        sendParts({ upload, file, signal, onProgress }),
      ]);
      update({ phase: 'joining', sentBytes: file.size });
      await callEndpoint(completeUpload, { params: { id: uploadId }, body: { sha256 }, signal });
      onComplete();
    } catch (error) {
      if (signal.aborted) update({ phase: 'paused' });
      else update({ phase: 'failed', error });
      // When one branch fails, stop the other.
      controller.abort(PAUSED);
    }
  }

  return {
    state,
    send: (file: File) => void send(file),
    pause: () => running.current?.abort(PAUSED),
  };
}
