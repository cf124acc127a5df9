import {
  DEFINITION_NAMES,
  MODULE_DEFINITIONS,
  type ModuleDefinition,
} from '@omicon/domain/records/module-definition.ts';
import type { KmeColumn } from '@omicon/domain/statistics/modules/kme.ts';
import type { FileTree, Read } from '../records.ts';
import { checkColumnNames, eachTableRow } from '../text/csv-rows.ts';
import { isPValue } from '../text/p-value.ts';
import { FileReading, quote, type ReadLog } from '../text/read-log.ts';

/** kME table of one network; vectors have one value per feature. */
export interface KmeTable {
  features: string[];
  /** line of each feature in the file */
  lines: number[];
  /** rows of the members by module and definition, in file order */
  members: Map<string, Map<ModuleDefinition, number[]>>;
  /** by module; null for a partial table, which has no columns per module */
  kme: Map<string, KmeColumn> | null;
}

interface DefinitionColumn {
  at: number;
  name: string;
  definition: ModuleDefinition;
}

interface ModuleColumns {
  module: string;
  kmeAt: number;
  pAt: number;
  kme: number[];
  pValues: number[];
}

/** kME is a correlation; files are rounded to six digits. */
const MAX_KME = 1 + 1e-6;

/**
 * Reads a kME table: information columns, ModSeed, MeanExpr, MeanExprPercentile and the four TopMod columns, then
 * nothing (partial) or a pair of columns for every module (complete). The identifier is in column 2 after Index,
 * otherwise in column 1.
 */
export async function readKmeTable(
  tree: FileTree,
  path: string,
  { modules, log }: { modules: readonly string[]; log: ReadLog },
): Promise<Read<KmeTable>> {
  const file = new FileReading(tree, path, log);
  const table: KmeTable = {
    features: [],
    lines: [],
    members: new Map(modules.map((name) => [name, new Map()])),
    kme: null,
  };
  let definitions: DefinitionColumn[] = [];
  let pairs: ModuleColumns[] = [];
  let identifierAt = 0;
  await eachTableRow(file, {
    header(columns) {
      checkColumnNames(file, columns);
      identifierAt = columns[0]?.toLowerCase() === 'index' ? 1 : 0;
      definitions = findDefinitions(file, columns);
      pairs = findModuleColumns(file, columns, modules);
    },
    row(cells, line) {
      const identifier = (cells[identifierAt] ?? '').trim();
      if (identifier === '') file.wrong(line, identifierAt + 1, 'The feature has no identifier.');
      addMembers(file, { cells, line, row: table.features.length }, { definitions, members: table.members });
      for (const pair of pairs) addKme(file, { cells, line }, pair);
      table.features.push(identifier);
      table.lines.push(line);
    },
  });
  if (pairs.length > 0) {
    table.kme = new Map(
      pairs.map((pair) => [
        pair.module,
        { kme: Float64Array.from(pair.kme), pValues: Float64Array.from(pair.pValues) },
      ]),
    );
  }
  return file.result(table);
}

/** Columns of definitions with a cutoff have it in their names. */
function isColumnOf(definition: ModuleDefinition, column: string): boolean {
  const name = DEFINITION_NAMES[definition].kmeColumn.toLowerCase();
  return (
    column.toLowerCase() === name || (definition !== 'Seed' && column.toLowerCase().startsWith(`${name}_`))
  );
}

function findDefinitions(file: FileReading, columns: string[]): DefinitionColumn[] {
  const found: DefinitionColumn[] = [];
  for (const definition of MODULE_DEFINITIONS) {
    const at = columns.findIndex((name) => isColumnOf(definition, name));
    const name = columns[at];
    if (name !== undefined) found.push({ at, name, definition });
    else if (!definition.startsWith('Neg')) {
      const wanted = definition === 'Seed' ? 'ModSeed' : `TopMod${definition}_...`;
      throw file.refusal(1, wanted, `The column ${quote(wanted)} is missing.`);
    }
  }
  return found;
}

/** The module of a column that is named as an eigengene. */
function moduleOf(column: string): string {
  return column.replace(/^(?:kME)?ME/, '').replace(/\.(?:cor|pval)$/, '');
}

function findModuleColumns(
  file: FileReading,
  columns: string[],
  modules: readonly string[],
): ModuleColumns[] {
  const columnIndexes = new Map(columns.map((name, at) => [name, at]));
  const pairs: ModuleColumns[] = [];
  for (const module of modules) {
    const kmeAt = columnIndexes.get(`kME${module}`) ?? columnIndexes.get(`kME${module}.cor`);
    const pAt = columnIndexes.get(`kME${module}.pval`);
    if (kmeAt !== undefined && pAt !== undefined) pairs.push({ module, kmeAt, pAt, kme: [], pValues: [] });
  }
  const misnamed = columns.find((name) => /^(?:kME)?ME/.test(name) && modules.includes(moduleOf(name)));
  if (misnamed !== undefined && pairs.length < modules.length) {
    const sentence = `The column is named ${misnamed}; the kME of a module is in a column such as kME${moduleOf(misnamed)}.`;
    throw file.refusal(1, misnamed, sentence);
  }
  const isComplete = columns.some((name) => name.startsWith('kME'));
  if (isComplete && pairs.length < modules.length) {
    const missing = modules.find((module) => !pairs.some((pair) => pair.module === module)) ?? '';
    const sentence = `The columns kME${missing} and kME${missing}.pval are required, because other modules have theirs.`;
    throw file.refusal(1, `kME${missing}`, sentence);
  }
  for (const name of columns) {
    const module = /^kME(.+?)(\.cor|\.pval)?$/.exec(name)?.[1];
    if (module !== undefined && !modules.includes(module)) {
      throw file.refusal(1, name, `${quote(module)} is not a module of this network.`);
    }
  }
  return pairs;
}

interface Row {
  cells: string[];
  line: number;
}

interface Membership {
  definitions: DefinitionColumn[];
  members: KmeTable['members'];
}

function addMembers(
  file: FileReading,
  row: Row & { row: number },
  { definitions, members }: Membership,
): void {
  for (const { at, name, definition } of definitions) {
    const module = (row.cells[at] ?? '').trim();
    if (module === '' || module === 'NA') continue;
    const byDefinition = members.get(module);
    if (byDefinition === undefined) {
      file.wrong(row.line, name, `${quote(module)} is not a module of this network.`);
      continue;
    }
    const rows = byDefinition.get(definition);
    if (rows === undefined) byDefinition.set(definition, [row.row]);
    else rows.push(row.row);
  }
}

function addKme(file: FileReading, { cells, line }: Row, pair: ModuleColumns): void {
  const column = `kME${pair.module}`;
  const kme = file.number(cells[pair.kmeAt] ?? '', line, column);
  const pValue = file.number(cells[pair.pAt] ?? '', line, `${column}.pval`);
  if (Math.abs(kme) > MAX_KME) file.wrong(line, column, `The kME ${kme} is outside -1 to 1.`);
  if (!Number.isNaN(pValue) && !isPValue(pValue)) {
    file.wrong(line, `${column}.pval`, `The P value ${pValue} is outside 0 to 1.`);
  }
  pair.kme.push(kme);
  pair.pValues.push(pValue);
}
