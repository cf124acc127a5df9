import { getAnalysisNetwork } from '@omicon/contract/analyses.ts';
import { getDataSetNetwork } from '@omicon/contract/collections.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

export type EntityWithLineage = 'data-sets' | 'analyses';

const CALLS = { 'data-sets': getDataSetNetwork, analyses: getAnalysisNetwork } as const;

/** Lineage of the collection that holds the record. */
export function useGetNetwork(entity: EntityWithLineage, id: number) {
  return useQuery({
    queryKey: ['network', entity, id],
    queryFn: ({ signal }) => callEndpoint(CALLS[entity], { params: { id }, signal }),
  });
}
