import {
  ATTRIBUTE_CALLS,
  type createSampleAttribute,
  listAttributeTables,
  listOntologies,
  listOntologyTerms,
  type listSampleAttributes,
  type updateSampleAttribute,
} from '@omicon/contract/attributes.ts';
import type { BodyInput, QueryInput } from '@omicon/contract/endpoint.ts';
import type { AttributeKind } from '@omicon/domain/records/attribute-definitions.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

const ATTRIBUTES = ['attributes'] as const;

export function useListAttributes(kind: AttributeKind, query: QueryInput<typeof listSampleAttributes>) {
  return useQuery({
    queryKey: [...ATTRIBUTES, kind, query],
    queryFn: ({ signal }) => callEndpoint(ATTRIBUTE_CALLS[kind].list, { query, signal }),
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

export function useCreateAttribute(kind: AttributeKind) {
  const { create } = ATTRIBUTE_CALLS[kind];
  return useChange((body: BodyInput<typeof createSampleAttribute>) => callEndpoint(create, { body }), {
    isHandled: true,
  });
}

export function useUpdateAttribute(kind: AttributeKind, id: number) {
  const { update } = ATTRIBUTE_CALLS[kind];
  return useChange(
    (body: BodyInput<typeof updateSampleAttribute>) => callEndpoint(update, { params: { id }, body }),
    { isHandled: true },
  );
}

export function useDeleteAttribute(kind: AttributeKind) {
  const { remove } = ATTRIBUTE_CALLS[kind];
  return useChange((id: number) => callEndpoint(remove, { params: { id } }));
}

export function useRestoreAttribute(kind: AttributeKind) {
  const { restore } = ATTRIBUTE_CALLS[kind];
  return useChange((id: number) => callEndpoint(restore, { params: { id } }));
}
