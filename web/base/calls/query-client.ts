import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { isUnavailable } from './call-error.ts';

/** `isHandled`: the caller shows failures itself. `isPrefetch`: loaded before anybody asked for it. */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { isHandled?: true };
    queryMeta: { isPrefetch?: true };
  }
}

interface Watcher {
  translateFailure(error: unknown, context: { isHandled: boolean }): void;
  noteSuccess(): void;
}

/** Whether a query is still fetching for the first time; its response may be older than a change. */
function isFirstReading(query: Query): boolean {
  return query.state.data === undefined && query.state.fetchStatus === 'fetching' && query.isActive();
}

/**
 * Restarts fetches that were in flight when their data changed. The library does so only for queries that already have
 * data, so changes during the first fetch of a page were lost.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    // The new fetch resolves for everybody waiting.
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active' }))
      if (isFirstReading(query)) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** The cache of server data. `translateFailure` gets every failed call once, including `isHandled` ones. */
export function createQueryClient({ translateFailure, noteSuccess }: Watcher): QueryClient {
  return new FreshQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Nobody waits for what was only pointed at; if it is opened, it is read again, and then the failure is told.
        if (query.meta?.isPrefetch === true && query.getObserversCount() === 0) return;
        translateFailure(error, { isHandled: true });
      },
      onSuccess: noteSuccess,
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        translateFailure(error, { isHandled: mutation.meta?.isHandled === true }),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => isUnavailable(error) && failures < 2,
      },
      mutations: { retry: false },
    },
  });
}
