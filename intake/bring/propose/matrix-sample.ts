/** The first rows of a file of values, from which its map is proposed. */
import { ownText } from '../../text/own-text.ts';
import type { SourceMatrix } from '../study.ts';
import { type CellForm, hasDecimalCommas, plainNumber, readCell } from './cells.ts';
import {
  isAnnotationTitle,
  isQualityTitle,
  isRowNumbers,
  quantitiesOf,
  testColumns,
} from './column-titles.ts';

/** Rows in which every cell is looked at. */
const FULL_ROWS = 200;
/** Identifiers that are recognized. */
export const MAX_IDS = 20_000;
/** Cells that are read before the sample ends, at least in a few rows. */
const MAX_CELLS = 6_000_000;
const LEAST_ROWS = 20;
/** Columns of values whose range is looked at, spread over all. */
const VALUE_COLUMNS = 40;
/** Columns that may have identifiers. */
const TEXT_COLUMNS = 20;
/** Columns with a larger share of numbers have values. */
const LEAST_NUMBERS = 0.5;

export interface ColumnSample {
  title: string;
  /** cells with something in them, in the first rows */
  present: number;
  numbers: number;
  /** cells of the whole sample, for columns that may have identifiers; of the first rows for others */
  cells: string[];
}

export interface MatrixSample {
  columns: ColumnSample[];
  rows: number;
  /** whether the file has no more rows */
  isWhole: boolean;
  hasDecimalCommas: boolean;
  /** first rows, as they are */
  first: string[][];
  /** values of some columns of values */
  values: Float64Array;
}

export function isNumeric({ present, numbers }: ColumnSample): boolean {
  return present > 0 && numbers >= LEAST_NUMBERS * present;
}

/** Whether every cell of the first rows is a whole number; such a column may have Entrez ids. */
function isOfWholeNumbers({ cells, present }: ColumnSample): boolean {
  return present > 0 && cells.every((cell) => /^\d{1,12}$/.test(cell.trim()));
}

function sampleColumns(
  { columns }: SourceMatrix,
  first: readonly string[][],
  form: CellForm,
): ColumnSample[] {
  return columns.map((title, at) => {
    const sample: ColumnSample = { title, present: 0, numbers: 0, cells: [] };
    for (const row of first) {
      const cell = row[at] ?? '';
      sample.cells.push(cell);
      const isPlain = !Number.isNaN(plainNumber(cell));
      const { kind } = isPlain ? { kind: 'number' } : readCell(cell, form);
      if (kind === 'missing' || kind === 'word') continue;
      sample.present += 1;
      if (kind !== 'text') sample.numbers += 1;
    }
    return sample;
  });
}

/** Columns whose cells are needed to recognize identifiers: of texts, and whole numbers in the first three. */
function identifierColumns(columns: readonly ColumnSample[]): number[] {
  return columns
    .flatMap((column, at) => (!isNumeric(column) || (at < 3 && isOfWholeNumbers(column)) ? [at] : []))
    .slice(0, TEXT_COLUMNS);
}

/** Some columns of values: no identifiers, row numbers, annotation, P values, or other quantities of the same samples. */
function valueColumns(
  { annotationColumns, idColumn }: SourceMatrix,
  columns: readonly ColumnSample[],
): number[] {
  const titles = columns.map(({ title }) => title);
  const others = new Set([...annotationColumns, idColumn, ...testColumns(titles)]);
  const samples = quantitiesOf(titles)?.samples;
  const numeric = columns.flatMap((column, at) => {
    const { title } = column;
    const isOther =
      others.has(title) || isAnnotationTitle(title) || isQualityTitle(title) || isRowNumbers(column);
    const isOfIds = at === 0 && isOfWholeNumbers(column);
    const isOfSample = samples?.has(title) ?? true;
    return isNumeric(column) && isOfSample && !isOther && !isOfIds ? [at] : [];
  });
  const step = Math.max(1, Math.ceil(numeric.length / VALUE_COLUMNS));
  return numeric.filter((_, at) => at % step === 0);
}

/** Numbers of a row, for the range of the values. */
function addValues(
  values: number[],
  row: readonly string[],
  { columns, form }: { columns: readonly number[]; form: CellForm },
): void {
  for (const at of columns) {
    const cell = row[at] ?? '';
    const plain = plainNumber(cell);
    const value = Number.isNaN(plain) ? readCell(cell, form).value : plain;
    if (!Number.isNaN(value)) values.push(value);
  }
}

/** Reads the beginning of a file of values: 20,000 rows, or fewer if they are long. */
export async function sampleMatrix(
  matrix: SourceMatrix,
  missingWords: ReadonlySet<string>,
): Promise<MatrixSample> {
  const width = Math.max(1, matrix.columns.length);
  const mostRows = Math.min(MAX_IDS, Math.max(LEAST_ROWS, Math.floor(MAX_CELLS / width)));
  const first: string[][] = [];
  const found: { parts: SampleParts | null } = { parts: null };
  let rows = 0;
  for await (const { cells } of matrix.rows()) {
    if (rows === mostRows) return finish(matrix, { first, rows, isWhole: false, missingWords }, found.parts);
    rows += 1;
    if (first.length < Math.min(FULL_ROWS, mostRows)) {
      first.push(cells);
      continue;
    }
    found.parts ??= partsOf(matrix, first, missingWords);
    found.parts.addRow(cells);
  }
  return finish(matrix, { first, rows, isWhole: true, missingWords }, found.parts);
}

/** What is learned from the first rows, and added to by the others. */
interface SampleParts {
  columns: ColumnSample[];
  form: CellForm;
  values: number[];
  addRow(row: readonly string[]): void;
}

function partsOf(
  matrix: SourceMatrix,
  first: readonly string[][],
  missingWords: ReadonlySet<string>,
): SampleParts {
  const form: CellForm = { missingWords, hasDecimalCommas: hasDecimalCommas(first.flat()) };
  const columns = sampleColumns(matrix, first, form);
  const ofIdentifiers = identifierColumns(columns);
  const ofValues = { columns: valueColumns(matrix, columns), form };
  const values: number[] = [];
  for (const row of first) addValues(values, row, ofValues);
  return {
    columns,
    form,
    values,
    addRow(row) {
      for (const at of ofIdentifiers) columns[at]?.cells.push(ownText(row[at] ?? ''));
      addValues(values, row, ofValues);
    },
  };
}

function finish(
  matrix: SourceMatrix,
  read: { first: string[][]; rows: number; isWhole: boolean; missingWords: ReadonlySet<string> },
  parts: SampleParts | null,
): MatrixSample {
  const { first, rows, isWhole, missingWords } = read;
  const { columns, form, values } = parts ?? partsOf(matrix, first, missingWords);
  const { hasDecimalCommas: commas } = form;
  return { columns, rows, isWhole, first, hasDecimalCommas: commas, values: Float64Array.from(values) };
}
