/**
 * Rows of modules and gene sets with their P. Where f32 cannot tell two apart, the exact P of the module decides.
 */
import { f64At, u8At, u32At } from '@omicon/domain/arrays/number-at.ts';
import type { Client } from 'pg';
import { viewOf } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import { topK } from '../kit/top-k.ts';
import { numberList, type RawRow, readInt, useRows } from './rows.ts';

/** Parallel columns; `p` is NaN while only the f32 of the posting is known. */
export interface EnrichedRows {
  length: number;
  geneSets: Uint32Array;
  moduleSlots: Uint32Array;
  negLogP: Float64Array;
  p: Float64Array;
}

/** A growable table: its capacity doubles when it is full. */
export class Rows implements EnrichedRows {
  length = 0;
  geneSets: Uint32Array;
  moduleSlots: Uint32Array;
  negLogP: Float64Array;
  p: Float64Array;

  constructor(capacity = 16_384) {
    this.geneSets = new Uint32Array(capacity);
    this.moduleSlots = new Uint32Array(capacity);
    this.negLogP = new Float64Array(capacity);
    this.p = new Float64Array(capacity);
  }

  add(geneSet: number, moduleSlot: number, negLogP: number, p: number): void {
    if (this.length === this.moduleSlots.length) this.grow();
    this.geneSets[this.length] = geneSet;
    this.moduleSlots[this.length] = moduleSlot;
    this.negLogP[this.length] = negLogP;
    this.p[this.length] = p;
    this.length += 1;
  }

  private grow(): void {
    const size = Math.max(1024, 2 * this.length);
    const [geneSets, moduleSlots] = [new Uint32Array(size), new Uint32Array(size)];
    const [negLogP, p] = [new Float64Array(size), new Float64Array(size)];
    geneSets.set(this.geneSets);
    moduleSlots.set(this.moduleSlots);
    negLogP.set(this.negLogP);
    p.set(this.p);
    Object.assign(this, { geneSets, moduleSlots, negLogP, p });
  }
}

/** Larger tables are not kept for reuse. */
const MAX_SCRATCH_ROWS = 1_000_000;
let scratchRows: Rows | null = null;

/** An empty table that reuses memory; for rows that are not needed after the search. */
export function borrowRows(): Rows {
  const rows = scratchRows ?? new Rows();
  scratchRows = null;
  rows.length = 0;
  return rows;
}

/** Returns a table for reuse; it must not be read afterwards. */
export function returnRows(rows: Rows): void {
  if (rows.moduleSlots.length <= MAX_SCRATCH_ROWS) scratchRows = rows;
}

const bestBuffer = new ScratchBuffer<Float64Array>((length) => new Float64Array(length));
const countBuffer = new ScratchBuffer<Uint8Array>((length) => new Uint8Array(length));
const groupBuffer = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const nearBuffer = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));

/** The rounding error of f32 around a value of -log10 P. */
export function slack(negLogP: number): number {
  return Math.abs(negLogP) * 1.3e-7 + 1e-12;
}

/** Modules whose values are read at once: about 7 MB. */
const MODULES_AT_ONCE = 2000;

