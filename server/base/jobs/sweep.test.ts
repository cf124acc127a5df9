/** Expired data are deleted on time, neither before nor long after (REL-3, REL-6). */
import { createUpload, getUpload } from '@omicon/contract/areas/files/files.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPerson, type PersonOptions } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sha256, uploading } from '../../test-support/uploads.ts';
import { sweep } from './sweep.ts';

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
});
afterAll(() => portal.close());

async function isThereAfterSweep(
  options: PersonOptions,
  { daysAgo, hasSignedIn = false }: { daysAgo: number; hasSignedIn?: boolean },
): Promise<boolean> {
  const { id } = await aPerson(portal.services, options);
  await sql`
    update person set created_at = now() - make_interval(days => ${daysAgo}),
           last_login_at = case when ${hasSignedIn}::boolean then now() end where id = ${id}`.execute(
    portal.services.db,
  );
  await sweep(portal.services);
  const { rows } = await sql`select id from person where id = ${id}`.execute(portal.services.db);
  return rows.length === 1;
}

test('unverified sign-ups are deleted after seven days', async () => {
  expect(await isThereAfterSweep({ isVerified: false }, { daysAgo: 6 })).toBe(true);
  expect(await isThereAfterSweep({ isVerified: false }, { daysAgo: 8 })).toBe(false);
});

test('people with a verified address, a sign-in or another role are kept', async () => {
  expect(await isThereAfterSweep({}, { daysAgo: 400 })).toBe(true);
  expect(await isThereAfterSweep({ isVerified: false }, { daysAgo: 400, hasSignedIn: true })).toBe(true);
  expect(await isThereAfterSweep({ isVerified: false, role: 'LAB' }, { daysAgo: 400 })).toBe(true);
});

test('links are deleted a day after expiry, API tokens thirty days after', async () => {
  const { db } = portal.services;
  const { id } = await aPerson(portal.services);
  for (const hours of [23, 25])
    await sql`
      insert into one_time_code (kind, person_id, secret_hash, expires_at)
      values ('reset-password', ${id}, ${Buffer.from([hours])}, now() - make_interval(hours => ${hours}))`.execute(
      db,
    );
  for (const days of [29, 31])
    await sql`
      insert into api_token (person_id, name, token_hash, expires_at)
      values (${id}, 'script', ${Buffer.from([days])}, now() - make_interval(days => ${days}))`.execute(db);
  await sweep(portal.services);
  const { rows } = await sql`
    select (select count(*)::int from one_time_code) as links, (select count(*)::int from api_token) as tokens`.execute(
    db,
  );
  expect(rows).toEqual([{ links: 1, tokens: 1 }]);
});

test('notifications are deleted half a year after reading; unread ones and the download log are kept', async () => {
  const { db } = portal.services;
  const { id } = await aPerson(portal.services);
  const kept = [
    ['advancedSearch', 179, true],
    ['mention', 181, false],
    ['download', 400, true],
  ] as const;
  for (const [kind, days, isRead] of [
    ...kept,
    ['advancedSearch', 181, true],
    ['mention', 181, true],
  ] as const)
    await sql`
      insert into notification (person_id, kind, subject, content, created_at, read_at)
      values (${id}, ${kind}, ${`${kind} ${days} ${isRead}`}, '{}', now() - make_interval(days => ${days}),
              case when ${isRead}::boolean then now() - make_interval(days => ${days}) end)`.execute(db);
  await sweep(portal.services);
  const { rows } = await sql<{ subject: string }>`
    select subject from notification where person_id = ${id} order by id`.execute(db);
  expect(rows.map(({ subject }) => subject)).toEqual(
    kept.map(([kind, days, isRead]) => `${kind} ${days} ${isRead}`),
  );
});

const { begin, send, complete } = uploading(() => ({ portal, lab }));

async function setLastPart(upload_id: string | number, ago: string): Promise<void> {
  await sql`update upload set last_part_at = now() - ${ago}::interval where id = ${upload_id}`.execute(
    portal.services.db,
  );
}

test('an unfinished upload can be continued for 48 hours, and is deleted afterwards', async () => {
  const bytes = Buffer.from('not yet whole');
  const { upload_id: waiting } = await begin(bytes);
  const { upload_id: left } = await begin(bytes);
  await setLastPart(waiting, '47 hours 59 minutes');
  await setLastPart(left, '48 hours 1 minute');
  await sweep(portal.services);
  const statuses = await Promise.all(
    [waiting, left].map(async (id) => (await portal.call(getUpload, { as: lab, params: { id } })).status),
  );
  expect(statuses).toEqual([200, 404]);
  expect(await send(waiting, bytes, [1])).toEqual([200]);
  await sweep(portal.services);
  expect((await complete(waiting, sha256(bytes))).status).toBe(202);
});

test('an idempotency key is valid for 24 hours, and deleted afterwards', async () => {
  const create = () =>
    portal.call(createUpload, {
      as: lab,
      body: { file_name: 'GSE4271.zip', size_bytes: 100, kind: 'collection' },
      headers: { 'idempotency-key': 'of yesterday' },
    });
  const makeOlder = (ago: string) =>
    sql`update idempotency_key set created_at = now() - ${ago}::interval where key = 'of yesterday'`.execute(
      portal.services.db,
    );
  const first = (await create()).reply.upload_id;
  await makeOlder('23 hours 59 minutes');
  await sweep(portal.services);
  expect((await create()).reply.upload_id).toBe(first);
  await makeOlder('24 hours 1 minute');
  await sweep(portal.services);
  expect((await create()).reply.upload_id).not.toBe(first);
});
