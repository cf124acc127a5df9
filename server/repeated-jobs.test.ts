/**
 * A worker that dies after a job has committed its work and before the queue knows leaves the job to be run again. Run
 * again, no job changes a record, sends a mail or tells anybody anything a second time (REL-2).
 */
import { searchAdvanced } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { createDownload } from '@omicon/contract/areas/downloads.ts';
import { getDraft, saveDraftMap, storeDraft } from '@omicon/contract/areas/drafts.ts';
import { exploreTable } from '@omicon/contract/areas/files/explore.ts';
import { forgetPassword, getCode } from '@omicon/contract/areas/people/registration.ts';
import { getPipelineRun, startPreparation } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { getPreservationRun, startPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeEarlierMatrices } from './areas/collections/store-matrix.ts';
import { JOB_NAMES } from './base/jobs/jobs.ts';
import { verifyConsistency } from './database/operations/verify.ts';
import { aLaboratory, zipped } from './test-support/intake.ts';
import { smallLaboratory, smallResources, without } from './test-support/laboratories/small-laboratory.ts';
import { type MailServer, openMailServer } from './test-support/mail-server.ts';
import { aRegisteredPerson, askFromNewAddress } from './test-support/open-calls.ts';
import { type Caller, openTestPortal, type TestPortal } from './test-support/portal.ts';
import { ALL_IN_ORDER, hashRecords } from './test-support/tables.ts';
import { sha256, uploading } from './test-support/uploads.ts';

let portal: TestPortal;
let lab: Caller;
let mailServer: MailServer;
const repeated = new Set<string>();

beforeAll(async () => {
  mailServer = await openMailServer();
  portal = await openTestPortal({ SMTP_URL: mailServer.url });
  lab = await portal.signInAs('LAB');
  await portal.services.db
    .updateTable('person')
    .set({ email: 'lena@lab.test', verified_at: new Date() })
    .where('id', '=', lab.person_id)
    .execute();
});
afterAll(async () => {
  await portal.close();
  await mailServer.close();
});

/** All stored rows, jobs and mails. */
async function look() {
  // The corpus version may increase needlessly; caches are then rebuilt.
  const { corpus_version: _, ...hashes } = await hashRecords(portal.services.db);
  const jobs = await portal.pool.query('select id, task_identifier from graphile_worker.jobs order by id');
  const runs = await portal.services.db.selectFrom('intake_run').selectAll().orderBy('id').execute();
  return { hashes, jobs: jobs.rows, runs, mails: mailServer.mails.length };
}

/** Runs every job twice; nothing may differ after the second run. */
async function runEachTwice(): Promise<void> {
  const looks: { name: string; once: unknown; twice: unknown }[] = [];
  await portal.runJobs(async (name, run) => {
    await run();
    const once = await look();
    await run();
    // Compared outside the job, as a failing job would only be retried.
    looks.push({ name, once, twice: await look() });
    repeated.add(name);
  });
  for (const { name, once, twice } of looks) expect(twice, name).toEqual(once);
}

const { begin, send, complete, reportOf } = uploading(() => ({ portal, lab }));

async function upload(bytes: Buffer): Promise<number> {
  const { upload_id } = await begin(bytes);
  await send(upload_id, bytes, [1]);
  await complete(upload_id, sha256(bytes));
  await runEachTwice();
  return upload_id;
}

