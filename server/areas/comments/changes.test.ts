/** Edits, deletions, restored comments, and fields that a body must not set (SEC-4, REL-22). */
import {
  createComment,
  deleteComment,
  deleteReply,
  getComment,
  listFileComments,
  restoreComment,
  updateComment,
} from '@omicon/contract/areas/comments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweep } from '../../base/jobs/sweep.ts';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { aComment, anAnswer, listNotified, mention } from '../../test-support/talk.ts';

let portal: TestPortal;
let open: LaboratoryNumbers;
let people: Record<'admin' | 'lab' | 'ru' | 'other', Caller>;

beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  people = {
    admin: await portal.signInAs('admin'),
    lab: await portal.signInAs('LAB'),
    ru: await portal.signInAs('RU'),
    other: await portal.signInAs('RU'),
  };
});
afterAll(async () => {
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
  await portal.close();
});

describe('an edit', () => {
  const body = { message: '<p>Better.</p>', comment_page_url: '/home' };

  test('keeps the order of comments and marks the comment as edited', async () => {
    const comment = await aComment(portal, people.ru, { entity_id: open.collection });
    const edited = await portal.call(updateComment, {
      as: people.ru,
      params: { id: comment.id },
      // The specification sends these fields along; they are accepted and ignored.
      body: { ...body, version: 1, id: 7, level: 3, to_user: 1, comment: 1, entity_id: 1, entity_type: 'ds' },
    });
    expect(edited.reply).toMatchObject({
      id: comment.id,
      message: '<p>Better.</p>',
      is_edited: true,
      version: 2,
      level: 0,
      comment: null,
      to_user: null,
      entity_id: open.collection,
      created_at: comment.created_at,
      visibility: 'public',
    });
  });

  test('of an old version is refused, and of fifty concurrent edits one succeeds', async () => {
    const comment = await aComment(portal, people.ru, { entity_id: open.collection });
    const edit = (version: number, at: number) =>
      portal.call(updateComment, {
        as: people.ru,
        params: { id: comment.id },
        body: { ...body, message: `<p>${at}</p>`, version },
      });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => edit(1, at)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect((await edit(1, 99)).status).toBe(409);
    const kept = answers.find(({ status }) => status === 200)?.reply.message;
    const now = (await portal.call(getComment, { as: people.ru, params: { id: comment.id } })).reply.comment;
    expect([now.message, now.version]).toEqual([kept, 2]);
  });

  test('never undoes a concurrent deletion, whichever came first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await aComment(portal, people.ru, { entity_id: open.collection });
      const [edited, ...deleted] = await Promise.all([
        portal.call(updateComment, { as: people.ru, params: { id }, body: { ...body, version: 1 } }),
        portal.call(deleteComment, { as: people.ru, params: { id } }),
        portal.call(deleteComment, { as: people.admin, params: { id } }),
      ]);
      expect([200, 404]).toContain(edited.status);
      expect(deleted.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect((await portal.call(getComment, { as: people.ru, params: { id } })).status).toBe(404);
    }
  });

  test('by another user is refused; by an administrator it is recorded in the audit log', async () => {
    const { id } = await aComment(portal, people.ru, { entity_id: open.collection });
    const edit = (as: Caller) =>
      portal.call(updateComment, { as, params: { id }, body: { ...body, version: 1 } });
    expect((await edit(people.lab)).status).toBe(403);
    const edited = (await edit(people.admin)).reply;
    expect([edited.user.id, edited.is_owner]).toEqual([people.ru.person_id, false]);
    const events = await portal.services.db
      .selectFrom('audit_event')
      .select(['action', 'person_id', 'detail'])
      .where('object_type', '=', 'comment')
      .where('object_number', '=', id)
      .execute();
    expect(events).toEqual([{ action: 'edit comment', person_id: people.admin.person_id, detail: {} }]);
  });
});

