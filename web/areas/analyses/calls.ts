import {
  deleteAnalysis,
  getAnalysis,
  listAnalyses,
  listAnalysisFiles,
  listRecentAnalyses,
  restoreAnalysis,
} from '@omicon/contract/analyses.ts';
import {
  createKmeTable,
  getCovariationNetwork,
  getModule,
  getModuleEigengene,
  listModuleEnrichment,
  listModuleMembers,
  listModules,
} from '@omicon/contract/covariation-networks.ts';
import type { BodyInput, QueryInput } from '@omicon/contract/endpoint.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

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

export function useGetAnalysis(id: number, version: number | undefined, isWanted = true) {
  return useQuery({
    queryKey: ['analyses', id, version],
    queryFn: ({ signal }) => callEndpoint(getAnalysis, { params: { id }, query: { version }, signal }),
    enabled: isWanted,
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

const KME_POLL_MS = 3000;

/** Asks again while the complete kME table is being computed. */
export function useGetNetwork(id: number, version: number | undefined, isWanted = true) {
  return useQuery({
    queryKey: ['covariation-networks', id, version],
    queryFn: ({ signal }) =>
      callEndpoint(getCovariationNetwork, { params: { id }, query: { version }, signal }),
    enabled: isWanted,
    refetchInterval: (query) => (query.state.data?.kme_table === null ? KME_POLL_MS : false),
  });
}

export function useListModules(id: number, query: QueryInput<typeof listModules>) {
  return useQuery({
    queryKey: ['covariation-networks', id, 'modules', query],
    queryFn: ({ signal }) => callEndpoint(listModules, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useGetModule(id: number, version: number | undefined) {
  return useQuery({
    queryKey: ['covariation-modules', id, version],
    queryFn: ({ signal }) => callEndpoint(getModule, { params: { id }, query: { version }, signal }),
  });
}

export function useListMembers(id: number, query: QueryInput<typeof listModuleMembers>) {
  return useQuery({
    queryKey: ['covariation-modules', id, 'members', query],
    queryFn: ({ signal }) => callEndpoint(listModuleMembers, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useListEnrichment(id: number, query: QueryInput<typeof listModuleEnrichment>) {
  return useQuery({
    queryKey: ['covariation-modules', id, 'enrichment', query],
    queryFn: ({ signal }) => callEndpoint(listModuleEnrichment, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useGetEigengene(id: number, query: QueryInput<typeof getModuleEigengene>) {
  return useQuery({
    queryKey: ['covariation-modules', id, 'eigengene', query],
    queryFn: ({ signal }) => callEndpoint(getModuleEigengene, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useCreateKmeTable(id: number) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof createKmeTable>) =>
      callEndpoint(createKmeTable, { params: { id }, body }),
    meta: { isHandled: true },
  });
}