test('an upload is stored, reported and mailed once', async () => {
  const id = await upload(await zipped({ ...smallLaboratory(), ...smallResources() }));
  const report = await reportOf(id);
  expect([report.status, report.faults]).toEqual(['stored', []]);
  expect(report.units.map(({ outcome }) => outcome)).toEqual(Array(8).fill('new'));
  expect(mailServer.mails.filter((mail) => mail.includes('is in Omicon'))).toHaveLength(1);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('a refusal is reported and mailed once', async () => {
  const [kme = ''] = Object.keys(smallLaboratory()).filter((path) => path.includes('kME_table'));
  const id = await upload(await zipped(without(smallLaboratory(), kme)));
  expect((await reportOf(id)).status).toBe('refused');
  expect(mailServer.mails.filter((mail) => mail.includes('was refused'))).toHaveLength(1);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('downloads, images and searches end once', async () => {
  const { analysis, collection } = await aLaboratory(portal);
  const folders = [{ entity_type: 'dc' as const, entity_id: collection }];
  await portal.call(createDownload, { as: lab, body: { type: 'zip', folders } });
  const { number } = await portal.services.db
    .selectFrom('covariation_network')
    .innerJoin('analysis', 'analysis.id', 'covariation_network.analysis_id')
    .select('covariation_network.number')
    .where('analysis.number', '=', analysis)
    .executeTakeFirstOrThrow();
  await runEachTwice();
  await portal.call(createDownload, { as: lab, body: { type: 'docker', co_variation_network_id: number } });
  await portal.call(searchAdvanced, {
    as: lab,
    body: { result_type: 'covariation-modules', filters: {}, background: true },
  });
  const file = await portal.services.db
    .selectFrom('file')
    .select(['id', 'name'])
    .where('name', 'like', 'kME_table%.csv')
    .executeTakeFirstOrThrow();
  await portal.call(exploreTable, { as: lab, body: { key: `${file.id}/${file.name}` } });
  await runEachTwice();
  const notifications = await portal.services.db.selectFrom('notification').select('kind').execute();
  expect(notifications.map(({ kind }) => kind).toSorted()).toEqual([
    'advancedSearch',
    'download',
    'download',
  ]);
});

test('the values of earlier data sets are stored once', async () => {
  const { db } = portal.services;
  const keys = () =>
    db
      .selectFrom('data_set')
      .select(['id', 'matrix_storage_key', 'row_statistics_storage_key'])
      .orderBy('id')
      .execute();
  const before = await keys();
  expect(before.length).toBeGreaterThan(0);
  await db
    .updateTable('data_set')
    .set({ matrix_storage_key: null, row_statistics_storage_key: null })
    .execute();
  await storeEarlierMatrices(db);
  await runEachTwice();
  expect(await keys()).toEqual(before);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('a link and a code are mailed once', async () => {
  const { email } = await aRegisteredPerson(portal);
  await runEachTwice();
  const before = mailServer.mails.length;
  await askFromNewAddress(portal, forgetPassword, { body: { email } });
  await askFromNewAddress(portal, getCode, { body: { email } });
  await runEachTwice();
  expect(mailServer.mails.length).toBe(before + 2);
});

test('a network is tested in a data set, and its person told, once', async () => {
  const { rows } = await portal.pool.query<{ network: number; data_set: number }>(
    `select n.number as network, a.input_data_set_number as data_set
       from covariation_network n join analysis a on a.id = n.analysis_id where a.is_current limit 1`,
  );
  const { network = 0, data_set = 0 } = rows[0] ?? {};
  const started = await portal.call(startPreservationRun, {
    as: lab,
    params: { id: network },
    body: { data_set_id: data_set, random_sets: 20 },
  });
  await runEachTwice();
  const { reply } = await portal.call(getPreservationRun, { as: lab, params: { id: started.reply.id } });
  expect([reply.state, reply.modules.length]).toEqual(['done', 2]);
});

test('a data set is prepared, and its person told, once', async () => {
  const { rows } = await portal.pool.query<{ number: number }>(
    "select number from data_set where is_current and ds_version = 'A.1'",
  );
  const started = await portal.call(startPreparation, {
    as: lab,
    params: { id: rows[0]?.number ?? 0 },
    body: { quantile_normalise: true },
  });
  await runEachTwice();
  const { reply } = await portal.call(getPipelineRun, { as: lab, params: { id: started.reply.id } });
  expect([reply.state, reply.message, reply.made.length]).toEqual(['done', null, 1]);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('a draft is read, and stored, once', async () => {
  const rows = ['SOX10,5.1,6.2,7.3', 'MBP,8.4,6.5,9.6', 'OLIG2,4.7,5.8,6.9'];
  const bytes = Buffer.from(['gene,S1,S2,S3', ...rows, ''].join('\n'));
  const files = [{ name: 'DOE1.csv', size_bytes: bytes.length }];
  const { upload_id } = await begin(bytes, { kind: 'data', files });
  await send(upload_id, bytes, [1]);
  await complete(upload_id, sha256(bytes));
  await runEachTwice();
  const params = { id: upload_id };
  const { map, proposal } = (await portal.call(getDraft, { as: lab, params })).reply;
  const confirmed = proposal?.findings.map(({ key }) => key) ?? [];
  if (map === null) throw new Error('The draft has no map.');
  await portal.call(saveDraftMap, { as: lab, params, body: { ...map, confirmed } });
  await runEachTwice();
  expect((await portal.call(storeDraft, { as: lab, params })).status).toBe(202);
  await runEachTwice();
  const report = await reportOf(upload_id);
  expect([report.status, report.units.map(({ outcome }) => outcome)]).toEqual(['stored', ['new', 'new']]);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('every job that writes records was repeated', () => {
  // compute_kme is the name of complete_kme in the previous release.
  const upkeep = ['compute_kme', 'make_demo', 'check_fixity', 'send_digests', 'sweep'];
  expect(JOB_NAMES.filter((name) => !repeated.has(name) && !upkeep.includes(name))).toEqual([]);
});
