import {
  countAdvancedSearch,
  type ExportFormat,
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint, fetchFile } from '../../base/calls/call.ts';
import { endpointKey, useEndpoint } from '../../base/calls/use-endpoint.ts';

/** The query without its page. */
function textOf({ result_type, filters, output, show }: SearchQueryInput): string {
  return JSON.stringify([result_type, filters, output, show]);
}

/** One page of results. The previous page stays on the screen until the next one has loaded. */
export function useSearchAdvanced(body: SearchQueryInput) {
  return useEndpoint(
    searchAdvanced,
    { body },
    {
      placeholderData: (before, query) =>
        query !== undefined && textOf(query.queryKey[2].body) === textOf(body) ? before : undefined,
      // Going back from a record shows the results from the cache, without another search.
      staleTime: 10 * 60_000,
    },
  );
}

/** Counts after each rule; a change of the query aborts the call. */
export function useCountAdvancedSearch(body: SearchQueryInput, isWanted: boolean) {
  return useQuery({
    queryKey: endpointKey(countAdvancedSearch, { body }),
    queryFn: async ({ signal }) => ({
      body,
      reply: await callEndpoint(countAdvancedSearch, { body, signal }),
    }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    enabled: isWanted,
  });
}

interface Export {
  body: SearchQueryInput;
  format: ExportFormat;
  signal: AbortSignal;
  onBytes(bytes: number): void;
}

/** All rows of a query as a file. */
export function useExportAdvancedSearch() {
  return useMutation({
    mutationFn: ({ body, format, signal, onBytes }: Export) =>
      fetchFile(exportAdvancedSearch, { body, query: { format }, signal }, onBytes),
  });
}
