/** Module-trait tables: stored, or computed in a compute thread, and in the shape of replies. */
import type { ModuleTraits } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { isTechnical } from '@omicon/domain/statistics/modules/module-traits.ts';
import type { TraitKind } from '@omicon/domain/statistics/modules/traits.ts';
import type { Db } from '../../../base/postgres/database.ts';
import type { Services } from '../../../base/services.ts';
import { omiconIdOf } from '../../../records/lists/replies.ts';
import {
  closestTrait,
  figuresOf,
  higherIn,
  listTraitsOfModules,
  type TraitOfModule,
} from '../../../records/network/module-traits.ts';
import { listValueLabels } from '../../../records/sample/value-labels.ts';
import { listValueOrders } from '../../../records/sample/value-orders.ts';
import { unpackF64 } from '../packed.ts';
import {
  type EigengeneRow,
  listEigengenesOfNetwork,
  listModuleNames,
  listSampleTable,
} from '../sql-networks.ts';
import { findTraitTable, type TraitTable } from './sql-traits.ts';

/** Computes the table of a network in a compute thread. */
export async function tabulateTraits(
  { db, computeThreads }: Pick<Services, 'db' | 'computeThreads'>,
  {
    modules,
    columns,
  }: { modules: readonly EigengeneRow[]; columns: ReadonlyMap<string, readonly (string | null)[]> },
  signal?: AbortSignal,
): Promise<TraitTable> {
  const eigengenes = modules.map(({ eigengene }) => unpackF64(eigengene));
  const orders = await listValueOrders(db, columns.keys());
  const { traits, leftOut, cells, order } = await computeThreads.compute(
    'module_traits',
    { eigengenes, columns, orders },
    { signal },
  );
  const figures = (at: number, name: 'p' | 'q') =>
    Float64Array.from(cells, (row) => row[at]?.[name] ?? Number.NaN);
  return {
    traits: traits.map(({ attribute, kind, samples, groups, joined, notNumbers }, at) => ({
      attribute,
      kind,
      n: samples.length,
      groups,
      joined,
      not_numbers: notNumbers,
      statistics: Float64Array.from(cells, (row) => row[at]?.r ?? row[at]?.r2 ?? Number.NaN),
      p_values: figures(at, 'p'),
      q_values: figures(at, 'q'),
    })),
    left_out: leftOut,
    module_order: Uint32Array.from(order),
  };
}

interface Reading {
  services: Services;
  db: Db;
  principal: Principal;
  signal: AbortSignal;
}

interface NetworkOfTraits {
  version_id: number;
  input_data_set_id: number | null;
  sample_labels: readonly string[];
}

/** The stored table, or one computed for this call; without attributes if the caller may not read the data set. */
async function getTraitTable(
  { services, db, principal, signal }: Reading,
  { version_id, input_data_set_id, sample_labels }: NetworkOfTraits,
): Promise<TraitTable> {
  const stored = await findTraitTable(db, principal, version_id);
  if (stored) return stored;
  const [modules, columns] = await Promise.all([
    listEigengenesOfNetwork(db, version_id),
    listSampleTable(db, principal, { data_set_number: input_data_set_id, labels: sample_labels }),
  ]);
  return tabulateTraits(services, { modules, columns }, signal);
}

function toCell(kind: TraitKind, statistic: number, { p, q }: { p: number; q: number }) {
  if (Number.isNaN(q)) return null;
  return { ...figuresOf({ kind, statistic }), p_value: p, q_value: q };
}

function cellsOf({ traits }: TraitTable, module: number) {
  return traits.map(({ kind, statistics, p_values, q_values }) =>
    toCell(kind, statistics[module] ?? Number.NaN, {
      p: p_values[module] ?? Number.NaN,
      q: q_values[module] ?? Number.NaN,
    }),
  );
}

/** Attribute with the largest R2; the first of several. */
function strongestOf({ traits }: TraitTable, cells: ReturnType<typeof cellsOf>): string | null {
  const r2 = cells.map((cell) => cell?.r2 ?? -1);
  const largest = Math.max(-1, ...r2);
  return largest < 0 ? null : (traits[r2.indexOf(largest)]?.attribute ?? null);
}

/** All modules of a network against all sample attributes. */
export async function getModuleTraits(
  reading: Reading,
  network: NetworkOfTraits,
): Promise<Pick<ModuleTraits, 'traits' | 'left_out' | 'modules'>> {
  const [table, modules] = await Promise.all([
    getTraitTable(reading, network),
    listModuleNames(reading.db, network.version_id),
  ]);
  const labels = await listValueLabels(
    reading.db,
    table.traits.map(({ attribute, groups, joined }) => ({
      attribute,
      values: [...groups.map(({ name }) => name), ...joined],
    })),
  );
  return {
    traits: table.traits.map(({ attribute, kind, n, groups, joined, not_numbers }) => ({
      attribute,
      kind,
      is_technical: isTechnical(attribute),
      n,
      groups,
      reference: kind === 'two values' ? (groups[0]?.name ?? null) : null,
      compared: kind === 'two values' ? (groups[1]?.name ?? null) : null,
      joined_as_others: joined,
      not_numbers,
      value_labels: labels.get(attribute) ?? {},
    })),
    left_out: table.left_out,
    modules: Array.from(table.module_order).flatMap((at) => {
      const module = modules[at];
      if (module === undefined) return [];
      const cells = cellsOf(table, at);
      return [
        {
          ...module,
          omicon_id: omiconIdOf('CM', module.id),
          cells,
          strongest: strongestOf(table, cells),
        },
      ];
    }),
  };
}

interface ModuleOfTraits {
  network_version_id: number;
  page: number;
  input_data_set_id: number | null;
  sample_labels: readonly string[];
}

async function listTraitsOfModule(reading: Reading, module: ModuleOfTraits): Promise<TraitOfModule[]> {
  const { network_version_id, page, input_data_set_id, sample_labels } = module;
  const module_index = page - 1;
  const [stored] = await listTraitsOfModules(reading.db, reading.principal, [
    { covariation_network_id: network_version_id, module_index },
  ]);
  if (stored) return stored;
  const table = await getTraitTable(reading, {
    version_id: network_version_id,
    input_data_set_id,
    sample_labels,
  });
  return table.traits.map(({ attribute, kind, n, groups, statistics, p_values, q_values }) => ({
    attribute,
    kind,
    n,
    groups,
    statistic: statistics[module_index] ?? Number.NaN,
    p_value: p_values[module_index] ?? Number.NaN,
    q_value: q_values[module_index] ?? Number.NaN,
  }));
}

/** The sample attribute most strongly associated with the module; null if none is compared. */
export async function findClosestTrait(reading: Reading, module: ModuleOfTraits) {
  if (module.input_data_set_id === null) return null;
  const closest = closestTrait(await listTraitsOfModule(reading, module));
  if (closest === null) return null;
  const { attribute, kind, n, statistic, p_value, q_value } = closest;
  const [higher_in = null] = await higherIn(reading.db, [closest]);
  return { attribute, kind, n, ...figuresOf({ kind, statistic }), p_value, q_value, higher_in };
}
