import { DownloadLog } from '../../areas/notifications/DownloadLog.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/downloads`: downloads prepared for the person, which can be repeated at any time. */
export function Downloads() {
  return (
    <OnlyWith
      access="NOTIFICATION_DOWNLOADS_VIEW"
      title="Downloads"
      refusal="There is no download log for guests"
      hint="You need an account to download."
    >
      <PageTitle title="Downloads" />
      <DownloadLog />
    </OnlyWith>
  );
}
