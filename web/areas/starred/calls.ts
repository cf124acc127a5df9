import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { createStar, deleteStar, getStar, listStarred, type StarredType } from '@omicon/contract/starred.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

export interface StarredRecord {
  entity_type: StarredType;
  id: number;
}

export function useListStarred(query: QueryInput<typeof listStarred>) {
  return useQuery({
    queryKey: ['starred', query],
    queryFn: ({ signal }) => callEndpoint(listStarred, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useGetStar(record: StarredRecord, isWanted: boolean) {
  return useQuery({
    queryKey: ['starred', record],
    queryFn: ({ signal }) => callEndpoint(getStar, { params: record, signal }),
    enabled: isWanted,
  });
}

/** Gives a star or takes it away. */
export function useSetStar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ record, isStarred }: { record: StarredRecord; isStarred: boolean }) =>
      callEndpoint(isStarred ? createStar : deleteStar, { params: record }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['starred'] }),
  });
}
