import { formatCount } from '@omicon/domain/records/count-of.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { IntakeRefusal } from '../records.ts';
import { causeOfHeader, SHORT_HEADER } from './changed-names.ts';
import type { FileReading } from './read-log.ts';
import { quote } from './read-log.ts';
import { eachTextBlock } from './text-blocks.ts';

const MAX_COLUMNS = 100_000;
const MAX_CELL_LENGTH = 1024 * 1024;
const MAX_QUOTED_LENGTH = 16 * 1024 * 1024;

/** The cells of a row, unquoted but not trimmed, and its line number from 1. */
type RowHandler = (cells: string[], line: number) => void;

interface RowOptions {
  mayBeEmpty?: boolean;
  isTable?: boolean;
  /** called and awaited after each block, for backpressure */
  onPause?: () => void | Promise<void>;
}

/**
 * Calls `onRow` for every row of a CSV file, except rows without any value, which spreadsheets add at the end.
 * Unreadable files and tables with other separators than commas become faults. Lines without quotation marks are split
 * directly, 3 times as fast as csv-parse on a numeric matrix (80 against 25 MB/s measured); csv-parse reads quoted
 * lines.
 */
export async function eachRow(
  file: FileReading,
  onRow: RowHandler,
  { mayBeEmpty = false, isTable = false, onPause = () => undefined }: RowOptions = {},
): Promise<void> {
  let rows = 0;
  const onCells: RowHandler = (cells, line) => {
    if (cells.every((cell) => cell.trim() === '')) return;
    rows += 1;
    onRow(cells, line);
  };
  try {
    await eachRecordText(file, async (text, line) => {
      if (isTable && line === 1) refuseOtherSeparators(file, text);
      const before = rows;
      splitRecords(file, { text, line }, onCells);
      file.log.addRows(file.path, rows - before);
      await onPause();
    });
    if (rows === 0 && !mayBeEmpty) file.wrong(null, null, 'The file is empty.');
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    addFaults(file, error);
  }
  file.log.endFile(file.path);
}

const SEPARATORS = [
  { separator: ';', name: 'semicolons' },
  { separator: '\t', name: 'tabs' },
] as const;

/** Refuses a table whose first line has no comma but semicolons or tabs. */
function refuseOtherSeparators(file: FileReading, text: string): void {
  const header = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'));
  const other = SEPARATORS.find(({ separator }) => header.includes(separator));
  if (header.includes(',') || other === undefined) return;
  const sentence = `The columns are separated by ${other.name}; save the file as CSV, with commas between the columns and points in numbers.`;
  throw file.refusal(1, null, sentence);
}

/** Joins blocks until no quotation is open, so that every text has whole records. */
async function eachRecordText(
  file: FileReading,
  onText: (text: string, line: number) => Promise<void>,
): Promise<void> {
  let open = '';
  let openLine = 0;
  let isOpen = false;
  await eachTextBlock(file, async ({ text, line, isLast }) => {
    const quotes = count(text, '"');
    if (!isOpen) {
      open = '';
      openLine = line;
    }
    isOpen = (quotes % 2 === 1) !== isOpen;
    open += text;
    if (!isOpen || isLast) await onText(open, openLine);
    else if (open.length > MAX_QUOTED_LENGTH) {
      throw file.refusal(openLine, null, 'A quotation mark after this line is not closed within 16 MiB.');
    }
  });
}

function count(text: string, mark: '"' | ','): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}

function splitRecords(file: FileReading, block: { text: string; line: number }, onRow: RowHandler): void {
  const lines = block.text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) checkWidth(file, line, block.line + index);
  const rows = block.text.includes('"') ? splitQuoted(file, { ...block, lines }) : null;
  if (rows === null) {
    for (const [index, line] of lines.entries()) onRow(split(line), block.line + index);
    return;
  }
  let line = block.line;
  for (const cells of rows) {
    checkCells(file, cells, line);
    onRow(cells, line);
    // Counting newlines inside cells is only needed when there are fewer records than lines.
    line += rows.length === lines.length ? 1 : 1 + newlinesIn(cells);
  }
}

function split(line: string): string[] {
  return (line.endsWith('\r') ? line.slice(0, -1) : line).split(',');
}

function newlinesIn(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
}

