import { DownloadLog } from '../areas/notifications/DownloadLog.tsx';
import { useSession } from '../base/session.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

/** `/home/downloads`: what was made ready for the person, to be fetched again at any time. */
export function Downloads() {
  const { hasPermission } = useSession();
  return (
    <>
      <PageTitle title="Downloads" />
      {hasPermission('NOTIFICATION_DOWNLOADS_VIEW') ? (
        <DownloadLog />
      ) : (
        <EmptyState title="There is no download log for guests">
          Downloads need an account of your own.
        </EmptyState>
      )}
    </>
  );
}
