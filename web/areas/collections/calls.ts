import {
  deleteDataCollection,
  getDataCollection,
  getDataSet,
  listDataCollections,
  listDataSets,
  listDataSetsOfCollection,
  listRecentDataCollections,
  restoreDataCollection,
} from '@omicon/contract/collections.ts';
import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

export function useListDataCollections(query: QueryInput<typeof listDataCollections>) {
  return useQuery({
    queryKey: ['data-collections', query],
    queryFn: ({ signal }) => callEndpoint(listDataCollections, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListRecentDataCollections(search: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['data-collections', 'recent', search],
    queryFn: ({ signal }) => callEndpoint(listRecentDataCollections, { query: { search }, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

export function useGetDataCollection(id: number, version: number | undefined) {
  return useQuery({
    queryKey: ['data-collections', id, version],
    queryFn: ({ signal }) => callEndpoint(getDataCollection, { params: { id }, query: { version }, signal }),
  });
}

export function useListDataSets(query: QueryInput<typeof listDataSets>) {
  return useQuery({
    queryKey: ['data-sets', query],
    queryFn: ({ signal }) => callEndpoint(listDataSets, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListDataSetsOfCollection(id: number, query: QueryInput<typeof listDataSetsOfCollection>) {
  return useQuery({
    queryKey: ['data-collections', id, 'data-sets', query],
    queryFn: ({ signal }) => callEndpoint(listDataSetsOfCollection, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useGetDataSet(id: number, version: number | undefined) {
  return useQuery({
    queryKey: ['data-sets', id, version],
    queryFn: ({ signal }) => callEndpoint(getDataSet, { params: { id }, query: { version }, signal }),
  });
}

/** Deletion hides data sets, files and analyses along with the collection, so everything is read anew. */
export function useDeleteDataCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(deleteDataCollection, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useRestoreDataCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(restoreDataCollection, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
