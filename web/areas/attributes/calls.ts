import {
  createSampleAttribute,
  deleteSampleAttribute,
  listAnalysisAttributes,
  listAttributeTables,
  listDataCollectionAttributes,
  listDataSetAttributes,
  listOntologies,
  listOntologyTerms,
  listSampleAttributes,
  restoreSampleAttribute,
  updateSampleAttribute,
} from '@omicon/contract/attributes.ts';
import type { BodyInput, QueryInput } from '@omicon/contract/endpoint.ts';
import type { AttributeKind } from '@omicon/domain/attribute-definitions.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

const ATTRIBUTES = ['attributes'] as const;

export const ATTRIBUTE_LISTS = {
  sample: listSampleAttributes,
  'data-collection': listDataCollectionAttributes,
  'data-set': listDataSetAttributes,
  analysis: listAnalysisAttributes,
} as const;

export function useListAttributes(kind: AttributeKind, query: QueryInput<typeof listSampleAttributes>) {
  return useQuery({
    queryKey: [...ATTRIBUTES, kind, query],
    queryFn: ({ signal }) => callEndpoint(ATTRIBUTE_LISTS[kind], { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListAttributeTables() {
  return useQuery({
    queryKey: [...ATTRIBUTES, 'tables'],
    queryFn: ({ signal }) => callEndpoint(listAttributeTables, { signal }),
  });
}

export function useListOntologies() {
  return useQuery({
    queryKey: ['ontologies'],
    queryFn: ({ signal }) => callEndpoint(listOntologies, { signal }),
  });
}

export function useListOntologyTerms(name: string, query: QueryInput<typeof listOntologyTerms>) {
  return useQuery({
    queryKey: ['ontologies', name, query],
    queryFn: ({ signal }) => callEndpoint(listOntologyTerms, { params: { name }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>, meta: { isHandled?: true } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    meta,
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ATTRIBUTES }),
  });
}

export function useCreateSampleAttribute() {
  return useChange(
    (body: BodyInput<typeof createSampleAttribute>) => callEndpoint(createSampleAttribute, { body }),
    { isHandled: true },
  );
}

export function useUpdateSampleAttribute(id: number) {
  return useChange(
    (body: BodyInput<typeof updateSampleAttribute>) =>
      callEndpoint(updateSampleAttribute, { params: { id }, body }),
    { isHandled: true },
  );
}

export function useDeleteSampleAttribute() {
  return useChange((id: number) => callEndpoint(deleteSampleAttribute, { params: { id } }));
}

export function useRestoreSampleAttribute() {
  return useChange((id: number) => callEndpoint(restoreSampleAttribute, { params: { id } }));
}
