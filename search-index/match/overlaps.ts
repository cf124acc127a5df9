/** Overlaps of a gene list with modules and gene sets: their P, and pages ordered by it. */
import { f64At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { type OverlapDirection, pOfOverlap } from '@omicon/domain/statistics/hypergeometric.ts';
import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import { checkSort, type Page, type Row, sortNamed } from '../kit/sorting.ts';
import { topK } from '../kit/top-k.ts';
import { adjustment, adjustmentOfSome, topKByP } from './false-discoveries.ts';

export interface Ranked {
  columns: string[];
  rows: Row[];
  /** rows of all pages */
  total: number;
  /** the same without folding */
  unfolded: number;
  tested: number;
}

const countBuffer = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const pBuffer = new ScratchBuffer<Float64Array>((length) => new Float64Array(length));

/** Up to this module size and overlap, P is cached per universe. */
const MAX_CACHED_SIZE = 512;
const MAX_CACHED_OVERLAP = 16;

/**
 * Cache of P for frequent overlaps: most of the thousands of modules of one data set share their size and overlap with
 * another.
 */
class TailCache {
  private readonly cached = new Float64Array(MAX_CACHED_SIZE * MAX_CACHED_OVERLAP);
  /** number of the universe that a cached P belongs to */
  private readonly universeOf = new Uint32Array(MAX_CACHED_SIZE * MAX_CACHED_OVERLAP);
  private universe: Universe | null = null;
  private number = 0;
  private readonly direction: OverlapDirection;

  constructor(direction: OverlapDirection) {
    this.direction = direction;
  }

  tail(overlap: number, size: number, universe: Universe): number {
    if (size >= MAX_CACHED_SIZE || overlap >= MAX_CACHED_OVERLAP)
      return pOfOverlap(this.direction, overlap, universe.listed, size, universe.genes);
    if (universe !== this.universe) {
      this.universe = universe;
      this.number += 1;
    }
    const at = size * MAX_CACHED_OVERLAP + overlap;
    if (this.universeOf[at] !== this.number) {
      this.universeOf[at] = this.number;
      this.cached[at] = pOfOverlap(this.direction, overlap, universe.listed, size, universe.genes);
    }
    return this.cached[at] ?? 1;
  }
}

/**
 * Tested items, as parallel columns: there may be hundreds of thousands. In direction `over` only those that share a
 * gene with the list; otherwise also those without, which are the most depleted.
 */
export class Overlaps {
  length = 0;
  private readonly counts: Uint32Array;
  private readonly tails: TailCache;
  private readonly least: number;
  /** a module slot, or the index of a gene set */
  readonly ids: Uint32Array;
  readonly overlap: Uint32Array;
  readonly size: Uint32Array;
  readonly listed: Uint32Array;
  readonly universe: Uint32Array;
  readonly p: Float64Array;
  /** number of all tests, including those without overlap */
  tested = 0;

  constructor(capacity: number, direction: OverlapDirection = 'over') {
    this.tails = new TailCache(direction);
    this.least = direction === 'over' ? 1 : 0;
    this.counts = countBuffer.borrow(5 * capacity);
    const column = (at: number) => this.counts.subarray(at * capacity, (at + 1) * capacity);
    this.ids = column(0);
    this.overlap = column(1);
    this.size = column(2);
    this.listed = column(3);
    this.universe = column(4);
    this.p = pBuffer.borrow(capacity);
  }

  /** Returns the memory to the pool; the rows must not be read afterwards. */
  release(): void {
    countBuffer.release(this.counts);
    pBuffer.release(this.p);
  }

  /** Counts a test. @param universe sizes of the universe and of the list within it */
  add(id: number, overlap: number, size: number, universe: Universe): void {
    this.tested += 1;
    if (overlap < this.least) return;
    const at = this.length;
    this.ids[at] = id;
    this.overlap[at] = overlap;
    this.size[at] = size;
    this.listed[at] = universe.listed;
    this.universe[at] = universe.genes;
    this.p[at] = this.tails.tail(overlap, size, universe);
    this.length = at + 1;
  }
}

/** Number of genes in the universe, and of listed genes among them. */
export interface Universe {
  genes: number;
  listed: number;
}

/** Numeric columns of a row. */
type Figures = Readonly<Record<string, (at: number) => number>>;

export const FIGURE_NAMES = ['Pval', 'qval', 'Overlap', 'Size', 'Listed', 'Universe', 'Jaccard'] as const;

/** @param q false discovery rate by P */
function figuresOf({ p, overlap, size, listed, universe }: Overlaps, q: (p: number) => number): Figures {
  const numberOf = (values: Uint32Array) => (at: number) => u32At(values, at);
  return {
    Pval: (at) => p[at] ?? 1,
    qval: (at) => q(p[at] ?? 1),
    Overlap: numberOf(overlap),
    Size: numberOf(size),
    Listed: numberOf(listed),
    Universe: numberOf(universe),
    Jaccard: (at) => u32At(overlap, at) / (u32At(size, at) + u32At(listed, at) - u32At(overlap, at)),
  } satisfies Record<(typeof FIGURE_NAMES)[number], (at: number) => number>;
}

interface RowsOfPage {
  columns: readonly string[];
  /** @param indexes of the items with these ids */
  name(ids: readonly number[], indexes: readonly number[]): Promise<readonly Row[]>;
  /** indexes of the items to list, ascending; all by default */
  listed?: Uint32Array | null;
}

/** Rows of these items. @param q false discovery rate by P */
export async function rowsOfOverlaps(
  overlaps: Overlaps,
  indexes: readonly number[],
  { columns, name, q }: Omit<RowsOfPage, 'listed'> & { q: (p: number) => number },
): Promise<Row[]> {
  const figures = figuresOf(overlaps, q);
  const names = await name(
    indexes.map((at) => u32At(overlaps.ids, at)),
    indexes,
  );
  return indexes.map(
    (at, row): Row =>
      Object.fromEntries(
        columns.map((column) => [column, figures[column]?.(at) ?? names[row]?.[column] ?? null]),
      ),
  );
}

interface FirstOverlaps {
  /** items in order, at most `to` */
  indexes: Uint32Array;
  /** what orders them, smallest first; of the same key the smaller id comes first */
  keys: Float64Array;
}

/** The first items by a figure. @param items indexes, all of them by default */
function firstByFigure(
  { length, ids }: Overlaps,
  figure: (at: number) => number,
  { to, order }: Page,
  items: Uint32Array = new Uint32Array(length).map((_, at) => at),
): FirstOverlaps {
  const sign = order === 'desc' ? -1 : 1;
  const values = new Float64Array(items.length);
  for (let at = 0; at < items.length; at += 1) values[at] = sign * figure(u32At(items, at));
  const first = topK(values, to)
    .sort(
      (a, b) =>
        f64At(values, a) - f64At(values, b) || u32At(ids, u32At(items, a)) - u32At(ids, u32At(items, b)),
    )
    .subarray(0, to);
  return {
    indexes: first.map((at) => u32At(items, at)),
    keys: Float64Array.from(first, (at) => f64At(values, at)),
  };
}

/**
 * The first items by a figure that needs no other items: not by q, which is undefined here, and not by names.
 * @param items indexes, all of them by default
 */
export function firstOverlaps(overlaps: Overlaps, page: Page, items?: Uint32Array): FirstOverlaps | null {
  const sort = page.sort ?? 'Pval';
  const figure = figuresOf(overlaps, () => Number.NaN)[sort];
  return figure === undefined || sort === 'qval' ? null : firstByFigure(overlaps, figure, page, items);
}

/** One page. Sorting by a number names only the rows of the page; sorting by a name has to name all rows first. */
export async function pageOf(
  overlaps: Overlaps,
  page: Page,
  { columns, name, listed = null }: RowsOfPage,
): Promise<Row[]> {
  const sort = page.sort ?? 'Pval';
  checkSort(sort, columns);
  const isDescending = page.order === 'desc';
  const { length, ids, tested } = overlaps;
  const p = overlaps.p.subarray(0, length);
  if (listed === null && sort === 'Pval' && !isDescending) {
    const { indexes, q } = topKByP({ p, ids, tested }, page.to);
    return rowsOfOverlaps(overlaps, [...indexes.subarray(page.from, page.to)], { columns, name, q });
  }
  const first = firstOverlaps(overlaps, page, listed ?? undefined);
  if (first !== null) {
    const indexes = first.indexes.subarray(page.from);
    const shown = Float64Array.from(indexes, (at) => f64At(p, at));
    const q = adjustmentOfSome(p, shown, tested);
    return rowsOfOverlaps(overlaps, [...indexes], { columns, name, q });
  }
  const q = adjustment(p, tested);
  if (sort === 'qval') {
    const { indexes } = firstByFigure(overlaps, (at) => q(f64At(p, at)), page, listed ?? undefined);
    return rowsOfOverlaps(overlaps, [...indexes.subarray(page.from)], { columns, name, q });
  }
  const items = listed ?? Uint32Array.from({ length }, (_, at) => at);
  const all = await rowsOfOverlaps(overlaps, [...items], { columns, name, q });
  return sortNamed(all, sort, isDescending).slice(page.from, page.to);
}
