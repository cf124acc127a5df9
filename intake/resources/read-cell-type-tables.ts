import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { CellType } from '../records.ts';
import { checkColumnNames, eachTableRow, findColumns } from '../text/csv-rows.ts';
import { type FileReading, quote } from '../text/read-log.ts';
import { mangledSymbolOf } from '../text/spreadsheet-dates.ts';

const MAX_TYPES = 2000;
const MAX_GENES = 200_000;
/** Values of all tables of a reference, 192 MB: 24,000 genes in 330 types, with variances and percentages. */
const MAX_VALUES = 24_000_000;
const MAX_NAME = 200;
const MAX_CELLS = 2_147_483_647;
const ONTOLOGY_ID = /^[A-Za-z]{2,20}:\d{1,12}$/;

/** Values of genes by cell type, as in the file; NaN where missing. */
export interface TypeTable {
  types: string[];
  genes: string[];
  /** line of each gene */
  lines: number[];
  rows: Float64Array[];
}

/** What the values of a table must be. */
interface ValueRule {
  /** as in `A mean` */
  what: string;
  most: number;
}

export const TABLE_RULES = {
  means: { what: 'A mean', most: Number.POSITIVE_INFINITY },
  variances: { what: 'A variance', most: Number.POSITIVE_INFINITY },
  percents: { what: 'A percentage', most: 100 },
} as const satisfies Record<string, ValueRule>;

function checkTypes(file: FileReading, columns: string[]): void {
  checkColumnNames(file, columns);
  const types = columns.length - 1;
  if (types < 2) {
    const sentence = `The table has ${countOf(Math.max(types, 0), 'cell type')}; a reference needs two or more.`;
    throw file.refusal(1, null, sentence);
  }
  if (types > MAX_TYPES)
    throw file.refusal(1, null, `The table has ${countOf(types, 'cell type')}; ${MAX_TYPES} are the most.`);
  const long = columns.find((name) => name.length > MAX_NAME);
  if (long !== undefined)
    throw file.refusal(1, null, `The name of the type ${quote(long)} is longer than ${MAX_NAME} characters.`);
}

/** What the tables of a reference share. */
export interface TablesReading {
  /** whether genes are named by symbols, which spreadsheets make dates of */
  isOfSymbols: boolean;
  /** values read so far, of all tables */
  values: number;
}

/** @throws IntakeRefusal if there are more genes or values than a reference may have */
function countRow(file: FileReading, line: number, table: TypeTable, shared: TablesReading): void {
  shared.values += table.types.length;
  if (shared.values > MAX_VALUES)
    throw file.refusal(
      line,
      null,
      `The tables of a reference have at most ${countOf(MAX_VALUES, 'value')}; leave out genes or types.`,
    );
  if (table.genes.length >= MAX_GENES)
    throw file.refusal(line, null, `The table has more than ${countOf(MAX_GENES, 'gene')}.`);
}

/** Reads a table with genes in the first column and a cell type in each of the others. */
export async function readTypeTable(
  file: FileReading,
  rule: ValueRule,
  shared: TablesReading,
): Promise<TypeTable> {
  const table: TypeTable = { types: [], genes: [], lines: [], rows: [] };
  const lineOf = new Map<string, number>();
  const checkedValue = (cell: string, line: number, type: string): number => {
    const value = file.number(cell, line, type);
    if (value < 0) file.wrong(line, type, `${rule.what} cannot be below 0; this one is ${value}.`);
    if (value > rule.most)
      file.wrong(line, type, `${rule.what} is at most ${rule.most}; this one is ${value}.`);
    return value;
  };
  await eachTableRow(file, {
    header(columns) {
      checkTypes(file, columns);
      table.types = columns.slice(1);
    },
    row([cell = '', ...cells], line) {
      const gene = cell.trim();
      const before = lineOf.get(gene);
      const mangled = shared.isOfSymbols ? mangledSymbolOf(gene) : null;
      if (gene === '' || gene === 'NA') file.wrong(line, 1, 'The row has no gene.');
      else if (gene.length > MAX_NAME)
        file.wrong(line, 1, `The name of the gene ${quote(gene)} is longer than ${MAX_NAME} characters.`);
      else if (mangled !== null) file.wrong(line, 1, mangled);
      else if (before !== undefined)
        file.wrong(line, 1, `The gene ${quote(gene)} appears twice; it is also in line ${before}.`);
      lineOf.set(gene, line);
      countRow(file, line, table, shared);
      table.genes.push(gene);
      table.lines.push(line);
      table.rows.push(
        Float64Array.from(cells, (value, at) => checkedValue(value, line, table.types[at] ?? '')),
      );
    },
  });
  if (table.genes.length === 0 && file.isFaultless) file.wrong(null, null, 'The table has no genes.');
  return table;
}

