/** The daily digest: only unread and readable comments, once, with a way to unsubscribe. */
import {
  getNotificationSettings,
  markAllNotificationsAsRead,
  saveNotificationSettings,
} from '@omicon/contract/areas/notifications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aComment, tellOf } from '../../test-support/comments.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { mailsTo } from '../../test-support/open-calls.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sendDigests } from './send-digests.ts';

let portal: TestPortal;
let collection: number;
let author: Caller;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.test/' });
  ({ collection } = await aLaboratory(portal, { visibility: 'public' }));
  author = await portal.signInAs('LAB', { first_name: 'Ada', last_name: 'Lovelace' });
});
afterAll(() => portal.close());

interface Reader extends Caller {
  email: string;
}

/** A person with a mail address who subscribed to the digest. */
async function aReader(digest: 'none' | 'daily' = 'daily'): Promise<Reader> {
  const person = await portal.signInAs('RU');
  const email = `${person.username}@neuro.test`;
  await sql`update person set email = ${email} where id = ${person.person_id}`.execute(portal.services.db);
  await portal.call(saveNotificationSettings, { as: person, body: { digest } });
  return { ...person, email };
}

/** Notified an hour ago by default. */
async function tell(person: Caller, text: string, { minutesAgo = 60 } = {}): Promise<number> {
  const comment = await aComment(portal.services, { person_id: author.person_id, collection, text });
  const id = await tellOf(portal.services, person.person_id, comment);
  await sql`
    update notification set created_at = now() - make_interval(mins => ${minutesAgo}) where id = ${id}`.execute(
    portal.services.db,
  );
  return comment;
}

/** Moves all events of the person back in time. */
async function letHoursPass({ person_id }: Caller, hours: number): Promise<void> {
  const { db } = portal.services;
  const back = sql`make_interval(hours => ${hours})`;
  await sql`update person set digest_at = digest_at - ${back} where id = ${person_id}`.execute(db);
  await sql`update notification set created_at = created_at - ${back} where person_id = ${person_id}`.execute(
    db,
  );
}

test('subscribers get one mail, in plain text, with links and a way to unsubscribe', async () => {
  const person = await aReader();
  const first = await tell(person, 'Batch 3\nlooks shifted.', { minutesAgo: 90 });
  await tell(person, 'Batch 4 too.');
  await Promise.all([sendDigests(portal.services), sendDigests(portal.services)]);
  await sendDigests(portal.services);
  const mails = await mailsTo(portal, person.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['2 unread comments in Omicon']);
  const lines = mails[0]?.body.split('\n') ?? [];
  const line = lines.indexOf('Ada Lovelace mentioned you on Phillips 2006 GSE4271:');
  expect(lines.slice(line + 1, line + 3)).toEqual([
    '  Batch 3 looks shifted.',
    `  https://omicon.test/home/collections/data-collections/attributes?dcId=${collection}&comment=${first}`,
  ]);
  expect(mails[0]?.body).toContain(
    'To get no more of them, choose "No e-mail" at https://omicon.test/home/comment-notifications',
  );
  expect(mails[0]?.body).not.toContain('<p>');
});

test('the next mail is sent a day later, with newer comments', async () => {
  const person = await aReader();
  await tell(person, 'Batch 3 looks shifted.');
  await sendDigests(portal.services);
  await letHoursPass(person, 23);
  await tell(person, 'Batch 4 too.', { minutesAgo: 30 });
  await sendDigests(portal.services);
  expect(await mailsTo(portal, person.email)).toHaveLength(1);
  await letHoursPass(person, 1);
  await sendDigests(portal.services);
  const mails = await mailsTo(portal, person.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'One unread comment in Omicon',
    'One unread comment in Omicon',
  ]);
  expect(mails[1]?.body).toContain('Batch 4 too.');
  expect(mails[1]?.body).not.toContain('Batch 3');
});

