/** The genes of a file: a list, or one column of a table. */

import { isIdentifier, readIdentifier, rowNumbersIn } from '../read-identifiers.ts';
import { isNameTitle, isNumberLike, linesOf, separatorOf, splitCells } from './pasted-table.ts';
import { splitIdentifiers } from './split-identifiers.ts';

export interface GeneColumn {
  /** as written; `readIdentifier` reads each */
  identifiers: string[];
  /** which part of a table was read, as a sentence; null for a list */
  note: string | null;
}

interface Table {
  titles: string[];
  rows: string[][];
  /** R names neither the column of row names nor, with `write.table`, has a cell for it */
  isFirstUnnamed: boolean;
}

const COMMENT = /^\s*#(?![\w*#]*\s*(?:[\t,;]|$))/;

/** Whether a cell is the title of a column of genes. */
function isGeneTitle(cell: string): boolean {
  return /^(?:.*[\s_.])?(?:genes?|symbols?)(?:[\s_.].*)?$/i.test(cell);
}

/** The table of lines with the same number of cells, the first line perhaps with one less; null for other lines. */
function readTable(lines: readonly string[]): Table | null {
  const separator = separatorOf(lines[1] ?? '');
  if (separator === null) return null;
  const [first = [], ...rows] = lines.map((line) => splitCells(line, separator));
  const width = rows[0]?.length ?? 0;
  if (!rows.every((row) => row.length === width) || ![width, width - 1].includes(first.length)) return null;
  const isShort = first.length < width;
  const titles = isShort ? ['', ...first] : first;
  const isTitled =
    isShort ||
    titles[0] === '' ||
    ((isNameTitle(titles[0] ?? '') || titles.some(isGeneTitle)) && !titles.some(isNumberLike));
  return {
    titles: isTitled ? titles : [],
    rows: isTitled ? rows : [first, ...rows],
    isFirstUnnamed: isTitled && titles[0] === '',
  };
}

/** Row numbers: whole numbers without a title, or 1, 2, 3 and so on. */
function isRowNumbers({ rows, isFirstUnnamed }: Table): boolean {
  const cells = rows.map(([cell = '']) => cell);
  if (!cells.every((cell) => /^\d+$/.test(cell))) return false;
  return isFirstUnnamed || (cells.length > 1 && cells.every((cell, at) => Number(cell) === at + 1));
}

/** Index of the column of genes; -1 if no column but that of row numbers can be one. */
function chooseColumn(table: Table): number {
  const { titles, rows } = table;
  if (!isRowNumbers(table)) {
    const named = titles.findIndex(isGeneTitle);
    return table.isFirstUnnamed || named < 0 ? 0 : named;
  }
  const isOfNames = (column: number) => rows.some((row) => !isNumberLike(row[column] ?? ''));
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => at).findIndex(
    (column) => column > 0 && isOfNames(column),
  );
}

/**
 * Reads a list, or the column of genes of a table, without its title. Row numbers are not genes: numbers in an unnamed
 * first column, as R writes it, are never taken for Entrez ids. Lines of comments are skipped.
 */
export function readGeneColumn(content: string): GeneColumn {
  const lines = linesOf(content).filter((line) => line.trim() !== '' && !COMMENT.test(line));
  const table = lines.length > 1 ? readTable(lines) : null;
  if (table === null) {
    const [first = '', ...others] = lines;
    const isTitled = others.length > 0 && isFileTitle(first);
    const identifiers = splitIdentifiers((isTitled ? others : lines).join('\n'));
    const numbers = rowNumbersIn(identifiers.map(readIdentifier));
    if (numbers.size === 0 || numbers.size < identifiers.length) return { identifiers, note: null };
    return { identifiers: [], note: 'These are row numbers; the file has no genes.' };
  }
  const column = chooseColumn(table);
  if (column < 0)
    return { identifiers: [], note: 'The first column has row numbers, and no other column has genes.' };
  const title = table.titles[column] ?? '';
  const named = title === '' ? `column ${column + 1}` : `column ${column + 1}, “${title}”,`;
  const rest = isRowNumbers(table) ? ' The first column has row numbers.' : '';
  return {
    identifiers: table.rows.map((row) => row[column] ?? '').flatMap(genesOfCell),
    note: `Only ${named} was read.${rest}`,
  };
}

function isFileTitle(line: string): boolean {
  const cell = line.trim().replaceAll(/^["']|["']$/g, '');
  return /^(?:gene|symbol|probe|ensembl|entrez|hgnc)/i.test(cell) && isNameTitle(cell);
}

/** A cell with several genes, joined by `///` or semicolons, has each of them; blanks stay, for dates and aliases. */
function genesOfCell(cell: string): string[] {
  return cell
    .split(/\/{2,}|[;|,]/)
    .map((part) => part.trim())
    .filter(isIdentifier);
}
