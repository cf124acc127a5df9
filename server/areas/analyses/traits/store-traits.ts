/** Stores the association of all modules with the sample attributes of their input data set. */
import { addJob } from '../../../base/jobs/jobs.ts';
import type { Db } from '../../../base/postgres/database.ts';
import type { Services } from '../../../base/services.ts';
import { TRAITS_JOB } from '../../../records/network/trait-job.ts';
import { raiseCorpusVersion } from '../../../records/search/corpus-version.ts';
import {
  cellsOfSamples,
  listEigengenesOfNetwork,
  listSampleAttributes,
  type SampleAttributes,
} from '../sql-networks.ts';
import { tabulateTraits } from './module-traits.ts';
import * as statements from './sql-traits.ts';

/** Tables stored in one transaction. Each transaction empties the caches of the search, so it holds many. */
const TABLES_AT_A_TIME = 200;
const MAX_BYTES_AT_A_TIME = 32 * 1024 ** 2;

interface NewTable {
  network: { id: number; data_set_id: number; module_rows: Uint32Array };
  table: statements.TraitTable;
}

function bytesOf({ table }: NewTable): number {
  return table.traits.reduce((sum, { statistics }) => sum + 3 * statistics.byteLength, 0);
}

async function save({ db }: Services, tables: readonly NewTable[]): Promise<void> {
  if (tables.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const { network, table } of tables) await statements.saveTraitTable(tx, network, table);
    await raiseCorpusVersion(tx);
  });
}

/** Computes and stores every table that is missing or outdated; idempotent. */
export async function storeModuleTraits(services: Services, signal: AbortSignal | undefined): Promise<void> {
  const { db } = services;
  // Networks of one data set follow each other.
  let samples: { of: number; rows: SampleAttributes[] } = { of: 0, rows: [] };
  let tables: NewTable[] = [];
  let bytes = 0;
  for (const network of await statements.listNetworksWithoutTraits(db)) {
    const { data_set_id } = network;
    if (samples.of !== data_set_id)
      samples = { of: data_set_id, rows: await listSampleAttributes(db, data_set_id) };
    const modules = await listEigengenesOfNetwork(db, network.id);
    const columns = cellsOfSamples(samples.rows, network.sample_labels);
    const module_rows = Uint32Array.from(modules, ({ version_id }) => version_id);
    const made = {
      network: { ...network, module_rows },
      table: await tabulateTraits(services, { modules, columns }, signal),
    };
    tables.push(made);
    bytes += bytesOf(made);
    if (tables.length >= TABLES_AT_A_TIME || bytes > MAX_BYTES_AT_A_TIME) {
      await save(services, tables);
      tables = [];
      bytes = 0;
    }
  }
  await save(services, tables);
}

/** Adds a job if a table is missing or outdated. Called at every start. */
export async function storeEarlierTraits(db: Db): Promise<void> {
  if ((await statements.listNetworksWithoutTraits(db)).length > 0)
    await addJob(db, 'store_module_traits', TRAITS_JOB);
}
