/** Calls for background searches, and the lists that a change of a query refreshes. */

import {
  getSearchResults,
  listSavedQueries,
  SEARCH_SOCKET,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import type { QueryInput } from '@omicon/contract/base/endpoint.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchSocket } from '../../../base/calls/shared-socket.ts';
import { endpointKey, useEndpoint } from '../../../base/calls/use-endpoint.ts';

/** Lists of queries and stored results. Search results are not among them: a search is not run again. */
export const REFRESHES_QUERIES = {
  refreshes: [listSavedQueries],
  refreshesOnly: [getSearchResults],
} as const;

/** A search that ends sooner needs no socket, and the server refuses one for a finished search. */
const SOCKET_AFTER_MS = 1500;

/** Stored results of a background search; fetched again when its socket reports the end. */
export function useGetSearchResults(notifId: number, query: QueryInput<typeof getSearchResults>) {
  const queryClient = useQueryClient();
  const results = useEndpoint(
    getSearchResults,
    { params: { notif_id: notifId }, query },
    { placeholderData: keepPreviousData },
  );
  const { refetch } = results;
  const isRunning = results.data?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const queryKey = endpointKey(getSearchResults, { params: { notif_id: notifId } });
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
