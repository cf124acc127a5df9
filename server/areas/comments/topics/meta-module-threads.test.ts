/** Threads on meta-modules: who reads, writes and is told, by audience, and what lasts when they are computed again. */

import { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import { deleteDataCollection, restoreDataCollection } from '@omicon/contract/areas/collections.ts';
import {
  countFileComments,
  createComment,
  deleteComment,
  getComment,
  listFileComments,
  listMentionableUsers,
  restoreComment,
  setThreadState,
} from '@omicon/contract/areas/comments.ts';
import { getHome } from '@omicon/contract/areas/home.ts';
import { listMentionNotifications, listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../base/postgres/database.ts';
import { verifyConsistency } from '../../../database/operations/verify.ts';
import { takeIn } from '../../../test-support/intake.ts';
import { aMetaModule } from '../../../test-support/laboratories/a-meta-module.ts';
import { smallLaboratory, smallResources } from '../../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';
import { anAnswer, listNotified, mention } from '../../../test-support/talk.ts';
import { computeAtlas } from '../../atlas/compute-atlas.ts';

const OTHER = { accession: 'GSE1111', study: 'Other 2019 GSE1111' };
const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let people: Record<'admin' | 'lab' | 'other' | 'ru' | 'guest', Caller>;
/** numbers: what everybody has, and what only the laboratory has */
let open: number;
let hidden: number;
let hiddenModule: number;

async function numberOf(table: 'data_collection' | 'covariation_module', study: string): Promise<number> {
  const { rows } =
    table === 'data_collection'
      ? await sql<{ number: number }>`
          select number from data_collection where title like ${`${study}%`} and is_current`.execute(
          portal.services.db,
        )
      : await sql<{ number: number }>`
          select m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
            join analysis a on a.id = n.analysis_id
           where a.input_data_set like ${`${study}%`} and a.is_current order by m.number limit 1`.execute(
          portal.services.db,
        );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no ${table} of ${study}.`);
  return row.number;
}

beforeAll(async () => {
  portal = await openTestPortal();
  people = {
    admin: await portal.signInAs('admin'),
    lab: await portal.signInAs('LAB', { first_name: 'Lena', last_name: 'Okafor' }),
    other: await portal.signInAs('LAB', { first_name: 'Omar', last_name: 'Haddad' }),
    ru: await portal.signInAs('RU', { first_name: 'Rosa', last_name: 'Unger' }),
    guest: await portal.signInAs('GU'),
  };
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(OTHER), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  await computeAtlas(portal.services, undefined);
  open = (await portal.call(getAtlas, { as: people.guest })).reply.results[0]?.id ?? 0;
  hiddenModule = await numberOf('covariation_module', 'Hidden');
  hidden = await aMetaModule(portal.services.db, { audiences: ['laboratory'], module: hiddenModule });
}, 60_000);
afterAll(async () => {
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
  await portal.close();
});

function write(as: Caller, entity_id: number, more: object = {}) {
  const body = {
    entity_type: 'meta-module' as const,
    entity_id,
    message: 'Microglia?',
    comment_page_url: `/home/meta-modules/OM.MM.${entity_id}?tab=comments`,
    ...more,
  };
  return portal.call(createComment, { as, body });
}

const listAt = (as: Caller, id: number) => portal.call(listFileComments, { as, params: { id } });

async function countAt(as: Caller, id: number): Promise<number> {
  const counted = await portal.call(countFileComments, { as, params: { id } });
  return counted.status === 200 ? counted.reply.total_comments : counted.status;
}

async function unreadOf(as: Caller): Promise<{ text: string; total: number }> {
  const { reply } = await portal.call(listUnreadNotifications, { as });
  return { text: JSON.stringify(reply), total: reply.total };
}

test('a meta-module has one thread by its number, which everybody who has it reads and counts', async () => {
  const said = await Promise.all([write(people.lab, open), write(people.ru, open)]);
  expect(said.map(({ status }) => status)).toEqual([201, 201]);
  expect(said[0]?.reply).toMatchObject({
    entity_type: 'meta-module',
    entity_id: open,
    gene: null,
    key: null,
  });
  const title = (await portal.call(getAtlas, { as: people.guest })).reply.results[0]?.title;
  const { reply } = await listAt(people.guest, open);
  expect(reply).toMatchObject({ display_name: title, total: 2, total_comments: 2 });
  expect(await countAt(people.guest, open)).toBe(2);
  const { rows } = await sql`
    select entity_type, entity_number, path, gene_symbol, covariation_module_number from comment_thread
     where entity_number = ${open}`.execute(portal.services.db);
  expect(rows).toEqual([
    {
      entity_type: 'meta-module',
      entity_number: open,
      path: '',
      gene_symbol: null,
      covariation_module_number: null,
    },
  ]);
});

test('guests do not write, and nobody does without the permission to discuss analyses', async () => {
  expect((await write(people.guest, open)).status).toBe(403);
  const { db } = portal.services;
  await sql`delete from role_permission where role = 'RU' and permission = 'PROJECT_COMMENT'`.execute(db);
  const without = await portal.signInAs('RU');
  expect((await write(without, open)).status).toBe(403);
  await sql`insert into role_permission (role, permission) values ('RU', 'PROJECT_COMMENT')`.execute(db);
});

test.each([
  [{ entity_type: 'project' }, 404, 'There is no such record, or you may not see it.'],
  [{ file_folder_name: 'a.csv' }, 404, 'There is no such file, or you may not see it.'],
  [{ entity_id: undefined }, 400, 'Please give the number of a record; only a gene has none.'],
  [{ gene: 'AIF1' }, 400, 'Please give the symbol of a gene, and only for a comment on a gene.'],
])('a comment with %j is refused', async (more, status, sentence) => {
  const refused = await write(people.lab, open, more);
  expect([refused.status, refused.refusal.detail]).toEqual([status, sentence]);
});

test('a meta-module that only the laboratory has is unknown to others: nothing can be read, counted, written or followed', async () => {
  const before = await unreadOf(people.ru);
  const said = await write(people.lab, hidden, {
    message: `Look, ${mention(people.ru.person_id)} and ${mention(people.other.person_id)}`,
  });
  expect(said.status).toBe(201);
  // The mention of who may not have it became text.
  expect(said.reply.mentioned_users).toEqual([people.other.person_id]);
  expect(await listNotified(portal, said.reply.id)).toEqual([
    { person_id: people.other.person_id, reason: 'mention' },
  ]);
  expect(await countAt(people.other, hidden)).toBe(1);
  const unknown = hidden + 1000;
  for (const as of [people.ru, people.guest]) {
    const replies = await Promise.all([hidden, unknown].map((id) => listAt(as, id)));
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    const [one, other] = replies.map(({ refusal }) => ({ ...refusal, request_id: '' }));
    expect(one).toEqual(other);
    expect(await countAt(as, hidden)).toBe(404);
    expect((await portal.call(getComment, { as, params: { id: said.reply.id } })).status).toBe(404);
  }
  expect((await write(people.ru, hidden)).status).toBe(404);
  const follow = { params: { id: hidden }, body: { state: 'follow' as const } };
  expect((await portal.call(setThreadState, { as: people.ru, ...follow })).status).toBe(404);
  const mentionable = (as: Caller) =>
    portal.call(listMentionableUsers, { as, query: { entity_id: hidden, search: 'Rosa' } });
  expect((await mentionable(people.lab)).reply).toMatchObject({ users: [], total: 0 });
  expect((await mentionable(people.ru)).status).toBe(404);
  expect(await unreadOf(people.ru)).toEqual(before);
});

test('new comments on the home page are those on meta-modules that the person has', async () => {
  await sql`update person set previous_login_at = now() - interval '1 day'`.execute(portal.services.db);
  await write(people.lab, hidden, { message: 'Only in Hidden' });
  await write(people.lab, open, { message: 'In every cohort' });
  const newTo = async (as: Caller) => JSON.stringify((await portal.call(getHome, { as })).reply.news);
  for (const text of ['Only in Hidden', 'In every cohort']) expect(await newTo(people.other)).toContain(text);
  expect(await newTo(people.ru)).toContain('In every cohort');
  expect(await newTo(people.ru)).not.toContain('Only in Hidden');
});

test('who follows a thread and leaves the laboratory is not told any more', async () => {
  const follower = await portal.signInAs('LAB');
  const state = 'follow' as const;
  await portal.call(setThreadState, { as: follower, params: { id: hidden }, body: { state } });
  const isTold = async () => {
    const { id } = (await write(people.lab, hidden)).reply;
    return (await listNotified(portal, id)).some(({ person_id }) => person_id === follower.person_id);
  };
  expect(await isTold()).toBe(true);
  await sql`update person set role = 'RU' where id = ${follower.person_id}`.execute(portal.services.db);
  expect(await isTold()).toBe(false);
});

test('a mention, a reply and a followed thread are told of, by the title of the meta-module', async () => {
  const params = { id: open };
  await portal.call(setThreadState, { as: people.other, params, body: { state: 'follow' } });
  const said = await write(people.ru, open, { message: `Proliferation, ${mention(people.lab.person_id)}?` });
  const answered = await anAnswer(portal, people.lab, { to: said.reply.id });
  expect(answered).toMatchObject({ entity_type: 'meta-module', entity_id: open, level: 1 });
  const told = async (id: number) =>
    (await listNotified(portal, id)).map(({ person_id, reason }) => `${person_id} ${reason}`).toSorted();
  expect(await told(said.reply.id)).toEqual(
    [`${people.lab.person_id} mention`, `${people.other.person_id} follow`].toSorted(),
  );
  expect(await told(answered.id)).toEqual(
    [`${people.ru.person_id} reply`, `${people.other.person_id} follow`].toSorted(),
  );
  const { display_name } = (await listAt(people.ru, open)).reply;
  const log = await portal.call(listMentionNotifications, { as: people.ru, body: {} });
  expect(log.reply.mention_notifications).toContainEqual(
    expect.objectContaining({
      ...{ id: answered.id, parent_id: said.reply.id, reason: 'reply', display_name },
    }),
  );
  await portal.call(setThreadState, { as: people.other, params, body: { state: 'mute' } });
  const muted = await write(people.ru, open);
  expect(await told(muted.reply.id)).toEqual([]);
  expect((await listAt(people.other, open)).reply.state).toBe('mute');
});

test('a deleted comment is hidden until it is restored', async () => {
  const before = await countAt(people.guest, open);
  const { id } = (await write(people.ru, open)).reply;
  expect((await portal.call(deleteComment, { as: people.ru, params: { id } })).status).toBe(200);
  expect(await countAt(people.guest, open)).toBe(before);
  expect((await portal.call(restoreComment, { as: people.ru, params: { id } })).status).toBe(200);
  expect(await countAt(people.guest, open)).toBe(before + 1);
});

test('the thread is that of the number: it is gone while the meta-module has ended, and is back with it', async () => {
  const { id } = (await write(people.lab, hidden, { message: mention(people.other.person_id) })).reply;
  const before = await listAt(people.lab, hidden);
  const isTold = async () => (await unreadOf(people.other)).text.includes(`"id":${id},`);
  expect(await isTold()).toBe(true);
  await sql`delete from meta_module where number = ${hidden}`.execute(portal.services.db);
  expect([(await listAt(people.lab, hidden)).status, await countAt(people.admin, hidden)]).toEqual([
    404, 404,
  ]);
  expect((await portal.call(getComment, { as: people.lab, params: { id } })).status).toBe(404);
  expect((await write(people.lab, hidden)).status).toBe(404);
  expect(await isTold()).toBe(false);
  const made = { audiences: ['laboratory'], module: hiddenModule, number: hidden } as const;
  await aMetaModule(portal.services.db, made);
  expect((await listAt(people.lab, hidden)).reply).toEqual(before.reply);
  expect(await isTold()).toBe(true);
});

test('a computation that replaces the atlas keeps the threads, by number', async () => {
  const before = (await listAt(people.guest, open)).reply;
  expect(before.total).toBeGreaterThan(0);
  await sql`delete from recurring_set`.execute(portal.services.db);
  await sql`update atlas set fingerprint = '\\x00'`.execute(portal.services.db);
  await computeAtlas(portal.services, undefined);
  expect((await listAt(people.guest, open)).reply).toEqual(before);
});

test('a deleted collection takes the thread from who has the meta-module by it only; restored, it is back', async () => {
  const said = await write(people.lab, open, { message: mention(people.ru.person_id) });
  const before = [await listAt(people.ru, open), await listAt(people.lab, open)].map(({ reply }) => reply);
  const unread = await unreadOf(people.ru);
  expect(unread.text).toContain(`"id":${said.reply.id},`);
  const params = { id: await numberOf('data_collection', 'Other') };
  await portal.call(deleteDataCollection, { as: people.admin, params });
  // At once, and when the atlas has been computed without it: the laboratory has two cohorts still.
  expect([await countAt(people.ru, open), await countAt(people.lab, open)]).toEqual([404, 404]);
  await computeAtlas(portal.services, undefined);
  expect([await countAt(people.ru, open), await countAt(people.lab, open)]).toEqual([
    404,
    before[1]?.total_comments,
  ]);
  expect((await unreadOf(people.ru)).total).toBeLessThan(unread.total);
  expect((await unreadOf(people.ru)).text).not.toContain(`"id":${said.reply.id},`);
  await portal.call(restoreDataCollection, { as: people.admin, params });
  await computeAtlas(portal.services, undefined);
  const after = [await listAt(people.ru, open), await listAt(people.lab, open)].map(({ reply }) => reply);
  expect(after).toEqual(before);
  expect(await unreadOf(people.ru)).toEqual(unread);
});
