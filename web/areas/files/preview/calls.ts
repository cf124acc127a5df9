import { exploreTable, findInTable } from '@omicon/contract/areas/files/explore.ts';
import { previewCsv, previewDocument, previewSheet } from '@omicon/contract/areas/files/files.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { callEndpoint } from '../../../base/calls/call.ts';
import { sleep } from '../../../base/sleep.ts';
import { fileBytesQuery } from '../file-bytes.ts';

/** `results` of the csv preview is JSON text; rows may be shorter than the header. */
const csvRows = z.array(z.array(z.coerce.string()));

/** The first columns of a csv file, with its total numbers of columns and rows. */
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

/** One sheet of a workbook; the previous sheet stays until the next one has loaded. */
export function usePreviewSheet(key: string, sheet: number) {
  return useQuery({
    queryKey: ['file-preview', 'sheet', key, sheet],
    queryFn: ({ signal }) => callEndpoint(previewSheet, { body: { key, sheet }, signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === key ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The bytes of a docx document, checked and repacked by the server. */
export function usePreviewDocument(key: string) {
  return useQuery({
    queryKey: ['file-preview', 'document', key],
    queryFn: async ({ signal }) => {
      const { content } = await callEndpoint(previewDocument, { body: { key }, signal });
      return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)).buffer;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

export function useFileBytes(key: string, attempt = 0) {
  return useQuery(fileBytesQuery(key, attempt));
}

const INDEX_POLL_MS = 1000;

/** Rows and columns of a large table; polls while its index is being built. */
export function useExploreTable(range: {
  key: string;
  row: number;
  rows: number;
  column: number;
  columns: number;
}) {
  return useQuery({
    queryKey: ['explore', range],
    queryFn: ({ signal }) => callEndpoint(exploreTable, { body: range, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'ready' || state.data.state === 'failed'
        ? false
        : INDEX_POLL_MS,
  });
}

/** Repeats the call until the text is found, the table ends, or the person stops the search. */
export async function findText(
  search: { key: string; text: string; row: number },
  signal: AbortSignal,
  onProgress: (row: number) => void,
): Promise<number | null> {
  let { row } = search;
  for (;;) {
    const found = await callEndpoint(findInTable, { body: { ...search, row }, signal });
    if (found.row !== null || found.is_end) return found.row;
    // A file that is still being unpacked.
    if (found.next_row === row) await sleep(INDEX_POLL_MS, signal);
    row = found.next_row;
    onProgress(row);
  }
}
