/**
 * Rows of modules and gene sets with their P. What f32 cannot tell apart is decided on the exact P of the module.
 */
import type { Client } from 'pg';
import { viewOf } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import { topK } from '../kit/top-k.ts';
import { numberList, type RawRow, readInt, useRows } from './rows.ts';

/** Rows in parallel; `p` is NaN where only the f32 of the posting is known. */
export interface EnrichedRows {
  length: number;
  geneSets: Uint32Array;
  places: Uint32Array;
  negLogP: Float64Array;
  p: Float64Array;
}

/** Room for rows that is doubled as it fills. */
export class Rows implements EnrichedRows {
  length = 0;
  geneSets: Uint32Array;
  places: Uint32Array;
  negLogP: Float64Array;
  p: Float64Array;

  constructor(room = 16_384) {
    this.geneSets = new Uint32Array(room);
    this.places = new Uint32Array(room);
    this.negLogP = new Float64Array(room);
    this.p = new Float64Array(room);
  }

  add(geneSet: number, place: number, negLogP: number, p: number): void {
    if (this.length === this.places.length) this.grow();
    this.geneSets[this.length] = geneSet;
    this.places[this.length] = place;
    this.negLogP[this.length] = negLogP;
    this.p[this.length] = p;
    this.length += 1;
  }

  private grow(): void {
    const size = Math.max(1024, 2 * this.length);
    const [geneSets, places] = [new Uint32Array(size), new Uint32Array(size)];
    const [negLogP, p] = [new Float64Array(size), new Float64Array(size)];
    geneSets.set(this.geneSets);
    places.set(this.places);
    negLogP.set(this.negLogP);
    p.set(this.p);
    Object.assign(this, { geneSets, places, negLogP, p });
  }
}

/** Of more rows the room is not kept. */
const MOST_SPARE_ROWS = 1_000_000;
let spareRows: Rows | null = null;

/** Rows without content, in room that was used before; for rows that end with the search. */
export function borrowRows(): Rows {
  const rows = spareRows ?? new Rows();
  spareRows = null;
  rows.length = 0;
  return rows;
}

export function returnRows(rows: Rows): void {
  if (rows.places.length <= MOST_SPARE_ROWS) spareRows = rows;
}

const bestSpare = new ScratchBuffer<Float64Array>((length) => new Float64Array(length));
const countSpare = new ScratchBuffer<Uint8Array>((length) => new Uint8Array(length));
const groupSpare = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const nearSpare = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));

/** What f32 may hide around a value of -log10 P. */
export function slack(negLogP: number): number {
  return Math.abs(negLogP) * 1.3e-7 + 1e-12;
}

/** Modules whose values are read at once: some seven megabytes. */
const MODULES_AT_ONCE = 2000;

/** Fills in the exact P of these rows. Table module_enrichment, primary key. */
export async function resolveExact(client: Client, rows: EnrichedRows, at: Iterable<number>): Promise<void> {
  const unknown = new Map<number, number[]>();
  for (const row of at) {
    if (!Number.isNaN(rows.p[row] ?? Number.NaN)) continue;
    const place = rows.places[row] ?? 0;
    const known = unknown.get(place);
    if (known) known.push(row);
    else unknown.set(place, [row]);
  }
  if (unknown.size === 0) return;
  const modules = [
    ...new Set([...unknown.keys()].map((place) => Math.floor(place / DEFINITIONS_PER_MODULE))),
  ];
  const look = (stored: readonly RawRow[]) => {
    for (const [module, definition, setBytes, valueBytes] of stored) {
      const place = readInt(module) * DEFINITIONS_PER_MODULE + (definition?.readInt16BE(0) ?? 0);
      const wanted = unknown.get(place);
      if (wanted === undefined) continue;
      const [sets, values] = [viewOf(setBytes), viewOf(valueBytes)];
      for (const row of wanted) {
        const found = placeOf(sets, rows.geneSets[row] ?? 0);
        const value = found < 0 ? Number.NaN : values.getFloat64(8 * found, true);
        const known = rows.p[row] ?? Number.NaN;
        if (!Number.isNaN(value) && !(known <= value)) rows.p[row] = value;
      }
    }
  };
  for (let from = 0; from < modules.length; from += MODULES_AT_ONCE) {
    await useRows(
      client,
      `select covariation_module_id, definition, gene_sets, p_values from module_enrichment
        where covariation_module_id = any(${numberList(modules.slice(from, from + MODULES_AT_ONCE))}) and n_enriched > 0`,
      look,
    );
  }
}

function placeOf(numbers: DataView, number: number): number {
  for (let at = 0; at < numbers.byteLength; at += 4)
    if (numbers.getUint32(at, true) === number) return at / 4;
  return -1;
}

