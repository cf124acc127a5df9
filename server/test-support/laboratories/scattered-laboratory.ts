/**
 * Four studies whose records get any visibility and any owner, people of every role, and what each of them saved and
 * shared while all of it was public.
 */
import { type CollectedItem, createBasket } from '@omicon/contract/areas/baskets.ts';
import { createConsensus } from '@omicon/contract/areas/consensus.ts';
import { startPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import { createSampleGroup } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { Role } from '@omicon/domain/permissions/permissions.ts';
import { takeIn } from '../intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { type LabFiles, smallResources, widerLaboratory } from './small-laboratory.ts';

export const STUDIES = ['Phillips 2006', 'Sun 2006', 'Gravendeel 2009', 'Lee 2008'] as const;
const ROLES_OF_READERS: readonly Role[] = ['RU', 'RU', 'GU', 'REVIEWER', 'LAB', 'admin'];
export const NUMBER_OF_READERS = ROLES_OF_READERS.length;
/** Roles that read the records of the laboratory, unless an administrator takes the permission away. */
export const LABORATORY_READERS = ['REVIEWER', 'LAB', 'admin'] as const;
/** A collection, three data sets and an analysis of each study. */
export const NUMBER_OF_RECORDS = 5 * STUDIES.length;

const TABLES = ['data_collection', 'data_set', 'analysis'] as const;

/** Who may read one record. */
export interface Access {
  visibility: 'public' | 'private';
  /** index of a reader; null for a record of a person without an account */
  owner: number | null;
}

/** Records and links as the readers know them. */
export interface Known {
  networks: number[];
  modules: number[];
  /** with values */
  dataSets: number[];
  items: CollectedItem[];
  runs: number[];
  /** tokens */
  baskets: string[];
  consensus: string[];
  groups: string[];
  /** the own basket by index of the reader; null for guests */
  basketOf: (number | null)[];
}

export interface ScatteredLaboratory {
  portal: TestPortal;
  readers: Caller[];
  known: Known;
  /** Gives every record its access, and the roles the permission to read those of the laboratory. */
  scatter(access: readonly Access[], laboratoryReaders: readonly Role[]): Promise<void>;
  /** Deletes every record that the reader may not read; of those, data of readable analyses stay. */
  deleteUnreadable(reader: Caller): Promise<void>;
  restoreAll(): Promise<void>;
  /** Removes what the readers have saved since the laboratory was opened. */
  forgetWritten(): Promise<void>;
  /** names of the networks and modules that the reader may read */
  readableNames(reader: Caller): Promise<ReadonlySet<string>>;
}

/** One gene of each study is in no other. */
function filesOf(study: string, at: number): LabFiles {
  const files = widerLaboratory({ study: `${study} GSE${4000 + at}`, accession: `GSE${4000 + at}` });
  const renamed = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? content.replaceAll('P2RY12', `ONLY${at}`) : content,
  ]);
  return Object.fromEntries(renamed);
}

async function importAll(portal: TestPortal): Promise<void> {
  for (const files of [smallResources(), ...STUDIES.map(filesOf)]) {
    const { faults } = await takeIn(portal, files);
    if (faults.length > 0) throw new Error(`A laboratory was refused: ${JSON.stringify(faults)}`);
  }
  await portal.runJobs();
  // Names by which an answer shows what it is about: all four studies have the same otherwise.
  await portal.pool.query(`update covariation_network set name = 'network' || number`);
  await portal.pool.query(`update covariation_module set name = 'module' || number`);
  await portal.pool.query('update corpus_version set number = number + 1');
}

async function numbersOf(portal: TestPortal, statement: string): Promise<number[]> {
  const { rows } = await portal.pool.query<{ number: number }>(statement);
  return rows.map(({ number }) => number);
}

async function listRecords(portal: TestPortal) {
  const networks = await numbersOf(portal, 'select number from covariation_network order by number');
  const modules = await numbersOf(portal, 'select number from covariation_module order by number');
  const dataSets = await numbersOf(
    portal,
    `select number from data_set where ds_version in ('A.1', 'A.1.1') order by ds_version desc, number`,
  );
  const { rows: samples } = await portal.pool.query<{ record_number: number; name: string }>(
    `select c.number as record_number, s.label as name from sample s join data_collection c on c.id = s.owner_id
      where s.owner_type = 'dc' and s.sample_index < 2 order by 1, 2`,
  );
  const items: CollectedItem[] = [
    ...modules.map((record_number) => ({ kind: 'module' as const, record_number })),
    ...samples.map((sample) => ({ kind: 'sample' as const, ...sample })),
    ...STUDIES.map((_, at) => ({ kind: 'gene' as const, name: `ONLY${at}` })),
  ];
  return { networks, modules, dataSets, items };
}