describe('a deletion', () => {
  test('hides the replies, too, and can be undone only by the person who deleted it and by administrators', async () => {
    const topic = { entity_type: 'ds', entity_id: open.primary } as const;
    const top = await aComment(portal, people.ru, topic);
    const reply = await anAnswer(portal, people.lab, { to: top.id });
    await portal.call(deleteComment, { as: people.admin, params: { id: top.id } });
    const list = async () =>
      (await portal.call(listFileComments, { as: people.lab, params: { id: open.primary } })).reply;
    expect(await list()).toMatchObject({ comments: [], total: 0, total_comments: 0, children: {} });
    expect((await portal.call(getComment, { as: people.lab, params: { id: reply.id } })).status).toBe(404);
    const restore = (as: Caller, id = top.id) => portal.call(restoreComment, { as, params: { id } });
    expect([(await restore(people.ru)).status, (await restore(people.lab)).status]).toEqual([404, 404]);
    expect((await restore(people.admin)).reply).toMatchObject({
      id: top.id,
      replies_count: 1,
      is_edited: false,
    });
    expect(await list()).toMatchObject({ total: 1, total_comments: 2 });
    expect((await restore(people.admin)).status).toBe(404);
    await portal.call(deleteReply, { as: people.lab, params: { id: reply.id } });
    expect((await restore(people.ru, reply.id)).status).toBe(404);
    expect((await restore(people.lab, reply.id)).reply.id).toBe(reply.id);
  });

  test('becomes final after thirty days, with all replies and notifications', async () => {
    const top = await aComment(portal, people.ru, { entity_id: open.collection });
    const kept = await aComment(portal, people.ru, { entity_id: open.collection });
    const reply = await anAnswer(portal, people.lab, {
      to: top.id,
      message: `x ${mention(people.other.person_id)}`,
    });
    expect(await listNotified(portal, reply.id)).toHaveLength(2);
    await portal.call(deleteComment, { as: people.ru, params: { id: top.id } });
    const { db } = portal.services;
    await sql`update comment set deleted_at = now() - interval '29 days 23 hours' where id = ${top.id}`.execute(
      db,
    );
    await sweep(portal.services);
    const idsNow = async () =>
      (
        await db
          .selectFrom('comment')
          .select('id')
          .where('id', 'in', [top.id, kept.id, reply.id])
          .orderBy('id')
          .execute()
      ).map(({ id }) => id);
    expect(await idsNow()).toEqual([top.id, kept.id, reply.id]);
    await sql`update comment set deleted_at = now() - interval '30 days 1 minute' where id = ${top.id}`.execute(
      db,
    );
    expect((await portal.call(restoreComment, { as: people.ru, params: { id: top.id } })).status).toBe(404);
    await sweep(portal.services);
    expect(await idsNow()).toEqual([kept.id]);
    expect(await listNotified(portal, reply.id)).toEqual([]);
  });
});

test.each([
  'role',
  'permissions',
  'is_owner',
  'user',
  'user_id',
  'person_id',
  'created_by_name',
  'created_at',
  'version',
  'can_edit',
  'deleted_at',
  '__proto__',
])('the field %s in a new comment is refused', async (field) => {
  const text = JSON.stringify({
    entity_type: 'dc',
    entity_id: open.collection,
    message: 'x',
    comment_page_url: '/home',
  }).replace('{', `{"${field}":1,`);
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/comment/create/',
    headers: { authorization: `Token ${people.ru.token}`, 'content-type': 'application/json' },
    payload: text,
  });
  expect(answer.statusCode).toBe(400);
});

test('the server sets level, to_user and comment of a new comment', async () => {
  const comment = await portal.call(createComment, {
    as: people.ru,
    body: {
      entity_type: 'dc',
      entity_id: open.collection,
      message: 'x',
      comment_page_url: '/home',
      level: 3,
      to_user: people.admin.person_id,
      comment: null,
    },
  });
  expect(comment.reply).toMatchObject({ level: 0, to_user: null, comment: null });
});

test('a retry with the same idempotency key creates one comment and one notification', async () => {
  const body = {
    entity_type: 'dc',
    entity_id: open.collection,
    comment_page_url: '/home',
    message: `once ${mention(people.other.person_id)}`,
  } as const;
  const headers = { 'idempotency-key': 'one comment' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => portal.call(createComment, { as: people.lab, headers, body })),
  );
  const ids = new Set(answers.map(({ reply }) => reply.id));
  expect(ids.size).toBe(1);
  expect(await listNotified(portal, [...ids][0] ?? 0)).toEqual([
    { person_id: people.other.person_id, reason: 'mention' },
  ]);
});
