import { getAnalysisNetwork } from '@omicon/contract/analyses.ts';
import { getDataSetNetwork } from '@omicon/contract/collections.ts';
import type { LineageNode } from '@omicon/contract/lineage.ts';
import type { FileItem } from '@omicon/contract/records.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';
import { readFolder } from '../../base/read-folder.ts';
import { showToast } from '../../ui/toasts.ts';
import { entityOf } from './node-facts.ts';

export type EntityWithLineage = 'data-sets' | 'analyses';

const CALLS = { 'data-sets': getDataSetNetwork, analyses: getAnalysisNetwork } as const;

/** Lineage of the collection that holds the record. */
export function useGetNetwork(entity: EntityWithLineage, id: number) {
  return useQuery({
    queryKey: ['network', entity, id],
    queryFn: ({ signal }) => callEndpoint(CALLS[entity], { params: { id }, signal }),
  });
}

/** Looks up the file that a node names by its key, with everything a preview has to know of it. */
export function useFindNodeFile(onFound: (file: FileItem) => void) {
  return useMutation({
    mutationFn: async ({ node, key }: { node: LineageNode; key: string }) => {
      const entity_type = entityOf(node);
      if (entity_type === null || node.record_id === null) return undefined;
      const files = await readFolder({ entity_type, entity_id: node.record_id, folder: '' });
      return files.find((file) => file.key === key);
    },
    onSuccess: (file) => {
      if (file !== undefined) onFound(file);
      else
        showToast({ type: 'warning', title: 'File not found', message: 'It may have been replaced since.' });
    },
  });
}
