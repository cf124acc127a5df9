import { type getUpload, getUploadReport } from '@omicon/contract/areas/files/files.ts';
import { getIntakeRun, listIntakeRuns } from '@omicon/contract/areas/uploads.ts';
import type { QueryInput, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

export type Upload = ReplyOf<typeof getUpload>;
export type UploadReport = ReplyOf<typeof getUploadReport>;

const POLL_MS = 1000;

export function isRunning(status: UploadReport['status']): boolean {
  return status === 'open' || status === 'checking' || status === 'storing';
}

/** The report of an import; polled every second until the import ends. */
export function useGetUploadReport(id: number) {
  return useEndpoint(
    getUploadReport,
    { params: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data === undefined || isRunning(state.data.status) ? POLL_MS : false,
      staleTime: 0,
    },
  );
}

/** A page of imports; polled while one of them runs. */
export function useListIntakeRuns(query: QueryInput<typeof listIntakeRuns>) {
  return useEndpoint(
    listIntakeRuns,
    { query },
    {
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ ended_at }) => ended_at === null) ? POLL_MS : false,
      staleTime: 0,
    },
  );
}

/** One import with its report; polled every second until it ends. */
export function useGetIntakeRun(id: number) {
  return useEndpoint(
    getIntakeRun,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.run.ended_at === null ? POLL_MS : false), staleTime: 0 },
  );
}
