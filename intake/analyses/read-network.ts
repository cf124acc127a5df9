import { formatCount } from '@omicon/domain/records/count-of.ts';
import type { ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import type { FileTree, ModuleRecord, NetworkPaths, NetworkRecord, Read } from '../records.ts';
import { FileReading, ReadLog } from '../text/read-log.ts';
import { type Eigengenes, readEigengenes } from './read-eigengenes.ts';
import { type KmeTable, readKmeTable } from './read-kme-table.ts';
import { type ModuleStatistics, readModuleStatistics } from './read-module-statistics.ts';

/**
 * Reads a covariation network with its modules. An empty folder gives a record without samples, features and modules.
 */
export async function readNetwork(
  tree: FileTree,
  paths: NetworkPaths,
  log = new ReadLog(),
): Promise<Read<NetworkRecord>> {
  const { name, parameters } = paths;
  const empty: NetworkRecord = {
    name,
    parameters,
    sampleLabels: [],
    features: [],
    featureLines: [],
    modules: [],
  };
  if (paths.isEmpty) return { record: empty, faults: [], emptied: 0 };
  const { eigengenes, kmeTable, statistics } = paths;
  if (eigengenes === null || kmeTable === null || statistics === null) {
    // The plan has already reported the missing file with its expected path.
    return { record: null, faults: log.faults(), emptied: 0 };
  }
  const before = log.count;
  const readModules = await readEigengenes(tree, eigengenes, log);
  const modules = readModules.record;
  if (modules === null) return { record: null, faults: log.faults(), emptied: readModules.emptied };
  const moduleNames = modules.modules.map((module) => module.name);
  if (await arePrefixed(tree, statistics, moduleNames)) {
    const [first = ''] = moduleNames;
    const sentence = `The eigengenes are named ${first} and so on, the modules ${first.slice(2)}; remove ME from the names of the columns.`;
    new FileReading(tree, eigengenes, log).wrong(1, first, sentence);
    return { record: null, faults: log.faults(), emptied: readModules.emptied };
  }
  const readStatistics = await readModuleStatistics(tree, statistics, { modules: moduleNames, log });
  const readKme = await readKmeTable(tree, kmeTable, { modules: moduleNames, log });
  const emptied = readModules.emptied + readStatistics.emptied + readKme.emptied;
  if (readKme.record !== null) checkFeatureCount(new FileReading(tree, kmeTable, log), paths, readKme.record);
  if (readStatistics.record === null || readKme.record === null || log.count > before) {
    return { record: null, faults: log.faults(), emptied };
  }
  const { sampleLabels } = modules;
  const { features, lines: featureLines } = readKme.record;
  const parts = { eigengenes: modules, statistics: readStatistics.record, kmeTable: readKme.record };
  return {
    record: { name, parameters, sampleLabels, features, featureLines, modules: joinModules(parts) },
    faults: [],
    emptied,
  };
}

/** Whether the statistics have the names of all eigengenes without ME, which WGCNA adds: MEturquoise for turquoise. */
async function arePrefixed(tree: FileTree, statistics: string, names: readonly string[]): Promise<boolean> {
  if (!names.every((name) => /^ME./.test(name))) return false;
  const modules = names.map((name) => name.slice(2));
  const { record } = await readModuleStatistics(tree, statistics, { modules, log: new ReadLog() });
  return record !== null;
}

function checkFeatureCount(file: FileReading, paths: NetworkPaths, table: KmeTable): void {
  const expected = paths.parameters.feature_count;
  if (expected === null || expected === table.features.length) return;
  file.wrong(
    null,
    null,
    `The table holds ${formatCount(table.features.length)} features, the folder name says ${formatCount(expected)}.`,
  );
}

interface NetworkParts {
  eigengenes: Eigengenes;
  statistics: ModuleStatistics;
  kmeTable: KmeTable;
}

function joinModules({ eigengenes, statistics, kmeTable }: NetworkParts): ModuleRecord[] {
  return eigengenes.modules.map(({ name, values }, index) => {
    const column = kmeTable.kme?.get(name) ?? null;
    const members = new Map<ModuleDefinition, Uint32Array>();
    for (const [definition, rows] of kmeTable.members.get(name) ?? []) {
      members.set(definition, orderMembers(rows, column?.kme ?? null, definition.startsWith('Neg')));
    }
    return {
      name,
      page: index + 1,
      statistics: statistics.get(name) ?? new Map(),
      eigengene: values,
      members,
      kme: column,
    };
  });
}

/** Sorts by kME, highest first, or lowest first for a negative definition; ties keep the file order, NA comes last. */
function orderMembers(rows: number[], kme: Float64Array | null, isNegative: boolean): Uint32Array {
  if (kme === null) return Uint32Array.from(rows);
  const rank = (row: number): number => {
    const value = kme[row] ?? Number.NaN;
    if (Number.isNaN(value)) return Number.POSITIVE_INFINITY;
    return isNegative ? value : -value;
  };
  return Uint32Array.from(rows.toSorted((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b))));
}
