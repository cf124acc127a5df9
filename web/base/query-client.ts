import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
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

/** The cache of server data. `translateFailure` sees every failed call once, `isHandled` ones included. */
export function createQueryClient({ translateFailure, noteSuccess }: Watcher): QueryClient {
  return new QueryClient({
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
