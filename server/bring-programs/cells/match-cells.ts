/** Which row of a table of cells is which cell: barcodes are written in several ways, and repeat among libraries. */
import type { CellTable } from './cell-table.ts';

/** The library of a cell is empty if there is only one. */
export interface CellName {
  library: string;
  barcode: string;
}

interface Way {
  /** how cells are matched, for a sentence */
  said: string;
  ofCell(cell: CellName): string;
  ofRow(name: string, library: string): string;
  needsLibrary: boolean;
}

/** The number that Cell Ranger writes after a barcode. */
function withoutNumber(name: string): string {
  return name.replace(/-\d{1,6}$/, '');
}

/** The bases of a barcode, whatever is written before and after them. */
function bases(name: string): string {
  return /[ACGTN]{8,80}/.exec(name)?.[0] ?? name;
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '_');
}

const WAYS: readonly Way[] = [
  {
    said: 'by barcode',
    ofCell: ({ barcode }) => barcode,
    ofRow: (name) => name,
    needsLibrary: false,
  },
  {
    said: 'by barcode, without the number at its end',
    ofCell: ({ barcode }) => withoutNumber(barcode),
    ofRow: withoutNumber,
    needsLibrary: false,
  },
  {
    said: 'by library and barcode',
    ofCell: ({ library, barcode }) => `${plain(library)} ${bases(barcode)}`,
    ofRow: (name, library) => `${plain(library)} ${bases(name)}`,
    needsLibrary: true,
  },
  {
    said: 'by the library before the barcode',
    ofCell: ({ library, barcode }) => plain(`${library}_${barcode}`),
    ofRow: plain,
    needsLibrary: false,
  },
  {
    said: 'by the library before the barcode, without the number at its end',
    ofCell: ({ library, barcode }) => plain(`${library}_${withoutNumber(barcode)}`),
    ofRow: (name) => plain(withoutNumber(name)),
    needsLibrary: false,
  },
  {
    said: 'by the library after the barcode',
    ofCell: ({ library, barcode }) => plain(`${barcode}_${library}`),
    ofRow: plain,
    needsLibrary: false,
  },
  {
    said: 'by the library after the barcode, without the number at its end',
    ofCell: ({ library, barcode }) => plain(`${withoutNumber(barcode)}_${library}`),
    ofRow: plain,
    needsLibrary: false,
  },
];

export interface CellMatch {
  said: string;
  /** title of the column of barcodes, and of that of libraries if it was used */
  column: string;
  library: string | null;
  /** row of each cell; -1 without one */
  rows: Int32Array;
  matched: number;
  /** rows left out because another has the same name, and rows without a cell */
  repeated: number;
  unmatched: number;
}

/** Index by key; -1 for a key that several have. */
function indexOf(keys: Iterable<string>): Map<string, number> {
  const index = new Map<string, number>();
  let at = 0;
  for (const key of keys) {
    index.set(key, index.has(key) ? -1 : at);
    at += 1;
  }
  return index;
}

interface Names {
  title: string;
  names: readonly string[];
  libraries: { title: string; cells: readonly (string | null)[] } | null;
}

function matchBy(way: Way, cells: readonly CellName[], { title, names, libraries }: Names): CellMatch {
  const keys = names.map((name, at) => way.ofRow(name, libraries?.cells[at] ?? ''));
  const rowOf = indexOf(keys);
  const cellKeys = cells.map((cell) => way.ofCell(cell));
  const cellOf = indexOf(cellKeys);
  let matched = 0;
  const rows = Int32Array.from(cellKeys, (key) => {
    const row = cellOf.get(key) === -1 ? -1 : (rowOf.get(key) ?? -1);
    if (row >= 0) matched += 1;
    return row;
  });
  const repeated = keys.reduce((sum, key) => sum + (rowOf.get(key) === -1 ? 1 : 0), 0);
  return {
    said: way.said,
    column: title,
    library: way.needsLibrary ? (libraries?.title ?? null) : null,
    rows,
    matched,
    repeated,
    unmatched: names.length - repeated - matched,
  };
}

/** The column with the most names of libraries, as a table of several libraries has it. */
function libraryColumn({ columns, rows }: CellTable, cells: readonly CellName[]): Names['libraries'] {
  const known = new Set(cells.map(({ library }) => plain(library)));
  if (known.size < 2) return null;
  let best: { title: string; cells: readonly (string | null)[]; count: number } | null = null;
  for (const [title, texts] of columns) {
    const count = texts.reduce((sum, text) => sum + (text !== null && known.has(plain(text)) ? 1 : 0), 0);
    if (count > (best?.count ?? 0)) best = { title, cells: texts, count };
  }
  return best !== null && best.count * 10 >= rows ? best : null;
}

/** The way that matches most cells; null if the table is not one of these cells. */
export function matchCells(table: CellTable, cells: readonly CellName[]): CellMatch | null {
  const libraries = libraryColumn(table, cells);
  let best: CellMatch | null = null;
  for (const { title, cells: names } of table.names)
    for (const way of WAYS) {
      if (way.needsLibrary && libraries === null) continue;
      const match = matchBy(way, cells, { title, names, libraries });
      if (match.matched > (best?.matched ?? 0)) best = match;
    }
  const least = Math.max(2, 0.1 * Math.min(table.rows, cells.length));
  return best !== null && best.matched >= least ? best : null;
}
