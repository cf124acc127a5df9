/**
 * The complete kME table of one network as rows of a search: one row per module and feature, read by range from the
 * stored matrix. In the order of the modules a page is one range read; other orders read the matrix once.
 */
import { buffer } from 'node:stream/consumers';
import { setImmediate as breathe } from 'node:timers/promises';
import { correlationPValue } from '@omicon/domain/statistics/correlation.ts';
import type { Row } from '@omicon/search-index/sorting.ts';
import { PortalError } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { getKmeNetwork, type KmeNetwork } from './sql-kme-table.ts';

export interface KmeTable {
  columns: string[];
  total: number;
  rows(from: number, to: number): Promise<Row[]>;
}

export interface KmeOrder {
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Of more cells the order by cor, pval or feature is refused: it holds twelve bytes a cell. */
const MOST_SORTED = 32 * 1024 * 1024;
/** So many cells are worked on before other requests get their turn. */
const SLICE = 1024 * 1024;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

async function readValues(
  { store }: Services,
  key: string,
  { from, to }: { from: number; to: number },
): Promise<Float32Array> {
  if (to <= from) return new Float32Array(0);
  const bytes = await buffer(await store.read(key, { start: 4 * from, end: 4 * to - 1 }));
  return new Float32Array(new Uint8Array(bytes).buffer);
}

async function eachSlice(length: number, act: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < length; from += SLICE) {
    act(from, Math.min(from + SLICE, length));
    await breathe();
  }
}

/** Places by ascending key, equal keys in their order: two passes of counting, 16 bits each. */
async function orderByKey(keys: Uint32Array): Promise<Uint32Array> {
  let order = Uint32Array.from(keys, (_, place) => place);
  let next = new Uint32Array(keys.length);
  for (const shift of [0, 16]) {
    const starts = new Uint32Array(65_537);
    const digit = (place: number) => ((keys[place] ?? 0) >>> shift) & 0xffff;
    await eachSlice(keys.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const bucket = digit(at) + 1;
        starts[bucket] = (starts[bucket] ?? 0) + 1;
      }
    });
    for (let bucket = 1; bucket < starts.length; bucket += 1)
      starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
    await eachSlice(keys.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const place = order[at] ?? 0;
        const bucket = digit(place);
        const target = starts[bucket] ?? 0;
        next[target] = place;
        starts[bucket] = target + 1;
      }
    });
    [order, next] = [next, order];
  }
  return order;
}

const LAST = 0xffff_ffff;

/** Keys whose order is that of the bits of kME: by value with NA last, or by P, which falls as |kME| grows. */
async function keysOf(values: Float32Array, { sort, order }: KmeOrder): Promise<Uint32Array> {
  const isDescending = order === 'desc';
  const bits = new Uint32Array(values.buffer);
  const keys = new Uint32Array(values.length);
  const byValue = (at: number) => {
    if (Number.isNaN(values[at])) return LAST;
    const bit = bits[at] ?? 0;
    const key = bit & 0x8000_0000 ? ~bit : bit | 0x8000_0000;
    return isDescending ? ~key : key;
  };
  const byP = (at: number) => {
    // P of an undefined correlation is the smallest there is.
    const size = Number.isNaN(values[at]) ? 0x7fff_ffff : (bits[at] ?? 0) & 0x7fff_ffff;
    return isDescending ? size : ~size;
  };
  const keyOf = sort === 'pval' ? byP : byValue;
  await eachSlice(values.length, (from, to) => {
    for (let at = from; at < to; at += 1) keys[at] = keyOf(at) >>> 0;
  });
  return keys;
}

/** Module x feature places by the name of the feature, then in the order of the modules. */
function placesByFeature({ features, modules }: KmeNetwork, isDescending: boolean): Uint32Array {
  const sign = isDescending ? -1 : 1;
  const byName = features
    .map((name, place) => ({ name, place }))
    .sort((a, b) => sign * collator.compare(a.name, b.name) || a.place - b.place);
  const places = new Uint32Array(features.length * modules.length);
  byName.forEach(({ place }, rank) => {
    for (let module = 0; module < modules.length; module += 1)
      places[rank * modules.length + module] = module * features.length + place;
  });
  return places;
}

function toRow(network: KmeNetwork, columns: readonly string[], place: number, kme: number): Row {
  const [identifier = ''] = columns;
  const { features, modules } = network;
  return {
    [identifier]: features[place % features.length] ?? null,
    Module: modules[Math.floor(place / features.length)] ?? null,
    // The digits that float32 holds.
    cor: Number.isNaN(kme) ? null : Number(kme.toPrecision(7)),
    pval: Number(correlationPValue(kme, network.sample_count).toPrecision(7)),
  };
}

/** Modules by name, each with its features in the order of the file; without a sort the modules in theirs. */
function moduleOrder({ modules }: KmeNetwork, { sort, order }: KmeOrder): number[] {
  const places = modules.map((_, place) => place);
  if (sort === undefined) return places;
  const sign = order === 'desc' ? -1 : 1;
  return places.sort((a, b) => sign * collator.compare(modules[a] ?? '', modules[b] ?? '') || a - b);
}

async function sortedPlaces(
  network: KmeNetwork,
  values: Float32Array,
  ordering: KmeOrder,
): Promise<Uint32Array> {
  if (ordering.sort === 'cor' || ordering.sort === 'pval') return orderByKey(await keysOf(values, ordering));
  return placesByFeature(network, ordering.order === 'desc');
}

/** @throws PortalError 400 for a column that is not there, 503 while the table is computed */
export async function openKmeTable(
  services: Services,
  number: number,
  ordering: KmeOrder,
): Promise<KmeTable> {
  const network = await getKmeNetwork(services.db, number);
  if (!network?.kme_storage_key)
    throw new PortalError('unavailable', 'The kME table of this network is still being computed.', {
      retryAfterSeconds: 30,
    });
  const { kme_storage_key: key, features, modules } = network;
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
      rows: (from, to) => readByModule({ services, key, network, columns, byModule }, from, to),
    };
  }
  if (total > MOST_SORTED)
    throw new PortalError(
      'invalid_input',
      'This table is too large for this order. Please sort it by Module.',
      {
        fields: { sort: 'too large for this order' },
      },
    );
  const values = await readValues(services, key, { from: 0, to: total });
  const places = await sortedPlaces(network, values, ordering);
  return {
    columns,
    total,
    rows: async (from, to) =>
      Array.from(places.subarray(from, to), (place) =>
        toRow(network, columns, place, values[place] ?? Number.NaN),
      ),
  };
}

interface ByModule {
  services: Services;
  key: string;
  network: KmeNetwork;
  columns: readonly string[];
  /** modules in the order of the rows */
  byModule: readonly number[];
}

/** One range read for each module that the rows touch. */
async function readByModule(
  { services, key, network, columns, byModule }: ByModule,
  from: number,
  to: number,
): Promise<Row[]> {
  const size = network.features.length;
  const end = Math.min(to, size * network.modules.length);
  const rows: Row[] = [];
  for (let at = from; at < end; ) {
    const rank = Math.floor(at / size);
    const stop = Math.min(end, (rank + 1) * size);
    const first = (byModule[rank] ?? 0) * size + (at % size);
    const values = await readValues(services, key, { from: first, to: first + stop - at });
    values.forEach((kme, place) => {
      rows.push(toRow(network, columns, first + place, kme));
    });
    at = stop;
  }
  return rows;
}
