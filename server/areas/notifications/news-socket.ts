/** Tells a person's open pages that notifications arrived or were read elsewhere. */
import { NEWS_SOCKET, type NewsMessage } from '@omicon/contract/areas/notifications.ts';
import type { Socket } from '../../base/connections/sockets.ts';
import { notFound } from '../../base/errors.ts';
import { newsTopic } from './notify.ts';
import * as news from './sql-news.ts';

/** Only the caller's own; any other looks as if it did not exist. */
export const newsSocket: Socket = {
  ...NEWS_SOCKET,
  async authorize(_db, { person_id }, id) {
    if (person_id === null || id !== String(person_id)) throw notFound('person');
    return newsTopic(person_id);
  },
  async describe(db, principal) {
    const [unread, newest] = await Promise.all([
      news.countUnread(db, principal),
      news.findNewest(db, principal),
    ]);
    const message: Omit<NewsMessage, 'type'> = {
      unread,
      newest: newest ? { kind: newest.kind, notifId: newest.id } : null,
    };
    return message;
  },
};