interface QuotedBlock {
  text: string;
  line: number;
  lines: string[];
}

/**
 * Splits a block with quotation marks. R quotes the identifier before each row of numbers, so csv-parse gets each line
 * up to its last mark, and the rest is split directly. Unusual blocks go to csv-parse completely.
 */
function splitQuoted(file: FileReading, block: QuotedBlock): string[][] {
  const rows = new Array<string[]>(block.lines.length);
  // Grouped by number of commas: csv-parse makes a costly error object for every record with another length than the
  // first.
  const groups = new Map<number, QuotedLine[]>();
  for (const [index, line] of block.lines.entries()) {
    const end = line.lastIndexOf('"') + 1;
    if (end === 0) {
      rows[index] = split(line);
      continue;
    }
    const head = line.slice(0, end);
    const tail = line.endsWith('\r') ? line.slice(end, -1) : line.slice(end);
    const isUsual = count(head, '"') % 2 === 0 && (tail === '' || tail.startsWith(','));
    if (!isUsual) return parseWhole(file, block);
    const commas = count(head, ',');
    const group = groups.get(commas) ?? [];
    group.push({ index, head, tail });
    groups.set(commas, group);
  }
  for (const group of groups.values()) {
    const parsed = tryParse(group.map(({ head }) => head).join('\n'));
    if (parsed instanceof CsvError || parsed.length !== group.length) return parseWhole(file, block);
    for (const [at, { index, tail }] of group.entries()) {
      const cells = parsed[at] ?? [];
      rows[index] = tail === '' ? cells : cells.concat(tail.slice(1).split(','));
    }
  }
  return rows;
}

/** A line split after its last quotation mark. */
interface QuotedLine {
  index: number;
  head: string;
  tail: string;
}

function tryParse(text: string): string[][] | CsvError {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n'] });
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

function parseWhole(file: FileReading, block: QuotedBlock): string[][] {
  const text = block.text.replace(/\r?\n$/, '');
  const parsed = tryParse(text);
  if (!(parsed instanceof CsvError)) return parsed;
  // For an unclosed mark, csv-parse reports the end of the file; the last line with an odd number of marks opened it.
  const openLine = block.lines.findLastIndex((line) => count(line, '"') % 2 === 1) + 1;
  const errorLine = parsed.code === 'CSV_QUOTE_NOT_CLOSED' ? openLine : Number(parsed.lines);
  const column = Number.isInteger(parsed.column) ? Number(parsed.column) + 1 : null;
  throw file.refusal(block.line + errorLine - 1, column, quotationFault(parsed.code));
}

function quotationFault(code: string): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'The quotation mark opened here is never closed.';
  if (code === 'INVALID_OPENING_QUOTE') return 'A quotation mark is inside a cell that is not quoted.';
  if (code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'Text follows a closing quotation mark; a comma is missing.';
  return `The line cannot be read as CSV (${code}).`;
}

/** Runs before splitting, so that a line of commas cannot exhaust the memory. */
function checkWidth(file: FileReading, line: string, number: number): void {
  if (line.length < MAX_COLUMNS) return;
  let columns = 1;
  for (let at = line.indexOf(','); at >= 0; at = line.indexOf(',', at + 1)) columns += 1;
  if (columns > MAX_COLUMNS) throw file.refusal(number, null, 'The line has more than 100,000 columns.');
  if (line.length > MAX_CELL_LENGTH && !line.includes('"')) checkCells(file, line.split(','), number);
}

function checkCells(file: FileReading, cells: string[], line: number): void {
  const at = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH);
  if (at >= 0) throw file.refusal(line, at + 1, 'The cell is longer than 1 MiB.');
}

/** A table with a header: names of the columns, then rows of as many cells. */
export interface TableHandler {
  /** may throw a refusal of the file */
  header(columns: string[], line: number): void;
  row: RowHandler;
  /** called after the fault of a row that is wider or narrower than the header */
  wrongRow?(): void;
}

/**
 * Reads a CSV table. The first line is the header, with trimmed column names. A row with another length is a fault and
 * skipped. Trailing columns without name and values, which spreadsheets add, are left out.
 */
