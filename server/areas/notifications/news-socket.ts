/** Tells a person's pages that there is news of theirs, or that some of it was read elsewhere. */
import { NEWS_SOCKET, type NewsMessage } from '@omicon/contract/areas/notifications.ts';
import type { Socket } from '../../base/connections/sockets.ts';
import { notFound } from '../../base/http/errors.ts';
import { newsTopic } from './notify.ts';
import * as news from './sql-news.ts';

/** Only one's own; everybody else's answers as one that is not there. */
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
