/** Comment threads of records, files, folders and modules: writing, listing, following, restoring. */
import { deleteAnalysis, restoreAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import { getCovariationNetwork, getModule } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import {
  countFileComments,
  createComment,
  getComment,
  listFileComments,
  listPdfComments,
  setThreadState,
} from '@omicon/contract/areas/comments.ts';
import { listFiles, listRecentFiles, searchFiles } from '@omicon/contract/areas/files/files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { NETWORK } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { aComment, anAnswer, PAGE_URL } from '../../test-support/talk.ts';

let portal: TestPortal;
let open: LaboratoryNumbers;
let network: number;
let modules: { number: number; name: string; page: number }[];
let pdf: string;
let people: Record<'admin' | 'lab' | 'ru' | 'other', Caller>;

beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  const { db } = portal.services;
  modules = await db
    .selectFrom('covariation_module')
    .select(['number', 'name', 'page'])
    .orderBy('page')
    .execute();
  network = (await db.selectFrom('covariation_network').select('number').executeTakeFirstOrThrow()).number;
  const file = await db
    .selectFrom('file')
    .select(['id', 'name'])
    .where('folder', '=', NETWORK)
    .where('name', 'like', 'Modules%.pdf')
    .executeTakeFirstOrThrow();
  pdf = `${file.id}/${file.name}`;
  people = {
    admin: await portal.signInAs('admin'),
    lab: await portal.signInAs('LAB', { first_name: 'Lena', last_name: 'Okafor' }),
    ru: await portal.signInAs('RU', { first_name: 'Rosa', last_name: 'Unger' }),
    other: await portal.signInAs('RU'),
  };
});
afterAll(() => portal.close());

/** A new collection without comments. */
let laboratories = 0;
async function aQuietLaboratory(visibility: 'public' | 'private' = 'public'): Promise<LaboratoryNumbers> {
  laboratories += 1;
  return aLaboratory(portal, {
    accession: `GSE${9000 + laboratories}`,
    study: `Quiet 2020 GSE${9000 + laboratories}`,
    visibility,
  });
}

