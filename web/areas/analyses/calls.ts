import {
  deleteAnalysis,
  getAnalysis,
  listAnalyses,
  listAnalysisFiles,
  listRecentAnalyses,
  restoreAnalysis,
} from '@omicon/contract/analyses.ts';
import type { QueryInput } from '@omicon/contract/endpoint.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

export function useListAnalyses(query: QueryInput<typeof listAnalyses>) {
  return useQuery({
    queryKey: ['analyses', query],
    queryFn: ({ signal }) => callEndpoint(listAnalyses, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListRecentAnalyses(search: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['analyses', 'recent', search],
    queryFn: ({ signal }) => callEndpoint(listRecentAnalyses, { query: { search }, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

export function useGetAnalysis(id: number, version: number | undefined) {
  return useQuery({
    queryKey: ['analyses', id, version],
    queryFn: ({ signal }) => callEndpoint(getAnalysis, { params: { id }, query: { version }, signal }),
  });
}

export function useListAnalysisFiles(id: number, folder: string, version: number | undefined) {
  return useQuery({
    queryKey: ['analyses', id, 'files', folder, version],
    queryFn: ({ signal }) =>
      callEndpoint(listAnalysisFiles, { params: { id }, query: { folder, version }, signal }),
  });
}

export function useDeleteAnalysis() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(deleteAnalysis, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useRestoreAnalysis() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(restoreAnalysis, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
