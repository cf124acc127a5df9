/** Saved, recent and sample queries, and results of searches in the background. */

import type { BodyInput, QueryInput } from '@omicon/contract/endpoint.ts';
import {
  cancelSearch,
  createSavedQuery,
  deleteSavedQuery,
  getSearchQuery,
  getSearchResults,
  getSharedQuery,
  listRecentQueries,
  listSampleQueries,
  listSavedQueries,
  renameSavedQuery,
  restoreSavedQuery,
  SEARCH_SOCKET,
  shareSavedQuery,
  stopSharingQuery,
} from '@omicon/contract/search-queries.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callEndpoint } from '../../../base/calls/call.ts';
import { watchSocket } from '../../../base/calls/shared-socket.ts';

const QUERIES = ['search-queries'] as const;

export function useListSampleQueries(isWanted: boolean) {
  return useQuery({
    queryKey: [...QUERIES, 'samples'],
    queryFn: ({ signal }) => callEndpoint(listSampleQueries, { signal }),
    enabled: isWanted,
  });
}

/** Read anew each time: every search adds to it. */
export function useListRecentQueries(query: QueryInput<typeof listRecentQueries>, isWanted: boolean) {
  return useQuery({
    queryKey: [...QUERIES, 'recent', query],
    queryFn: ({ signal }) => callEndpoint(listRecentQueries, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
    staleTime: 0,
  });
}

export function useListSavedQueries(query: QueryInput<typeof listSavedQueries>, isWanted: boolean) {
  return useQuery({
    queryKey: [...QUERIES, 'saved', query],
    queryFn: ({ signal }) => callEndpoint(listSavedQueries, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

/** The own query or sample that an address names. */
export function useGetSearchQuery(id: string, query: QueryInput<typeof getSearchQuery>) {
  return useQuery({
    queryKey: [...QUERIES, 'link', id, query],
    queryFn: ({ signal }) => callEndpoint(getSearchQuery, { params: { id }, query, signal }),
  });
}

/** The query of a link that somebody shared; asked each time, because sharing may have ended. */
export function useGetSharedQuery(token: string) {
  return useQuery({
    queryKey: [...QUERIES, 'shared', token],
    queryFn: ({ signal }) => callEndpoint(getSharedQuery, { params: { token }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The rules of an own recent query, read when they are wanted. */
export function useReadRecentQuery() {
  return useMutation({
    mutationFn: (id: number) =>
      callEndpoint(getSearchQuery, { params: { id: String(id) }, query: { queryType: 'recent' } }),
  });
}

/** What ends sooner needs no socket, and a server that has nothing more to say refuses one. */
const SOCKET_AFTER_MS = 1500;

/** Stored results of a background search; asked again when its socket says that it ended. */
export function useGetSearchResults(notifId: number, query: QueryInput<typeof getSearchResults>) {
  const queryClient = useQueryClient();
  const results = useQuery({
    queryKey: [...QUERIES, 'results', notifId, query],
    queryFn: ({ signal }) => callEndpoint(getSearchResults, { params: { notif_id: notifId }, query, signal }),
    placeholderData: keepPreviousData,
  });
  const { refetch } = results;
  const isRunning = results.data?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const queryKey = [...QUERIES, 'results', notifId];
    const stop = new AbortController();
    async function listen(): Promise<void> {
      const { data } = await refetch();
      if (stop.signal.aborted || data?.state !== 'running') return;
      const onChange = () => void queryClient.invalidateQueries({ queryKey });
      stop.signal.addEventListener('abort', watchSocket({ ...SEARCH_SOCKET, id: notifId, onChange }));
    }
    const opening = setTimeout(() => void listen(), SOCKET_AFTER_MS);
    return () => {
      clearTimeout(opening);
      stop.abort();
    };
  }, [isRunning, notifId, refetch, queryClient]);
  return results;
}

function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>, meta: { isHandled?: true } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    meta,
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: QUERIES }),
  });
}

export function useCreateSavedQuery() {
  return useChange((body: BodyInput<typeof createSavedQuery>) => callEndpoint(createSavedQuery, { body }), {
    isHandled: true,
  });
}

export function useRenameSavedQuery(id: number) {
  return useChange(
    (body: BodyInput<typeof renameSavedQuery>) => callEndpoint(renameSavedQuery, { params: { id }, body }),
    { isHandled: true },
  );
}

export function useDeleteSavedQuery() {
  return useChange((id: number) => callEndpoint(deleteSavedQuery, { params: { id } }));
}

export function useRestoreSavedQuery() {
  return useChange((id: number) => callEndpoint(restoreSavedQuery, { params: { id } }));
}

export function useShareSavedQuery() {
  return useChange((id: number) => callEndpoint(shareSavedQuery, { params: { id } }), { isHandled: true });
}

export function useStopSharingQuery() {
  return useChange((id: number) => callEndpoint(stopSharingQuery, { params: { id } }));
}

export function useCancelSearch() {
  return useChange((notifId: number) => callEndpoint(cancelSearch, { params: { notif_id: notifId } }));
}
