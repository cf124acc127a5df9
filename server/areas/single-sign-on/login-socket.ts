/** `/ws/login/{app_id}/`: tells a waiting page how its sign-in ended. It never carries the session itself. */
import { loginMessage } from '@omicon/contract/areas/people/single-sign-on.ts';
import { z } from 'zod';
import type { OpenSocket } from '../../base/connections/open-sockets.ts';
import { notFound } from '../../base/errors.ts';
import { findOutcome } from './sql.ts';

export function loginTopic(app_id: string): string {
  return `login ${app_id}`;
}

export const loginSocket: OpenSocket = {
  path: '/ws/login/:id/',
  permission: 'anyone',
  topicOf(id) {
    if (!z.uuid().safeParse(id).success) throw notFound('sign-in');
    return loginTopic(id);
  },
  async message(db, appid) {
    const status_code = await findOutcome(db, appid);
    return status_code === null ? null : loginMessage.parse({ type: 'login', status_code, appid });
  },
};
