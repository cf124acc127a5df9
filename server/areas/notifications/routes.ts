/** Notifications and whether they were read. Owns table notification; other areas write to it through notify.ts. */

import {
  getNotificationSettings,
  listDownloadNotifications,
  listMentionNotifications,
  listSearchNotifications,
  listUnreadNotifications,
  type MentionNotification,
  markAllNotificationsAsRead,
  markMentionNotificationAsRead,
  markNotificationAsRead,
  type NotificationKind,
  saveNotificationSettings,
  searchNews,
  type UnreadNotification,
} from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import { toDownloadNotification } from '../../records/download/download-notifications.ts';
import { toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import { newsTopic } from './notify.ts';
import * as statements from './sql.ts';
import * as digests from './sql-digest.ts';
import * as news from './sql-news.ts';

function toMention({ message, plain_text, page_url, ...row }: news.MentionRow): MentionNotification {
  const { id, notification_id, reason, mentioned_by, parent_id, display_name, is_read } = row;
  return {
    id,
    notification_id,
    reason,
    comment_details: plain_text,
    mentioned_by,
    created_at: row.created_at.toISOString(),
    parent_id,
    comment: message,
    display_name,
    comment_page_url: page_url,
    is_read,
  };
}

function toUnread(row: news.UnreadRow): UnreadNotification {
  const notifId = row.notification_id;
  const created_at = row.created_at.toISOString();
  if (row.kind === 'mention') {
    const { is_read: _, ...mention } = toMention(row);
    return { kind: row.kind, notifId, ...mention };
  }
  if (row.kind === 'advancedSearch') {
    const { type, Description, state } = searchNews.parse(row.content);
    return { kind: row.kind, notifId, type, Description, state, created_at };
  }
  const { created_at: at, content } = row;
  const download = toDownloadNotification({ id: notifId, content, created_at: at, is_read: false });
  const { type, name, size, key, record, network } = download;
  return { kind: row.kind, notifId, type, name, size, key, record, network, created_at };
}

/** Marks one as read, once, and signals the person's other open pages. */
async function markOne(db: Db, principal: Principal, one: { kind: NotificationKind; id: number }) {
  if (!(await news.hasNotification(db, principal, one))) throw notFound('notification');
  const marked = await news.markAsRead(db, principal, one);
  if (marked > 0) await notifyTopic(db, newsTopic(personIdOf(principal)));
  return { detail: 'The notification is marked as read.' };
}

export const notificationRoutes: Route[] = [
  serve(
    listUnreadNotifications,
    async ({ db, principal, query }) => {
      const [rows, total] = await Promise.all([
        news.listUnread(db, principal, query.limit),
        news.countUnread(db, principal),
      ]);
      return { notifications: rows.map(toUnread), total };
    },
    { isNoUse: true },
  ),

  serve(listDownloadNotifications, async ({ db, principal, query }) => {
    const person_id = personIdOf(principal);
    const [rows, total] = await Promise.all([
      statements.listDownloadNotifications(db, principal, query),
      statements.countNotifications(db, person_id, 'download'),
    ]);
    return toPage(rows.map(toDownloadNotification), total, query);
  }),

  serve(listSearchNotifications, async ({ db, principal, query }) => {
    const person_id = personIdOf(principal);
    const [rows, total] = await Promise.all([
      statements.listSearchNotifications(db, principal, query),
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

  serve(listMentionNotifications, async ({ db, principal, body }) => {
    const [rows, total] = await Promise.all([
      news.listMentions(db, principal, body),
      news.countMentions(db, principal),
    ]);
    return { mention_notifications: rows.map(toMention), total, items_per_page: body.items_per_page };
  }),

  serveWrite(markNotificationAsRead, ({ db, principal, params }) => markOne(db, principal, params)),

  serveWrite(markMentionNotificationAsRead, ({ db, principal, params }) =>
    markOne(db, principal, { kind: 'mention', id: params.id }),
  ),

  serveWrite(markAllNotificationsAsRead, async ({ db, principal, body }) => {
    const marked = await news.markAsRead(db, principal, body);
    if (marked > 0) await notifyTopic(db, newsTopic(personIdOf(principal)));
    return { detail: 'Your notifications are marked as read.', marked };
  }),

  serve(getNotificationSettings, async ({ db, principal }) => ({
    digest: await digests.getDigest(db, personIdOf(principal)),
  })),

  serveWrite(saveNotificationSettings, async ({ db, principal, body }) => {
    await digests.saveDigest(db, personIdOf(principal), body.digest);
    return { digest: body.digest };
  }),
];
