/** The demo laboratory after the first start: an example of everything the portal can show. */
import { exploreTable } from '@omicon/contract/areas/files/explore.ts';
import { createFileLink, previewDocument, previewSheet } from '@omicon/contract/areas/files/files.ts';
import { DEMO_ACCOUNTS } from '@omicon/demo/accounts.ts';
import { PREVIEW_LIMIT_BYTES } from '@omicon/domain/files/file-kinds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readParts } from '../preview-programs/office-parts.ts';
import { tasks } from '../tasks.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  for (const { username, role } of DEMO_ACCOUNTS) await portal.signInAs(role, { username });
  lab = await portal.signInAs('LAB');
  const { mkdir } = await import('node:fs/promises');
  await mkdir(portal.services.config.dataDir, { recursive: true });
  await makeDemo();
}, 300_000);
afterAll(() => portal.close());

const makeDemo = () =>
  tasks.make_demo({}, { services: portal.services, jobId: '1', signal: undefined, isLastTry: false });

async function column(text: string): Promise<string[]> {
  const { rows } = await portal.pool.query<{ value: string }>(text);
  return rows.map(({ value }) => value);
}

async function keyOf(ending: string): Promise<string> {
  const [key] = await column(
    `select id || '/' || name as value from file where name like '%${ending}' order by id limit 1`,
  );
  return key ?? '';
}

/** What a preview of a text shows. */
async function textOf(ending: string): Promise<string> {
  const body = { key: await keyOf(ending), purpose: 'preview' as const };
  const { url } = (await portal.call(createFileLink, { as: lab, body })).reply;
  const headers = { authorization: `Token ${lab.token}` };
  return (await portal.app.inject({ url, headers })).payload;
}

test('records are public and of the laboratory, and comments of every visibility', async () => {
  expect(await column('select distinct visibility as value from analysis order by 1')).toEqual([
    'private',
    'public',
  ]);
  expect(await column('select distinct visibility as value from comment order by 1')).toEqual([
    'lab',
    'private',
    'public',
  ]);
  expect(
    (await column('select id::text as value from comment where parent_id is not null')).length,
  ).toBeGreaterThan(3);
  expect((await column('select comment_id::text as value from comment_mention')).length).toBeGreaterThan(3);
  const topics = await column(`
    select distinct case when covariation_module_number is not null then 'module' when path <> '' then 'file'
                         else entity_type end as value
      from comment c join comment_thread t on t.id = c.comment_thread_id order by 1`);
  expect(topics).toEqual(['dc', 'file', 'module']);
});

test('a mapping table of a microarray leads from its probe sets', async () => {
  expect(
    await column(
      "select platform || ' ' || from_identifier as value from mapping_table where platform is not null",
    ),
  ).toEqual(['Affymetrix U133A PROBEID']);
});

test('a workbook, a document, a text, a script and a table over 1 MB can be looked at', async () => {
  const sheet = await portal.call(previewSheet, { as: lab, body: { key: await keyOf('.xlsx') } });
  expect(sheet.reply.rows[0]).toEqual(['Disease', 'Samples']);
  expect(sheet.reply.rows.slice(1).map(([disease]) => disease)).toContain('glioblastoma');
  const document = await portal.call(previewDocument, { as: lab, body: { key: await keyOf('.docx') } });
  const parts = await readParts(Buffer.from(document.reply.content, 'base64'));
  expect(parts.get('word/document.xml')?.toString()).toContain('Modules were sought in');
  expect(await textOf('_notes.txt')).toMatch(/^Demo 2024 glioma .*\n\nInput: .* features in \d+ samples\./);
  expect(await textOf('.R')).toContain('read.csv(');
  const key = await keyOf('_values_by_sample.csv');
  const [size] = await column(`select size_bytes::text as value from file where id = ${key.split('/')[0]}`);
  expect(Number(size)).toBeGreaterThan(PREVIEW_LIMIT_BYTES);
  const table = (await portal.call(exploreTable, { as: lab, body: { key } })).reply;
  expect(table.columns.map(({ name }) => name)).toEqual(['SYMBOL', 'Label', 'Disease', 'Value']);
});

test('one analysis has a second version, even after a repeated import', async () => {
  const versions = () =>
    column('select max(version)::text as value from analysis group by number order by 1');
  const before = await versions();
  expect(before.at(-1)).toBe('2');
  await makeDemo();
  expect(await versions()).toEqual(before);
}, 300_000);
