/**
 * Comment notifications and the notification menu: only readable comments, in their current state, marked as read once.
 */
import {
  listMentionNotifications,
  listUnreadNotifications,
  markAllNotificationsAsRead,
  markMentionNotificationAsRead,
  markNotificationAsRead,
} from '@omicon/contract/areas/notifications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aComment, tellOf } from '../../test-support/comments.ts';
import { aLaboratory, takeIn } from '../../test-support/intake.ts';
import {
  NETWORK,
  pathsOf,
  smallLaboratory,
  withChange,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { aComment as aSpokenComment } from '../../test-support/talk.ts';
import { notifyPerson } from './notify.ts';

let portal: TestPortal;
let collection: number;
let author: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ collection } = await aLaboratory(portal, { visibility: 'public' }));
  author = await portal.signInAs('LAB', { first_name: 'Ada', last_name: 'Lovelace' });
});
afterAll(() => portal.close());

async function log(as: Caller, body = {}) {
  return (await portal.call(listMentionNotifications, { as, body })).reply;
}

async function unread(as: Caller) {
  return (await portal.call(listUnreadNotifications, { as })).reply;
}

async function tellOfDownload({ person_id }: Caller): Promise<void> {
  const key = `${'k'.repeat(32)}/GSE4271.zip`;
  const content = { type: 'zip', name: 'GSE4271.zip', file_size: 1536, key, network_id: null };
  await notifyPerson(portal.services.db, { person_id, kind: 'download', subject: 'a download', content });
}

async function tellOfSearch({ person_id }: Caller): Promise<void> {
  const content = {
    type: 'data-sets',
    Description: 'Gliomas',
    state: 'done',
    result_count: 3,
    notification_data: '{}',
  };
  await notifyPerson(portal.services.db, { person_id, kind: 'advancedSearch', subject: '1', content });
}

async function hide(comment: number, change: 'private' | 'public'): Promise<void> {
  await sql`update comment set visibility = ${change} where id = ${comment}`.execute(portal.services.db);
}

test('a mention is listed with text, author, topic and address of the current comment', async () => {
  const person = await portal.signInAs('RU');
  const top = await aComment(portal.services, {
    person_id: author.person_id,
    collection,
    path: 'GSE4271_sample_attributes.csv',
  });
  const answer = await aComment(portal.services, {
    person_id: author.person_id,
    collection,
    parent: top,
    path: 'GSE4271_sample_attributes.csv',
  });
  const notification_id = await tellOf(portal.services, person.person_id, answer);
  await sql`
    update comment set plain_text = 'Batch 4 is shifted.', message = '<p>Batch 4 is shifted.</p>',
           page_url = '/home/starred' where id = ${answer}`.execute(portal.services.db);
  expect(await log(person)).toEqual({
    mention_notifications: [
      {
        id: answer,
        notification_id,
        reason: 'mention',
        comment_details: 'Batch 4 is shifted.',
        mentioned_by: 'Ada Lovelace',
        created_at: expect.any(String),
        parent_id: top,
        comment: '<p>Batch 4 is shifted.</p>',
        display_name: 'GSE4271_sample_attributes.csv',
        comment_page_url: '/home/starred',
        is_read: false,
      },
    ],
    total: 1,
    items_per_page: 50,
  });
});

test('the log is sorted newest first, fifty per page, with an exact total', async () => {
  const person = await portal.signInAs('RU');
  for (let number = 1; number <= 51; number += 1) {
    const id = await aComment(portal.services, {
      person_id: author.person_id,
      collection,
      text: `Comment ${number}`,
    });
    await tellOf(portal.services, person.person_id, id, 'follow');
  }
  const first = await log(person);
  expect([first.total, first.mention_notifications.length]).toEqual([51, 50]);
  expect(first.mention_notifications[0]).toMatchObject({
    comment_details: 'Comment 51',
    display_name: 'Phillips 2006 GSE4271',
    reason: 'follow',
  });
  const second = await log(person, { page: 2 });
  expect(second.mention_notifications.map((row) => row.comment_details)).toEqual(['Comment 1']);
  const small = await log(person, { page: 2, items_per_page: 2 });
  expect(small.mention_notifications.map((row) => row.comment_details)).toEqual(['Comment 49', 'Comment 48']);
  expect(small.items_per_page).toBe(2);
});

test('a comment that became unreadable is neither listed, counted nor marked, and is unread when readable again', async () => {
  const person = await portal.signInAs('RU');
  const id = await aComment(portal.services, { person_id: author.person_id, collection });
  const notification = await tellOf(portal.services, person.person_id, id);
  const mark = async () =>
    (await portal.call(markMentionNotificationAsRead, { as: person, params: { id: notification } })).status;
  await hide(id, 'private');
  expect(await log(person)).toMatchObject({ mention_notifications: [], total: 0 });
  expect(await unread(person)).toEqual({ notifications: [], total: 0 });
  expect(await mark()).toBe(404);
  expect((await portal.call(markAllNotificationsAsRead, { as: person })).reply.marked).toBe(0);
  await hide(id, 'public');
  expect((await unread(person)).total).toBe(1);
  expect((await log(person)).mention_notifications[0]?.is_read).toBe(false);
  expect([await mark(), await mark()]).toEqual([200, 200]);
  expect((await log(person)).mention_notifications[0]?.is_read).toBe(true);
});

