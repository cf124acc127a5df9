import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { getDemoProgress, listFailedJobs, restartFailedJob } from '@omicon/contract/operations.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

export function useListFailedJobs(query: QueryInput<typeof listFailedJobs>) {
  return useQuery({
    queryKey: ['failed-jobs', query],
    queryFn: ({ signal }) => callEndpoint(listFailedJobs, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useRestartFailedJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      callEndpoint(restartFailedJob, { params: { id }, idempotencyKey: crypto.randomUUID() }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['failed-jobs'] }),
  });
}

const DEMO_POLL_MS = 2000;

/** Asked once by each page; again only while the demo is being made. */
export function useGetDemoProgress() {
  return useQuery({
    queryKey: ['demo-progress'],
    queryFn: ({ signal }) => callEndpoint(getDemoProgress, { signal }),
    refetchInterval: ({ state }) => (state.data?.progress ? DEMO_POLL_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ progress }) => progress,
  });
}
