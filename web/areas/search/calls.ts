import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { getOmiconId, searchEverything } from '@omicon/contract/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

export function useSearchEverything(query: QueryInput<typeof searchEverything>, isWanted: boolean) {
  return useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => callEndpoint(searchEverything, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

/** What a typed Omicon ID stands for; read anew each time, for the record may have got a version. */
export function useGetOmiconId(omiconId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['omicon-ids', omiconId],
    queryFn: ({ signal }) => callEndpoint(getOmiconId, { params: { omicon_id: omiconId }, signal }),
    enabled: isWanted,
    staleTime: 0,
  });
}