/** Fills in the exact P of these rows. Table module_enrichment, primary key. */
export async function resolveExact(client: Client, rows: EnrichedRows, at: Iterable<number>): Promise<void> {
  const unknown = new Map<number, number[]>();
  for (const row of at) {
    if (!Number.isNaN(rows.p[row] ?? Number.NaN)) continue;
    const moduleSlot = u32At(rows.moduleSlots, row);
    const sameSlot = unknown.get(moduleSlot);
    if (sameSlot) sameSlot.push(row);
    else unknown.set(moduleSlot, [row]);
  }
  if (unknown.size === 0) return;
  const modules = [
    ...new Set([...unknown.keys()].map((moduleSlot) => Math.floor(moduleSlot / DEFINITIONS_PER_MODULE))),
  ];
  const resolve = (stored: readonly RawRow[]) => {
    for (const [module, definition, setBytes, valueBytes] of stored) {
      const moduleSlot = readInt(module) * DEFINITIONS_PER_MODULE + (definition?.readInt16BE(0) ?? 0);
      const unresolved = unknown.get(moduleSlot);
      if (unresolved === undefined) continue;
      const [sets, values] = [viewOf(setBytes), viewOf(valueBytes)];
      for (const row of unresolved) {
        const found = indexOf(sets, u32At(rows.geneSets, row));
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
      resolve,
    );
  }
}

function indexOf(numbers: DataView, number: number): number {
  for (let at = 0; at < numbers.byteLength; at += 4)
    if (numbers.getUint32(at, true) === number) return at / 4;
  return -1;
}

/** The groups of which the best rows are kept. */
export interface Groups {
  /** by module slot: the number of its group, from 1; 0 if it is not searched */
  ofModuleSlot: Uint32Array;
  /** 0 if all rows are kept */
  count: number;
}

/** The rows with the smallest P of each group, ties included. */
export async function keepBest(
  client: Client,
  rows: Rows,
  { ofModuleSlot, count: groups }: Groups,
): Promise<Rows> {
  const { length, negLogP, moduleSlots } = rows;
  const groupsOfRows = groupBuffer.borrow(length);
  const best = bestBuffer.borrow(groups + 1);
  for (let row = 0; row < length; row += 1) {
    const group = ofModuleSlot[u32At(moduleSlots, row)] ?? 0;
    groupsOfRows[row] = group;
    // P is at most 1, so -log10 P is never below 0.
    if (f64At(negLogP, row) > f64At(best, group)) best[group] = f64At(negLogP, row);
  }
  const near = nearBuffer.borrow(length);
  let nearby = 0;
  const count = countBuffer.borrow(groups + 1);
  for (let row = 0; row < length; row += 1) {
    const group = u32At(groupsOfRows, row);
    const value = f64At(best, group);
    if (f64At(negLogP, row) < value - 2 * slack(value)) continue;
    near[nearby] = row;
    nearby += 1;
    if (u8At(count, group) < 2) count[group] = u8At(count, group) + 1;
  }
  const doubtful = near.subarray(0, nearby).filter((row) => count[u32At(groupsOfRows, row)] === 2);
  await resolveExact(client, rows, doubtful);
  const smallest = new Map<number, number>();
  for (const row of doubtful) {
    const group = u32At(groupsOfRows, row);
    const p = rows.p[row] ?? 1;
    if (p < (smallest.get(group) ?? 2)) smallest.set(group, p);
  }
  const kept = new Rows(nearby);
  for (let at = 0; at < nearby; at += 1) {
    const row = u32At(near, at);
    const group = u32At(groupsOfRows, row);
    const p = rows.p[row] ?? Number.NaN;
    if (count[group] !== 2 || p === smallest.get(group))
      kept.add(u32At(rows.geneSets, row), u32At(rows.moduleSlots, row), f64At(negLogP, row), p);
  }
  groupBuffer.release(groupsOfRows);
  bestBuffer.release(best);
  nearBuffer.release(near);
  countBuffer.release(count);
  return kept;
}

/**
 * One page of the rows ordered by P, smallest first. Rows that f32 cannot tell apart are ordered by exact P, then by
 * module slot and gene set.
 */
export async function pageByP(
  client: Client,
  rows: EnrichedRows,
  page: { from: number; to: number; isDescending: boolean },
): Promise<Uint32Array> {
  const tie = (a: number, b: number) =>
    u32At(rows.moduleSlots, a) - u32At(rows.moduleSlots, b) ||
    u32At(rows.geneSets, a) - u32At(rows.geneSets, b);
  const sign = page.isDescending ? 1 : -1;
  const values = rows.negLogP.slice(0, rows.length);
  if (sign < 0) for (let row = 0; row < values.length; row += 1) values[row] = -f64At(values, row);
  const order = topK(values, page.to, (last) => 4 * slack(last)).sort(
    (a, b) => f64At(values, a) - f64At(values, b) || tie(a, b),
  );
  const valueAt = (at: number) => f64At(rows.negLogP, u32At(order, at));
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
    order.subarray(begin, end).sort((a, b) => -sign * ((rows.p[a] ?? 1) - (rows.p[b] ?? 1)) || tie(a, b));
  return order.subarray(Math.min(page.from, to), Math.min(page.to, to));
}

/** Runs of two or more rows, each near the one before. */
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
