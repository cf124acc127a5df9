import { countOf } from '@omicon/domain/records/count-of.ts';
import type { TextFile } from '../files/text-file.ts';
import { lineBlocks, refusalAt } from '../files/text-lines.ts';
import { MAX_COLUMNS } from '../tables/table-rows.ts';

const MAX_DESCRIPTION_LINES = 2_000_000;

/** Parts of a SOFT file, in order. @source https://www.ncbi.nlm.nih.gov/geo/info/soft.html */
export interface SoftHandler {
  /** `^SAMPLE = GSM1`: type in lower case and name */
  entity(type: string, name: string, line: number): void;
  /** `!Sample_title = ...`: name as written, without the mark */
  attribute(name: string, value: string): void;
  /** `#VALUE = ...`: what a column of the next table is */
  column(title: string, description: string): void;
  /** titles of a table; its rows follow */
  titles(columns: string[], line: number): void;
  row(cells: string[], line: number): void;
  tableEnd(line: number): void;
}

/**
 * Reads a SOFT file. Rows have as many cells as there are titles; GEO leaves out empty cells at the end.
 * @returns whether the last table ends before the file does
 * @throws IntakeRefusal for a row with more cells than titles
 */
export async function eachSoftPart(text: TextFile, handler: SoftHandler): Promise<{ isComplete: boolean }> {
  const parser = new SoftParser(text.name, handler);
  for await (const { line, lines } of lineBlocks(text.source, text.encoding)) {
    for (const [at, one] of lines.entries()) parser.add(one, line + at);
  }
  return { isComplete: !parser.isInTable };
}

class SoftParser {
  readonly #file: string;
  readonly #handler: SoftHandler;
  isInTable = false;
  #width: number | null = null;
  #descriptions = 0;

  constructor(file: string, handler: SoftHandler) {
    this.#file = file;
    this.#handler = handler;
  }

  add(line: string, number: number): void {
    if (this.isInTable && !isTableEnd(line)) {
      this.#addRow(line, number);
      return;
    }
    if (line === '') return;
    this.#descriptions += 1;
    if (this.#descriptions > MAX_DESCRIPTION_LINES) {
      throw refusalAt(this.#file, number, 'The file has over 2 million lines of description.');
    }
    this.#addDescription(line, number);
  }

  #addDescription(line: string, number: number): void {
    const mark = line[0];
    const { name, value } = splitAssignment(line);
    if (mark === '^') this.#handler.entity(name.toLowerCase(), value, number);
    else if (mark === '#') this.#handler.column(name, value);
    else if (mark !== '!') return;
    else if (/_table_begin$/i.test(name)) {
      this.isInTable = true;
      this.#width = null;
    } else if (/_table_end$/i.test(name)) {
      this.isInTable = false;
      this.#handler.tableEnd(number);
    } else this.#handler.attribute(name, value);
  }

  #addRow(line: string, number: number): void {
    if (line === '') return;
    const cells = line.split('\t');
    if (this.#width === null) {
      if (cells.length > MAX_COLUMNS) throw refusalAt(this.#file, number, 'Over 100,000 columns.');
      this.#width = cells.length;
      this.#handler.titles(cells, number);
      return;
    }
    while (cells.length > this.#width && cells.at(-1) === '') cells.pop();
    if (cells.length > this.#width) {
      const sentence = `This row has ${countOf(cells.length, 'cell')}, but there are ${this.#width} titles.`;
      throw refusalAt(this.#file, number, sentence);
    }
    while (cells.length < this.#width) cells.push('');
    this.#handler.row(cells, number);
  }
}

function isTableEnd(line: string): boolean {
  return line.charCodeAt(0) === 33 && line.length < 100 && /^!\w+_table_end\s*$/i.test(line);
}

/** `!Sample_title = liver` without its mark; a line without = has no value. */
export function splitAssignment(line: string): { name: string; value: string } {
  const at = line.indexOf('=');
  if (at < 0) return { name: line.slice(1).trim(), value: '' };
  return { name: line.slice(1, at).trim(), value: line.slice(at + 1).trim() };
}