test('comments written while a mail is created are in the next one', async () => {
  const person = await aReader();
  await tell(person, 'Batch 3 looks shifted.');
  await tell(person, 'Batch 4 too.', { minutesAgo: 0 });
  await sendDigests(portal.services);
  await letHoursPass(person, 25);
  await sendDigests(portal.services);
  const bodies = (await mailsTo(portal, person.email)).map(({ body }) => body);
  expect(bodies.map((body) => [body.includes('Batch 3'), body.includes('Batch 4')])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('read, unreadable and deleted comments are not sent', async () => {
  const { db } = portal.services;
  const [reader, hidden, gone, outside] = [
    await aReader(),
    await aReader(),
    await aReader(),
    await aReader(),
  ];
  for (const person of [reader, outside]) await tell(person, 'Batch 3 looks shifted.');
  await portal.call(markAllNotificationsAsRead, { as: reader });
  await sql`update comment set visibility = 'private' where id = ${await tell(hidden, 'Secret 1')}`.execute(
    db,
  );
  await sql`update comment set deleted_at = now() where id = ${await tell(gone, 'Secret 2')}`.execute(db);
  await sql`update person set removed_at = now() where id = ${outside.person_id}`.execute(db);
  await sendDigests(portal.services);
  for (const { email } of [reader, hidden, gone, outside]) expect(await mailsTo(portal, email)).toEqual([]);
  // No mail was sent, so the next comment need not wait a day.
  await tell(hidden, 'Batch 5 is fine.');
  await sendDigests(portal.services);
  const [mail] = await mailsTo(portal, hidden.email);
  expect(mail?.body).toContain('Batch 5 is fine.');
  expect(mail?.body).not.toContain('Secret');
});

test('people who did not subscribe, or unsubscribed, get none', async () => {
  const [never, once] = [await aReader('none'), await aReader()];
  await portal.call(saveNotificationSettings, { as: once, body: { digest: 'none' } });
  expect((await portal.call(getNotificationSettings, { as: once })).reply).toEqual({ digest: 'none' });
  for (const person of [never, once]) await tell(person, 'Batch 3 looks shifted.');
  await sendDigests(portal.services);
  for (const { email } of [never, once]) expect(await mailsTo(portal, email)).toEqual([]);
});

test('subscribing again does not cause a second mail on the same day', async () => {
  const person = await aReader();
  await tell(person, 'Batch 3 looks shifted.');
  await sendDigests(portal.services);
  for (const digest of ['none', 'daily'] as const)
    await portal.call(saveNotificationSettings, { as: person, body: { digest } });
  await tell(person, 'Batch 4 too.');
  await sendDigests(portal.services);
  expect(await mailsTo(portal, person.email)).toHaveLength(1);
});

test('a name cannot inject lines into the mail', async () => {
  const person = await aReader();
  const forger = await portal.signInAs('LAB', { first_name: 'Eve\n\nOmicon\n', last_name: 'Click' });
  const comment = await aComment(portal.services, { person_id: forger.person_id, collection, text: 'Hi.' });
  const id = await tellOf(portal.services, person.person_id, comment);
  await sql`update notification set created_at = now() - interval '1 hour' where id = ${id}`.execute(
    portal.services.db,
  );
  await sendDigests(portal.services);
  expect((await mailsTo(portal, person.email))[0]?.body).toContain(
    '\nEve Omicon Click mentioned you on Phillips 2006 GSE4271:\n',
  );
});

test('a failed mail does not affect others, and is sent by the next attempt', async () => {
  const { db } = portal.services;
  const first = await aReader();
  const second = await aReader();
  for (const person of [first, second]) await tell(person, 'Batch 7 is in.');
  await sql`
    create function refuse_mail() returns trigger language plpgsql as
      'begin raise exception ''no mail to %'', new.recipient; end'`.execute(db);
  await sql
    .raw(
      `create trigger refuse_mail before insert on outbox for each row when (new.recipient = '${first.email}') execute function refuse_mail()`,
    )
    .execute(db);
  await expect(sendDigests(portal.services)).rejects.toThrow('Mails of a day that failed: 1.');
  expect(await mailsTo(portal, second.email)).toHaveLength(1);
  await sql`drop trigger refuse_mail on outbox`.execute(db);
  await sendDigests(portal.services);
  expect(await mailsTo(portal, first.email)).toHaveLength(1);
  expect(await mailsTo(portal, second.email)).toHaveLength(1);
});
