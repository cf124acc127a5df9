/** Tests of whole networks in the background: the numbers of single tests, ended and announced once, read by few. */
import { getPreservation } from '@omicon/contract/areas/matching.ts';
import { listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import {
  cancelPreservationRun,
  getPreservationRun,
  listPreservationRuns,
  startPreservationRun,
} from '@omicon/contract/areas/runs/preservation-runs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { tasks } from '../../tasks.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallResources, widerLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { newsOfRun } from '../../test-support/runs.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let owner: Caller;
let member: Caller;
let network = 0;
let modules: { number: number; name: string }[] = [];
/** two of the same genes */
let openSet = 0;
let hiddenSet = 0;

beforeAll(async () => {
  portal = await openTestPortal();
  [owner, member] = [await portal.signInAs('RU'), await portal.signInAs('LAB')];
  for (const files of [smallResources(), widerLaboratory(), widerLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  const { rows } = await sql<{ network: number; number: number; name: string }>`
    select n.number as network, m.number, m.name from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id join analysis a on a.id = n.analysis_id
     where a.input_data_set like 'Phillips%' order by m.page`.execute(portal.services.db);
  [network, modules] = [rows[0]?.network ?? 0, rows];
  const { rows: sets } = await sql<{ number: number; title: string }>`
    select number, title from data_set where is_current and ds_version = 'A.1' order by title desc`.execute(
    portal.services.db,
  );
  [openSet, hiddenSet] = sets.map(({ number }) => number) as [number, number];
}, 60_000);
afterAll(() => portal.close());

const start = (as: Caller, data_set_id: number, random_sets = 40) =>
  portal.call(startPreservationRun, { as, params: { id: network }, body: { data_set_id, random_sets } });
const read = (as: Caller, id: number) => portal.call(getPreservationRun, { as, params: { id } });
const newsOf = (as: Caller, id: number) => newsOfRun(portal, as, id);
const endRun = (id: number, isLastTry = false) =>
  tasks.preserve_network(
    { preservation_run_id: id },
    { services: portal.services, jobId: String(id), signal: undefined, isLastTry },
  );

test('every module has the numbers of its own test, and the person is notified once', async () => {
  const started = (await start(owner, openSet)).reply;
  expect(started).toMatchObject({ state: 'running', is_own: true, seconds_left: null, random_sets: 40 });
  await portal.runJobs();
  const { reply } = await read(owner, started.id);
  expect([reply.state, reply.done, reply.total]).toEqual(['done', 80, 80]);
  expect(reply.modules.map(({ module }) => module.name)).toEqual(modules.map(({ name }) => name));
  for (const { module, preservation, present } of reply.modules) {
    const params = { id: module.id, data_set_id: openSet };
    const single = await portal.call(getPreservation, { as: owner, params, query: { random_sets: 40 } });
    expect([present, preservation]).toEqual([single.reply.present, single.reply.preservation]);
    expect(preservation?.random_sets).toBe(40);
    expect(reply.common_features).toBe(single.reply.common_features);
  }
  expect(reply.modules.map(({ median_rank }) => median_rank).toSorted()).not.toContain(null);
  expect(await newsOf(owner, started.id)).toMatchObject([
    { type: 'preservation', state: 'done', result_count: modules.length },
  ]);
  const listed = await portal.call(listPreservationRuns, { as: owner, params: { id: network }, query: {} });
  expect(listed.reply.results).toMatchObject([{ id: started.id, state: 'done', done: 80, total: 80 }]);
});

test('a run that a worker left is continued with the same numbers, and ended once', async () => {
  const { id } = (await start(owner, openSet, 30)).reply;
  await portal.runJobs();
  const whole = (await read(owner, id)).reply;
  // As a worker leaves it that is killed after the first module.
  await sql`
    update preservation_run set state = 'running', done = 30, ended_at = null,
           result = jsonb_set(result, '{modules}', jsonb_build_array(result->'modules'->0)) where id = ${id}`.execute(
    portal.services.db,
  );
  await Promise.all([endRun(id), endRun(id)]);
  const again = (await read(owner, id)).reply;
  expect(again).toEqual({ ...whole, seconds_left: null });
  await endRun(id);
  expect(await newsOf(owner, id)).toHaveLength(1);
});

test('asked for twice while it runs it is one run, and a third other one waits for a place', async () => {
  const first = (await start(owner, openSet, 25)).reply;
  expect((await start(owner, openSet, 25)).reply.id).toBe(first.id);
  const second = (await start(owner, openSet, 26)).reply;
  expect((await start(owner, openSet, 27)).status).toBe(429);
  const cancelled = await portal.call(cancelPreservationRun, { as: owner, params: { id: second.id } });
  expect(cancelled.status).toBe(200);
  await portal.runJobs();
  expect((await read(owner, first.id)).reply.state).toBe('done');
  expect((await read(owner, second.id)).reply).toMatchObject({ state: 'cancelled', modules: [] });
  expect(await newsOf(owner, second.id)).toEqual([]);
  const again = await portal.call(cancelPreservationRun, { as: owner, params: { id: first.id } });
  expect(again.status).toBe(409);
});

test('only people who may read the network and the data set read a run, and only its person cancels it', async () => {
  expect((await start(owner, hiddenSet)).status).toBe(404);
  const { id } = (await start(member, hiddenSet)).reply;
  expect([(await read(member, id)).status, (await read(owner, id)).status]).toEqual([200, 404]);
  const other = await portal.signInAs('LAB');
  expect((await read(other, id)).reply.is_own).toBe(false);
  expect((await portal.call(cancelPreservationRun, { as: other, params: { id } })).status).toBe(404);
  // The person loses access before the job begins.
  await sql`update person set role = 'RU' where id = ${member.person_id}`.execute(portal.services.db);
  const later = await portal.signInAs('LAB');
  await portal.runJobs();
  expect((await read(member, id)).status).toBe(404);
  expect((await read(later, id)).reply).toMatchObject({
    state: 'failed',
    message: 'The network or the data set is no longer there, or you may no longer read it.',
    modules: [],
  });
  await sql`update person set role = 'LAB' where id = ${member.person_id}`.execute(portal.services.db);
});

test('the notification names only what its person may read now, in the log and among the unread', async () => {
  const { id } = (await start(member, hiddenSet, 34)).reply;
  await portal.runJobs();
  const unreadOf = async () =>
    (await portal.call(listUnreadNotifications, { as: member, query: {} })).reply.notifications.filter(
      ({ notifId }) => notifId === id,
    );
  const told = async () => [...(await newsOf(member, id)), ...(await unreadOf())];
  const before = await told();
  expect(before).toHaveLength(2);
  const description = expect.stringMatching(/^Preservation of Bicor-\S+ in Hidden 2020 GSE9999 EXT A\.1$/);
  for (const news of before) expect(news).toMatchObject({ Description: description });
  await sql`update person set role = 'RU' where id = ${member.person_id}`.execute(portal.services.db);
  try {
    for (const news of await told()) {
      expect(JSON.stringify(news)).not.toContain('Hidden');
      expect(news).toMatchObject({
        Description: expect.stringMatching(
          /^Preservation of Bicor-\S+ in a data set that you may no longer read$/,
        ),
      });
    }
    await sql`update analysis set visibility = 'private', owner_id = null where input_data_set like 'Phillips%'`.execute(
      portal.services.db,
    );
    const [inLog] = await newsOf(member, id);
    const sentence =
      'Preservation of a network that you may no longer read in a data set that you may no longer read';
    expect(inLog?.Description).toBe(sentence);
    expect(JSON.parse(inLog?.notification_data ?? '')).toEqual({
      formData: { description: { value: sentence } },
    });
  } finally {
    await sql`update analysis set visibility = 'public' where input_data_set like 'Phillips%'`.execute(
      portal.services.db,
    );
    await sql`update person set role = 'LAB' where id = ${member.person_id}`.execute(portal.services.db);
  }
});

test('a run whose job is gone fails, and old runs are swept', async () => {
  const { id } = (await start(owner, openSet, 33)).reply;
  await portal.pool.query('select graphile_worker.remove_job($1)', [`preservation ${id}`]);
  const sweep = () =>
    tasks.sweep({}, { services: portal.services, jobId: 'sweep', signal: undefined, isLastTry: false });
  await sweep();
  expect((await read(owner, id)).reply.state).toBe('failed');
  expect(await newsOf(owner, id)).toMatchObject([{ state: 'failed' }]);
  await sql`update preservation_run set created_at = now() - interval '31 days' where id = ${id}`.execute(
    portal.services.db,
  );
  await sweep();
  expect((await read(owner, id)).status).toBe(404);
  expect(await newsOf(owner, id)).toEqual([]);
});
