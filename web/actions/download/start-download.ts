/** Starts downloads of files, with the same messages on all screens. */

import { createDownload, createDownloadLink, listDownloads } from '@omicon/contract/areas/downloads.ts';
import type { BodyInput, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { PermissionCode } from '@omicon/domain/permissions/permissions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { endpointKey, refreshCalls } from '../../base/calls/use-endpoint.ts';
import { askForAccount } from '../../base/sign-in/ask-for-account.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';

export type DownloadRequest = BodyInput<typeof createDownload>;

/** Makes the browser download a link; the server gives the file name. */
export function openLink(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.rel = 'noopener';
  link.click();
}

export function showDownloadStarted(message: string): void {
  showToast({ title: 'Download Initiated!', message });
}

/**
 * Starts a download, or its preparation if that takes a while. People without permission learn that it requires an
 * account.
 */
export function useStartDownload() {
  const { hasPermission } = useSession();
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: (body: DownloadRequest) =>
      callEndpoint(createDownload, { body, idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ link, ...download }) => {
      const { name } = download;
      if (link === null) {
        showDownloadStarted("You'll be notified when your download is ready.");
        // It may be ready before the list is refetched: add it to the cache, so that watchers see it start.
        queryClient.setQueryData<ReplyOf<typeof listDownloads>>(endpointKey(listDownloads, {}), (list) => ({
          results: [download, ...(list?.results ?? [])],
        }));
        void refreshCalls(queryClient, [listDownloads]);
      } else {
        openLink(link.url);
        showDownloadStarted(name);
      }
    },
  });

  function startDownload(request: DownloadRequest, needed: readonly PermissionCode[]): void {
    if (needed.every((code) => hasPermission(code))) creation.mutate(request);
    else askForAccount();
  }

  return { startDownload, isPending: creation.isPending };
}

/** Downloads a file that is ready, by the key from its notification. */
export function useFetchDownload() {
  return useMutation({
    mutationFn: async ({ key }: { key: string; name: string }) => {
      const [id = ''] = key.split('/');
      return callEndpoint(createDownloadLink, { params: { id } });
    },
    onSuccess: ({ url }, { name }) => {
      openLink(url);
      showDownloadStarted(name);
    },
  });
}
