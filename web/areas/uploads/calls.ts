import type { BodyInput, QueryInput, ReplyOf } from '@omicon/contract/endpoint.ts';
import {
  createUpload,
  deleteUpload,
  getUpload,
  getUploadReport,
  listUploads,
} from '@omicon/contract/files.ts';
import { getIntakeRun, listIntakeRuns } from '@omicon/contract/intake.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

export type Upload = ReplyOf<typeof getUpload>;
export type UploadReport = ReplyOf<typeof getUploadReport>;

const POLL_MS = 1000;

export function useListUploads() {
  return useQuery({
    queryKey: ['uploads'],
    queryFn: ({ signal }) => callEndpoint(listUploads, { signal }),
    staleTime: 0,
  });
}

export function useGetUpload(id: number) {
  return useQuery({
    queryKey: ['uploads', id],
    queryFn: ({ signal }) => callEndpoint(getUpload, { params: { id }, signal }),
    staleTime: 0,
  });
}

export function isRunning(status: UploadReport['status']): boolean {
  return status === 'open' || status === 'checking' || status === 'storing';
}

/** The report of an import, asked for every second until the import has ended. */
export function useGetUploadReport(id: number) {
  return useQuery({
    queryKey: ['uploads', id, 'report'],
    queryFn: ({ signal }) => callEndpoint(getUploadReport, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isRunning(state.data.status) ? POLL_MS : false,
    staleTime: 0,
  });
}

/** Imports of the page; asked again while one of them runs. */
export function useListIntakeRuns(query: QueryInput<typeof listIntakeRuns>) {
  return useQuery({
    queryKey: ['intake-runs', query],
    queryFn: ({ signal }) => callEndpoint(listIntakeRuns, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ ended_at }) => ended_at === null) ? POLL_MS : false,
    staleTime: 0,
  });
}

/** One import with its report, asked for every second until it has ended. */
export function useGetIntakeRun(id: number) {
  return useQuery({
    queryKey: ['intake-runs', id],
    queryFn: ({ signal }) => callEndpoint(getIntakeRun, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.run.ended_at === null ? POLL_MS : false),
    staleTime: 0,
  });
}

export function useCreateUpload() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof createUpload>) =>
      callEndpoint(createUpload, { body, idempotencyKey: crypto.randomUUID() }),
    meta: { isHandled: true },
  });
}

export function useDeleteUpload() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(deleteUpload, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['uploads'] }),
  });
}
