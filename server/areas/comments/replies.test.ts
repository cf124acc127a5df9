/** Replies: recipients, depth, lists and readers. */
import {
  createReply,
  deleteComment,
  deleteReply,
  getComment,
  listFileComments,
  listReplies,
  updateComment,
  updateReply,
} from '@omicon/contract/areas/comments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { aComment, anAnswer } from '../../test-support/talk.ts';

let portal: TestPortal;
let open: LaboratoryNumbers;
let people: Record<'lab' | 'ru', Caller>;

beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  people = {
    lab: await portal.signInAs('LAB', { first_name: 'Lena', last_name: 'Okafor' }),
    ru: await portal.signInAs('RU', { first_name: 'Rosa', last_name: 'Unger' }),
  };
});
afterAll(() => portal.close());

/** A new collection without comments. */
let laboratories = 0;
async function aQuietLaboratory(): Promise<LaboratoryNumbers> {
  laboratories += 1;
  return aLaboratory(portal, {
    accession: `GSE${9000 + laboratories}`,
    study: `Quiet 2020 GSE${9000 + laboratories}`,
    visibility: 'public',
  });
}

describe('a reply', () => {
  test('names the person it answers, goes no deeper than level 3, and is found only by the calls for replies', async () => {
    const { collection } = await aQuietLaboratory();
    const top = await aComment(portal, people.lab, { entity_id: collection });
    const one = await anAnswer(portal, people.ru, { to: top.id });
    const two = await anAnswer(portal, people.lab, { to: one.id });
    const three = await anAnswer(portal, people.ru, { to: two.id });
    expect([one.level, two.level, three.level]).toEqual([1, 2, 3]);
    expect([one.to_user?.name, two.to_user?.name, three.comment]).toEqual([
      'Lena Okafor',
      'Rosa Unger',
      two.id,
    ]);
    const deeper = await portal.call(createReply, {
      as: people.lab,
      body: { comment: three.id, message: 'x', comment_page_url: '/home' },
    });
    expect(deeper.status).toBe(400);
    const rows = await portal.services.db
      .selectFrom('comment')
      .select(['id', 'ancestors'])
      .where('id', '=', three.id)
      .execute();
    expect(rows[0]?.ancestors).toEqual([top.id, one.id, two.id]);
    const body = { message: 'x', comment_page_url: '/home', version: 1 };
    const wrong = [
      await portal.call(updateComment, { as: people.ru, params: { id: one.id }, body }),
      await portal.call(updateReply, { as: people.lab, params: { id: top.id }, body }),
      await portal.call(deleteComment, { as: people.ru, params: { id: one.id } }),
      await portal.call(deleteReply, { as: people.lab, params: { id: top.id } }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const opened = (await portal.call(getComment, { as: people.ru, params: { id: three.id } })).reply;
    expect(opened.ancestors.map(({ id }) => id)).toEqual([top.id, one.id, two.id]);
  });

  test('is sent with its comment: the ten oldest first, the rest on request', async () => {
    const { collection } = await aQuietLaboratory();
    const top = await aComment(portal, people.lab, { entity_id: collection });
    for (let at = 1; at <= 12; at += 1)
      await anAnswer(portal, people.ru, { to: top.id, message: `<p>${at}</p>` });
    const list = (await portal.call(listFileComments, { as: people.ru, params: { id: collection } })).reply;
    const children = list.children[String(top.id)] ?? [];
    expect([list.comments[0]?.replies_count, list.total, list.total_comments]).toEqual([12, 1, 13]);
    expect(children.map(({ message }) => message)).toEqual(
      Array.from({ length: 10 }, (_, at) => `<p>${at + 1}</p>`),
    );
    const rest = await portal.call(listReplies, {
      as: people.ru,
      params: { id: top.id },
      query: { offset: 10 },
    });
    expect([rest.reply.total, rest.reply.replies.map(({ message }) => message)]).toEqual([
      12,
      ['<p>11</p>', '<p>12</p>'],
    ]);
  });

  test('is never visible to more people than its parent, even when that is narrowed later', async () => {
    const { collection } = await aQuietLaboratory();
    const top = await aComment(portal, people.lab, { entity_id: collection, visibility: 'lab' });
    const one = await anAnswer(portal, people.lab, { to: top.id, visibility: 'public' });
    expect(one.visibility).toBe('lab');
    const two = await anAnswer(portal, people.lab, { to: one.id, visibility: 'private' });
    expect(two.visibility).toBe('private');
    const body = {
      message: 'narrower',
      comment_page_url: '/home',
      visibility: 'private',
      version: 1,
    } as const;
    await portal.call(updateComment, { as: people.lab, params: { id: top.id }, body });
    const rows = await portal.services.db
      .selectFrom('comment')
      .select(['visibility', 'version'])
      .where('id', 'in', [one.id, two.id])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { visibility: 'private', version: 1 },
      { visibility: 'private', version: 1 },
    ]);
    const widened = await portal.call(updateReply, {
      as: people.lab,
      params: { id: one.id },
      body: { ...body, visibility: 'public' },
    });
    expect(widened.reply.visibility).toBe('private');
  });

  test('to an unreadable comment is refused as if the comment did not exist', async () => {
    const hidden = await aComment(portal, people.lab, { entity_id: open.collection, visibility: 'lab' });
    const ask = (comment: number) =>
      portal.call(createReply, {
        as: people.ru,
        body: { comment, message: 'x', comment_page_url: '/home' },
      });
    const [one, none] = [await ask(hidden.id), await ask(2_000_000_000)];
    expect([one.status, none.status, one.refusal.detail]).toEqual([404, 404, none.refusal.detail]);
  });
});

test('the stored data is consistent after all tests', async () => {
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
});
