/**
 * The complete kME table of one network as rows of a search: one row per module and feature. In module order a page
 * reads only its range; other orders read the whole stored table.
 */

import { setImmediate as breathe } from 'node:timers/promises';
import { numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import type { KmeColumn } from '@omicon/domain/statistics/modules/kme.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import type { Row } from '@omicon/search-index/kit/sorting.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { hasKme, kmeMissing, readKme } from '../../records/network/kme.ts';
import { findKmeNetwork, type KmeNetwork } from './sql-kme-table.ts';

export interface KmeTable {
  columns: string[];
  total: number;
  rows(from: number, to: number): Promise<Row[]>;
}

export interface KmeOrder {
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Largest table that can be sorted by cor, pval or feature; sorting needs 32 bytes per cell. */
const MAX_SORTED = 16 * 1024 * 1024;
/** Cells processed before yielding to the event loop. */
const SLICE = 1024 * 1024;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Reads the whole table, module by module. */
async function readTable({ store }: Services, network: KmeNetwork): Promise<KmeColumn> {
  const { number_of_features: size, modules } = network;
  const table = {
    kme: new Float64Array(size * modules.length),
    pValues: new Float64Array(size * modules.length),
  };
  for (const moduleIndex of modules.keys()) {
    const { kme, pValues } = await readKme(store, network, moduleIndex);
    table.kme.set(kme, moduleIndex * size);
    table.pValues.set(pValues, moduleIndex * size);
  }
  return table;
}

async function eachSlice(length: number, act: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < length; from += SLICE) {
    act(from, Math.min(from + SLICE, length));
    await breathe();
  }
}

/** Sort keys of 64 bits, in two halves. */
interface Keys {
  low: Uint32Array;
  high: Uint32Array;
}

/** Stable radix sort of cells by ascending key: four passes of 16 bits. */
async function orderByKey({ low, high }: Keys): Promise<Uint32Array> {
  let order = Uint32Array.from(low, (_, cell) => cell);
  let next = new Uint32Array(low.length);
  for (const [half, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    const starts = new Uint32Array(65_537);
    const digit = (cell: number) => (u32At(half, cell) >>> shift) & 0xffff;
    await eachSlice(half.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const bucket = digit(at) + 1;
        starts[bucket] = u32At(starts, bucket) + 1;
      }
    });
    for (let bucket = 1; bucket < starts.length; bucket += 1)
      starts[bucket] = u32At(starts, bucket) + u32At(starts, bucket - 1);
    await eachSlice(half.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const cell = u32At(order, at);
        const bucket = digit(cell);
        const target = u32At(starts, bucket);
        next[target] = cell;
        starts[bucket] = target + 1;
      }
    });
    [order, next] = [next, order];
  }
  return order;
}

const LAST = 0xffff_ffff;

/** Sort keys that order like the values, with NaN last in both directions. */
async function keysOf(values: Float64Array, isDescending: boolean): Promise<Keys> {
  const bits = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const keys = { low: new Uint32Array(values.length), high: new Uint32Array(values.length) };
  await eachSlice(values.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const [low, high] = [u32At(bits, 2 * at), u32At(bits, 2 * at + 1)];
      // The bits of positive doubles order like their values, those of negative ones in reverse.
      const isNegative = high >>> 31 === 1;
      const turned = isNegative !== isDescending ? 0xffff_ffff : 0;
      const isMissing = Number.isNaN(values[at]);
      keys.low[at] = isMissing ? LAST : low ^ turned;
      keys.high[at] = isMissing ? LAST : high ^ turned ^ (isNegative ? 0 : 0x8000_0000);
    }
  });
  return keys;
}

/** Indexes of cells (module x feature) sorted by feature name, then in the order of the modules. */
function cellsByFeature({ features, modules }: KmeNetwork, isDescending: boolean): Uint32Array {
  const sign = isDescending ? -1 : 1;
  const byName = features
    .map((name, feature) => ({ name, feature }))
    .sort((a, b) => sign * collator.compare(a.name, b.name) || a.feature - b.feature);
  const cells = new Uint32Array(features.length * modules.length);
  byName.forEach(({ feature }, rank) => {
    for (let module = 0; module < modules.length; module += 1)
      cells[rank * modules.length + module] = module * features.length + feature;
  });
  return cells;
}

