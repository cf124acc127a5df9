/** Preservation of whole networks. Table preservation_run; its other statements are those of every run. */
import type { ModulePreservation, Organisms } from '@omicon/contract/areas/matching.ts';
import { PRESERVATION_NEWS } from '@omicon/contract/areas/notifications.ts';
import { MAX_PRESERVATION_RUNS } from '@omicon/contract/areas/runs/preservation-runs.ts';
import type { RunState } from '@omicon/contract/base/run.ts';
import { sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import type { ShownKind } from '../../records/run/kind.ts';
import type { RunRow } from '../../records/run/sql.ts';
import { notifyOfRun } from '../notifications/notify.ts';

export interface RunResult {
  common_features: number;
  /** modules that are done, in the order of the network */
  modules: ModulePreservation[];
  /** null if both data sets are of one organism; absent in results of before there were orthologues */
  organisms?: Organisms | null;
}

interface RunColumns {
  network_number: number;
  network_name: string;
  analysis_number: number;
  network_data_set: string;
  data_set_number: number;
  data_set_title: string;
  definition: number;
  random_sets: number;
  state: RunState;
  done: number;
  total: number;
  /** since it was started */
  seconds: number;
}

export type PreservationRow = RunRow & RunColumns;

export const preservationRuns: ShownKind<RunColumns> = {
  table: 'preservation_run',
  name: 'preservation',
  job: 'preserve_network',
  sameBy: ['network_number', 'data_set_number', 'definition', 'random_sets'],
  most: MAX_PRESERVATION_RUNS,
  retryAfterSeconds: 60,
  noun: 'test',
  tooMany: 'Two of your tests are running. Wait until one has ended, or cancel one.',
  failed: 'The test could not be finished. Please start it again.',
  unreadable: 'The network or the data set is no longer there, or you may no longer read it.',
  // The names of network and data set are read together with the notification, by what its reader may read then.
  tell: (tx, run, news) => notifyOfRun(tx, run, { type: PRESERVATION_NEWS, Description: '', ...news }),
  columns: sql`r.network_number, n.name as network_name, a.number as analysis_number, a.input_data_set as network_data_set,
    r.data_set_number, d.title || ' ' || d.ds_version as data_set_title, r.definition, r.random_sets, r.state, r.done,
    r.total, extract(epoch from now() - r.created_at)::float8 as seconds`,
  // Its network, with its own data set, and its data set.
  readableBy: (principal) => sql`join covariation_network n on n.number = r.network_number
    join analysis a on a.id = n.analysis_id and ${readableNow(principal, 'a')}
    join data_set x on x.number = a.input_data_set_number and ${readableNow(principal, 'x')}
    join data_set d on d.number = r.data_set_number and ${readableNow(principal, 'd')}`,
};

/** The modules done so far. */
export const RESULT = sql<{ result: RunResult | null }>`r.result`;

export interface StartedColumns {
  network_number: number;
  data_set_number: number;
  definition: number;
  random_sets: number;
  network_id: number | null;
  data_set_id: number | null;
  result: RunResult | null;
}

export const STARTED = sql<StartedColumns>`
  r.network_number, r.data_set_number, r.definition, r.random_sets, r.network_id, r.data_set_id, r.result`;
