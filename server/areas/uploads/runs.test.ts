/** Past imports: visibility and reports. */
import { getIntakeRun, listIntakeRuns } from '@omicon/contract/areas/uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJob } from '../../base/jobs/jobs.ts';
import { takeIn, zipped } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory, without } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sha256, uploading } from '../../test-support/uploads.ts';
import { failLostImports } from './run.ts';
import { createRun } from './sql.ts';

let portal: TestPortal;
let lab: Caller;
let other: Caller;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  [lab, other, admin] = await Promise.all([
    portal.signInAs('LAB'),
    portal.signInAs('LAB'),
    portal.signInAs('admin'),
  ]);
  await takeIn(portal, smallLaboratory({ accession: 'CGGA', study: 'Zhao 2021 CGGA' }));
});
afterAll(() => portal.close());

const { begin, send, complete, reportOf, uploadWhole } = uploading(() => ({ portal, lab }));

async function list(as: Caller, query = {}) {
  const { reply } = await portal.call(listIntakeRuns, { as, query: { order: 'desc', ...query } });
  return reply;
}

test('an upload and its report are visible only to its uploader and administrators', async () => {
  const upload = await uploadWhole(await zipped(smallLaboratory()));
  const [run] = (await list(lab)).results;
  expect(run).toMatchObject({
    source: 'GSE4271.zip',
    upload_id: upload,
    state: 'stored',
    summary: 'Stored: 5 new records.',
    faults: 0,
    warnings: 1,
  });
  const own = await portal.call(getIntakeRun, { as: lab, params: { id: run?.id ?? 0 } });
  const { status: _, progress, ...report } = await reportOf(upload);
  expect(own.reply).toEqual({ run, progress, report });
  expect((await list(other)).total).toBe(0);
  expect((await portal.call(getIntakeRun, { as: other, params: { id: run?.id ?? 0 } })).status).toBe(404);
  const all = await list(admin);
  expect(all.results.map(({ source, imported_by }) => [source, imported_by])).toEqual([
    ['GSE4271.zip', lab.username],
    ['laboratory', null],
  ]);
  expect((await list(admin, { search: 'gse42' })).total).toBe(1);
});

test('a repeated import reports no changes, a refused one that nothing was stored', async () => {
  await uploadWhole(await zipped(smallLaboratory()));
  await uploadWhole(await zipped(without(smallLaboratory(), pathsOf().kmeTable)));
  expect((await list(lab)).results.map(({ state, summary }) => [state, summary])).toEqual([
    ['refused', 'Refused: nothing was stored. 1 fault.'],
    ['unchanged', 'Nothing changed: all 5 records are already in the portal.'],
    ['stored', 'Stored: 5 new records.'],
  ]);
});

test('a waiting import has no result yet', async () => {
  const bytes = await zipped(smallLaboratory({ accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' }));
  const { upload_id } = await begin(bytes);
  await send(upload_id, bytes, [1]);
  await complete(upload_id, sha256(bytes));
  const [run] = (await list(lab)).results;
  expect(run).toMatchObject({ upload_id, state: null, summary: null, ended_at: null });
  const { reply } = await portal.call(getIntakeRun, { as: lab, params: { id: run?.id ?? 0 } });
  expect([reply.progress.phase, reply.report.units]).toEqual(['waiting', []]);
  await portal.runJobs();
});

test('an import that nobody works on any more ends as failed, one that runs or waits for its job does not', async () => {
  const { services, pool } = portal;
  const create = (source: string) =>
    createRun(services.db, { source, local_path: '/nowhere', visibility: null, owner: null });
  const [lost, living, waiting] = [await create('lost'), await create('living'), await create('waiting')];
  await addJob(services.db, 'run_intake', { key: `intake ${waiting}`, payload: { intake_run_id: waiting } });
  const command = await pool.connect();
  await command.query('select pg_advisory_lock(hashtextextended($1, 0))', [`intake run ${living}`]);
  await failLostImports(services);
  const stateOf = async (id: number) =>
    (await portal.call(getIntakeRun, { as: admin, params: { id } })).reply.run.state;
  expect([await stateOf(lost), await stateOf(living), await stateOf(waiting)]).toEqual([
    'failed',
    null,
    null,
  ]);
  command.release(true);
  await portal.runJobs();
});

test('guests and registered people have no imports', async () => {
  for (const role of ['GU', 'RU'] as const) {
    const as = await portal.signInAs(role);
    expect((await portal.call(listIntakeRuns, { as })).status).toBe(403);
    expect((await portal.call(getIntakeRun, { as, params: { id: 1 } })).status).toBe(403);
  }
});
