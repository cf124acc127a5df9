/** Tables of cells: text tables that a person gives beside matrices without columns of samples or cell types. */
import { createReadStream, statSync } from 'node:fs';
import { openText } from '@omicon/intake/bring/read/files/text-file.ts';
import { findTable } from '@omicon/intake/bring/read/tables/table-layout.ts';
import { tableRows } from '@omicon/intake/bring/read/tables/table-rows.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';

const MAX_ROWS = 5e6;
const MAX_COLUMNS = 500;
/** Columns that may name cells, besides the first. */
const MAX_NAME_COLUMNS = 4;
const NAMES_OF_CELLS = /^(?:row|index|.{0,20}(?:barcode|cell[._ ]?(?:id|name)?)s?)$/i;
/** A column of more values groups no cells and would only take memory. */
const MAX_DISTINCT = 20_000;
const MAX_CHARACTERS = 3e8;

export interface TextTable {
  path: string;
  name: string;
}

export interface CellTable {
  name: string;
  rows: number;
  /** columns that may name the cells, in the order of their likelihood */
  names: { title: string; cells: string[] }[];
  /** columns of few values; null where nothing is written */
  columns: Map<string, (string | null)[]>;
}

/** Keeps each text once, as a column of groups repeats them a million times. */
class SharedTexts {
  readonly #texts = new Map<string, string>();
  characters = 0;

  get size(): number {
    return this.#texts.size;
  }

  of(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    // A copy, because a part of a line keeps the whole block of text.
    const own = Buffer.from(text, 'utf8').toString('utf8');
    this.#texts.set(own, own);
    this.characters += own.length;
    return own;
  }
}

interface Column {
  title: string;
  isName: boolean;
  cells: (string | null)[];
  texts: SharedTexts;
}

function columnsOf(titles: readonly string[]): Column[] {
  const likely = titles.slice(1).filter((title) => NAMES_OF_CELLS.test(title));
  const names = new Set([titles[0], ...likely.slice(0, MAX_NAME_COLUMNS)]);
  return titles.slice(0, MAX_COLUMNS).map((title) => ({
    title,
    isName: names.has(title),
    cells: [],
    texts: new SharedTexts(),
  }));
}

/** The table; null if the text is no table, or too large for one of cells. */
export async function readCellTable({ path, name }: TextTable): Promise<CellTable | null> {
  const source = { name, sizeBytes: statSync(path).size, open: async () => createReadStream(path) };
  try {
    const { layout } = findTable(await openText(source));
    const columns = columnsOf(layout.columns);
    let rows = 0;
    for await (const { cells } of tableRows(layout)) {
      rows += 1;
      if (rows > MAX_ROWS || !addRow(columns, cells)) return null;
    }
    return tableOf(name, rows, columns);
  } catch (error) {
    // What is wrong with it is said when it is read as any other text.
    if (error instanceof IntakeRefusal) return null;
    throw error;
  }
}

/** @returns false if there is no room for more */
function addRow(columns: readonly Column[], cells: readonly string[]): boolean {
  let characters = 0;
  for (const [at, column] of columns.entries()) {
    const { isName, texts } = column;
    characters += texts.characters;
    if (!isName && texts.size > MAX_DISTINCT) {
      column.cells.length = 0;
      continue;
    }
    const text = (cells[at] ?? '').trim();
    column.cells.push(text === '' ? null : texts.of(text));
  }
  return characters <= MAX_CHARACTERS;
}

function tableOf(name: string, rows: number, columns: readonly Column[]): CellTable {
  const whole = columns.filter(({ cells }) => cells.length === rows);
  return {
    name,
    rows,
    names: whole.flatMap(({ title, isName, cells }) =>
      isName ? [{ title, cells: cells.map((cell) => cell ?? '') }] : [],
    ),
    columns: new Map(
      whole.flatMap(({ title, cells, texts }) =>
        texts.size > MAX_DISTINCT ? [] : [[title, cells] as const],
      ),
    ),
  };
}
