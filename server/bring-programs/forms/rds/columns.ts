/** Columns of data.frame and of Bioconductor's DataFrame as text. */
import { freeTitle } from '@omicon/intake/bring/read/tables/study-parts.ts';
import type { CellAt, Frame } from '../../expression.ts';
import { cutOff } from './byte-reader.ts';
import {
  classesOf,
  elementsOf,
  isNumbers,
  type RNumbers,
  type RValue,
  slotOf,
  stringsOf,
} from './r-value.ts';

interface Column {
  title: string;
  at: CellAt;
}

/** A table of R, whose rows may have numbers instead of names. */
export interface RTable extends Frame {
  length: number;
  /** null if R numbers the rows */
  rowNames: string[] | null;
  /** titles of columns that hold lists or tables */
  leftOut: string[];
}

const MS_PER_DAY = 86_400_000;
/** Of JavaScript's dates. */
const MAX_MS = 8.64e15;

/** Undefined unless the value is a data.frame or a DataFrame. */
export function frameOf(value: RValue | undefined): RTable | undefined {
  if (value?.type === 'S4') {
    const length = slotOf(value, 'nrows');
    const list = slotOf(value, 'listData');
    if (!isNumbers(length) || list === undefined) return undefined;
    return frame(list, length.at(0) ?? 0, namesOf(slotOf(value, 'rownames')));
  }
  if (value?.type !== 'list' || !classesOf(value).includes('data.frame')) return undefined;
  const names = slotOf(value, 'row.names');
  return frame(value, rowCount(names), namesOf(names));
}

function frame(list: RValue, length: number, rowNames: string[] | null): RTable {
  const columns: Column[] = [];
  const leftOut: string[] = [];
  for (const { name, value } of elementsOf(list) ?? []) {
    const cells = cellsOf(value, length);
    if (cells === null) leftOut.push(name);
    else columns.push({ title: name, at: (row) => cells(row) || null });
  }
  if (rowNames !== null && rowNames.length !== length) throw cutOff();
  return tableOf({ length, rowNames, leftOut }, columns);
}

/** Names of things that R numbers, from 1. */
export function numbered(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${word}${at + 1}`);
}

function tableOf(
  { length, rowNames, leftOut }: Pick<RTable, 'length' | 'rowNames' | 'leftOut'>,
  columns: readonly Column[],
): RTable {
  const cells = new Map<string, CellAt>();
  for (const { title, at } of columns) cells.set(freeTitle(title || 'column', cells), at);
  return {
    length,
    rowNames,
    leftOut,
    // Made only when read: a long table may need none.
    get names() {
      return rowNames ?? numbered('', length);
    },
    titles: [...cells.keys()],
    read: (title) => cells.get(title) ?? (() => null),
  };
}

/** The table with other columns before its own. */
export function withColumns(table: RTable, columns: readonly Column[]): RTable {
  const own = table.titles.map((title) => ({ title, at: table.read(title) }));
  return tableOf(table, [...columns, ...own]);
}

/** Numbered rows are written as NA and their number below 0. */
function rowCount(names: RValue | undefined): number {
  if (names?.type === 'string') return names.length;
  if (!isNumbers(names)) return 0;
  return names.length === 2 && names.at(0) === null ? Math.abs(names.at(1) ?? 0) : names.length;
}

/** Names of rows, columns or features; null without any. */
export function namesOf(value: RValue | undefined): string[] | null {
  return stringsOf(value)?.map((name) => name ?? '') ?? null;
}

/** Text of each cell; null for what is no vector. @throws BinaryRefusal for another length than the table has */
export function cellsOf(value: RValue, length: number): ((index: number) => string) | null {
  if (value.type === 'S4') return runsOf(value, length);
  if (value.type !== 'string' && !isNumbers(value)) return null;
  // Matrices can be columns, too.
  if (slotOf(value, 'dim') !== undefined) return null;
  if (value.length !== length) throw cutOff();
  if (value.type === 'string') return (index) => value.at(index) ?? '';
  return numberCells(value);
}

function numberCells(value: RNumbers): ((index: number) => string) | null {
  const classes = classesOf(value);
  const levels = slotOf(value, 'levels');
  if (classes.includes('factor') && levels?.type === 'string') {
    return (index) => {
      const code = value.at(index);
      if (code !== null && !(code >= 1 && code <= levels.length)) throw cutOff();
      return code === null ? '' : (levels.at(code - 1) ?? '');
    };
  }
  // 64-bit integers in the place of doubles.
  if (classes.includes('integer64')) return null;
  if (classes.includes('Date')) return (index) => dateText(value.at(index), MS_PER_DAY).slice(0, 10);
  if (classes.includes('POSIXct')) return (index) => dateText(value.at(index), 1000);
  return (index) => numberText(value, index);
}

/** @param unitMs of the number */
function dateText(value: number | null, unitMs: number): string {
  const ms = (value ?? Number.NaN) * unitMs;
  return Math.abs(ms) <= MAX_MS ? new Date(ms).toISOString().replace('.000Z', 'Z') : '';
}

/** As R writes it, with all digits; NA is empty. */
export function numberText(numbers: RNumbers, index: number): string {
  const value = numbers.at(index);
  if (value === null) return '';
  if (numbers.type === 'logical') return value === 0 ? 'FALSE' : 'TRUE';
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? 'Inf' : '-Inf';
}

/** Rle: values, and how often each follows itself. */
function runsOf(value: RValue, length: number): ((index: number) => string) | null {
  const lengths = slotOf(value, 'lengths');
  const values = slotOf(value, 'values');
  if (!isNumbers(lengths) || values === undefined) return null;
  const cells = cellsOf(values, lengths.length);
  if (cells === null) return null;
  const runs = new Uint32Array(length);
  let end = 0;
  for (let run = 0; run < lengths.length; run += 1) {
    const count = lengths.at(run) ?? -1;
    if (count < 0 || end + count > length) throw cutOff();
    runs.fill(run, end, end + count);
    end += count;
  }
  if (end !== length) throw cutOff();
  return (index) => cells(runs[index] ?? 0);
}
