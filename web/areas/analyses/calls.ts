import {
  getCovariationNetwork,
  getModuleEigengene,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { QueryInput } from '@omicon/contract/base/endpoint.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

const KME_POLL_MS = 3000;

/** Polls while the complete kME table is being computed. */
export function useGetNetwork(id: number, version: number | undefined, isWanted = true) {
  return useEndpoint(
    getCovariationNetwork,
    { params: { id }, query: { version } },
    {
      enabled: isWanted,
      refetchInterval: ({ state }) => (state.data?.kme_table === null ? KME_POLL_MS : false),
    },
  );
}

export function useGetEigengene(id: number, query: QueryInput<typeof getModuleEigengene>) {
  return useEndpoint(getModuleEigengene, { params: { id }, query }, { placeholderData: keepPreviousData });
}
