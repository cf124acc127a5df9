import { getFileItem, listFiles } from '@omicon/contract/areas/files/files.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { familyOf, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { type RecordFolder, readFolder } from '../../base/files/read-folder.ts';

/** Files and folders of one folder of a record, all of them. */
export function useListFolder(folder: RecordFolder) {
  return useQuery({
    queryKey: [familyOf(listFiles), 'folder', folder],
    queryFn: ({ signal }) => readFolder(folder, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * One file by its key, null for none.
 * @param known the file where a list has shown it; it is not asked for again
 */
export function useGetFileItem(key: string | null, known: FileItem | undefined) {
  return useEndpoint(
    getFileItem,
    { query: { key: key ?? '' } },
    { enabled: key !== null, ...(known === undefined ? {} : { initialData: known }), staleTime: 60_000 },
  );
}