/** Everybody but the guest saves everything there is, and tests a network. */
async function saveEverything(portal: TestPortal, readers: readonly Caller[]): Promise<Known> {
  const known: Known = {
    ...(await listRecords(portal)),
    ...{ runs: [], baskets: [], consensus: [], groups: [], basketOf: [] },
  };
  const name = 'Everything';
  for (const [at, as] of readers.entries()) {
    if (as.role === 'GU') {
      known.basketOf.push(null);
      continue;
    }
    const basket = await portal.call(createBasket, { as, body: { name, items: known.items } });
    known.basketOf.push(basket.reply.id);
    known.baskets.push(basket.reply.share_token);
    const body = { name, modules: known.modules };
    known.consensus.push((await portal.call(createConsensus, { as, body })).reply.share_token);
    // Not the one in which the network below was found, so that each can be unreadable alone.
    const id = known.dataSets[at + 1] ?? 0;
    const group = { params: { id }, body: { name, samples: ['GSM96950'] } };
    known.groups.push((await portal.call(createSampleGroup, { as, ...group })).reply.share_token);
    const network = known.networks[at % known.networks.length] ?? 0;
    const test = { params: { id: network }, body: { data_set_id: id, random_sets: 20 } };
    known.runs.push((await portal.call(startPreservationRun, { as, ...test })).reply.id);
  }
  await portal.runJobs();
  return known;
}

type Run = TestPortal['pool']['query'];

/** Whether the reader `$1` may read a row; `$2`: reads the laboratory. */
const READABLE = `(visibility = 'public' or owner_id is not distinct from $1::int or $2::boolean)`;

/** Search threads read the records again. */
const forgetCaches = (run: Run) => run('update corpus_version set number = number + 1');

async function setReaders(run: Run, roles: readonly Role[]): Promise<void> {
  await run(`delete from role_permission where permission = 'LAB_RECORDS_VIEW'`);
  await run(`insert into role_permission (role, permission) select unnest($1::text[]), 'LAB_RECORDS_VIEW'`, [
    roles,
  ]);
}

async function deleteUnreadable(run: Run, reader: readonly unknown[]): Promise<void> {
  const remove = (table: string, unlessUsed = '') =>
    run(`update ${table} x set deleted_at = now() where not ${READABLE} ${unlessUsed}`, [...reader]);
  const unused = (table: string, condition: string) =>
    `and not exists (select 1 from ${table} u where ${condition} and u.deleted_at is null)`;
  await remove('analysis');
  await remove('data_set', unused('analysis', 'u.input_data_set_number = x.number'));
  await remove('data_collection', unused('data_set', 'u.data_collection_number = x.number'));
}

/** Names of the networks and modules that a reader may read. */
async function listReadableNames(run: Run, reader: readonly unknown[]): Promise<ReadonlySet<string>> {
  const { rows } = await run(
    `with n as (select n.id, n.name from covariation_network n join analysis a on a.id = n.analysis_id
                 where ${READABLE})
     select name from n
     union all select m.name from covariation_module m join n on n.id = m.covariation_network_id`,
    [...reader],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Removes what is not among the saved. */
async function forgetWritten(run: Run, known: Known, lastItem: number): Promise<void> {
  await run('delete from basket where share_token <> all($1)', [known.baskets]);
  await run('delete from basket_item where id > $1', [lastItem]);
  await run('delete from consensus where share_token <> all($1)', [known.consensus]);
  await run('delete from sample_group where share_token <> all($1)', [known.groups]);
  await run('delete from preservation_run where id <> all($1)', [known.runs]);
}

async function listAccessed(run: Run): Promise<{ table: string; id: number }[]> {
  const records: { table: string; id: number }[] = [];
  for (const table of TABLES) {
    const { rows } = await run(`select id from ${table} order by id`);
    records.push(...rows.map(({ id }) => ({ table, id })));
  }
  if (records.length !== NUMBER_OF_RECORDS) throw new Error(`There are ${records.length} records.`);
  return records;
}

export async function openScatteredLaboratory(): Promise<ScatteredLaboratory> {
  const portal = await openTestPortal();
  const run: Run = portal.pool.query.bind(portal.pool);
  await importAll(portal);
  const readers: Caller[] = [];
  for (const role of ROLES_OF_READERS) readers.push(await portal.signInAs(role));
  const known = await saveEverything(portal, readers);
  const records = await listAccessed(run);
  const [{ last } = { last: 0 }] = (await run('select max(id) as last from basket_item')).rows;
  let readingRoles: readonly Role[] = LABORATORY_READERS;
  const valuesOf = ({ person_id, role }: Caller) => [person_id, readingRoles.includes(role)];
  return {
    portal,
    readers,
    known,
    async scatter(access, laboratoryReaders) {
      for (const [at, { table, id }] of records.entries()) {
        const { visibility, owner } = access[at] ?? { visibility: 'public', owner: null };
        const owner_id = owner === null ? null : (readers[owner]?.person_id ?? null);
        const values = [visibility, owner_id, id];
        await run(`update ${table} set visibility = $1, owner_id = $2 where id = $3`, values);
      }
      readingRoles = laboratoryReaders;
      await setReaders(run, laboratoryReaders);
      await forgetCaches(run);
    },
    async deleteUnreadable(reader) {
      await deleteUnreadable(run, valuesOf(reader));
      await forgetCaches(run);
    },
    async restoreAll() {
      for (const table of TABLES) await run(`update ${table} set deleted_at = null`);
      await forgetCaches(run);
    },
    forgetWritten: () => forgetWritten(run, known, last),
    readableNames: (reader) => listReadableNames(run, valuesOf(reader)),
  };
}