/** What places count for when the best rows of each group are kept. */
export interface Groups {
  /** by place: the number of its group, from 1; 0 where it takes no part */
  ofPlace: Uint32Array;
  /** 0 where all rows are kept */
  count: number;
}

/** Keeps the rows of the smallest P of each group, ties included. */
export async function keepBest(
  client: Client,
  rows: Rows,
  { ofPlace, count: groups }: Groups,
): Promise<Rows> {
  const { length, negLogP, places } = rows;
  const groupsOfRows = groupSpare.borrow(length);
  const best = bestSpare.borrow(groups + 1);
  for (let row = 0; row < length; row += 1) {
    const group = ofPlace[places[row] ?? 0] ?? 0;
    groupsOfRows[row] = group;
    // P is at most 1, so that no -log10 P lies below 0.
    if ((negLogP[row] ?? 0) > (best[group] ?? 0)) best[group] = negLogP[row] ?? 0;
  }
  const near = nearSpare.borrow(length);
  let nearby = 0;
  const count = countSpare.borrow(groups + 1);
  for (let row = 0; row < length; row += 1) {
    const group = groupsOfRows[row] ?? 0;
    const value = best[group] ?? 0;
    if ((negLogP[row] ?? 0) < value - 2 * slack(value)) continue;
    near[nearby] = row;
    nearby += 1;
    if ((count[group] ?? 0) < 2) count[group] = (count[group] ?? 0) + 1;
  }
  const doubtful = near.subarray(0, nearby).filter((row) => count[groupsOfRows[row] ?? 0] === 2);
  await resolveExact(client, rows, doubtful);
  const smallest = new Map<number, number>();
  for (const row of doubtful) {
    const group = groupsOfRows[row] ?? 0;
    const p = rows.p[row] ?? 1;
    if (p < (smallest.get(group) ?? 2)) smallest.set(group, p);
  }
  const kept = new Rows(nearby);
  for (let at = 0; at < nearby; at += 1) {
    const row = near[at] ?? 0;
    const group = groupsOfRows[row] ?? 0;
    const p = rows.p[row] ?? Number.NaN;
    if (count[group] !== 2 || p === smallest.get(group))
      kept.add(rows.geneSets[row] ?? 0, rows.places[row] ?? 0, negLogP[row] ?? 0, p);
  }
  groupSpare.release(groupsOfRows);
  bestSpare.release(best);
  nearSpare.release(near);
  countSpare.release(count);
  return kept;
}

/**
 * Orders rows by P, smallest first, and gives those of a page; rows that f32 cannot tell apart are ordered by their
 * exact P, and then by what `tie` says.
 */
export async function pageByP(
  client: Client,
  rows: EnrichedRows,
  page: { from: number; to: number; isDescending: boolean },
  tie: (row: number) => number,
): Promise<Uint32Array> {
  const sign = page.isDescending ? 1 : -1;
  const values = rows.negLogP.slice(0, rows.length);
  if (sign < 0) for (let row = 0; row < values.length; row += 1) values[row] = -(values[row] ?? 0);
  const order = topK(values, page.to, (last) => 4 * slack(last)).sort(
    (a, b) => (values[a] ?? 0) - (values[b] ?? 0) || tie(a) - tie(b) || a - b,
  );
  const valueAt = (at: number) => rows.negLogP[order[at] ?? 0] ?? 0;
  const isNear = (a: number, b: number) =>
    Math.abs(valueAt(a) - valueAt(b)) <= 2 * slack(Math.max(valueAt(a), valueAt(b)));
  let from = Math.min(page.from, order.length);
  let to = Math.min(page.to, order.length);
  while (from > 0 && from < order.length && isNear(from - 1, from)) from -= 1;
  while (to > 0 && to < order.length && isNear(to - 1, to)) to += 1;
  const runs = runsOf(from, to, isNear);
  await resolveExact(
    client,
    rows,
    runs.flatMap(({ begin, end }) => [...order.subarray(begin, end)]),
  );
  for (const { begin, end } of runs)
    order
      .subarray(begin, end)
      .sort((a, b) => -sign * ((rows.p[a] ?? 1) - (rows.p[b] ?? 1)) || tie(a) - tie(b) || a - b);
  return order.subarray(Math.min(page.from, to), Math.min(page.to, to));
}

/** Stretches of two and more of which each is near to the one before. */
function runsOf(
  from: number,
  to: number,
  isNear: (a: number, b: number) => boolean,
): { begin: number; end: number }[] {
  const runs: { begin: number; end: number }[] = [];
  for (let begin = from; begin < to; ) {
    let end = begin + 1;
    while (end < to && isNear(end - 1, end)) end += 1;
    if (end - begin > 1) runs.push({ begin, end });
    begin = end;
  }
  return runs;
}
