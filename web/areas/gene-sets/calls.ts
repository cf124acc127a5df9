import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { listGeneSets } from '@omicon/contract/gene-sets.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

export function useListGeneSets(query: QueryInput<typeof listGeneSets>) {
  return useQuery({
    queryKey: ['gene-sets', query],
    queryFn: ({ signal }) => callEndpoint(listGeneSets, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
