import type { BodyInput, QueryInput } from '@omicon/contract/endpoint.ts';
import {
  checkGenes,
  createGeneSets,
  deleteGeneSet,
  type exportGeneSets,
  getGeneSet,
  listEnrichedModules,
  listGeneSetCategories,
  listGeneSets,
  listGenes,
  listSpecies,
  restoreGeneSet,
  updateGeneSet,
} from '@omicon/contract/gene-sets.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, callEndpoint } from '../../base/calls/call.ts';

const GENE_SETS = ['gene-sets'] as const;

export function useListGeneSets(query: QueryInput<typeof listGeneSets>) {
  return useQuery({
    queryKey: [...GENE_SETS, query],
    queryFn: ({ signal }) => callEndpoint(listGeneSets, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useGetGeneSet(id: number, version: number | undefined) {
  return useQuery({
    queryKey: [...GENE_SETS, id, version],
    queryFn: ({ signal }) => callEndpoint(getGeneSet, { params: { id }, query: { version }, signal }),
  });
}

export function useListGenes(id: number, query: QueryInput<typeof listGenes>) {
  return useQuery({
    queryKey: [...GENE_SETS, id, 'genes', query],
    queryFn: ({ signal }) => callEndpoint(listGenes, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListEnrichedModules(id: number, query: QueryInput<typeof listEnrichedModules>) {
  return useQuery({
    queryKey: [...GENE_SETS, id, 'modules', query],
    queryFn: ({ signal }) => callEndpoint(listEnrichedModules, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListSpecies() {
  return useQuery({
    queryKey: [...GENE_SETS, 'species'],
    queryFn: ({ signal }) => callEndpoint(listSpecies, { signal }),
  });
}

export function useListGeneSetCategories() {
  return useQuery({
    queryKey: [...GENE_SETS, 'categories'],
    queryFn: ({ signal }) => callEndpoint(listGeneSetCategories, { signal }),
  });
}

/** What is in a chosen file; asked anew when the species changes. */
export function useCheckGenes(file: { name: string; content: string } | null, species: string) {
  return useQuery({
    queryKey: [...GENE_SETS, 'check', species, file?.name, file?.content],
    queryFn: ({ signal }) =>
      callEndpoint(checkGenes, { body: { species, file: file ?? { name: '', content: '' } }, signal }),
    enabled: file !== null,
    retry: false,
    gcTime: 0,
  });
}

function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>, meta: { isHandled?: true } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    meta,
    mutationFn: change,
    // Not waited for: the page of a deleted set is left before it is asked for again.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: GENE_SETS });
    },
  });
}

export function useCreateGeneSets() {
  return useChange((body: BodyInput<typeof createGeneSets>) => callEndpoint(createGeneSets, { body }), {
    isHandled: true,
  });
}

export function useUpdateGeneSet(id: number) {
  return useChange(
    (body: BodyInput<typeof updateGeneSet>) => callEndpoint(updateGeneSet, { params: { id }, body }),
    { isHandled: true },
  );
}

export function useDeleteGeneSet() {
  return useChange((id: number) => callEndpoint(deleteGeneSet, { params: { id } }));
}

export function useRestoreGeneSet() {
  return useChange((id: number) => callEndpoint(restoreGeneSet, { params: { id } }));
}

/** Address of a file with one set, or with those that a search finds. */
export function exportAddress(query: QueryInput<typeof exportGeneSets>): string {
  return addressOf('/api/gene-sets/export/', { query });
}
