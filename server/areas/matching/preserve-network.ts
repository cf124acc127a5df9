/** The job that tests all modules of a network in a data set, and notifies the person once. */

import { PRESERVATION_NEWS, type SearchNews, searchNews } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { PortalError } from '../../base/errors.ts';
import { watchWanted } from '../../base/jobs/watch.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { ComputeCancelled, ComputeRefusal } from '../../compute/work.ts';
import { notifyPerson } from '../notifications/notify.ts';
import { membersOf, type Prepared, prepare, seedOf, toOrganisms, toPreservation } from './preservation.ts';
import * as networks from './sql.ts';
import * as statements from './sql-runs.ts';

const FAILED = 'The test could not be finished. Please start it again.';
const UNREADABLE = 'The network or the data set is no longer there, or you may no longer read it.';
/** Between two savings of the modules that are done. */
const SAVE_MS = 2000;

interface Ended {
  state: SearchNews['state'];
  result_count: number | null;
}

/** Notifies the person once, in the caller's transaction. */
async function tell(tx: Tx, id: number, run: statements.AskedRun, end: Ended): Promise<void> {
  // The names of network and data set are read together with the notification, by what its reader may read then.
  const content: SearchNews = { type: PRESERVATION_NEWS, Description: '', ...end, notification_data: '{}' };
  await notifyPerson(tx, {
    id,
    person_id: run.person_id,
    kind: 'advancedSearch',
    subject: String(id),
    content: searchNews.parse(content),
  });
}

async function fail(db: Db, id: number, message: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await statements.endWithout(tx, id, { state: 'failed', message });
    if (run !== undefined) await tell(tx, id, run, { state: 'failed', result_count: null });
  });
}

/** Fails runs whose job is gone, for instance because every attempt killed its worker, and notifies their owners. */
export async function failLostRuns({ db }: Services): Promise<void> {
  for (const id of await statements.listLost(db)) await fail(db, id, FAILED);
}

interface Opened {
  prepared: Prepared;
  modules: networks.ModuleRow[];
  result: statements.RunResult;
}

/** What a run tests; modules that an earlier attempt has done stay, unless there are new versions. */
async function open(db: Db, principal: Principal, run: statements.StartedRun): Promise<Opened> {
  const network = await networks.findNetwork(db, principal, run.network_number);
  if (network === undefined) throw new PortalError('not_found', UNREADABLE);
  const prepared = await prepare(db, principal, network, run.data_set_number);
  const modules = await networks.listModulesOfNetwork(db, network.id, run.definition);
  const data_set_id = prepared.test.owner_id;
  const isSame = run.network_id === network.id && run.data_set_id === data_set_id;
  const result = (isSame ? run.result : null) ?? {
    common_features: 0,
    modules: [],
    organisms: toOrganisms(prepared.organisms),
  };
  const total = modules.length * run.random_sets;
  await statements.beginRun(db, run.id, { network_id: network.id, data_set_id, total, result });
  return { prepared, modules, result };
}

/** Tests the modules that are not done yet, one after another: a module has the numbers of its own test. */
async function testModules(
  { db, computeThreads }: Services,
  run: statements.StartedRun,
  { prepared, modules, result }: Opened,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
): Promise<void> {
  const { random_sets: permutations } = run;
  let savedAt = performance.now();
  for (const module of modules.slice(result.modules.length)) {
    const before = result.modules.length * permutations;
    const seed = seedOf(module.number, run.data_set_number, permutations);
    const { common, modules: found } = await computeThreads.compute(
      'preservation',
      { ...prepared.request, permutations, modules: [{ members: membersOf(prepared, module), seed }] },
      { signal, onProgress: ({ done }) => onProgress(before + done) },
    );
    const [first] = found;
    if (first === undefined) throw new Error('A computation of one module has no result.');
    result.common_features = common;
    result.modules.push(toPreservation(module, seed, first));
    onProgress(before + permutations);
    if (performance.now() - savedAt < SAVE_MS) continue;
    await statements.saveModules(db, run.id, result);
    savedAt = performance.now();
  }
}

/** Runs one test. Idempotent: run twice or by two workers, it ends once and notifies once. */
export async function preserveNetwork(
  services: Services,
  id: number,
  { signal: stop, isLastTry }: { signal: AbortSignal | undefined; isLastTry: boolean },
): Promise<void> {
  const { db } = services;
  const run = await statements.findStarted(db, id);
  if (run === undefined) return;
  const principal = { person_id: run.person_id, role: run.role, permissions: new Set(run.permissions) };
  let done = 0;
  const { signal, leave } = watchWanted(() => statements.saveProgress(db, id, done), stop);
  try {
    const opened = await open(db, principal as Principal, run);
    const onProgress = (now: number) => {
      done = now;
    };
    onProgress(opened.result.modules.length * run.random_sets);
    await testModules(services, run, opened, { signal, onProgress });
    await db.transaction().execute(async (tx) => {
      if (await statements.endWithResult(tx, id, opened.result))
        await tell(tx, id, run, { state: 'done', result_count: opened.result.modules.length });
    });
  } catch (error) {
    if (stop?.aborted) throw error;
    if (error instanceof ComputeCancelled || signal.aborted) return;
    const message = refusalOf(error);
    if (message === null && !isLastTry) throw error;
    if (message === null) services.log.error({ err: error, run: id }, 'a test of a network was given up');
    await fail(db, id, message ?? FAILED);
  } finally {
    leave();
  }
}

/** What a person can do about an error, null if nothing. */
function refusalOf(error: unknown): string | null {
  if (error instanceof ComputeRefusal) return error.message;
  if (!(error instanceof PortalError)) return null;
  if (error.code === 'not_found') return UNREADABLE;
  return error.code === 'invalid_input' ? error.message : null;
}
