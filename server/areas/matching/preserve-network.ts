/** The job that tests all modules of a network in a data set. */

import { notFound } from '../../base/errors.ts';
import { changeRunning } from '../../records/run/sql.ts';
import { type Attempt, endRun, type RunJob } from '../../records/run/work.ts';
import { membersOf, type Prepared, prepare, seedOf, toOrganisms, toPreservation } from './preservation.ts';
import * as networks from './sql.ts';
import * as statements from './sql-runs.ts';
import { preservationRuns } from './sql-runs.ts';

/** Between two savings of the modules that are done. */
const SAVE_MS = 2000;

type Work = Attempt<statements.StartedColumns>;

interface Opened {
  prepared: Prepared;
  modules: networks.ModuleRow[];
  result: statements.RunResult;
}

/** What a run tests; modules that an earlier attempt has done stay, unless there are new versions. */
async function open({ services: { db }, principal, run }: Work): Promise<Opened> {
  const network = await networks.findNetwork(db, principal, run.network_number);
  if (network === undefined) throw notFound('network');
  const prepared = await prepare(db, principal, { network, data_set: run.data_set_number });
  const modules = await networks.listModulesOfNetwork(db, network.id, run.definition);
  const data_set_id = prepared.test.owner_id;
  const isSame = run.network_id === network.id && run.data_set_id === data_set_id;
  const result = (isSame ? run.result : null) ?? {
    common_features: 0,
    modules: [],
    organisms: toOrganisms(prepared.organisms),
  };
  const total = modules.length * run.random_sets;
  // Modules of other versions are forgotten.
  const versions = { network_id: network.id, data_set_id };
  await changeRunning(db, preservationRuns, run.id, { ...versions, total, result: JSON.stringify(result) });
  return { prepared, modules, result };
}

/** Tests the modules that are not done yet, one after another: a module has the numbers of its own test. */
async function testModules(
  { services: { db, computeThreads }, run, signal, onProgress }: Work,
  { prepared, modules, result }: Opened,
): Promise<void> {
  const { random_sets: permutations } = run;
  const tell = (done: number) => onProgress({ done });
  let savedAt = performance.now();
  tell(result.modules.length * permutations);
  for (const module of modules.slice(result.modules.length)) {
    const before = result.modules.length * permutations;
    const seed = seedOf(module.number, run.data_set_number, permutations);
    const { common, modules: found } = await computeThreads.compute(
      'preservation',
      { ...prepared.request, permutations, modules: [{ members: membersOf(prepared, module), seed }] },
      { signal, onProgress: ({ done }) => tell(before + done) },
    );
    const [first] = found;
    if (first === undefined) throw new Error('A computation of one module has no result.');
    result.common_features = common;
    result.modules.push(toPreservation(module, seed, first));
    tell(before + permutations);
    if (performance.now() - savedAt < SAVE_MS) continue;
    await changeRunning(db, preservationRuns, run.id, { result: JSON.stringify(result) });
    savedAt = performance.now();
  }
}

export const preservationJob: RunJob<statements.StartedColumns> = {
  kind: preservationRuns,
  columns: statements.STARTED,
  async work(attempt) {
    const opened = await open(attempt);
    await testModules(attempt, opened);
    const { result } = opened;
    await attempt.services.db.transaction().execute((tx) =>
      endRun(tx, preservationRuns, attempt.run.id, {
        result_count: result.modules.length,
        result: { done: result.modules.length * attempt.run.random_sets, result: JSON.stringify(result) },
      }),
    );
  },
};
