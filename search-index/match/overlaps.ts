/** What lists of genes share with modules and gene sets: its chance, and pages in the order of it. */
import { tailOfOverlap } from '@omicon/domain/statistics/hypergeometric.ts';
import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import { checkSort, type Page, type Row, sortNamed } from '../kit/sorting.ts';
import { topK } from '../kit/top-k.ts';
import { adjustment, topKByP } from './false-discoveries.ts';

export interface Ranked {
  columns: string[];
  rows: Row[];
  total: number;
  tested: number;
}

const countSpare = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const pSpare = new ScratchBuffer<Float64Array>((length) => new Float64Array(length));

/** Of modules up to this size, and overlaps up to this, a chance is worked out once for each universe. */
const MOST_SIZE = 512;
const MOST_OVERLAP = 16;

/**
 * Chances of overlaps that come again and again: the networks of one data set hold thousands of modules, of which most
 * have the size and the overlap of another.
 */
class Chances {
  private readonly known = new Float64Array(MOST_SIZE * MOST_OVERLAP);
  /** number of the universe that a chance was worked out for */
  private readonly universeOf = new Uint32Array(MOST_SIZE * MOST_OVERLAP);
  private universe: Universe | null = null;
  private number = 0;

  tail(overlap: number, size: number, among: Universe): number {
    if (size >= MOST_SIZE || overlap >= MOST_OVERLAP)
      return tailOfOverlap(overlap, among.listed, size, among.genes);
    if (among !== this.universe) {
      this.universe = among;
      this.number += 1;
    }
    const at = size * MOST_OVERLAP + overlap;
    if (this.universeOf[at] !== this.number) {
      this.universeOf[at] = this.number;
      this.known[at] = tailOfOverlap(overlap, among.listed, size, among.genes);
    }
    return this.known[at] ?? 1;
  }
}

/** What was tested and shares a gene with the list: rows in parallel, because there may be hundreds of thousands. */
export class Overlaps {
  length = 0;
  private readonly counts: Uint32Array;
  private readonly chances = new Chances();
  /** place of a module under a definition, or of a gene set */
  readonly ids: Uint32Array;
  readonly overlap: Uint32Array;
  readonly size: Uint32Array;
  readonly listed: Uint32Array;
  readonly universe: Uint32Array;
  readonly p: Float64Array;
  /** all tests, those without any overlap included */
  tested = 0;

  constructor(most: number) {
    this.counts = countSpare.borrow(5 * most);
    const column = (at: number) => this.counts.subarray(at * most, (at + 1) * most);
    this.ids = column(0);
    this.overlap = column(1);
    this.size = column(2);
    this.listed = column(3);
    this.universe = column(4);
    this.p = pSpare.borrow(most);
  }

  /** Leaves the room to the next ranking; nobody may read these rows any more. */
  giveBack(): void {
    countSpare.release(this.counts);
    pSpare.release(this.p);
  }

  /** @param among the list and the universe, in genes that take part */
  add(id: number, overlap: number, size: number, among: Universe): void {
    const at = this.length;
    this.ids[at] = id;
    this.overlap[at] = overlap;
    this.size[at] = size;
    this.listed[at] = among.listed;
    this.universe[at] = among.genes;
    this.p[at] = this.chances.tail(overlap, size, among);
    this.length = at + 1;
  }
}

/** Genes that a data set has, of those that are asked about. */
export interface Universe {
  genes: number;
  listed: number;
}

/** Figures of a row that need no name. */
type Figures = Readonly<Record<string, (at: number) => number>>;

export const FIGURE_NAMES = ['Pval', 'qval', 'Overlap', 'Size', 'Listed', 'Universe', 'Jaccard'] as const;

/** @param q share of false discoveries by P */
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

/** Ranked by a figure before any row is named; by a name only after all are. */
export async function pageOf(
  overlaps: Overlaps,
  page: Page,
  columns: readonly string[],
  name: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const sort = page.sort ?? 'Pval';
  checkSort(sort, columns);
  const isDescending = page.order === 'desc';
  const { length, ids, tested } = overlaps;
  const p = overlaps.p.subarray(0, length);
  const rowsOf = async (places: readonly number[], figures: Figures) => {
    const names = await name(places.map((at) => ids[at] ?? 0));
    return places.map(
      (at, row): Row =>
        Object.fromEntries(
          columns.map((column) => [column, figures[column]?.(at) ?? names[row]?.[column] ?? null]),
        ),
    );
  };
  const order = (values: Float64Array) =>
    topK(values, page.to).sort(
      (a, b) => (values[a] ?? 0) - (values[b] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0),
    );
  if (sort === 'Pval' && !isDescending) {
    const { places, q } = topKByP({ p, ids, tested }, page.to);
    return rowsOf([...places.subarray(page.from, page.to)], figuresOf(overlaps, q));
  }
  const figures = figuresOf(overlaps, adjustment(p, tested));
  const figure = figures[sort];
  if (figure === undefined) {
    const all = await rowsOf(
      Array.from({ length }, (_, at) => at),
      figures,
    );
    return sortNamed(all, sort, isDescending).slice(page.from, page.to);
  }
  const sign = isDescending ? -1 : 1;
  const values = new Float64Array(length);
  for (let at = 0; at < length; at += 1) values[at] = sign * figure(at);
  return rowsOf([...order(values).subarray(page.from, page.to)], figures);
}
