/** The socket of a person's news: who may listen, what is said, and when. */

import { markAllNotificationsAsRead, newsMessage } from '@omicon/contract/areas/notifications.ts';
import { logout } from '@omicon/contract/areas/sign-in.ts';
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

/** Messages as they come, 'closed' at the end; opens when the server says that it listens. */
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

test('a person hears how much is unread and what is newest, from news and from reading', async () => {
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

test('of a comment that they may not read they hear nothing but that nothing is unread', async () => {
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

test('news of others are not heard, and the end of the sign-in closes the socket', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const next = await open(person);
  await tell(other);
  await portal.call(logout, { as: person });
  expect(await next()).toBe('closed');
});
