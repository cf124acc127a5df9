import {
  countAdvancedSearch,
  type ExportFormat,
  exportAdvancedSearch,
  getSearchCode,
  getSearchDefinitions,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/advanced-search.ts';
import { listOntologyTerms, listPossibleValues, type VALUE_KINDS } from '@omicon/contract/attributes.ts';
import { listGeneSetCategories, listSpecies } from '@omicon/contract/gene-sets.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint, fetchFile } from '../../base/calls/call.ts';

export const ADVANCED = ['advanced-search'] as const;

export function useGetSearchDefinitions() {
  return useQuery({
    queryKey: [...ADVANCED, 'definitions'],
    queryFn: ({ signal }) => callEndpoint(getSearchDefinitions, { signal }),
    staleTime: 5 * 60_000,
  });
}

/** What is asked, whichever page of it. */
function textOf({ result_type, filters, output, show }: SearchQueryInput): string {
  return JSON.stringify([result_type, filters, output, show]);
}

/** One page of results. The next page keeps the one before on the screen until it is there. */
export function useSearchAdvanced(body: SearchQueryInput) {
  return useQuery({
    queryKey: [...ADVANCED, 'results', body],
    queryFn: ({ signal }) => callEndpoint(searchAdvanced, { body, signal }),
    placeholderData: (before, query) => {
      const asked = query?.queryKey[2] as SearchQueryInput | undefined;
      return asked !== undefined && textOf(asked) === textOf(body) ? before : undefined;
    },
    // Coming back from a record shows what was found, without searching again.
    staleTime: 10 * 60_000,
  });
}

/** Counts after each rule; a call that a change made needless is aborted. */
export function useCountAdvancedSearch(body: SearchQueryInput, isWanted: boolean) {
  return useQuery({
    queryKey: [...ADVANCED, 'count', body],
    queryFn: async ({ signal }) => ({
      asked: body,
      reply: await callEndpoint(countAdvancedSearch, { body, signal }),
    }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    enabled: isWanted,
  });
}

export type ValueKind = (typeof VALUE_KINDS)[number];

/** Values that records have, the most frequent first. */
export function useListPossibleValues(kind: ValueKind | null, attribute: string, search: string) {
  return useQuery({
    queryKey: [...ADVANCED, 'values', kind, attribute, search],
    queryFn: ({ signal }) =>
      callEndpoint(listPossibleValues, {
        params: { kind: kind ?? 'samples' },
        query: { attribute, search },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: kind !== null,
  });
}

/** Terms of an ontology whose names hold a text. */
export function useListTerms(ontology: string | null, search: string) {
  return useQuery({
    queryKey: [...ADVANCED, 'terms', ontology, search],
    queryFn: ({ signal }) =>
      callEndpoint(listOntologyTerms, { params: { name: ontology ?? '' }, query: { search }, signal }),
    placeholderData: keepPreviousData,
    enabled: ontology !== null && search.trim() !== '',
  });
}

export function useListCategories(isWanted: boolean) {
  return useQuery({
    queryKey: [...ADVANCED, 'categories'],
    queryFn: ({ signal }) => callEndpoint(listGeneSetCategories, { signal }),
    enabled: isWanted,
  });
}

export function useListSetSpecies(isWanted: boolean) {
  return useQuery({
    queryKey: [...ADVANCED, 'species'],
    queryFn: ({ signal }) => callEndpoint(listSpecies, { signal }),
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

export function useGetSearchCode(body: SearchQueryInput) {
  return useQuery({
    queryKey: [...ADVANCED, 'code', body],
    queryFn: ({ signal }) => callEndpoint(getSearchCode, { body, signal }),
  });
}
