/** Packed columns of modules: little-endian numbers without a head, as intake wrote them. */
import { buffer } from 'node:stream/consumers';
import type { Store } from '../../base/store.ts';

/** A copy whose first byte is aligned, as typed arrays need it. */
function aligned(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

export function unpackU32(bytes: Buffer): Uint32Array {
  return new Uint32Array(aligned(bytes));
}

export function unpackF64(bytes: Buffer): Float64Array {
  return new Float64Array(aligned(bytes));
}

/** Where a module's kME lies: `place` counts modules by page, from 0. */
export interface KmePlace {
  kme_storage_key: string;
  number_of_features: number;
  place: number;
}

/** kME of every feature with one module, by one range read; NaN where a feature does not vary. */
export async function readKme(store: Store, where: KmePlace): Promise<Float32Array> {
  const size = 4 * where.number_of_features;
  const start = where.place * size;
  const bytes = await buffer(await store.read(where.kme_storage_key, { start, end: start + size - 1 }));
  return new Float32Array(aligned(bytes));
}

/** A stored kME as replies have it: the digits that float32 holds; null where the feature does not vary. */
export function toKme(stored: number): number | null {
  return Number.isNaN(stored) ? null : Number(stored.toPrecision(7));
}
