import { Button, Group, Progress, Text } from '@mantine/core';
import { cancelDownload, type Download, listDownloads } from '@omicon/contract/areas/downloads.ts';
import { listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFetchDownload } from '../../actions/download/start-download.ts';
import { refreshCalls, useChange } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { hideToast, showToast } from '../../ui/feedback/toasts.ts';
import { formatDuration } from '../../ui/text/format.ts';
import { MiddleText } from '../../ui/text/MiddleText.tsx';
import { isRunning, useDownloadSocket, useListDownloads } from './calls.ts';
import classes from './download-panel.module.css';

function percentDone({ bytes_done, file_size }: Pick<Download, 'bytes_done' | 'file_size'>): number {
  return Math.floor((100 * bytes_done) / (file_size || Infinity));
}

/** No sizes: the bytes that are read for an image are not its size, which the download log has in the end. */
export function progressText(download: Download): string {
  const { state, seconds_left } = download;
  if (state === 'waiting') return 'Waiting for its turn';
  const done = `${percentDone(download)} %`;
  return seconds_left === null ? done : `${done}, ${formatDuration(seconds_left)} left`;
}

function RunningDownload({ download }: { download: Download }) {
  const cancel = useChange(cancelDownload, { refreshes: [listDownloads], refreshesAfterFailure: true });
  const { id, name } = download;
  useDownloadSocket(download);
  return (
    <li className={classes.item}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" className={classes.name ?? ''} title={name}>
          <MiddleText text={name} />
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Cancel ${name}`}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          Cancel
        </Button>
      </Group>
      <Progress mt={6} size="sm" value={percentDone(download)} aria-label={`Part of ${name} that is ready`} />
      <Text size="xs" c="dimmed" mt={4} className="tabular">
        {progressText(download)}
      </Text>
    </li>
  );
}

/** Shows once how each running download has ended, unless the bell notifies about it. */
function useSayEnds(downloads: readonly Download[] | undefined): void {
  const seen = useRef(new Set<string>());
  const isToldByBell = useSession().hasPermission('NOTIFICATION_DOWNLOADS_VIEW');
  const queryClient = useQueryClient();
  const fetchDownload = useFetchDownload().mutate;
  useEffect(() => {
    for (const { id, name, state, key, message } of downloads ?? []) {
      if (state === 'waiting' || state === 'preparing') seen.current.add(id);
      else if (seen.current.delete(id)) {
        if (state === 'failed') showToast({ type: 'danger', title: 'Error', message: message ?? name });
        if (state !== 'ready' || key === null) continue;
        void refreshCalls(queryClient, [listUnreadNotifications]);
        if (isToldByBell) continue;
        showToast({
          id,
          title: 'Your download is ready!',
          message: name,
          action: (
            <Button
              key="download"
              size="compact-xs"
              variant="light"
              onClick={() => {
                hideToast(id);
                fetchDownload({ key, name });
              }}
            >
              Download
            </Button>
          ),
        });
      }
    }
  }, [downloads, queryClient, fetchDownload, isToldByBell]);
}

/** Panel over every screen with the downloads being prepared for the person. */
export function DownloadPanel() {
  const { hasPermission } = useSession();
  const list = useListDownloads(hasPermission({ anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] }));
  const downloads = list.data?.results;
  useSayEnds(downloads);
  const running = (downloads ?? []).filter(isRunning);
  if (running.length === 0) return null;
  return (
    <section className={classes.panel} aria-label="Downloads in preparation">
      <ul className={classes.items}>
        {running.map((download) => (
          <RunningDownload key={download.id} download={download} />
        ))}
      </ul>
    </section>
  );
}
