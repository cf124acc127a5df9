/** Limit of comments per person and minute. */
import { createComment, createReply, updateComment } from '@omicon/contract/areas/comments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { anAnswer, PAGE_URL } from '../../test-support/talk.ts';

const SENTENCE = 'You have written very many comments within a minute. Please wait a moment and try again.';

let portal: TestPortal;
let collection: number;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_COMMENTS_A_MINUTE: '3' });
  ({ collection } = await aLaboratory(portal, { visibility: 'public' }));
});
afterAll(() => portal.close());

function say(as: Caller | null, remoteAddress = '127.0.0.1') {
  const body = {
    entity_type: 'dc',
    entity_id: collection,
    message: '<p>The batches differ.</p>',
    comment_page_url: PAGE_URL,
  };
  return portal.ask(createComment, { as, body, remoteAddress });
}

async function countComments(): Promise<number> {
  const { n } = await portal.services.db
    .selectFrom('comment')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

test('a person over the limit of comments per minute has to wait, from any address, and nobody else has to', async () => {
  const [hasty, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  for (let number = 0; number < 3; number += 1) expect((await say(hasty)).status).toBe(201);
  const before = await countComments();
  for (const address of ['127.0.0.1', '192.0.2.7']) {
    const refused = await say(hasty, address);
    expect([refused.status, refused.refusal.detail]).toEqual([429, SENTENCE]);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  expect(await countComments()).toBe(before);
  expect((await say(other)).status).toBe(201);
  expect((await say(null, '192.0.2.8')).status).toBe(401);
});

test('replies and edits have the same limit, counted separately', async () => {
  const person = await portal.signInAs('RU');
  const { id, version } = createComment.reply.parse(JSON.parse((await say(person)).text));
  for (let number = 0; number < 3; number += 1) await anAnswer(portal, person, { to: id });
  const comment = { message: '<p>So they do.</p>', comment_page_url: PAGE_URL };
  const reply = await portal.call(createReply, { as: person, body: { ...comment, comment: id } });
  expect([reply.status, reply.refusal.detail]).toEqual([429, SENTENCE]);
  for (let number = 0; number < 3; number += 1) {
    const body = { ...comment, version: version + number };
    expect((await portal.call(updateComment, { as: person, params: { id }, body })).status).toBe(200);
  }
  const edit = await portal.call(updateComment, {
    as: person,
    params: { id },
    body: { ...comment, version: version + 3 },
  });
  expect(edit.status).toBe(429);
});