test('the menu contains unread notifications of all kinds, newest first, with the fields of their kind', async () => {
  const person = await portal.signInAs('RU');
  await tellOfSearch(person);
  await tellOfDownload(person);
  const id = await aComment(portal.services, { person_id: author.person_id, collection });
  const mention = await tellOf(portal.services, person.person_id, id, 'reply');
  const { notifications, total } = await unread(person);
  expect(total).toBe(3);
  expect(notifications.map(({ kind }) => kind)).toEqual(['mention', 'download', 'advancedSearch']);
  expect(notifications[0]).toMatchObject({
    notifId: mention,
    notification_id: mention,
    id,
    reason: 'reply',
    mentioned_by: 'Ada Lovelace',
    comment_page_url: `/home/collections/data-collections/attributes?dcId=${collection}`,
  });
  expect(notifications[1]).toMatchObject({
    name: 'GSE4271.zip',
    size: '1.5 KB',
    key: expect.stringMatching(/^k+\/GSE4271\.zip$/),
  });
  expect(notifications[2]).toMatchObject({ type: 'data-sets', Description: 'Gliomas' });
  const few = await portal.call(listUnreadNotifications, { as: person, query: { limit: 1 } });
  expect([few.reply.notifications.length, few.reply.total]).toEqual([1, 3]);
});

test('clearing all does not affect newer notifications, other kinds and other people', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  for (const each of [person, other]) {
    await tellOfSearch(each);
    await tellOfDownload(each);
  }
  const until = (await unread(person)).notifications[0]?.notifId;
  const id = await aComment(portal.services, { person_id: author.person_id, collection });
  await tellOf(portal.services, person.person_id, id);
  const clear = async (body = {}) =>
    (await portal.call(markAllNotificationsAsRead, { as: person, body })).reply.marked;
  expect(await clear({ kind: 'advancedSearch' })).toBe(1);
  expect(await clear({ until })).toBe(1);
  expect(await clear({ until })).toBe(0);
  expect((await unread(person)).notifications.map(({ kind }) => kind)).toEqual(['mention']);
  expect((await unread(other)).total).toBe(2);
  const foreign = (await unread(other)).notifications[0]?.notifId;
  expect(await clear({ until: foreign })).toBe(0);
  expect(await clear()).toBe(1);
  const { rows } = await sql`
    select id from notification where person_id = ${person.person_id} and read_at is null`.execute(
    portal.services.db,
  );
  expect(rows).toEqual([]);
});

test('reading again does not change when something was read', async () => {
  const person = await portal.signInAs('RU');
  await tellOfDownload(person);
  const id = (await unread(person)).notifications[0]?.notifId ?? 0;
  const readAt = async () =>
    (
      await portal.services.db
        .selectFrom('notification')
        .select('read_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).read_at;
  const mark = () => portal.call(markNotificationAsRead, { as: person, params: { kind: 'download', id } });
  await mark();
  const first = await readAt();
  expect(first).toBeInstanceOf(Date);
  await Promise.all([mark(), mark()]);
  expect(await readAt()).toEqual(first);
});

test('guests are notified only of searches', async () => {
  const guest = await portal.signInAs('GU');
  await tellOfSearch(guest);
  await tellOfDownload(guest);
  const id = await aComment(portal.services, { person_id: author.person_id, collection });
  await tellOf(portal.services, guest.person_id, id);
  const { notifications, total } = await unread(guest);
  expect([notifications.map(({ kind }) => kind), total]).toEqual([['advancedSearch'], 1]);
});

test('a module missing in the current version is named as in the newest readable version', async () => {
  const { db } = portal.services;
  const options = { accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' };
  const { analysis } = await aLaboratory(portal, { ...options, visibility: 'public' });
  for (const page of ['second', 'third']) {
    const path = pathsOf(options.accession).modulesPdf;
    const files = withChange(smallLaboratory(options), path, (text) => text.replace('one', page));
    expect((await takeIn(portal, files, { visibility: 'public' })).faults).toEqual([]);
  }
  const inVersion = (version: number) => sql`
    select m.id, m.number from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where a.number = ${analysis} and a.version = ${version} and m.page = 1`;
  const { rows } = await sql<{ number: number; name: string }>`
    select m.number, m.name from covariation_module m join (${inVersion(1)}) f on f.id = m.id`.execute(db);
  const [module] = rows;
  const person = await portal.signInAs('RU');
  const { id } = await aSpokenComment(portal, author, {
    entity_type: 'project',
    entity_id: module?.number ?? 0,
  });
  await tellOf(portal.services, person.person_id, id);
  await sql`update covariation_module m set name = 'of the laboratory' from (${inVersion(2)}) f where f.id = m.id`.execute(
    db,
  );
  await sql`update analysis set visibility = 'private' where number = ${analysis} and version = 2`.execute(
    db,
  );
  await sql`
    with other as (insert into omicon_record (type) values ('CM') returning number)
    update covariation_module m set number = other.number from other, (${inVersion(3)}) f where f.id = m.id`.execute(
    db,
  );
  const { mention_notifications } = await log(person);
  expect(mention_notifications.map(({ display_name }) => display_name)).toEqual([
    `${module?.name} of ${NETWORK}`,
  ]);
});
