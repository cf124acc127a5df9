/** The download log: own entries only, newest first, fifty per page, marked as read once. */
import { listDownloadNotifications, markNotificationAsRead } from '@omicon/contract/areas/notifications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { notifyPerson } from './notify.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function tell({ person_id }: Caller, number: number): Promise<void> {
  const name = `Phillips 2006 GSE4271 (${number}).zip`;
  const content = {
    type: 'zip',
    name,
    file_size: number * 1536,
    key: `${'k'.repeat(32)}/${name}`,
    network_id: null,
  };
  await notifyPerson(portal.services.db, {
    person_id,
    kind: 'download',
    subject: `download ${number}`,
    content,
  });
}

async function listAs(as: Caller, query = {}) {
  return (await portal.call(listDownloadNotifications, { as, query })).reply;
}

test('a person sees their own log, newest first, fifty per page, with the specified fields', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('LAB')];
  for (let number = 1; number <= 51; number += 1) await tell(person, number);
  await tell(other, 1);
  const log = await listAs(person);
  expect([log.total, log.items_per_page, log.results.length]).toEqual([51, 50, 50]);
  expect(log.results[0]).toEqual({
    notifId: expect.any(Number),
    type: 'zip',
    name: 'Phillips 2006 GSE4271 (51).zip',
    file_size: 51 * 1536,
    size: '76.5 KB',
    key: `${'k'.repeat(32)}/Phillips 2006 GSE4271 (51).zip`,
    network_id: null,
    record: null,
    network: null,
    created_at: expect.any(String),
    is_read: false,
  });
  expect((await listAs(person, { page: 2 })).results.map((row) => row.name)).toEqual([
    'Phillips 2006 GSE4271 (1).zip',
  ]);
  const smallest = await listAs(person, { sort: 'file_size', order: 'asc', page_size: 2 });
  expect(smallest.results.map((row) => row.file_size)).toEqual([1536, 3072]);
});

test('two notifications of one subject are one entry', async () => {
  const person = await portal.signInAs('RU');
  await Promise.all([tell(person, 1), tell(person, 1), tell(person, 1)]);
  expect((await listAs(person)).total).toBe(1);
});

test('an entry is marked as read once, by its owner and for its kind', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('admin')];
  await tell(person, 1);
  const id = (await listAs(person)).results[0]?.notifId ?? 0;
  const mark = async (as: Caller, kind: 'download' | 'mention', number = id) =>
    (await portal.call(markNotificationAsRead, { as, params: { kind, id: number } })).status;
  expect([
    await mark(other, 'download'),
    await mark(person, 'mention'),
    await mark(person, 'download', id + 1),
  ]).toEqual([404, 404, 404]);
  expect((await listAs(person)).results[0]?.is_read).toBe(false);
  expect([await mark(person, 'download'), await mark(person, 'download')]).toEqual([200, 200]);
  expect((await listAs(person)).results[0]?.is_read).toBe(true);
});

test('a kind that does not exist is refused', async () => {
  const person = await portal.signInAs('RU');
  const answer = await portal.ask(markNotificationAsRead, { as: person, params: { kind: 'rumour', id: 1 } });
  expect(answer.status).toBe(400);
});
