/** A write with an Idempotency-Key happens once, however often it is sent (REL-3). */
import { createFileLink, createUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const BODY = { file_name: 'GSE4271.zip', size_bytes: 100, kind: 'collection' } as const;
let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
});
afterAll(() => portal.close());

function create(
  key: string,
  body: { file_name: string; size_bytes: number; kind: 'collection' } = BODY,
  as = lab,
) {
  return portal.call(createUpload, { as, body, headers: { 'idempotency-key': key } });
}

async function uploadsNamed(file_name: string): Promise<number> {
  return (
    await portal.services.db.selectFrom('upload').select('id').where('file_name', '=', file_name).execute()
  ).length;
}

test('a retry gets the first reply and makes no second record', async () => {
  const body = { ...BODY, file_name: 'retry.zip' };
  const answers = [await create('retry', body), await create('retry', body), await create('retry', body)];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(answers[1]?.reply).toEqual(answers[0]?.reply);
  expect(answers[2]?.reply).toEqual(answers[0]?.reply);
  expect(await uploadsNamed('retry.zip')).toBe(1);
});

test('ten requests at the same time make one record', async () => {
  const body = { ...BODY, file_name: 'parallel.zip' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => create('parallel', body)));
  expect(new Set(answers.map(({ reply }) => reply.upload_id)).size).toBe(1);
  expect(await uploadsNamed('parallel.zip')).toBe(1);
});

test('the same key with another body is refused and changes nothing', async () => {
  await create('reused', { ...BODY, file_name: 'first.zip' });
  const answer = await create('reused', { ...BODY, file_name: 'second.zip' });
  expect([answer.status, answer.refusal.code, answer.refusal.detail]).toEqual([
    409,
    'idempotency_conflict',
    'This idempotency key was used for another request.',
  ]);
  expect(await uploadsNamed('second.zip')).toBe(0);
});

test('a key belongs to its person', async () => {
  const mine = await create('ours');
  const theirs = await create('ours', BODY, await portal.signInAs('LAB'));
  expect(theirs.reply.upload_id).not.toBe(mine.reply.upload_id);
});

test('a refused write does not use up its key', async () => {
  const refused = await portal.ask(createUpload, {
    as: lab,
    body: { ...BODY, size_bytes: -1 },
    headers: { 'idempotency-key': 'mended' },
  });
  expect(refused.status).toBe(400);
  expect((await create('mended')).status).toBe(201);
});

test('a key of more than 200 characters is refused', async () => {
  expect((await create('k'.repeat(201))).status).toBe(400);
});

test('without a key every request is a separate write', async () => {
  const body = { ...BODY, file_name: 'plain.zip' };
  const answers = [
    await portal.call(createUpload, { as: lab, body }),
    await portal.call(createUpload, { as: lab, body }),
  ];
  expect(answers[0]?.reply.upload_id).not.toBe(answers[1]?.reply.upload_id);
});

test('a retried request for a link gets the first link', async () => {
  await aLaboratory(portal);
  const { id, name } = await portal.services.db
    .selectFrom('file')
    .select(['id', 'name'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const ask = () =>
    portal.call(createFileLink, {
      as: lab,
      body: { key: `${id}/${name}`, purpose: 'download' },
      headers: { 'idempotency-key': 'link' },
    });
  expect((await ask()).reply.url).toBe((await ask()).reply.url);
});
