/** What people were told, and whether they have seen it. Owns table notification; others write to it by notify.ts. */
import { listDownloadNotifications, markNotificationAsRead } from '@omicon/contract/notifications.ts';
import { listSearchNotifications, searchNews } from '@omicon/contract/search-queries.ts';
import type { Principal } from '@omicon/domain/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/serve.ts';
import { toDownloadNotification } from '../../database/download-notifications.ts';
import { toPage } from '../../database/replies.ts';
import * as statements from './sql.ts';

function personOf(principal: Principal): number {
  if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
  return principal.person_id;
}

export const notificationRoutes: Route[] = [
  serve(listDownloadNotifications, async ({ db, principal, query }) => {
    const person_id = personOf(principal);
    const [rows, total] = await Promise.all([
      statements.listDownloadNotifications(db, person_id, query),
      statements.countNotifications(db, person_id, 'download'),
    ]);
    return toPage(rows.map(toDownloadNotification), total, query);
  }),

  serve(listSearchNotifications, async ({ db, principal, query }) => {
    const person_id = personOf(principal);
    const [rows, total] = await Promise.all([
      statements.listSearchNotifications(db, person_id, query),
      statements.countNotifications(db, person_id, 'advancedSearch'),
    ]);
    const results = rows.map((row) => ({
      notifId: row.id,
      ...searchNews.parse(row.content),
      created_at: row.created_at.toISOString(),
      is_read: row.is_read,
    }));
    return toPage(results, total, query);
  }),

  serveWrite(markNotificationAsRead, async ({ db, principal, params }) => {
    if (!(await statements.markAsRead(db, personOf(principal), params))) throw notFound('notification');
    return { detail: 'The notification is marked as read.' };
  }),
];
