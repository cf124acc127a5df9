import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { listFiles, listRecentFiles } from '@omicon/contract/files.ts';
import type { EntityType } from '@omicon/contract/records.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

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

const WHOLE_FOLDER = 100;

/** Files and folders of one folder of a record. */
export function useListFolder(entityType: EntityType, entityId: number, folder: string) {
  return useListFiles({ entity_type: entityType, entity_id: entityId, folder, page_size: WHOLE_FOLDER });
}
