/** Rows of results, and how they are sorted by a column. */
import { topK } from './top-k.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** Which rows of a result are wanted. */
export interface Page {
  from: number;
  to: number;
  /** a column of the result; its own order where undefined */
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

/** The rows of a page in their order; they are made when they are taken, where the order allows it. */
export interface OrderedRows {
  /** of the whole result */
  total: number;
  /** whether all are held as objects already, of some 1.5 kB each */
  isHeld: boolean;
  /** counted from the first of the page */
  rows(from: number, to: number): Promise<Row[]>;
}

export function heldRows(rows: readonly Row[], total: number): OrderedRows {
  return { total, isHeld: true, rows: async (from, to) => rows.slice(from, to) };
}

/** A column that the rows of this query do not have. */
export class UnknownColumn extends Error {}

/** @throws UnknownColumn */
export function checkSort(sort: string | undefined, columns: readonly string[]): void {
  if (sort !== undefined && !columns.includes(sort))
    throw new UnknownColumn(`There is no column "${sort}"; ${columns.join(', ')} are there.`);
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function compareCells(x: Cell, y: Cell, sign: number): number {
  if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
  return (
    sign * (typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(String(x), String(y)))
  );
}

/** The place of each text among all; texts that compare as equal share one. Rows share texts, and to compare two is slow. */
function rankTexts(texts: ReadonlySet<string>): Map<Cell, number> {
  const ranks = new Map<Cell, number>();
  let last: string | null = null;
  let rank = 0;
  for (const text of [...texts].sort(collator.compare)) {
    if (last !== null && collator.compare(last, text) !== 0) rank += 1;
    ranks.set(text, rank);
    last = text;
  }
  return ranks;
}

/** Numbers by value, text without letter case, NA last; rows that are equal stay in their order. */
export function sortNamed(rows: readonly Row[], sort: string, isDescending: boolean): Row[] {
  const sign = isDescending ? -1 : 1;
  const texts = new Set<string>();
  let hasNumbers = false;
  for (const row of rows) {
    const cell = row[sort] ?? null;
    if (typeof cell === 'string') texts.add(cell);
    else if (cell !== null) hasNumbers = true;
  }
  if (hasNumbers || texts.size === rows.length)
    return rows.toSorted((a, b) => compareCells(a[sort] ?? null, b[sort] ?? null, sign));
  const ranks = rankTexts(texts);
  const keys = Float64Array.from(rows, (row) => {
    const rank = ranks.get(row[sort] ?? null);
    return rank === undefined ? Number.POSITIVE_INFINITY : sign * rank;
  });
  // Two rows without a text are equal, and their difference is no number.
  const order = Uint32Array.from(rows.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  return Array.from(order, (at) => rows[at] ?? {});
}

/**
 * The first `to` rows or more, sorted as by `sortNamed`, equal ones by the text of `tie`. Of a column of numbers only
 * rows that can stand there are compared by text, which costs ten times as much.
 */
export function sortTopK(
  rows: readonly Row[],
  { sort, isDescending, tie, to }: { sort: string; isDescending: boolean; tie: string; to: number },
): Row[] {
  const sign = isDescending ? -1 : 1;
  const values = Float64Array.from(rows, (row) => sign * Number(row[sort]));
  const order = topK(values, to).sort(
    (a, b) =>
      (values[a] ?? 0) - (values[b] ?? 0) || compareCells(rows[a]?.[tie] ?? null, rows[b]?.[tie] ?? null, 1),
  );
  return Array.from(order, (place) => rows[place] ?? {});
}
