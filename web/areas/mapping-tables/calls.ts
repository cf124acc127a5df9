import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { listMappingTables } from '@omicon/contract/mapping-tables.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

export function useListMappingTables(query: QueryInput<typeof listMappingTables>) {
  return useQuery({
    queryKey: ['mapping-tables', query],
    queryFn: ({ signal }) => callEndpoint(listMappingTables, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
