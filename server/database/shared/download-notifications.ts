/** Rows of kind download in table notification, in the form of the contract. */
import { downloadNotification } from '@omicon/contract/areas/notifications.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import type { z } from 'zod';

/** What is stored of it; the rest is the row's own. */
const content = downloadNotification.pick({
  type: true,
  name: true,
  file_size: true,
  key: true,
  network_id: true,
});
export type DownloadNews = z.output<typeof content>;

/** An entry of the download log; what is stored of it is parsed. */
export function toDownloadNotification(row: {
  id: number;
  content: unknown;
  created_at: Date;
  is_read: boolean;
}) {
  const told = content.parse(row.content);
  return {
    notifId: row.id,
    ...told,
    size: formatSize(told.file_size),
    created_at: row.created_at.toISOString(),
    is_read: row.is_read,
  };
}
