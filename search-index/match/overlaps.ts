/** Overlaps of a gene list with modules and gene sets: their P, and pages ordered by it. */
import { type OverlapDirection, pOfOverlap } from '@omicon/domain/statistics/hypergeometric.ts';
import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import { checkSort, type Page, type Row, sortNamed } from '../kit/sorting.ts';
import { topK } from '../kit/top-k.ts';
import { adjustment, topKByP } from './false-discoveries.ts';

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
 * Tested items, as parallel columns: there may be hundreds of thousands. In direction `over` only those that share a gene
 * with the list; otherwise also those without, which are the most depleted.
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
  const numberOf = (values: Uint32Array) => (at: number) => values[at] ?? 0;
  return {
    Pval: (at) => p[at] ?? 1,
    qval: (at) => q(p[at] ?? 1),
    Overlap: numberOf(overlap),
    Size: numberOf(size),
    Listed: numberOf(listed),
    Universe: numberOf(universe),
    Jaccard: (at) => (overlap[at] ?? 0) / ((size[at] ?? 0) + (listed[at] ?? 0) - (overlap[at] ?? 0)),
  } satisfies Record<(typeof FIGURE_NAMES)[number], (at: number) => number>;
}

interface RowsOfPage {
  columns: readonly string[];
  name(ids: readonly number[]): Promise<readonly Row[]>;
  /** indexes of the items to list, ascending; all by default */
  listed?: Uint32Array | null;
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
  const rowsOf = async (indexes: readonly number[], figures: Figures) => {
    const names = await name(indexes.map((at) => ids[at] ?? 0));
    return indexes.map(
      (at, row): Row =>
        Object.fromEntries(
          columns.map((column) => [column, figures[column]?.(at) ?? names[row]?.[column] ?? null]),
        ),
    );
  };
  if (listed === null && sort === 'Pval' && !isDescending) {
    const { indexes, q } = topKByP({ p, ids, tested }, page.to);
    return rowsOf([...indexes.subarray(page.from, page.to)], figuresOf(overlaps, q));
  }
  const items = listed ?? new Uint32Array(length).map((_, at) => at);
  const order = (values: Float64Array) =>
    topK(values, page.to)
      .sort(
        (a, b) =>
          (values[a] ?? 0) - (values[b] ?? 0) || (ids[items[a] ?? 0] ?? 0) - (ids[items[b] ?? 0] ?? 0),
      )
      .subarray(page.from, page.to);
  const figures = figuresOf(overlaps, adjustment(p, tested));
  const figure = figures[sort];
  if (figure === undefined) {
    const all = await rowsOf([...items], figures);
    return sortNamed(all, sort, isDescending).slice(page.from, page.to);
  }
  const sign = isDescending ? -1 : 1;
  const values = new Float64Array(items.length);
  for (let at = 0; at < items.length; at += 1) values[at] = sign * figure(items[at] ?? 0);
  return rowsOf(
    Array.from(order(values), (at) => items[at] ?? 0),
    figures,
  );
}
