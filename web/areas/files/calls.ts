import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { createFileLink, listFiles, listRecentFiles } from '@omicon/contract/files.ts';
import type { EntityType } from '@omicon/contract/records.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';
import { showToast } from '../../ui/toasts.ts';

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

/** Asks for a link to one file and hands it to the browser. */
export function useDownloadFile() {
  return useMutation({
    mutationFn: (file: { key: string; name: string }) =>
      callEndpoint(createFileLink, { body: { key: file.key, purpose: 'download' } }),
    onSuccess: ({ url }, { name }) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.rel = 'noopener';
      link.click();
      showToast({ title: 'Download Initiated!', message: name });
    },
  });
}