describe('a comment', () => {
  test('is stored sanitized, with its plain text, and returned with all its fields', async () => {
    const { collection } = await aQuietLaboratory();
    const comment = await aComment(portal, people.ru, {
      entity_id: collection,
      message: '<p onclick=x>Batch <b>2</b> differs.</p><script>x</script>',
    });
    expect(comment).toMatchObject({
      message: '<p>Batch <strong>2</strong> differs.</p>',
      user: { id: people.ru.person_id, name: 'Rosa Unger' },
      created_by_name: 'Rosa Unger',
      is_edited: false,
      level: 0,
      comment: null,
      replies_count: 0,
      is_owner: true,
      can_edit: true,
      can_delete: true,
      visibility: 'public',
      mentioned_users: [],
      entity_type: 'dc',
      entity_id: collection,
      file_folder_name: '',
      comment_page_url: PAGE_URL,
      display_name: expect.stringContaining('Quiet 2020'),
      to_user: null,
      covariation_network: null,
      module: null,
      covariation_module_id: null,
      key: null,
      version: 1,
    });
    const row = await portal.services.db
      .selectFrom('comment')
      .selectAll()
      .where('id', '=', comment.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      message: comment.message,
      plain_text: 'Batch 2 differs.',
      ancestors: [],
      person_id: people.ru.person_id,
    });
  });

  test('is listed newest first, ten at a time, with totals for each reader', async () => {
    const { collection } = await aQuietLaboratory();
    for (let at = 1; at <= 12; at += 1)
      await aComment(portal, people.lab, { entity_id: collection, message: `<p>${at}</p>` });
    await aComment(portal, people.lab, { entity_id: collection, visibility: 'lab' });
    const list = async (as: Caller, query = {}) =>
      (await portal.call(listFileComments, { as, params: { id: collection }, query })).reply;
    const first = await list(people.ru);
    expect([first.total, first.total_comments, first.comments.length]).toEqual([12, 12, 10]);
    expect(first.comments[0]?.message).toBe('<p>12</p>');
    const rest = await list(people.ru, { offset: 10 });
    expect(rest.comments.map(({ message }) => message)).toEqual(['<p>2</p>', '<p>1</p>']);
    expect((await list(people.admin)).total).toBe(13);
    const past = await list(people.ru, { offset: 500 });
    expect([past.total, past.comments]).toEqual([12, []]);
  });

  test('on a file, its folder or its record belongs to a thread of its own; a file is named by key or path', async () => {
    const { analysis } = open;
    const topic = { entity_type: 'project', entity_id: analysis } as const;
    const path = `${NETWORK}/${pdf.slice(pdf.indexOf('/') + 1)}`;
    await aComment(portal, people.lab, { ...topic, message: 'of the record' });
    await aComment(portal, people.lab, { ...topic, file_folder_name: NETWORK, message: 'of the folder' });
    const onFile = await aComment(portal, people.lab, {
      ...topic,
      file_folder_name: path,
      message: 'of the file',
    });
    expect(onFile).toMatchObject({ key: pdf, display_name: path.split('/')[1], file_folder_name: path });
    const texts = async (query: { key?: string; file_folder_name?: string }) =>
      (
        await portal.call(listFileComments, { as: people.ru, params: { id: analysis }, query })
      ).reply.comments.map(({ message }) => message);
    expect(await texts({})).toEqual(['of the record']);
    expect(await texts({ file_folder_name: NETWORK })).toEqual(['of the folder']);
    expect(await texts({ file_folder_name: path })).toEqual(['of the file']);
    expect(await texts({ key: pdf })).toEqual(['of the file']);
  });

  test('may not name a file of another record or a path that does not exist', async () => {
    const as = people.lab;
    const ask = (id: number, query: Record<string, unknown>) =>
      portal.ask(listFileComments, { as, params: { id }, query });
    expect((await ask(open.collection, { key: pdf })).status).toBe(404);
    expect((await ask(open.analysis, { key: 'x' })).status).toBe(404);
    expect((await ask(open.analysis, { key: '999999/x.csv' })).status).toBe(404);
    for (const file_folder_name of ['nowhere', '../..', `${NETWORK}/`, '%', NETWORK.slice(0, -1)])
      expect((await ask(open.analysis, { file_folder_name })).status, file_folder_name).toBe(404);
    const body = { entity_id: open.collection, message: 'x', comment_page_url: '/home' };
    const wrongKind = await portal.call(createComment, { as, body: { ...body, entity_type: 'ds' } });
    expect(wrongKind.status).toBe(404);
    expect((await ask(network, {})).status).toBe(404);
  });

  test('on a page of a module PDF belongs to the module, is counted with the PDF and listed by page', async () => {
    const [first, second] = modules;
    if (!first || !second) throw new Error('The small laboratory has two modules.');
    const topic = { entity_type: 'project', entity_id: second.number } as const;
    const comment = await aComment(portal, people.lab, { ...topic, message: 'of the page' });
    const reply = await anAnswer(portal, people.ru, { to: comment.id });
    for (const each of [comment, reply])
      expect(each).toMatchObject({
        entity_type: 'project',
        entity_id: second.number,
        covariation_network: NETWORK,
        module: second.name,
        covariation_module_id: second.number,
        key: pdf,
        display_name: `${second.name} of ${NETWORK}`,
      });
    const pages = (
      await portal.call(listPdfComments, { as: people.ru, body: { covariation_network: network, key: pdf } })
    ).reply;
    expect(pages.pages).toEqual([
      { page: first.page, module: first.name, covariation_module_id: first.number, total_comments: 0 },
      { page: second.page, module: second.name, covariation_module_id: second.number, total_comments: 2 },
    ]);
    expect(Object.keys(pages.comments)).toEqual([String(second.page)]);
    expect(pages.comments[String(second.page)]?.map(({ id }) => id)).toEqual([comment.id]);
    const own = (
      await portal.call(listFileComments, {
        as: people.ru,
        params: { id: open.analysis },
        query: { key: pdf },
      })
    ).reply.total_comments;
    const counted = await portal.call(countFileComments, {
      as: people.ru,
      params: { id: open.analysis },
      query: { key: pdf },
    });
    expect(counted.reply.total_comments).toBe(own + 2);
    const one = await portal.call(listPdfComments, {
      as: people.ru,
      body: { covariation_network: network, module: first.name },
    });
    expect([one.reply.pages.length, one.reply.comments]).toEqual([1, {}]);
    for (const body of [
      { covariation_network: network, module: 'mauve' },
      { covariation_network: network, key: '999999/Modules.pdf' },
      { covariation_network: open.analysis },
    ])
      expect((await portal.call(listPdfComments, { as: people.ru, body })).status).toBe(404);
  });

  test('stays with a new version of its record, and is hidden and restored with the record', async () => {
    const { analysis } = await aQuietLaboratory();
    const comment = await aComment(portal, people.lab, { entity_type: 'project', entity_id: analysis });
    const status = async () =>
      (await portal.call(getComment, { as: people.ru, params: { id: comment.id } })).status;
    expect(await status()).toBe(200);
    await portal.call(deleteAnalysis, { as: people.admin, params: { id: analysis } });
    expect(await status()).toBe(404);
    await portal.call(restoreAnalysis, { as: people.admin, params: { id: analysis } });
    expect(await status()).toBe(200);
  });

  test('without text is refused with the specified message', async () => {
    for (const message of [
      '',
      '  ',
      '<p></p>',
      '<p>\u200b&nbsp;</p><br>',
      '<script>x</script>',
      '<img src=x>',
    ]) {
      const answer = await portal.call(createComment, {
        as: people.lab,
        body: { entity_type: 'dc', entity_id: open.collection, message, comment_page_url: '/home' },
      });
      expect([answer.status, answer.refusal.detail], message).toEqual([400, 'Enter comment']);
    }
  });

  test('of 64 KiB is accepted, one byte more is refused', async () => {
    const letters = 'é'.repeat(32 * 1024);
    const comment = await aComment(portal, people.lab, { entity_id: open.collection, message: letters });
    expect(comment.message).toBe(letters);
    const answer = await portal.call(createComment, {
      as: people.lab,
      body: {
        entity_type: 'dc',
        entity_id: open.collection,
        message: `${letters}x`,
        comment_page_url: '/home',
      },
    });
    expect([answer.status, answer.refusal.detail]).toEqual([400, 'Maximum length is 65536']);
  });

  test.each([
    ...['//evil.test', '/\\evil.test', 'https:evil.test', 'javascript:alert(1)', 'https://evil.test/home'],
    ...[
      '/home\n',
      '/ho\tme',
      '\t/home',
      '/home/\u0000',
      '/%2f%2fevil.test',
      '%2f%2fevil.test',
      '/home@evil.test',
    ],
    ...[
      '//omicon@evil.test/home',
      'http:/home',
      '/api/home',
      '/homework',
      '',
      ' /home',
      '/home\\..\\x',
      '/home/../api',
    ],
    ...[
      '/home/..//evil.test',
      '//evil。test',
      '。/home',
      'data:text/html,x',
      '/home\u2028',
      'home',
      '?x',
      '#/home',
    ],
  ])('does not keep the page address %j', async (comment_page_url) => {
    const answer = await portal.ask(createComment, {
      as: people.lab,
      body: { entity_type: 'dc', entity_id: open.collection, message: 'x', comment_page_url },
    });
    expect(answer.status).toBe(400);
  });
});

