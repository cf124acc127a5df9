/** Result rows, and sorting them by a column. */
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import { topK } from './top-k.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** The requested rows of a result. */
export interface Page {
  from: number;
  to: number;
  /** a column of the result; undefined for its default order */
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

/** The rows of a page in order; created on demand if the order allows it. */
export interface OrderedRows {
  /** rows of the whole result */
  total: number;
  /** whether all rows are objects in memory already, about 1.5 kB each */
  isInMemory: boolean;
  /** @param from counted from the first row of the page */
  rows(from: number, to: number): Promise<Row[]>;
}

/** Ordered rows that are objects already; `rows` are those of the page. */
export function rowsInMemory(rows: readonly Row[], total: number): OrderedRows {
  return { total, isInMemory: true, rows: async (from, to) => rows.slice(from, to) };
}

/** The rows of this query have no such column. */
export class UnknownColumn extends Error {}

/** @throws UnknownColumn if the rows have no column `sort` */
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

/** The rank of each text; equal texts share one. Many rows have the same text, and comparing texts is slow. */
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

/** Sorts numbers by value, text without letter case, NA last; ties keep their order. */
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
  // Infinity - Infinity is NaN: two rows without a text are equal.
  const order = Uint32Array.from(rows.keys()).sort((a, b) => f64At(keys, a) - f64At(keys, b) || a - b);
  return Array.from(order, (index) => rows[index] ?? {});
}

/**
 * At least the first `to` rows, sorted by a column of numbers and then by the text of `tie`. Only candidates for the
 * first rows are compared by text, which is ten times slower.
 */
export function sortTopK(
  rows: readonly Row[],
  { sort, isDescending, tie, to }: { sort: string; isDescending: boolean; tie: string; to: number },
): Row[] {
  const sign = isDescending ? -1 : 1;
  const values = Float64Array.from(rows, (row) => sign * Number(row[sort]));
  const order = topK(values, to).sort(
    (a, b) =>
      f64At(values, a) - f64At(values, b) || compareCells(rows[a]?.[tie] ?? null, rows[b]?.[tie] ?? null, 1),
  );
  return Array.from(order, (index) => rows[index] ?? {});
}
