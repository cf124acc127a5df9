/** The notification socket: permission, messages, timing. */

import { markAllNotificationsAsRead, newsMessage } from '@omicon/contract/areas/notifications.ts';
import { logout } from '@omicon/contract/areas/people/sign-in.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { aComment, tellOf } from '../../test-support/comments.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { listen } from '../../test-support/pages.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let address: string;
let collection: number;
let author: Caller;
const opened: WebSocket[] = [];
beforeAll(async () => {
  portal = await openTestPortal();
  address = (await listen(portal)).replace('http', 'ws');
  ({ collection } = await aLaboratory(portal, { visibility: 'public' }));
  author = await portal.signInAs('LAB');
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
afterAll(() => portal.close());

/** Messages in order, 'closed' at the end; resolves when the server has confirmed the connection. */
async function open(as: Caller): Promise<() => Promise<string>> {
  const socket = new WebSocket(`${address}/ws/mention-notification/${as.person_id}/`, {
    headers: { authorization: `Token ${as.token}` },
  });
  opened.push(socket);
  const waiting: string[] = [];
  let tell = () => {};
  const note = (text: string) => {
    waiting.push(text);
    tell();
  };
  socket.on('message', (data) => note(String(data)));
  socket.on('close', () => note('closed'));
  socket.on('error', () => undefined);
  const next = async () => {
    while (waiting.length === 0) await new Promise<void>((resolve) => (tell = resolve));
    return waiting.shift() ?? '';
  };
  expect(JSON.parse(await next())).toEqual({ type: 'ready' });
  return next;
}

async function tell(person: Caller): Promise<{ comment: number; notification: number }> {
  const comment = await aComment(portal.services, { person_id: author.person_id, collection });
  return { comment, notification: await tellOf(portal.services, person.person_id, comment) };
}

test('a person is told the unread count and the newest one, on arrival and on reading', async () => {
  const person = await portal.signInAs('RU');
  const next = await open(person);
  const { notification } = await tell(person);
  expect(newsMessage.parse(JSON.parse(await next()))).toEqual({
    type: 'news',
    unread: 1,
    newest: { kind: 'mention', notifId: notification },
  });
  await portal.call(markAllNotificationsAsRead, { as: person });
  expect(newsMessage.parse(JSON.parse(await next()))).toEqual({ type: 'news', unread: 0, newest: null });
});

test('an unreadable comment causes only a message with an unread count of zero', async () => {
  const person = await portal.signInAs('RU');
  const next = await open(person);
  const hidden = await aComment(portal.services, {
    person_id: author.person_id,
    collection,
    visibility: 'private',
  });
  await tellOf(portal.services, person.person_id, hidden);
  expect(JSON.parse(await next())).toEqual({ type: 'news', unread: 0, newest: null });
});

test('notifications of others are not sent, and the end of the session closes the socket', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const next = await open(person);
  await tell(other);
  await portal.call(logout, { as: person });
  expect(await next()).toBe('closed');
});
