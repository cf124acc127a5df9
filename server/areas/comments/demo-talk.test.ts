import { listFileComments } from '@omicon/contract/areas/comments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { writeDemoTalk } from './demo-talk.ts';

const ROLES = {
  demo_admin: 'admin',
  demo_lab: 'LAB',
  demo_lab2: 'LAB',
  demo_ru: 'RU',
  demo_ru2: 'RU',
  demo_reviewer: 'REVIEWER',
} as const;

let portal: TestPortal;
let open: LaboratoryNumbers;
let people: Map<string, Caller>;
beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  people = new Map();
  for (const [username, role] of Object.entries(ROLES))
    people.set(username, await portal.signInAs(role, { username }));
});
afterAll(() => portal.close());

const countOf = async (table: 'comment' | 'comment_mention' | 'notification') =>
  (await portal.services.db.selectFrom(table).selectAll().execute()).length;

test('demo comments are written once, however often the demo is set up, and mentions notify people', async () => {
  await Promise.all([writeDemoTalk(portal.services), writeDemoTalk(portal.services)]);
  const counts = [await countOf('comment'), await countOf('comment_mention'), await countOf('notification')];
  expect(counts[0]).toBeGreaterThanOrEqual(10);
  await writeDemoTalk(portal.services);
  expect([await countOf('comment'), await countOf('comment_mention'), await countOf('notification')]).toEqual(
    counts,
  );
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
  const { db } = portal.services;
  const left = await db.selectFrom('comment').select('message').where('message', 'like', '%{%').execute();
  expect(left).toEqual([]);
  const notified = await db.selectFrom('notification').select('person_id').distinct().execute();
  expect(notified).toHaveLength(people.size);
});

test('a registered user does not see the comments of the laboratory', async () => {
  const list = async (username: string) =>
    (
      await portal.call(listFileComments, {
        as: people.get(username) ?? null,
        params: { id: open.collection },
      })
    ).reply;
  expect([(await list('demo_ru')).total, (await list('demo_lab')).total]).toEqual([2, 3]);
});
