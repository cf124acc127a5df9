import {
  type bugReportMetadata,
  createBugReport,
  getBugReportScreenshot,
  listBugReports,
  listFeedback,
  type REPORT_STATUSES,
  updateBugReport,
  updateFeedback,
} from '@omicon/contract/areas/feedback.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callEndpoint, fetchFile } from '../../base/calls/call.ts';
import { endpointKey, useChangeBy } from '../../base/calls/use-endpoint.ts';

export interface WrittenReport {
  metadata: z.input<typeof bugReportMetadata>;
  screenshots: readonly File[];
  /** a retry with the same key is recorded once */
  idempotencyKey: string;
}

/** The form shows failures itself. */
export function useCreateBugReport() {
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ metadata, screenshots, idempotencyKey }: WrittenReport) => {
      const form = new FormData();
      form.set('metadata', JSON.stringify(metadata));
      for (const screenshot of screenshots) form.append('screenshots', screenshot, screenshot.name);
      return callEndpoint(createBugReport, { form, idempotencyKey });
    },
  });
}

/** A screenshot as a blob of its own type, so that the page can show what is sent as an attachment. */
export function useScreenshot(id: number, { place, media_type }: { place: number; media_type: string }) {
  return useQuery({
    queryKey: endpointKey(getBugReportScreenshot, { params: { id, place } }),
    queryFn: async ({ signal }) => {
      const content = await fetchFile(getBugReportScreenshot, { params: { id, place }, signal });
      return new Blob([content], { type: media_type });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

export interface StatusChange {
  id: number;
  version: number;
  status: (typeof REPORT_STATUSES)[number];
}

export function useUpdateStatus(list: 'bug-reports' | 'feedback') {
  return useChangeBy(
    async ({ id, ...body }: StatusChange): Promise<void> => {
      const parts = { params: { id }, body };
      await (list === 'bug-reports'
        ? callEndpoint(updateBugReport, parts)
        : callEndpoint(updateFeedback, parts));
    },
    { refreshes: [listBugReports, listFeedback], refreshesAfterFailure: true },
  );
}
