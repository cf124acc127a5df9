import { getAnalysisNetwork } from '@omicon/contract/areas/analyses/analyses.ts';
import { getDataSetNetwork } from '@omicon/contract/areas/collections.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

export type EntityWithLineage = 'data-sets' | 'analyses';

const CALLS = { 'data-sets': getDataSetNetwork, analyses: getAnalysisNetwork } as const;

/** Lineage of the collection that holds the record. */
export function useGetNetwork(entity: EntityWithLineage, id: number) {
  return useEndpoint(CALLS[entity], { params: { id } });
}