export async function eachTableRow(file: FileReading, table: TableHandler): Promise<void> {
  let rows: RowsOfWidth | null = null;
  let refused: { columns: string[]; refusal: IntakeRefusal } | null = null;
  const onRow: RowHandler = (cells, line) => {
    if (refused !== null) throw causeOfRefusal(file, refused, cells);
    if (rows !== null) {
      rows.add(cells, line);
      return;
    }
    const columns = withoutEmptyEnd(cells.map((cell) => cell.trim()));
    rows = new RowsOfWidth(file, table, columns.length);
    try {
      table.header(columns, line);
    } catch (error) {
      if (!(error instanceof IntakeRefusal)) throw error;
      refused = { columns, refusal: error };
    }
  };
  await eachRow(file, onRow, { isTable: true });
  endRows(rows);
  if (refused !== null && file.isFaultless) addFaults(file, causeOfRefusal(file, refused, null));
}

/** Tells the compiler that the row handler may have assigned the rows. */
function endRows(rows: RowsOfWidth | null): void {
  rows?.end();
}

/** Rows under a header of some columns. */
class RowsOfWidth {
  readonly #file: FileReading;
  readonly #table: TableHandler;
  readonly #width: number;
  #count = 0;
  /** the first row, if it has a cell too many: the second shows whether the header has one too few */
  #wideFirst: { cells: string[]; line: number } | null = null;

  constructor(file: FileReading, table: TableHandler, width: number) {
    this.#file = file;
    this.#table = table;
    this.#width = width;
  }

  add(cells: string[], line: number): void {
    const row = fitRow(cells, this.#width);
    const isWide = row === null && cells.length === this.#width + 1;
    this.#count += 1;
    if (isWide && this.#count === 1) {
      this.#wideFirst = { cells, line };
      return;
    }
    if (isWide && this.#wideFirst !== null) {
      this.#wideFirst = null;
      throw this.#file.refusal(1, null, SHORT_HEADER);
    }
    this.end();
    if (row === null) this.#report(cells, line);
    else this.#table.row(row, line);
  }

  end(): void {
    if (this.#wideFirst !== null) this.#report(this.#wideFirst.cells, this.#wideFirst.line);
    this.#wideFirst = null;
  }

  #report(cells: string[], line: number): void {
    this.#file.wrong(
      line,
      null,
      `This row has ${formatCount(cells.length)} cells, the header has ${formatCount(this.#width)}.`,
    );
    this.#table.wrongRow?.();
  }
}

/** The refusal of a header, with the cause if the first rows show one. */
function causeOfRefusal(
  file: FileReading,
  { columns, refusal }: { columns: readonly string[]; refusal: IntakeRefusal },
  second: readonly string[] | null,
): IntakeRefusal {
  const cause = causeOfHeader(columns, second);
  return cause === null ? refusal : file.refusal(1, null, cause);
}

function addFaults(file: FileReading, { faults }: IntakeRefusal): void {
  for (const fault of faults) file.log.add(fault);
}

/** The cells up to the last one with a value. */
export function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

/** Cuts empty cells beyond the header; null if the row is narrower or has values there. */
export function fitRow(cells: string[], width: number): string[] | null {
  if (cells.length === width) return cells;
  const isWider = cells.length > width && cells.slice(width).every((cell) => cell.trim() === '');
  return isWider ? cells.slice(0, width) : null;
}

/**
 * Indexes of the required columns, ignoring case.
 * @throws IntakeRefusal naming the first missing column
 */
export function findColumns<K extends string>(
  file: FileReading,
  columns: string[],
  wanted: readonly K[],
): Map<K, number> {
  const indexes = new Map<K, number>();
  for (const name of wanted) {
    const at = columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
    if (at < 0) throw file.refusal(1, name, `The column ${quote(name)} is missing.`);
    indexes.set(name, at);
  }
  return indexes;
}

/** @throws IntakeRefusal if a column has no name or a name is repeated */
export function checkColumnNames(file: FileReading, columns: string[]): void {
  const seen = new Set<string>();
  for (const [index, name] of columns.entries()) {
    if (name === '') throw file.refusal(1, index + 1, 'The column has no name.');
    if (seen.has(name.toLowerCase())) throw file.refusal(1, name, `The column ${quote(name)} appears twice.`);
    seen.add(name.toLowerCase());
  }
}
