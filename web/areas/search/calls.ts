import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { getOmiconId, searchEverything } from '@omicon/contract/search.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

export function useSearchEverything(query: QueryInput<typeof searchEverything>, isWanted: boolean) {
  return useQuery({
    queryKey: ['search', query] as const,
    queryFn: ({ signal }) => callEndpoint(searchEverything, { query, signal }),
    // Another page or text may come in place of what is shown; an answer for another scope holds other lists.
    placeholderData: (before, earlier) => (earlier?.queryKey[1].scope === query.scope ? before : undefined),
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
