import { getFileItem, listFiles } from '@omicon/contract/areas/files/files.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { familyOf, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { listFolder, type RecordFolder } from '../../base/files/list-folder.ts';

/** All files and folders in one folder of a record. */
export function useListFolder(folder: RecordFolder) {
  return useQuery({
    queryKey: [familyOf(listFiles), 'folder', folder],
    queryFn: ({ signal }) => listFolder(folder, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * One file by its key; null for a null key.
 * @param known the file as already loaded by a list; it is not fetched again
 */
export function useGetFileItem(key: string | null, known: FileItem | undefined) {
  return useEndpoint(
    getFileItem,
    { query: { key: key ?? '' } },
    { enabled: key !== null, ...(known === undefined ? {} : { initialData: known }), staleTime: 60_000 },
  );
}
