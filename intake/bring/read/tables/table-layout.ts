/** Finds the table in a text file: separator, titles, and what is before it. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import { refusal } from '../../../records.ts';
import type { TextFile } from '../files/text-file.ts';
import { splitLine } from './split-row.ts';
import { encodingNotes, fault, freeTitle, type Note, remark } from './study-parts.ts';
import { checkColumns, type TableLayout } from './table-rows.ts';

const SEPARATORS: readonly { separator: string; name: string }[] = [
  { separator: '\t', name: 'tab-separated' },
  { separator: ';', name: 'semicolon-separated' },
  { separator: ',', name: 'comma-separated' },
  { separator: ' ', name: 'space-separated' },
];
const PREAMBLE = /^\s*$|^[#!%^]/;
const MAX_LINES_OF_ROW = 200;
const DECIMAL_NUMBER = /^-?\d{1,20}[.,]\d{1,30}(?:e[+-]?\d{1,4})?$/i;

export interface FoundTable {
  layout: TableLayout;
  /** such as "tab-separated" */
  name: string;
  /** the first rows, as long as the titles */
  rows: string[][];
  notes: Note[];
}

interface HeadRow {
  cells: string[];
  /** index of its first line and of the line after it */
  from: number;
  to: number;
}

interface Division {
  separator: string;
  name: string;
  rows: HeadRow[];
  /** index in `rows` of the titles */
  titles: number;
  /** cells of most rows */
  width: number;
  /** of all rows, the share of those from the titles on with that many cells */
  regular: number;
}

