/** A failed job is reported on the page of its record, by mail to administrators, and in their list. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getCovariationNetwork, getModule } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { listFailedJobs, restartFailedJob } from '@omicon/contract/areas/operations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellAdministrators } from '../../base/jobs/failed-jobs.ts';
import { startWorker } from '../../base/jobs/jobs.ts';
import { sql } from '../../base/postgres/database.ts';
import { tasks } from '../../tasks.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory, withChange } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;
let network: number;
let module: number;
const broken = new Error('The input data set has no feature NOPE.');

/** Runs the kME job with faulty input until it has failed for good. */
async function giveUp(): Promise<void> {
  const { services, pool } = portal;
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(services.db);
  const worker = await startWorker({
    pool,
    services,
    tasks: { ...tasks, complete_kme: () => Promise.reject(broken) },
    onGivenUp: (job) => tellAdministrators(services, job),
  });
  const isOver = async () => (await services.db.selectFrom('outbox').select('id').execute()).length > 0;
  while (!(await isOver())) await sleep(20);
  await worker.stop();
}

beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.lab.test' });
  admin = await portal.signInAs('admin');
  await portal.services.db
    .updateTable('person')
    .set({ email: 'ada@lab.test', verified_at: new Date() })
    .where('id', '=', admin.person_id)
    .execute();
  // The short form, whose kME has to be computed.
  const files = withChange(smallLaboratory(), pathsOf().kmeTable, (text) =>
    text.replaceAll(/^((?:[^,]*,){8}[^,]*),.*$/gm, '$1'),
  );
  await aLaboratory(portal, { files });
  const row = await portal.services.db
    .selectFrom('covariation_network')
    .select(['id', 'number'])
    .executeTakeFirstOrThrow();
  network = row.number;
  const first = await portal.services.db
    .selectFrom('covariation_module')
    .select('number')
    .where('covariation_network_id', '=', row.id)
    .executeTakeFirstOrThrow();
  module = first.number;
});
afterAll(() => portal.close());

async function states() {
  const [ofNetwork, ofModule] = await Promise.all([
    portal.call(getCovariationNetwork, { as: admin, params: { id: network } }),
    portal.call(getModule, { as: admin, params: { id: module } }),
  ]);
  return [ofNetwork.reply.kme_state, ofModule.reply.kme_state];
}

test('while kME is computed, its pages say so', async () => {
  expect(await states()).toEqual(['waiting', 'waiting']);
});

test('after it fails, pages, mail and list report it', async () => {
  await giveUp();
  expect(await states()).toEqual(['failed', 'failed']);
  const mails = await portal.services.db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body'])
    .execute();
  expect(mails).toEqual([
    {
      recipient: 'ada@lab.test',
      subject: 'Omicon gave up a job: complete_kme',
      body: expect.stringContaining('no feature NOPE'),
    },
  ]);
  expect(mails[0]?.body).toContain('https://omicon.lab.test/home/admin/jobs');
  const { reply } = await portal.call(listFailedJobs, { as: admin });
  expect(reply.total).toBe(1);
  expect(reply.results).toMatchObject([
    {
      task: 'complete_kme',
      analysis_title: 'Phillips 2006 GSE4271 Primary',
      tries: 5,
      message: broken.message,
    },
  ]);
});

test('a retry completes it, and the pages are complete', async () => {
  const { reply } = await portal.call(listFailedJobs, { as: admin });
  const params = { id: reply.results[0]?.id ?? 0 };
  const member = await portal.signInAs('LAB');
  expect((await portal.call(restartFailedJob, { as: member, params })).status).toBe(403);
  expect((await portal.call(restartFailedJob, { as: admin, params })).status).toBe(200);
  expect((await portal.call(restartFailedJob, { as: admin, params })).status).toBe(404);
  await portal.runJobs();
  expect(await states()).toEqual(['ready', 'ready']);
  expect((await portal.call(listFailedJobs, { as: admin })).reply.total).toBe(0);
});
