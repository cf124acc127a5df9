import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { DownloadLog } from '../../areas/notifications/DownloadLog.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/downloads`: downloads prepared for the person, which can be repeated at any time. */
export function Downloads() {
  return (
    <OnlyWith
      screen={NAMED_SCREENS.downloadLog}
      refusal="There is no download log for guests"
      hint="You need an account to download."
    >
      <PageTitle title={NAMED_SCREENS.downloadLog.title} />
      <DownloadLog />
    </OnlyWith>
  );
}
