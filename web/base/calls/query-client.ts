import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { NetworkError } from './call-error.ts';

/** `isHandled` says that the caller shows the failure itself. */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { isHandled?: true };
  }
}

interface Watcher {
  translateFailure(error: unknown, context: { isHandled: boolean }): void;
  noteSuccess(): void;
}

/** Whether somebody waits for the very first answer, which the server may have given before something changed. */
function isFirstReading(query: Query): boolean {
  return query.state.data === undefined && query.state.fetchStatus === 'fetching' && query.isActive();
}

/**
 * Begins readings anew that were under way when what they read has changed. The library does so only where an earlier
 * answer is there: news that came during the first reading of a page was lost.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    // The one that is begun in its place answers whoever waits.
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active' }))
      if (isFirstReading(query)) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** The cache of server data. `translateFailure` sees every failed call once, `isHandled` ones included. */
export function createQueryClient({ translateFailure, noteSuccess }: Watcher): QueryClient {
  return new FreshQueryClient({
    queryCache: new QueryCache({
      onError: (error) => translateFailure(error, { isHandled: true }),
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
        retry: (failures, error) => error instanceof NetworkError && failures < 2,
      },
      mutations: { retry: false },
    },
  });
}
