/** What tables of one upload are: values, samples, or features; by their cells, their sizes and their names. */
import { baseName } from './study-parts.ts';
import type { FoundTable } from './table-layout.ts';

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;
const MISSING = /^(?:|na|n\/a|nan|null|none|-|\.|unknown|not available)$/i;
const SHEET_NAME = /sample|pheno|clinical|meta_?data|attribute|coldata|patient|design|targets|survival/i;
const FEATURE_NAME =
  /(?:gene|feature|probe|row|platform)s?[._ -]?(?:annot|meta|data|info|attr)|rowdata|fdata|annotation/i;

/** Fewer rows may be samples; of the first 300 lines, most tables of features fill these. */
const ROWS_OF_FEATURES = 250;
/** Columns of numbers before words describe samples only among the first columns. */
const MOST_SAMPLE_COLUMNS = 50;

export interface DescribedTable extends FoundTable {
  file: string;
  /** by column, whether nine of ten values that are there are numbers */
  isNumber: boolean[];
  /** columns of numbers without the first column */
  numbers: number;
  /** of the columns without the first, the share of numbers */
  numberShare: number;
}

export interface SortedTables {
  /** the one with most values first */
  values: DescribedTable[];
  /** the one with most names of the first table of values first */
  samples: { table: DescribedTable; labelColumn: string | null }[];
  features: DescribedTable[];
}

export function describeTable(found: FoundTable): DescribedTable {
  const columns = found.layout.columns.length;
  const isNumber = Array.from({ length: columns }, (_, at) => isNumberColumn(found.rows, at));
  const numbers = isNumber.slice(1).filter(Boolean).length;
  return {
    ...found,
    file: found.layout.text.name,
    isNumber,
    numbers,
    numberShare: numbers / Math.max(1, columns - 1),
  };
}

function isNumberColumn(rows: readonly string[][], at: number): boolean {
  let there = 0;
  let numbers = 0;
  for (const row of rows) {
    const cell = (row[at] ?? '').trim();
    if (MISSING.test(cell)) continue;
    there += 1;
    if (cell.length <= 60 && NUMBER.test(cell)) numbers += 1;
  }
  return there > 0 && numbers >= 0.9 * there;
}

/** Every table is in one of the lists. A single table is one of values. */
export function sortTables(tables: readonly DescribedTable[]): SortedTables {
  const bySize = [...tables].sort((a, b) => valuesIn(b) - valuesIn(a));
  const plausible = bySize.filter((table) => table.numbers >= 2 && table.numberShare >= 0.5);
  const unnamed = plausible.filter(
    ({ file }) => !SHEET_NAME.test(baseName(file)) && !FEATURE_NAME.test(baseName(file)),
  );
  const chosen = [unnamed, plausible, bySize].find((list) => list.length > 0) ?? [];
  const [main] = chosen;
  if (main === undefined) return { values: [], samples: [], features: [] };
  const names = namesOf(main);
  const values = chosen.filter(
    (table) => table === main || (plausible.includes(table) && !describes(table, main)),
  );
  const others = bySize.filter((table) => !values.includes(table));
  const features = others.filter((table) => isOfFeatures(table, main, names));
  const samples = others
    .filter((table) => !features.includes(table))
    .map((table) => ({ table, ...labelOf(table, names) }))
    .sort((a, b) => b.share - a.share || Number(isNamedSheet(b.table)) - Number(isNamedSheet(a.table)));
  return {
    values,
    samples: samples.map(({ table, column, share }) => ({
      table,
      labelColumn: share >= 0.5 ? column : null,
    })),
    features,
  };
}

export function isNamedSheet({ file }: DescribedTable): boolean {
  return SHEET_NAME.test(baseName(file));
}

/** Whether the rows of a table are samples of another: by its titles, or by the first column of a wider table. */
function describes(table: DescribedTable, main: DescribedTable): boolean {
  const titles = new Set(main.layout.columns.slice(1));
  if (labelOf(table, titles).share >= 0.5) return true;
  const isNarrow = table.numbers < main.numbers / 2;
  return isNarrow && labelOf(table, firstCells(main)).share >= 0.5;
}

/** Values of the whole table are not known yet; those of as many rows as were read show which is larger. */
function valuesIn(table: DescribedTable): number {
  return table.numbers * table.rows.length;
}

/** Names that samples of a table may have: its titles, and what is in its first column. */
function namesOf(table: DescribedTable): Set<string> {
  return new Set([...table.layout.columns.slice(1), ...firstCells(table)]);
}

function firstCells({ rows }: DescribedTable): Set<string> {
  return new Set(rows.map(([first]) => (first ?? '').trim()));
}

/** The column whose cells are most often such names, and the share of rows. */
function labelOf(
  { layout, rows }: DescribedTable,
  names: ReadonlySet<string>,
): { column: string | null; share: number } {
  let best: { column: string | null; share: number } = { column: null, share: 0 };
  for (const [at, column] of layout.columns.slice(0, 500).entries()) {
    const known = rows.filter((row) => names.has((row[at] ?? '').trim())).length;
    const share = known / Math.max(1, rows.length);
    if (share > best.share) best = { column, share };
  }
  return best;
}

function isOfFeatures(table: DescribedTable, main: DescribedTable, names: ReadonlySet<string>): boolean {
  const name = baseName(table.file);
  const titles = new Set(main.layout.columns.slice(1));
  if (table.rows.some(([first]) => titles.has((first ?? '').trim()))) return false;
  const known = table.rows.filter(([first]) => names.has((first ?? '').trim())).length;
  const hasFeatures = main.rows.length >= ROWS_OF_FEATURES && table.numberShare < 0.5;
  const isKnown = hasFeatures && known > 0.3 * table.rows.length;
  return !SHEET_NAME.test(name) && (FEATURE_NAME.test(name) || isKnown);
}

/**
 * Columns of a table of values that describe samples in its rows: words that repeat, and what is before the last of
 * them. Empty if the table has none.
 */
export function sampleColumns({ rows, isNumber, numbers }: DescribedTable): number[] {
  const words = isNumber.flatMap((isOfNumbers, at) => (isOfNumbers || at === 0 ? [] : [at]));
  const isRepeated = (at: number) => new Set(rows.map((row) => row[at])).size <= rows.length / 2;
  if (numbers < 2 || !words.some(isRepeated)) return [];
  const last = Math.min(words.at(-1) ?? 0, MOST_SAMPLE_COLUMNS);
  const before = Array.from({ length: last + 1 }, (_, at) => at);
  return [...before, ...words.filter((at) => at > last)];
}
