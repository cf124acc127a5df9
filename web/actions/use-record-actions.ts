import type { PermissionCode } from '@omicon/domain/permissions/permissions.ts';
import { type EntityType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import { IconDownload } from '@tabler/icons-react';
import { useSession } from '../base/sign-in/session.ts';
import { type Deletion, deleteAction } from '../ui/grid/delete-action.ts';
import type { RowAction } from '../ui/grid/RowMenu.tsx';
import { useDownloadRecord } from './download/use-download-record.ts';

/** What the menu of a record's row offers; undefined where that is nothing. */
export function useRecordActions(
  entityType: EntityType,
  deletion: Deletion & { permission: PermissionCode },
): ((row: { id: number; title: string }) => RowAction[]) | undefined {
  const { hasPermission, isGuest } = useSession();
  const { downloadRecord } = useDownloadRecord();
  const { title, downloadCode } = recordKind(entityType);
  // Guests see Download too, and learn that it requires an account.
  const isDownloadOffered = isGuest || hasPermission(downloadCode);
  const mayDelete = hasPermission(deletion.permission);
  if (!isDownloadOffered && !mayDelete) return undefined;
  return ({ id, title: name }) => [
    ...(isDownloadOffered
      ? [{ label: 'Download', icon: IconDownload, run: () => downloadRecord({ entityType, id }) }]
      : []),
    ...(mayDelete ? [deleteAction({ kind: title.toLowerCase(), name, id }, deletion)] : []),
  ];
}