/** @throws IntakeRefusal if the file has no table */
export function findTable(text: TextFile): FoundTable {
  if (text.head.some((line) => /^"?!Series_/.test(line.slice(0, 20)))) {
    const sentence = 'This is a GEO series matrix that a program has changed; give the file as GEO has it.';
    throw refusal(text.name, sentence);
  }
  const best = SEPARATORS.map((separator) => divide(text.head, separator))
    .filter(isTable)
    .sort(compareDivisions)[0];
  if (best === undefined) {
    const sentence = 'No table was found: the lines have no tabs, commas or semicolons in common.';
    throw refusal(text.name, sentence);
  }
  const { columns, notes } = titlesOf(text.name, best);
  checkColumns(text.name, columns);
  const titleRow = best.rows[best.titles];
  const layout: TableLayout = {
    text,
    separator: best.separator,
    quoting: 'table',
    linesBefore: titleRow?.to ?? 0,
    columns,
    endMark: null,
  };
  const before = text.head.slice(0, titleRow?.from ?? 0).filter((line) => line.trim() !== '').length;
  if (before > 0) {
    notes.push(
      remark(
        text.name,
        `${countOf(before, 'line')} before the table ${before === 1 ? 'is' : 'are'} left out.`,
      ),
    );
  }
  const rows = bodyOf(best).map(({ cells }) => cells.slice(0, columns.length));
  return { layout, name: best.name, rows, notes: [...encodingNotes(text), ...notes] };
}

/** Prose has spaces too, so that these separate only lines that are nearly all alike. */
function isTable({ separator, rows, width, regular }: Division): boolean {
  return width > 1 && (separator !== ' ' || (rows.length > 2 && regular > 0.9));
}

/** The more regular division; a space separates only if nothing else does. Of equal ones, that of more columns. */
function compareDivisions(a: Division, b: Division): number {
  const bySpace = Number(a.separator === ' ') - Number(b.separator === ' ');
  const isClear = Math.max(a.regular, b.regular) > 0.5;
  if (bySpace !== 0 && isClear) return bySpace;
  return b.regular - a.regular || b.width - a.width;
}

function divide(head: readonly string[], { separator, name }: (typeof SEPARATORS)[number]): Division {
  const rows = headRows(head, separator);
  const counts = new Map<number, number>();
  // The titles may be one cell short, so that other rows decide unless there are none.
  for (const { cells } of rows.length > 1 ? rows.slice(1) : rows) {
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  const [width = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  const titles = Math.max(
    0,
    rows.findIndex(({ cells }, at) => isTitleRow(cells, rows[at + 1]?.cells, width)),
  );
  const table = rows.slice(titles);
  const fitting = table.filter(
    ({ cells }, at) => cells.length === width || (at === 0 && cells.length === width - 1),
  );
  return { separator, name, rows, titles, width, regular: fitting.length / Math.max(1, rows.length) };
}

function isTitleRow(cells: readonly string[], next: readonly string[] | undefined, width: number): boolean {
  // A heading of a spreadsheet, in the first cell of a row that is as long as the others.
  if (width > 2 && cells.slice(1).every(isBlank)) return false;
  if (cells.length === width) return true;
  if (next?.length !== width) return false;
  // Spreadsheets end rows with separators, R leaves out the title of row names.
  return cells.length === width - 1 || (cells.length > 1 && next.slice(cells.length).every(isBlank));
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

/** Rows of the head after comments. A comment directly before the table, with its separators, has the titles. */
function headRows(head: readonly string[], separator: string): HeadRow[] {
  let from = 0;
  while (from < head.length && PREAMBLE.test(head[from] ?? '')) from += 1;
  const last = head[from - 1] ?? '';
  if (/^#[^#!]/.test(last) && isTitleComment(last, head[from] ?? '', separator)) from -= 1;
  const rows: HeadRow[] = [];
  for (let at = from; at < head.length; ) {
    const row = joinedRow(head, at, separator);
    if (row.cells.some((cell) => !isBlank(cell))) rows.push(row);
    at = row.to;
  }
  return rows;
}

function isTitleComment(comment: string, next: string, separator: string): boolean {
  const count = comment.split(separator).length;
  return count > 2 && count === next.split(separator).length;
}

/** A row from a line on, with the lines that a quoted cell has. Marks that make no sense are read as characters. */
function joinedRow(head: readonly string[], from: number, separator: string): HeadRow {
  const first = head[from] ?? '';
  const cells = splitLine(first, separator, 'table');
  if (cells !== 'open') {
    return { cells: cells === 'afterQuote' ? first.split(separator) : cells, from, to: from + 1 };
  }
  const most = Math.min(head.length, from + MAX_LINES_OF_ROW);
  for (let to = from + 2; to <= most; to += 1) {
    if (!(head[to - 1] ?? '').includes('"')) continue;
    const joined = splitLine(head.slice(from, to).join('\n'), separator, 'table');
    if (joined === 'afterQuote') break;
    if (joined !== 'open') return { cells: joined, from, to };
  }
  return { cells: first.split(separator), from, to: from + 1 };
}

function bodyOf({ rows, titles, width }: Division): HeadRow[] {
  return rows.slice(titles + 1).filter(({ cells }) => cells.length === width);
}

function titlesOf(file: string, division: Division): { columns: string[]; notes: Note[] } {
  const { rows, titles, width } = division;
  const body = bodyOf(division);
  const written = (rows[titles]?.cells ?? []).map((cell) => cell.trim());
  if (written[0]?.startsWith('#')) written[0] = written[0].slice(1).trim();
  let filled = Math.max(width, written.length);
  while (
    filled > 1 &&
    (written[filled - 1] ?? '') === '' &&
    body.every(({ cells }) => isBlank(cells[filled - 1] ?? ''))
  ) {
    filled -= 1;
  }
  const isShort = written.length === filled - 1;
  const names = isShort ? ['', ...written] : written.slice(0, filled);
  const notes = isShort
    ? [remark(file, 'The first column has no title, as R writes row names; it is called row.')]
    : [];
  if (areValues(names)) {
    notes.push(
      fault(
        file,
        'The first line has values instead of titles; add a line with the names of the columns.',
        1,
      ),
    );
  }
  return { columns: nameUntitled(names), notes };
}

function nameUntitled(names: readonly string[]): string[] {
  const taken = new Set(names);
  return names.map((name, at) => name || freeTitle(at === 0 ? 'row' : `column ${at + 1}`, taken));
}

/** Samples may be called by numbers, but hardly by numbers with decimals. */
function areValues(names: readonly string[]): boolean {
  const others = names.slice(1);
  return others.length > 1 && others.filter((name) => DECIMAL_NUMBER.test(name)).length > others.length / 2;
}
