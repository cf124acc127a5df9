import type { BodyInput, QueryInput } from '@omicon/contract/endpoint.ts';
import {
  getMappingTable,
  listAnalyteMappings,
  listIdentifierKinds,
  listMappingRows,
  listMappingTables,
  mapIdentifiers,
} from '@omicon/contract/mapping-tables.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { addressOf, callEndpoint } from '../../base/calls/call.ts';

const TABLES = ['mapping-tables'] as const;

/** All current tables, or those of one type. */
export function useListMappingTables(
  type: 'microarray' | 'organism' | null,
  query: QueryInput<typeof listMappingTables>,
) {
  return useQuery({
    queryKey: [...TABLES, type, query],
    queryFn: ({ signal }) =>
      type === null
        ? callEndpoint(listMappingTables, { query, signal })
        : callEndpoint(listAnalyteMappings, { query: { ...query, type }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The current table of this name, undefined where there is none. */
export function useFindMappingTable(name: string) {
  return useQuery({
    queryKey: [...TABLES, 'named', name],
    queryFn: async ({ signal }) => {
      const { results } = await callEndpoint(listMappingTables, { query: { name }, signal });
      const [found] = results;
      return found ? callEndpoint(getMappingTable, { params: { id: found.id }, signal }) : null;
    },
  });
}

export function useListMappingRows(id: number, query: QueryInput<typeof listMappingRows>) {
  return useQuery({
    queryKey: [...TABLES, id, 'rows', query],
    queryFn: ({ signal }) => callEndpoint(listMappingRows, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListIdentifierKinds() {
  return useQuery({
    queryKey: [...TABLES, 'kinds'],
    queryFn: ({ signal }) => callEndpoint(listIdentifierKinds, { signal }),
  });
}

export function useMapIdentifiers() {
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (body: BodyInput<typeof mapIdentifiers>) => callEndpoint(mapIdentifiers, { body }),
  });
}

export function tableFileAddress(id: number): string {
  return addressOf('/api/mapping-tables/:id/content/', { params: { id } });
}
