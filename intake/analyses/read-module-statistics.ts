import type { FileTree, Read } from '../records.ts';
import { checkColumnNames, eachTableRow, findColumns } from '../text/csv-rows.ts';
import { FileReading, quote, type ReadLog } from '../text/read-log.ts';

/** Statistics by module name, then by column name. */
export type ModuleStatistics = Map<string, Map<string, number | null>>;

/** R writes infinite ratios as `Inf`; they become null, because neither the database nor plots can use them. */
const INFINITE = new Set(['Inf', '-Inf']);

/** Reads Module_statistics: a row per module of the network, a column per statistic. */
export async function readModuleStatistics(
  tree: FileTree,
  path: string,
  { modules, log }: { modules: readonly string[]; log: ReadLog },
): Promise<Read<ModuleStatistics>> {
  const file = new FileReading(tree, path, log);
  const statistics: ModuleStatistics = new Map();
  const known = new Set(modules);
  let columns: string[] = [];
  let moduleAt = 0;
  await eachTableRow(file, {
    header(names) {
      checkColumnNames(file, names);
      moduleAt = findColumns(file, names, ['Module']).get('Module') ?? 0;
      columns = names;
    },
    row(cells, line) {
      const module = (cells[moduleAt] ?? '').trim();
      if (!known.has(module)) file.wrong(line, 'Module', `${quote(module)} is not a module of this network.`);
      else if (statistics.has(module))
        file.wrong(line, 'Module', `The module ${quote(module)} appears twice.`);
      statistics.set(module, readRow(file, { cells, line, columns, moduleAt }));
    },
  });
  if (file.isFaultless) {
    for (const module of modules) {
      if (!statistics.has(module)) file.wrong(null, 'Module', `The module ${quote(module)} has no row.`);
    }
  }
  return file.result(statistics);
}

interface StatisticsRow {
  cells: string[];
  line: number;
  columns: string[];
  moduleAt: number;
}

function readRow(file: FileReading, row: StatisticsRow): Map<string, number | null> {
  const values = new Map<string, number | null>();
  for (const [at, column] of row.columns.entries()) {
    if (at === row.moduleAt) continue;
    const cell = (row.cells[at] ?? '').trim();
    const value = INFINITE.has(cell) ? Number.NaN : file.number(cell, row.line, column);
    values.set(column, Number.isNaN(value) ? null : value);
  }
  return values;
}