/** Puts the rows and columns of a table in the order of the means; null with faults if genes or types differ. */
export function alignTable(file: FileReading, table: TypeTable, means: TypeTable): Float64Array | null {
  if (!file.isFaultless) return null;
  const columnOf = new Map(table.types.map((type, column) => [type, column]));
  const rowOf = new Map(table.genes.map((gene, row) => [gene, row]));
  const differing = [
    ...differencesOf('cell type', means.types, columnOf),
    ...differencesOf('gene', means.genes, rowOf),
  ];
  for (const { sentence, name } of differing) {
    const row = rowOf.get(name);
    file.wrong(row === undefined ? null : (table.lines[row] ?? null), null, sentence);
  }
  if (differing.length > 0) return null;
  const columns = means.types.map((type) => columnOf.get(type) ?? 0);
  const values = new Float64Array(means.genes.length * columns.length);
  for (const [at, gene] of means.genes.entries()) {
    const row = table.rows[rowOf.get(gene) ?? 0] ?? new Float64Array(0);
    for (const [to, from] of columns.entries()) values[at * columns.length + to] = numberAt(row, from);
  }
  return values;
}

/** One sentence for each direction in which names differ, with the first name. */
function differencesOf(
  what: string,
  expected: readonly string[],
  found: ReadonlyMap<string, number>,
): { sentence: string; name: string }[] {
  const known = new Set(expected);
  const missing = expected.filter((name) => !found.has(name));
  const added = [...found.keys()].filter((name) => !known.has(name));
  const tell = (names: readonly string[], sentence: (which: string) => string) => {
    const [name] = names;
    if (name === undefined) return [];
    const others = names.length === 1 ? '' : ` and ${names.length - 1} more`;
    return [{ name, sentence: sentence(`the ${what} ${quote(name)}${others}`) }];
  };
  return [
    ...tell(missing, (which) => `The means have ${which}, this table does not.`),
    ...tell(added, (which) => `This table has ${which}, the means do not.`),
  ];
}

/** Reads the number of cells of each type, with its term of the Cell Ontology and its type of the level before. */
export async function readTypeCells(file: FileReading): Promise<Map<string, CellType & { line: number }>> {
  const types = new Map<string, CellType & { line: number }>();
  let columnOf = new Map<string, number>();
  const cellOf = (cells: readonly string[], column: string) => cells[columnOf.get(column) ?? -1] ?? '';
  await eachTableRow(file, {
    header(columns) {
      checkColumnNames(file, columns);
      findColumns(file, columns, ['Cell type', 'Cells']);
      columnOf = new Map(columns.map((column, at) => [column.toLowerCase(), at]));
    },
    row(cells, line) {
      const name = cellOf(cells, 'cell type').trim();
      if (name === '') file.wrong(line, 'Cell type', 'The row has no cell type.');
      if (types.has(name)) file.wrong(line, 'Cell type', `The cell type ${quote(name)} appears twice.`);
      const count = file.number(cellOf(cells, 'cells'), line, 'Cells');
      if (Number.isNaN(count) || count === 0)
        file.wrong(line, 'Cells', `The cell type ${quote(name)} has no cells; leave it out of all tables.`);
      else if (!Number.isInteger(count) || count < 0 || count > MAX_CELLS)
        file.wrong(line, 'Cells', `${count} is not a number of cells.`);
      const id = file.text(cellOf(cells, 'ontology id'))?.replace('_', ':') ?? null;
      if (id !== null && !ONTOLOGY_ID.test(id))
        file.wrong(line, 'Ontology ID', `${quote(id)} is not the id of a term, such as CL:0000540.`);
      const parent = file.text(cellOf(cells, 'parent'));
      types.set(name, { name, cells: count, ontology_id: id, parent, line });
    },
  });
  return types;
}
