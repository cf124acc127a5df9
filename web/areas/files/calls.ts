import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { getFileItem, listFiles, listRecentFiles } from '@omicon/contract/files.ts';
import type { FileItem } from '@omicon/contract/records.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { type RecordFolder, readFolder } from '../../base/files/read-folder.ts';

export function useListRecentFiles(query: QueryInput<typeof listRecentFiles>) {
  return useQuery({
    queryKey: ['files', 'recent', query],
    queryFn: ({ signal }) => callEndpoint(listRecentFiles, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListFiles(query: QueryInput<typeof listFiles>) {
  return useQuery({
    queryKey: ['files', query],
    queryFn: ({ signal }) => callEndpoint(listFiles, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Files and folders of one folder of a record, all of them. */
export function useListFolder(folder: RecordFolder) {
  return useQuery({
    queryKey: ['files', 'folder', folder],
    queryFn: ({ signal }) => readFolder(folder, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * One file by its key, null for none.
 * @param known the file where a list has shown it; it is not asked for again
 */
export function useGetFileItem(key: string | null, known: FileItem | undefined) {
  return useQuery({
    queryKey: ['files', 'by-key', key],
    queryFn: ({ signal }) => callEndpoint(getFileItem, { query: { key: key ?? '' }, signal }),
    enabled: key !== null,
    initialData: known,
    staleTime: 60_000,
  });
}
