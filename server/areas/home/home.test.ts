/** The home page names what a person may read, and what is new is what came after the last visit. */
import { getHome } from '@omicon/contract/areas/home.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { markLogin } from '../../records/person/people.ts';
import { aComment } from '../../test-support/comments.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { NETWORK } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let guest: Caller;
let member: Caller;
let colleague: Caller;
let open: LaboratoryNumbers;
let hidden: LaboratoryNumbers;

const homeOf = async (as: Caller) => (await portal.call(getHome, { as })).reply;

/** Makes this many days ago the time of the sign-in before the present one. */
const lastVisit = (as: Caller, days: number) =>
  sql`update person set previous_login_at = now() - make_interval(days => ${days}) where id = ${as.person_id}`.execute(
    portal.services.db,
  );

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  colleague = await portal.signInAs('LAB');
  open = await aLaboratory(portal);
  hidden = await aLaboratory(portal, HIDDEN);
  await portal.runJobs();
}, 120_000);
afterAll(() => portal.close());

test('an empty laboratory has an empty home', async () => {
  const empty = await openTestPortal();
  const { reply } = await empty.call(getHome, { as: await empty.signInAs('admin') });
  await empty.close();
  expect(reply).toEqual({ news: null, data_collections: [], analyses: [], files: [] });
});

test('the newest collections and analyses have their facts, and a guest sees the public ones', async () => {
  const { data_collections, analyses } = await homeOf(guest);
  expect(data_collections).toEqual([
    {
      id: open.collection,
      title: 'Phillips 2006 GSE4271',
      data_sets: 3,
      number_of_samples: 6,
      technologies: ['Microarray'],
      upload_date: expect.any(String),
    },
  ]);
  expect(analyses).toMatchObject([{ id: open.analysis, networks: 1, modules: 2, technology: 'Microarray' }]);
  const seen = await homeOf(member);
  expect(seen.data_collections.map(({ id }) => id)).toEqual([hidden.collection, open.collection]);
  expect(seen.analyses.map(({ id }) => id)).toEqual([hidden.analysis, open.analysis]);
});

test('a public collection tells nothing of a data set that is hidden', async () => {
  const { db } = portal.services;
  const show = (visibility: string, technology: string) =>
    sql`update data_set set visibility = ${visibility}, technology = ${technology} where number = ${open.loaded}`.execute(
      db,
    );
  await show('private', 'Secret sequencer');
  const [ofGuest] = (await homeOf(guest)).data_collections;
  const ofMember = (await homeOf(member)).data_collections.find(({ id }) => id === open.collection);
  await show('public', 'Microarray');
  expect(ofGuest).toMatchObject({ data_sets: 2, technologies: ['Microarray'] });
  expect(ofMember).toMatchObject({ data_sets: 3, technologies: ['Microarray', 'Secret sequencer'] });
});

test('files are listed by record; computed files and the output of a run are those that the portal made', async () => {
  const { db } = portal.services;
  const computed = 'kME_table_complete.csv';
  await sql`insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility, is_derived)
    select entity_type, owner_id, entity_number, folder, ${computed}, size_bytes, sha256, storage_key, visibility, true
      from file where folder = ${NETWORK} and entity_number = ${open.analysis} order by id limit 1`.execute(
    db,
  );
  const { files } = await homeOf(guest);
  expect(new Set(files.map(({ entity_type }) => entity_type))).toEqual(new Set(['dc', 'ds', 'project']));
  const analysis = files.find(({ entity_type }) => entity_type === 'project');
  expect(analysis).toMatchObject({ id: open.analysis, made: { total: 1 } });
  expect(analysis?.made.files).toMatchObject([{ folder: NETWORK, name: computed }]);
  expect(analysis?.brought.files.length).toBeLessThanOrEqual(3);
  expect(analysis?.brought.total).toBeGreaterThan(1);

  await sql`update analysis set attributes = attributes || '[["Program", "Omicon 0.1.0"]]' where number = ${open.analysis}`.execute(
    db,
  );
  const ofRun = (await homeOf(guest)).files.find(({ entity_type }) => entity_type === 'project');
  expect(ofRun?.brought).toEqual({ files: [], total: 0 });
  expect(ofRun?.made.total).toBe((analysis?.brought.total ?? 0) + 1);
});

test('a hidden file of a public record is neither listed nor counted', async () => {
  const before = (await homeOf(guest)).files.find(({ entity_type }) => entity_type === 'dc');
  const first = before?.brought.files[0];
  await sql`update file set visibility = 'private' where id = ${first?.id}`.execute(portal.services.db);
  const after = (await homeOf(guest)).files.find(({ entity_type }) => entity_type === 'dc');
  await sql`update file set visibility = 'public' where id = ${first?.id}`.execute(portal.services.db);
  expect(after?.brought.total ?? 0).toBe((before?.brought.total ?? 0) - 1);
  expect(after?.brought.files.map(({ id }) => id) ?? []).not.toContain(first?.id);
});

test('the last visit is the sign-in before the present one; nothing is new at the first', async () => {
  const newcomer = await portal.signInAs('RU');
  expect((await homeOf(newcomer)).news).toBeNull();
  expect((await homeOf(guest)).news).toBeNull();
  const { db } = portal.services;
  const at = '2999-01-01T00:00:00.000Z';
  await sql`update person set last_login_at = ${at} where id = ${newcomer.person_id}`.execute(db);
  await markLogin(db, newcomer.person_id);
  expect((await homeOf(newcomer)).news).toMatchObject({ since: at, data_collections: 0, networks: 0 });
});

test('new are records of other people that came since the last visit, at most 30 days ago', async () => {
  const { db } = portal.services;
  const reader = await portal.signInAs('RU');
  await lastVisit(reader, 1);
  await lastVisit(member, 400);
  const none = { comments: 0, newest_comments: [] };
  expect((await homeOf(reader)).news).toMatchObject({
    data_collections: 1,
    data_sets: 3,
    networks: 1,
    ...none,
  });
  const { news } = await homeOf(member);
  expect(news).toMatchObject({ data_collections: 2, data_sets: 6, networks: 2, ...none });
  expect(Date.now() - Date.parse(news?.since ?? '')).toBeLessThan(31 * 86_400_000);

  await sql`update data_collection set owner_id = ${member.person_id} where number = ${hidden.collection}`.execute(
    db,
  );
  expect((await homeOf(member)).news?.data_collections).toBe(1);
  await sql`update data_collection set created_at = now() - interval '2 days' where number = ${open.collection}`.execute(
    db,
  );
  expect((await homeOf(reader)).news?.data_collections).toBe(0);
});

test('new comments are those that the person may read, without their own', async () => {
  await lastVisit(member, 1);
  await lastVisit(colleague, 1);
  const { person_id } = colleague;
  const { services } = portal;
  const seen = await aComment(services, { person_id, collection: open.collection, text: 'Batch 3.' });
  await aComment(services, { person_id, collection: open.collection, visibility: 'private' });
  const ofLaboratory = await aComment(services, {
    person_id,
    collection: hidden.collection,
    visibility: 'lab',
  });
  expect((await homeOf(member)).news).toMatchObject({
    comments: 2,
    newest_comments: [{ id: ofLaboratory }, { id: seen, text: 'Batch 3.' }],
  });
  expect((await homeOf(colleague)).news).toMatchObject({ comments: 0, newest_comments: [] });
  const reader = await portal.signInAs('RU');
  await lastVisit(reader, 1);
  expect((await homeOf(reader)).news).toMatchObject({ comments: 1, newest_comments: [{ id: seen }] });
});
