import { type EntityType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import { IconDownload } from '@tabler/icons-react';
import { useSession } from '../../base/sign-in/session.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { useDownloadRecord } from './use-download-record.ts';

/** Downloads all of a record as one zip; guests learn that it requires an account. */
export function DownloadRecord(record: { entityType: EntityType; id: number; version?: number | undefined }) {
  const { hasPermission, isGuest } = useSession();
  const { downloadRecord, isPending } = useDownloadRecord();
  if (!isGuest && !hasPermission(recordKind(record.entityType).downloadCode)) return null;
  return (
    <SecondaryButton icon={IconDownload} loading={isPending} onClick={() => downloadRecord(record)}>
      Download
    </SecondaryButton>
  );
}
