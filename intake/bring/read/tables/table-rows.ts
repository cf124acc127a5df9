import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import { refusal } from '../../../records.ts';
import type { SourceRow } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { lineBlocks, refusalAt } from '../files/text-lines.ts';
import { type Quoting, splitLine } from './split-row.ts';

export const MAX_COLUMNS = 100_000;
/** A cell of several lines is prose; more lines mean that a quotation mark was never closed. */
const MAX_LINES_OF_ROW = 200;
const MAX_CHARACTERS_OF_ROW = 256 * 1024;

/** Where a table is in a file, and how its rows are divided. */
export interface TableLayout {
  text: TextFile;
  separator: string;
  quoting: Quoting;
  /** lines before the first row of values, with the titles */
  linesBefore: number;
  columns: string[];
  /** line that ends the table, in lower case; null if the file ends it */
  endMark: string | null;
}

/**
 * Rows of a table, read anew with each call. Rows without any value are left out, and so are empty cells past the last
 * title, which spreadsheets add.
 * @throws IntakeRefusal with the line of a row that has another length than the titles
 */
export async function* tableRows(layout: TableLayout): AsyncGenerator<SourceRow> {
  const { text, endMark } = layout;
  const splitter = new RowSplitter(layout);
  for await (const { line, lines } of lineBlocks(text.source, text.encoding)) {
    const from = Math.max(0, layout.linesBefore + 1 - line);
    for (let at = from; at < lines.length; at += 1) {
      const one = lines[at] ?? '';
      if (endMark !== null && one.charCodeAt(0) === endMark.charCodeAt(0) && isEnd(one, endMark)) return;
      const row = splitter.add(one, line + at);
      if (row !== null) yield row;
    }
  }
  splitter.end();
}

function isEnd(line: string, mark: string): boolean {
  return line.length < mark.length + 10 && line.trim().toLowerCase() === mark;
}

/** Joins the lines of a quoted cell, and checks the length of rows. */
class RowSplitter {
  readonly #layout: TableLayout;
  readonly #width: number;
  /** lines of a row whose quotation mark is still open */
  #open: { line: number; lines: string[]; characters: number; quotes: number } | null = null;

  constructor(layout: TableLayout) {
    this.#layout = layout;
    this.#width = layout.columns.length;
  }

  add(text: string, line: number): SourceRow | null {
    if (this.#open !== null) return this.#join(text);
    if (text === '') return null;
    const { separator, quoting } = this.#layout;
    const cells = splitLine(text, separator, quoting);
    if (cells === 'open') {
      this.#open = { line, lines: [text], characters: text.length, quotes: quotesIn(text) };
      return null;
    }
    return this.#row(cells, line);
  }

  end(): void {
    if (this.#open !== null) throw this.#neverClosed(this.#open.line);
  }

  #join(text: string): SourceRow | null {
    const open = this.#open;
    if (open === null) return null;
    open.lines.push(text);
    open.characters += text.length;
    if (open.lines.length > MAX_LINES_OF_ROW || open.characters > MAX_CHARACTERS_OF_ROW) {
      throw this.#neverClosed(open.line);
    }
    open.quotes += quotesIn(text);
    // Closed marks come in pairs; splitting after every line would take the square of their number.
    if (open.quotes % 2 === 1) return null;
    const cells = splitLine(open.lines.join('\n'), this.#layout.separator, this.#layout.quoting);
    if (cells === 'open') return null;
    this.#open = null;
    return this.#row(cells, open.line);
  }

  #row(cells: string[] | 'open' | 'afterQuote', line: number): SourceRow | null {
    const { name } = this.#layout.text;
    if (cells === 'open') throw this.#neverClosed(line);
    if (cells === 'afterQuote') {
      throw refusalAt(name, line, 'Text follows a closing quotation mark; a separator is missing.');
    }
    if (cells.length === this.#width && (cells[0] ?? '') !== '') return { line, cells };
    if (cells.every((cell) => cell.trim() === '')) return null;
    const surplus = cells.slice(this.#width);
    if (cells.length < this.#width || surplus.some((cell) => cell.trim() !== '')) {
      throw refusalAt(name, line, unequal(cells.length, this.#width));
    }
    return { line, cells: surplus.length === 0 ? cells : cells.slice(0, this.#width) };
  }

  #neverClosed(line: number): Error {
    return refusalAt(this.#layout.text.name, line, 'The quotation mark opened here is not closed.');
  }
}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

function unequal(cells: number, width: number): string {
  return `This row has ${countOf(cells, 'cell')}, but there are ${formatCount(width)} titles; add or remove cells, or quote a cell that holds a separator.`;
}

/** @throws IntakeRefusal for more columns than are allowed */
export function checkColumns(file: string, columns: readonly string[]): void {
  if (columns.length <= MAX_COLUMNS) return;
  const sentence = `The table has ${formatCount(columns.length)} columns; ${formatCount(MAX_COLUMNS)} are allowed.`;
  throw refusal(file, sentence);
}
