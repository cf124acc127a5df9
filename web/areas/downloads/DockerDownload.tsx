import { DOWNLOAD_LOG } from '@omicon/contract/addresses.ts';
import { type Download, getDownload, isImageType } from '@omicon/contract/areas/downloads.ts';
import { useEffect, useRef } from 'react';
import { useFetchDownload } from '../../actions/download/start-download.ts';
import { CallError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';

/** Delay after opening the address, so that people see the page before the download starts. */
const OPENS_AFTER_MS = 500;

/** Why there is nothing to download for this key; null when there is. */
function refusalOf(download: Download | undefined, error: Error | null): string | null {
  if (error instanceof CallError && [400, 404].includes(error.status))
    return 'You have no image with this key. Keys work for one person only; request your own image on the page of the network.';
  if (download === undefined) return null;
  if (!isImageType(download.type)) return 'This key is of a download that is no Docker image.';
  if (download.state === 'over') return 'This download is over. Please ask for it again.';
  if (download.state === 'failed' || download.state === 'cancelled')
    return download.message ?? 'This download was cancelled. Please ask for it again.';
  return download.state === 'ready'
    ? null
    : "This image is being prepared. You'll be notified when your download is ready.";
}

/** Downloads the image file of a key, then calls `onDone`; or shows why it cannot. */
export function DockerDownload({ downloadKey, onDone }: { downloadKey: string; onDone(): void }) {
  const [id = ''] = downloadKey.split('/');
  const isKey = /^[\w-]{32}$/.test(id);
  const reply = useEndpoint(getDownload, { params: { id } }, { enabled: isKey, retry: false });
  const fetchDownload = useFetchDownload();
  const started = useRef(false);
  const key = reply.data && refusalOf(reply.data, null) === null ? reply.data.key : null;
  const name = reply.data?.name ?? '';

  useEffect(() => {
    if (key === null || started.current) return;
    const opening = setTimeout(() => {
      started.current = true;
      fetchDownload.mutate({ key, name }, { onSuccess: onDone });
    }, OPENS_AFTER_MS);
    return () => clearTimeout(opening);
  });

  function tryAgain(): void {
    started.current = false;
    fetchDownload.reset();
    void reply.refetch();
  }

  const refusal =
    downloadKey === ''
      ? 'Please provide a valid key for download'
      : isKey
        ? refusalOf(reply.data, reply.error)
        : 'No image has this key.';
  if (refusal !== null)
    return (
      <EmptyState title="There is no image to download">
        {refusal}{' '}
        <AddressLink href={DOWNLOAD_LOG} size="sm" underline="always">
          Downloads
        </AddressLink>
      </EmptyState>
    );
  const error = reply.error ?? fetchDownload.error;
  if (error) return <ErrorPanel error={error} onRetry={tryAgain} />;
  return <Waiting what="the Docker image" />;
}
