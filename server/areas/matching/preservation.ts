/** Preservation of a module in another data set, in a compute thread. */

import { createHash } from 'node:crypto';
import {
  getPreservation,
  type Organisms,
  type ModulePreservation as PreservationReply,
} from '@omicon/contract/areas/matching.ts';
import { i32At } from '@omicon/domain/arrays/number-at.ts';
import { objectOf } from '@omicon/domain/objects/known-keys.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import {
  PRESERVATION_STATISTICS,
  type SevenStatistics,
} from '@omicon/domain/statistics/preservation/preservation.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { serveInThread } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import type { PreservedModule, PreserveModulesRequest } from '../../compute/kinds/preserve-modules.ts';
import { mapFeatureList, readFeatureList } from '../../records/data-set/feature-lists.ts';
import {
  getMeasuredDataSet,
  type MeasuredDataSet,
  storedValuesOf,
} from '../../records/data-set/measured-data-set.ts';
import { compareOrganisms, mapByOrthologues, type OtherOrganisms } from '../../records/gene/orthologues.ts';
import { moduleLinkOf } from '../../records/lists/replies.ts';
import { readMembers } from './common-samples.ts';
import * as statements from './sql.ts';

/** The same module, data set and number of sets have the same random sets, so a link shows the same numbers. */
export function seedOf(module: number, data_set: number, randomSets: number): number {
  return createHash('sha256').update(`${module} ${data_set} ${randomSets}`).digest().readUInt32LE(0);
}

export interface Prepared {
  discovery: MeasuredDataSet;
  test: MeasuredDataSet;
  /** null if both data sets are of one organism, or one of them names none */
  organisms: OtherOrganisms | null;
  request: Omit<PreserveModulesRequest, 'modules' | 'permutations'>;
  /** rows of the discovery matrix by index in the feature list of the network; -1 where absent */
  rowsOfNetwork: Int32Array;
}

function nothingShared(
  discovery: MeasuredDataSet,
  test: MeasuredDataSet,
  organisms: OtherOrganisms | null,
): PortalError {
  const otherwise = `${test.title} names its features otherwise: none is also in ${discovery.title}.`;
  if (organisms === null) return new PortalError('invalid_input', otherwise);
  const { own, other, table } = organisms;
  const of = `${discovery.title} is of ${own}, ${test.title} of ${other}`;
  const why =
    table === null
      ? 'and no table of orthologues leads from one to the other.'
      : `and no gene of the table ${table.name} is a feature of both. Features must be named by symbols.`;
  return new PortalError('invalid_input', `${of}, ${why}`);
}

/** Of every feature of the list `from` its row in the list `to`; -1 where it is not measured. */
type MapRows = (lists: { from: number; to: number }) => Promise<Int32Array>;

/**
 * Where the values of a network and of a data set are, and which rows are the same features.
 * @param mapRows of data sets of one organism; by default features of the same name
 */
export async function prepare(
  db: Db,
  principal: Principal,
  { network, data_set }: { network: statements.NetworkRow; data_set: number },
  mapRows: MapRows = (lists) => mapFeatureList(db, lists),
): Promise<Prepared> {
  const discovery = await getMeasuredDataSet(db, principal, network.data_set_number);
  const test = await getMeasuredDataSet(db, principal, data_set);
  const organisms = await compareOrganisms(db, discovery, test);
  const from = discovery.feature_list_id;
  const lists = { from, to: test.feature_list_id };
  const testRows =
    organisms === null || organisms.table === null
      ? await mapRows(lists)
      : await mapByOrthologues(db, lists, organisms.table);
  const shared = Array.from(testRows.keys()).filter((row) => (testRows[row] ?? -1) >= 0);
  if (shared.length === 0) throw nothingShared(discovery, test, organisms);
  const columns = new Map(discovery.sample_labels.map((label, column) => [label, column]));
  const samples = network.sample_labels.map((label) => columns.get(label) ?? -1);
  if (samples.includes(-1))
    throw new PortalError('invalid_input', 'The samples of the network have changed in its data set.');
  const rowsOfNetwork =
    network.feature_list_id === null
      ? new Int32Array(0)
      : await mapFeatureList(db, { from: network.feature_list_id, to: from });
  return {
    discovery,
    test,
    organisms,
    rowsOfNetwork,
    request: {
      discovery: storedValuesOf(discovery),
      samples: Uint32Array.from(samples),
      test: storedValuesOf(test),
      discoveryRows: Uint32Array.from(shared),
      testRows: Uint32Array.from(shared, (row) => i32At(testRows, row)),
    },
  };
}

