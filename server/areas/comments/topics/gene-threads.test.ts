/** Threads on genes: who may read, write and be told, by whether they may know the gene. */
import {
  createComment,
  getComment,
  listGeneComments,
  listMentionableUsers,
  setGeneThreadState,
} from '@omicon/contract/areas/comments.ts';
import { getGene, listGeneThreads } from '@omicon/contract/areas/genes/genes.ts';
import { listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../base/postgres/database.ts';
import { verifyConsistency } from '../../../database/operations/verify.ts';
import { takeIn } from '../../../test-support/intake.ts';
import {
  RESOURCE_PATHS,
  smallLaboratory,
  smallResources,
  withChange,
} from '../../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';
import { anAnswer, listNotified, mention } from '../../../test-support/talk.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };
const TABLES = {
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv':
    'SYMBOL,ALIAS\nAIF1,IBA1\nC1orf43,NICE3\n',
  'resources/genesets/MOSET10002.csv': 'OLIG2\nSOX10\nMBP\nONLYSET1\n',
};

/** With a gene that only a gene set has. */
function resources() {
  const files = withChange(smallResources(), RESOURCE_PATHS.legend, (text) =>
    text.replace('"PANGLAO_OLIGODENDROCYTES","CellType",3', '"PANGLAO_OLIGODENDROCYTES","CellType",4'),
  );
  return { ...files, ...TABLES };
}

let portal: TestPortal;
let people: Record<'admin' | 'lab' | 'reviewer' | 'ru' | 'guest', Caller>;

beforeAll(async () => {
  portal = await openTestPortal();
  people = {
    admin: await portal.signInAs('admin'),
    lab: await portal.signInAs('LAB', { first_name: 'Lena', last_name: 'Okafor' }),
    reviewer: await portal.signInAs('REVIEWER'),
    ru: await portal.signInAs('RU', { first_name: 'Rosa', last_name: 'Unger' }),
    guest: await portal.signInAs('GU'),
  };
  const hidden = Object.fromEntries(
    Object.entries(smallLaboratory(HIDDEN)).map(([path, content]) => [
      path,
      typeof content === 'string' ? content.replaceAll('CD68', 'SECRET1') : content,
    ]),
  );
  for (const files of [resources(), smallLaboratory(), hidden])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
});
afterAll(async () => {
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
  await portal.close();
});

function write(as: Caller, gene: string, more: object = {}) {
  const body = {
    entity_type: 'gene' as const,
    gene,
    message: 'Microglia?',
    comment_page_url: '/home',
    ...more,
  };
  return portal.call(createComment, { as, body });
}

const listAt = (as: Caller, symbol: string) => portal.call(listGeneComments, { as, params: { symbol } });

test('a gene has one thread, in the spelling of the mapping tables and whatever the letter case', async () => {
  const first = await write(people.lab, 'c1ORF43');
  expect(first).toMatchObject({
    status: 201,
    reply: {
      entity_type: 'gene',
      entity_id: null,
      gene: 'C1orf43',
      display_name: 'C1orf43',
      file_folder_name: '',
    },
  });
  await write(people.ru, 'C1ORF43');
  const { reply } = await listAt(people.guest, 'C1orf43');
  expect(reply).toMatchObject({ display_name: 'C1orf43', total: 2, total_comments: 2 });
  expect(reply.comments.map(({ gene }) => gene)).toEqual(['C1orf43', 'C1orf43']);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from comment_thread where upper(gene_symbol) = 'C1ORF43'`.execute(
    portal.services.db,
  );
  expect(rows[0]?.n).toBe(1);
});

test('two first comments at the same moment share the thread', async () => {
  const said = await Promise.all(Array.from({ length: 6 }, () => write(people.lab, 'MBP')));
  expect(said.map(({ status }) => status)).toEqual(said.map(() => 201));
  expect((await listAt(people.lab, 'MBP')).reply.total).toBe(6);
});

test('exactly the genes whose pages open have threads, for every role', async () => {
  // From a mapping table, from data, from a gene set, from hidden data, unknown.
  const names = [
    'AIF1',
    'aif1',
    'OLIG2',
    'CX3CR1',
    'GAPDH',
    'SECRET1',
    'secret1',
    'SECRET2',
    'C1orf43',
    'onlyset1',
    'TP53',
  ];
  const opened: string[] = [];
  for (const [name, as] of Object.entries(people))
    for (const gene of names) {
      const { symbol } = (await portal.call(getGene, { as, params: { symbol: gene } })).reply;
      const { status } = await listAt(as, gene);
      expect([name, gene, status]).toEqual([name, gene, symbol === null ? 404 : 200]);
      if (status === 200) opened.push(`${name} ${gene}`);
    }
  expect(opened).toContain('lab SECRET1');
  expect(opened).not.toContain('ru SECRET1');
  expect(opened).toContain('guest AIF1');
  expect(opened).toContain('guest onlyset1');
});

test('the thread on a gene of hidden data is unknown to others: nothing can be read, written or followed', async () => {
  const said = await write(people.lab, 'SECRET1', { message: `Look, ${mention(people.ru.person_id)}` });
  expect(said.status).toBe(201);
  // The mention became text, as the person may not know the gene.
  expect(said.reply.mentioned_users).toEqual([]);
  expect(await listNotified(portal, said.reply.id)).toEqual([]);
  for (const as of [people.ru, people.guest]) {
    const params = { symbol: 'SECRET1' };
    const [hidden, unknown] = [await listAt(as, 'SECRET1'), await listAt(as, 'SECRET2')];
    expect([hidden.status, { ...hidden.refusal, request_id: '' }]).toEqual([
      404,
      { ...unknown.refusal, request_id: '' },
    ]);
    expect((await portal.call(getComment, { as, params: { id: said.reply.id } })).status).toBe(404);
    expect((await portal.call(listGeneThreads, { as, params })).status).toBe(404);
  }
  expect((await write(people.ru, 'SECRET1')).status).toBe(404);
  const follow = { params: { symbol: 'SECRET1' }, body: { state: 'follow' as const } };
  expect((await portal.call(setGeneThreadState, { as: people.ru, ...follow })).status).toBe(404);
  expect(
    (await portal.call(listGeneThreads, { as: people.lab, params: follow.params })).reply.comments_on_gene,
  ).toBe(1);
});

test('suggestions for a mention are people who may know the gene', async () => {
  const suggested = async (gene: string) => {
    const { users } = (
      await portal.call(listMentionableUsers, { as: people.lab, query: { gene, search: 'Rosa' } })
    ).reply;
    return users.map(({ name }) => name);
  };
  expect(await suggested('AIF1')).toEqual(['Rosa Unger']);
  expect(await suggested('SECRET1')).toEqual([]);
  const { status } = await portal.call(listMentionableUsers, { as: people.ru, query: { gene: 'SECRET1' } });
  expect(status).toBe(404);
});

test('a mention, a reply and a followed thread are told of, by the name of the gene', async () => {
  const params = { symbol: 'OLIG2' };
  await portal.call(setGeneThreadState, { as: people.reviewer, params, body: { state: 'follow' } });
  const said = await write(people.ru, 'OLIG2', {
    message: `Oligodendrocytes, ${mention(people.lab.person_id)}?`,
  });
  const answered = await anAnswer(portal, people.lab, { to: said.reply.id });
  expect(answered).toMatchObject({ entity_type: 'gene', gene: 'OLIG2', level: 1 });
  const told = async (id: number) =>
    (await listNotified(portal, id)).map(({ person_id, reason }) => `${person_id} ${reason}`).toSorted();
  expect(await told(said.reply.id)).toEqual(
    [`${people.lab.person_id} mention`, `${people.reviewer.person_id} follow`].toSorted(),
  );
  expect(await told(answered.id)).toEqual(
    [`${people.ru.person_id} reply`, `${people.reviewer.person_id} follow`].toSorted(),
  );
  const { reply } = await portal.call(listUnreadNotifications, { as: people.ru });
  expect(JSON.stringify(reply)).toContain('"display_name":"OLIG2"');
});

test('news of a gene end when the person may no longer know it', async () => {
  await sql`update data_set set owner_id = ${people.ru.person_id} where title like 'Hidden%'`.execute(
    portal.services.db,
  );
  const said = await write(people.lab, 'SECRET1', { message: mention(people.ru.person_id) });
  expect(said.reply.mentioned_users).toEqual([people.ru.person_id]);
  const isTold = async () =>
    JSON.stringify((await portal.call(listUnreadNotifications, { as: people.ru })).reply).includes('SECRET1');
  expect(await isTold()).toBe(true);
  await sql`update data_set set owner_id = null where title like 'Hidden%'`.execute(portal.services.db);
  expect(await isTold()).toBe(false);
});

test.each([
  [{ gene: 'NOSUCHGENE' }, 404, 'There is no such gene, or you may not see it.'],
  [{ gene: '' }, 400, 'Please enter the name of a gene.'],
  [{ gene: undefined }, 400, 'Please give the symbol of a gene, and only for a comment on a gene.'],
  [{ entity_id: 1 }, 400, 'Please give the number of a record; only a gene has none.'],
  [
    { entity_type: 'dc', entity_id: 1 },
    400,
    'Please give the symbol of a gene, and only for a comment on a gene.',
  ],
  [{ file_folder_name: 'a.csv' }, 400, 'A gene has no files or folders.'],
])('a comment with %j is refused', async (more, status, sentence) => {
  const refused = await write(people.lab, 'AIF1', more);
  expect(refused.status).toBe(status);
  expect(refused.refusal.detail).toBe(sentence);
});

test('new mapping tables take the thread of a renamed gene to its new symbol, into the thread there if it has one', async () => {
  await write(people.ru, 'onlyset1', { message: 'An old name?' });
  await portal.call(setGeneThreadState, {
    as: people.reviewer,
    params: { symbol: 'ONLYSET1' },
    body: { state: 'follow' },
  });
  const count = async (symbol: string) => {
    const { status, reply } = await listAt(people.admin, symbol);
    return status === 200 ? reply.total_comments : status;
  };
  const before = [await count('C1orf43'), await count('MBP'), await count('AIF1')];
  const [path = ''] = Object.keys(TABLES);
  const renamed = { [path]: 'SYMBOL,ALIAS\nAIF1,IBA1\nNEWC1,C1ORF43\nMBP,ONLYSET1\nMBP,IDH1\n' };
  expect((await takeIn(portal, renamed)).faults).toEqual([]);
  await portal.runJobs();
  const after = [await count('NEWC1'), await count('MBP'), await count('AIF1')];
  expect(after).toEqual([before[0], Number(before[1]) + 1, before[2]]);
  // Comments say where they are now.
  const { comments, state } = (await listAt(people.reviewer, 'MBP')).reply;
  expect([comments[0]?.gene, comments[0]?.message, state]).toEqual(['MBP', 'An old name?', 'follow']);
  const { symbol } = (await portal.call(getGene, { as: people.ru, params: { symbol: 'c1orf43' } })).reply;
  expect(symbol).toBe('NEWC1');
});