describe('lists of files', () => {
  test('show the number of comments on each file and folder', async () => {
    const { analysis } = open;
    const counts = async (as: Caller, folder: string) => {
      const query = { entity_type: 'project', entity_id: analysis, folder, page_size: 100 } as const;
      const { results } = (await portal.call(listFiles, { as, query })).reply;
      return new Map(results.map((item) => [item.name, [item.has_comment, item.comment_count]]));
    };
    const name = pdf.slice(pdf.indexOf('/') + 1);
    const before = (await counts(people.ru, NETWORK)).get(name)?.[1] ?? 0;
    await aComment(portal, people.lab, {
      entity_type: 'project',
      entity_id: analysis,
      file_folder_name: `${NETWORK}/${name}`,
      visibility: 'lab',
    });
    expect((await counts(people.ru, NETWORK)).get(name)).toEqual([true, before]);
    expect((await counts(people.lab, NETWORK)).get(name)).toEqual([true, Number(before) + 1]);
    expect((await counts(people.ru, '')).get(NETWORK)).toEqual([true, 1]);
    const silent = [...(await counts(people.ru, NETWORK))].filter(([file]) => file !== name);
    expect(silent.every(([, count]) => count[0] === false && count[1] === 0)).toBe(true);
  });

  test('recent files, searches and module pages show the same numbers', async () => {
    const name = pdf.slice(pdf.indexOf('/') + 1);
    const as = people.lab;
    const count = (
      await portal.call(countFileComments, { as, params: { id: open.analysis }, query: { key: pdf } })
    ).reply.total_comments;
    const found = [
      (await portal.call(searchFiles, { as, query: { name, page_size: 100 } })).reply.results,
      (await portal.call(listRecentFiles, { as, query: { search: name, page_size: 100 } })).reply.results,
      [(await portal.call(getModule, { as, params: { id: modules[0]?.number ?? 0 } })).reply.module_pdf],
      [(await portal.call(getCovariationNetwork, { as, params: { id: network } })).reply.module_pdf],
    ].map((items) => items.find((item) => item?.key === pdf)?.comment_count);
    expect(found).toEqual([count, count, count, count]);
    expect(count).toBeGreaterThan(3);
  });
});

test('each person follows, mutes and leaves a thread independently', async () => {
  const { collection } = await aQuietLaboratory();
  const set = (state: 'follow' | 'mute' | 'none', as = people.ru) =>
    portal.call(setThreadState, { as, params: { id: collection }, body: { state } });
  const stateOf = async (as = people.ru) =>
    (await portal.call(listFileComments, { as, params: { id: collection } })).reply.state;
  expect((await set('none')).reply).toEqual({ state: 'none' });
  for (const state of ['follow', 'mute', 'none'] as const) {
    await set(state);
    expect([await stateOf(), await stateOf(people.lab)]).toEqual([state, 'none']);
  }
});

test('people without the permission for a kind of record cannot comment on it', async () => {
  const { db } = portal.services;
  const held = { role: 'REVIEWER', permission: 'COLLECTION_COMMENT' } as const;
  await sql`delete from role_permission where role = ${held.role} and permission = ${held.permission}`.execute(
    db,
  );
  const as = await portal.signInAs('REVIEWER');
  const body = { message: 'x', comment_page_url: '/home' };
  const onCollection = { ...body, entity_type: 'dc', entity_id: open.collection } as const;
  expect((await portal.call(createComment, { as, body: onCollection })).status).toBe(403);
  const onDataSet = { ...body, entity_type: 'ds', entity_id: open.loaded } as const;
  expect((await portal.call(createComment, { as, body: onDataSet })).status).toBe(201);
  await sql`insert into role_permission (role, permission) values (${held.role}, ${held.permission})`.execute(
    db,
  );
});

test('the stored data is consistent after all tests', async () => {
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
});