/** Rows of the discovery matrix that a module contains. */
export function membersOf({ rowsOfNetwork }: Prepared, module: statements.ModuleRow): Uint32Array {
  const rows = Array.from(readMembers(module), (index) => rowsOfNetwork[index] ?? -1);
  return Uint32Array.from(rows.filter((row) => row >= 0));
}

export function toOrganisms(organisms: OtherOrganisms | null): Organisms | null {
  return organisms && { ...organisms, table: organisms.table?.name ?? null };
}

function toSeven(statistics: SevenStatistics) {
  return objectOf(PRESERVATION_STATISTICS, (name) => orNull(statistics[name]));
}

function toTested(
  members: number,
  seed: number,
  { present, preservation }: Pick<PreservedModule, 'present' | 'preservation'>,
): Omit<PreservationReply, 'module'> {
  return {
    members,
    present,
    preservation:
      preservation === null
        ? null
        : {
            observed: toSeven(preservation.observed),
            p_value: toSeven(preservation.p),
            z: toSeven(preservation.z),
            summary_z: orNull(preservation.summaryZ),
            random_sets: preservation.permutations,
            seed,
          },
  };
}

export function toPreservation(
  module: statements.ModuleRow,
  seed: number,
  found: Pick<PreservedModule, 'present' | 'preservation'>,
): PreservationReply {
  const members = module.members === null ? 0 : module.members.length / 4;
  return { module: moduleLinkOf(module), ...toTested(members, seed, found) };
}

/**
 * Tests one set of features.
 * @param members rows of the discovery matrix
 * @param all number of members, with those that the discovery data set does not measure
 */
export async function testMembers(
  { db, services, signal }: { db: Db; services: Services; signal: AbortSignal },
  prepared: Prepared,
  {
    members,
    all,
    seed,
    random_sets,
  }: { members: Uint32Array; all: number; seed: number; random_sets: number },
) {
  const { common, modules } = await services.computeThreads.compute(
    'preservation',
    { ...prepared.request, permutations: random_sets, modules: [{ members, seed }] },
    { signal },
  );
  const [found] = modules;
  if (found === undefined) throw new Error('A computation of one module has no result.');
  const names = await readFeatureList(db, prepared.discovery.feature_list_id);
  const { strongest } = found;
  return {
    ...toTested(all, seed, found),
    organisms: toOrganisms(prepared.organisms),
    common_features: common,
    features: [...strongest.rows].map((row) => names[row] ?? ''),
    correlations: strongest.correlations.map((row) => [...row]),
    test_correlations: strongest.testCorrelations.map((row) => [...row]),
    contributions: [...strongest.contributions],
    test_contributions: [...strongest.testContributions],
  };
}

export const preservationRoutes = [
  serveInThread(getPreservation, async ({ db, principal, params, query, services, signal }) => {
    const network = await statements.findNetworkOfModule(db, principal, params.id);
    if (network === undefined) throw notFound('module');
    const definition = SEARCHED_DEFINITIONS.indexOf(query.definition);
    const modules = await statements.listModulesOfNetwork(db, network.id, definition);
    const module = modules.find(({ number }) => number === params.id);
    if (module === undefined) throw notFound('module');
    const prepared = await prepare(db, principal, { network, data_set: params.data_set_id });
    const seed = seedOf(params.id, params.data_set_id, query.random_sets);
    return {
      ...(await testMembers({ db, services, signal }, prepared, {
        members: membersOf(prepared, module),
        all: module.members === null ? 0 : module.members.length / 4,
        ...{ seed, random_sets: query.random_sets },
      })),
      module: moduleLinkOf(module),
      data_set: { id: params.data_set_id, title: prepared.test.title },
    };
  }),
];
