/** The one way a screen calls the server: `useEndpoint` reads, `useChange` writes, both by the contract's own names. */

import type { CallInput } from '@omicon/contract/base/call-address.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import {
  hashKey,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { type CallParts, callEndpoint, firstReplyTo } from './call.ts';

/** Kind of record in the path (`gene-sets`), path, input; a prefix of it matches a whole family. */
type EndpointKey<E> = readonly [family: string, path: string, input: CallInput<E>];

type Options<E, R extends z.ZodType, Data> = Omit<
  UseQueryOptions<z.output<R>, Error, Data, EndpointKey<E>>,
  'queryKey' | 'queryFn'
>;

/**
 * Calls whose paths begin with the same kind of record are one family: `/api/gene-sets/:id/genes/` is of `gene-sets`.
 */
export function familyOf({ path }: EndpointSpec): string {
  return path.split('/')[2] ?? path;
}

/** Key of one call in the cache. */
export function endpointKey<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): EndpointKey<E> {
  return [familyOf(endpoint), endpoint.path, input];
}

function isPage({ reply }: EndpointSpec): boolean {
  return reply instanceof z.ZodObject && 'items_per_page' in reply.shape;
}

/** Whether two calls are about the same record; their pages may differ. */
function isSameRecord(
  [, path, { params }]: readonly [string, string, { params?: unknown }],
  [, otherPath, other]: readonly [string, string, { params?: unknown }],
): boolean {
  return path === otherPath && hashKey([params]) === hashKey([other.params]);
}

/** One call with its key, for loaders and prefetching. A list keeps its page until the next one has loaded. */
export function endpointQuery<E extends EndpointSpec, R extends z.ZodType, Data = z.output<R>>(
  endpoint: E & { reply: R },
  input: CallInput<E>,
  options: Options<E, R, Data> = {},
) {
  const queryKey = endpointKey<E>(endpoint, input);
  const page: Options<E, R, Data> = {
    placeholderData: (before, query) =>
      query !== undefined && isSameRecord(query.queryKey, queryKey) ? before : undefined,
  };
  return queryOptions<z.output<R>, Error, Data, EndpointKey<E>>({
    // With initial data, a screen whose data came with the page renders once instead of twice. Queries that are stale at
    // once would call the server all the same; their fetch uses the reply instead.
    ...(options.staleTime === 0 ? {} : { initialData: () => firstReplyTo<E, R>(endpoint, input) }),
    ...(isPage(endpoint) ? page : {}),
    ...options,
    queryKey,
    queryFn: ({ signal }) => callEndpoint<E, R>(endpoint, { ...input, signal, isRead: true }),
  });
}

/** Reads one call of the contract: `useEndpoint(listGeneSets, { query })`. */
export function useEndpoint<E extends EndpointSpec, R extends z.ZodType, Data = z.output<R>>(
  endpoint: E & { reply: R },
  input: CallInput<E>,
  options: Options<E, R, Data> = {},
) {
  return useQuery(endpointQuery(endpoint, input, options));
}

/**
 * Refetches calls whose replies may have changed.
 * @param families endpoints that stand for all calls of their family
 * @param only endpoints that stand for themselves
 */
export function refreshCalls(
  queryClient: QueryClient,
  families: readonly EndpointSpec[],
  only: readonly EndpointSpec[] = [],
): Promise<void> {
  const names = new Set<unknown>(families.map(familyOf));
  const paths = new Set<unknown>(only.map(({ path }) => path));
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [family, path] }) => names.has(family) || paths.has(path),
  });
}

export interface ChangeOptions {
  /** what shows the changed records: the families of these endpoints are refetched */
  refreshes?: readonly EndpointSpec[] | 'everything';
  /** these calls are refetched without the rest of their families */
  refreshesOnly?: readonly EndpointSpec[];
  /** after a failure too: what is shown may be out of date */
  refreshesAfterFailure?: true;
  /** false when the change does not wait for the refetch */
  isRefreshAwaited?: false;
  /** the caller shows failures itself */
  isHandled?: true;
}

/** A change that is more than one call; `useChange` is the usual one. */
export function useChangeBy<Input, Reply>(change: (input: Input) => Promise<Reply>, options: ChangeOptions) {
  const { refreshes = [], refreshesOnly, refreshesAfterFailure, isRefreshAwaited, isHandled } = options;
  const queryClient = useQueryClient();
  async function refresh(): Promise<void> {
    const refreshed =
      refreshes === 'everything'
        ? queryClient.invalidateQueries()
        : refreshCalls(queryClient, refreshes, refreshesOnly);
    if (isRefreshAwaited !== false) await refreshed;
  }
  return useMutation({
    mutationFn: change,
    ...(refreshesAfterFailure ? { onSettled: refresh } : { onSuccess: refresh }),
    meta: isHandled ? { isHandled } : {},
  });
}

/** Makes one call of the contract that changes something; `mutate` takes the parts of the call. */
export function useChange<E extends EndpointSpec, R extends z.ZodType>(
  endpoint: E & { reply: R },
  options: ChangeOptions = {},
) {
  return useChangeBy((parts: CallParts<E>) => callEndpoint<E, R>(endpoint, parts), options);
}
