import { createFileLink, previewCsv } from '@omicon/contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { callEndpoint } from '../../../base/call.ts';
import { NetworkError } from '../../../base/call-error.ts';

/** `results` of the csv preview is JSON text; a row may be shorter than the header. */
const csvRows = z.array(z.array(z.coerce.string()));

/** The first columns of a csv file with the numbers of all its columns and rows. */
export function usePreviewCsv(key: string) {
  return useQuery({
    queryKey: ['file-preview', 'csv', key],
    queryFn: async ({ signal }) => {
      const reply = await callEndpoint(previewCsv, { body: { key }, signal });
      return { ...reply, rows: csvRows.parse(JSON.parse(reply.results)) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

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

/** The bytes of a file through a link for its preview; the link is asked for anew with each attempt. */
export function useFileBytes(key: string, attempt = 0) {
  return useQuery({
    queryKey: ['file-preview', 'bytes', key, attempt],
    queryFn: async ({ signal }) => {
      const { url } = await callEndpoint(createFileLink, { body: { key, purpose: 'preview' }, signal });
      return fetchBytes(url, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
