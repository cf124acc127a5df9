/** Rows of kind download in table notification, in the shape of the contract. */
import { downloadNotification } from '@omicon/contract/areas/notifications.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { z } from 'zod';

/** The stored content; the other fields are columns. */
const content = downloadNotification.pick({
  type: true,
  name: true,
  file_size: true,
  key: true,
  network_id: true,
});
export type DownloadNews = z.output<typeof content>;

/** Read with the content, by what its reader may read then; absent where nothing was asked for it. */
const withSubject = content.extend({
  record: z.string().nullable().default(null),
  network: z.string().nullable().default(null),
});

/** An entry of the download log, with its stored content parsed. */
export function toDownloadNotification(row: {
  id: number;
  content: unknown;
  created_at: Date;
  is_read: boolean;
}) {
  const stored = withSubject.parse(row.content);
  return {
    notifId: row.id,
    ...stored,
    size: formatSize(stored.file_size),
    created_at: row.created_at.toISOString(),
    is_read: row.is_read,
  };
}
