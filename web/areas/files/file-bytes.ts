/** The bytes of a file; apart from the calls of other viewers, since the frame asks for those of an open PDF. */
import { createFileLink } from '@omicon/contract/areas/files/files.ts';
import { queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { NetworkError } from '../../base/calls/call-error.ts';

async function fetchBytes(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, { signal, credentials: 'same-origin' });
    if (!response.ok) throw new Error(`The file came with status ${response.status}.`);
    return await response.arrayBuffer();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new NetworkError(error);
  }
}

/** The bytes of a file, through a preview link; each attempt requests a new link. */
export function fileBytesQuery(key: string, attempt = 0) {
  return queryOptions({
    queryKey: ['file-preview', 'bytes', key, attempt],
    queryFn: async ({ signal }) => {
      const { url } = await callEndpoint(createFileLink, {
        body: { key, purpose: 'preview' },
        signal,
        isRead: true,
      });
      return fetchBytes(url, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
