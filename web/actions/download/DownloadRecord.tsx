import { Button } from '@mantine/core';
import { type EntityType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import { IconDownload } from '@tabler/icons-react';
import { useSession } from '../../base/sign-in/session.ts';
import { useDownloadRecord } from './use-download-record.ts';

/** Downloads all of a record as one zip; guests learn that it requires an account. */
export function DownloadRecord(record: { entityType: EntityType; id: number; version?: number | undefined }) {
  const { hasPermission, isGuest } = useSession();
  const { downloadRecord, isPending } = useDownloadRecord();
  if (!isGuest && !hasPermission(recordKind(record.entityType).downloadCode)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      loading={isPending}
      onClick={() => downloadRecord(record)}
    >
      Download
    </Button>
  );
}