interface Cell {
  moduleIndex: number;
  feature: number;
  kme: number | undefined;
  p: number | undefined;
}

function toRow(network: KmeNetwork, columns: readonly string[], { moduleIndex, feature, kme, p }: Cell): Row {
  const [identifier = ''] = columns;
  return {
    [identifier]: network.features[feature] ?? null,
    Module: network.modules[moduleIndex] ?? null,
    cor: orNull(kme),
    pval: orNull(p),
  };
}

/** Module indexes sorted by name; without a sort, in their own order. */
function moduleOrder({ modules }: KmeNetwork, { sort, order }: KmeOrder): number[] {
  const indexes = modules.map((_, index) => index);
  if (sort === undefined) return indexes;
  const sign = order === 'desc' ? -1 : 1;
  return indexes.sort((a, b) => sign * collator.compare(modules[a] ?? '', modules[b] ?? '') || a - b);
}

async function sortCells(
  network: KmeNetwork,
  { kme, pValues }: KmeColumn,
  { sort, order }: KmeOrder,
): Promise<Uint32Array> {
  const isDescending = order === 'desc';
  if (sort === 'cor') return orderByKey(await keysOf(kme, isDescending));
  if (sort === 'pval') return orderByKey(await keysOf(pValues, isDescending));
  return cellsByFeature(network, isDescending);
}

/** @throws PortalError 400 for an unknown column, 503 while the table is being computed */
export async function openKmeTable(
  services: Services,
  number: number,
  ordering: KmeOrder,
): Promise<KmeTable> {
  const network = await findKmeNetwork(services.db, number);
  if (!network) throw notFound('covariation network');
  if (!hasKme(network)) throw await kmeMissing(services.db, network);
  const { features, modules } = network;
  const columns = [network.identifier ?? 'Feature', 'Module', 'cor', 'pval'];
  const total = features.length * modules.length;
  const { sort } = ordering;
  if (sort !== undefined && !columns.includes(sort)) {
    const sentence = `There is no column "${sort}"; ${columns.join(', ')} are there.`;
    throw new PortalError('invalid_input', sentence, { fields: { sort: sentence } });
  }
  if (sort === undefined || sort === 'Module') {
    const byModule = moduleOrder(network, ordering);
    return {
      columns,
      total,
      rows: (from, to) => readByModule({ services, network, columns, byModule }, from, to),
    };
  }
  if (total > MAX_SORTED)
    throw new PortalError(
      'invalid_input',
      'This table is too large for this order. Please sort it by Module.',
      {
        fields: { sort: 'too large for this order' },
      },
    );
  const table = await readTable(services, network);
  const cells = await sortCells(network, table, ordering);
  const size = features.length;
  const rowAt = (cell: number) =>
    toRow(network, columns, {
      moduleIndex: Math.floor(cell / size),
      feature: cell % size,
      kme: table.kme[cell],
      p: table.pValues[cell],
    });
  return { columns, total, rows: async (from, to) => Array.from(cells.subarray(from, to), rowAt) };
}

interface ByModule {
  services: Services;
  network: KmeNetwork;
  columns: readonly string[];
  /** modules in the order of the rows */
  byModule: readonly number[];
}

/** Reads only the ranges that the rows need. */
async function readByModule(
  { services, network, columns, byModule }: ByModule,
  from: number,
  to: number,
): Promise<Row[]> {
  const size = network.features.length;
  const end = Math.min(to, size * network.modules.length);
  const rows: Row[] = [];
  for (let at = from; at < end; ) {
    const rank = Math.floor(at / size);
    const stop = Math.min(end, (rank + 1) * size);
    const moduleIndex = numberAt(byModule, rank);
    const first = at % size;
    const range = { from: first, to: first + stop - at };
    const { kme, pValues } = await readKme(services.store, network, moduleIndex, range);
    for (const [offset, value] of kme.entries()) {
      const cell = { moduleIndex, feature: first + offset, kme: value, p: pValues[offset] };
      rows.push(toRow(network, columns, cell));
    }
    at = stop;
  }
  return rows;
}
