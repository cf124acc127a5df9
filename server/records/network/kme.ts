/**
 * kME and P of a network, as in its complete kME table. One object per network: for each module, by page, kME and then
 * P of every feature, float64, NaN for NA. A module is one byte range.
 */
import { buffer } from 'node:stream/consumers';
import type { KmeColumn } from '@omicon/domain/statistics/modules/kme.ts';
import { PortalError } from '../../base/errors.ts';
import { isGivenUp } from '../../base/jobs/failed-jobs.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Store } from '../../base/store/store.ts';

/** Storage keys of the kME of a network. */
export interface KmeOfNetwork {
  kme_values_storage_key: string | null;
  number_of_features: number;
}

/** Whether the kME of a network is stored: `complete_kme` has run, or the import brought the complete table. */
export function hasKme(network: Pick<KmeOfNetwork, 'kme_values_storage_key'>): boolean {
  return network.kme_values_storage_key !== null;
}

/** Key of the job that completes the kME tables of an analysis version. */
export function kmeJobKey(analysis_version_id: number): string {
  return `complete kME ${analysis_version_id}`;
}

export type KmeState = 'ready' | 'waiting' | 'failed';

/** State of a network's kME: ready, still being computed, or failed. */
export async function kmeStateOf(db: Db, analysis_version_id: number, isThere: boolean): Promise<KmeState> {
  if (isThere) return 'ready';
  return (await isGivenUp(db, kmeJobKey(analysis_version_id))) ? 'failed' : 'waiting';
}

/** The error for a request that needs the kME of a network before it exists. */
export async function kmeMissing(
  db: Db,
  { analysis_version_id }: { analysis_version_id: number },
): Promise<PortalError> {
  if (await isGivenUp(db, kmeJobKey(analysis_version_id)))
    return new PortalError(
      'unavailable',
      'The kME table of this network could not be computed. The administrators have been told.',
    );
  return new PortalError('unavailable', 'The kME table of this network is still being computed.', {
    retryAfterSeconds: 30,
  });
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Packs the modules of a network, in page order, as one object. */
export function packKme(columns: readonly KmeColumn[]): Buffer {
  return Buffer.concat(columns.flatMap(({ kme, pValues }) => [bytesOf(kme), bytesOf(pValues)]));
}

/** Bytes of an object in an aligned buffer, as typed arrays require. */
async function readBytes(
  store: Store,
  key: string,
  { start, end }: { start: number; end: number },
): Promise<ArrayBuffer> {
  if (end <= start) return new ArrayBuffer(0);
  const bytes = await buffer(await store.read(key, { start, end: end - 1 }));
  return new Uint8Array(bytes).buffer;
}

function keyOf({ kme_values_storage_key }: KmeOfNetwork): string {
  if (kme_values_storage_key === null) throw new Error('The kME of this network is not computed yet.');
  return kme_values_storage_key;
}

/**
 * kME and P of the features from `from` to before `to` (by default all) with one module.
 * @param moduleIndex index of the module in page order, from 0
 * @throws Error if the network has no kME yet; check `hasKme` first
 */
export async function readKme(
  store: Store,
  network: KmeOfNetwork,
  moduleIndex: number,
  { from = 0, to = network.number_of_features }: { from?: number; to?: number } = {},
): Promise<KmeColumn> {
  const { number_of_features } = network;
  const key = keyOf(network);
  const start = 2 * number_of_features * moduleIndex;
  const read = async (first: number) => {
    const bytes = await readBytes(store, key, { start: 8 * (first + from), end: 8 * (first + to) });
    return new Float64Array(bytes);
  };
  const [kme, pValues] = await Promise.all([read(start), read(start + number_of_features)]);
  return { kme, pValues };
}

export interface FeatureOfModule {
  kme: number;
  p_value: number;
  /** features of the network with a larger kME */
  higher: number;
  /** of the given features, those with a larger kME */
  higherMembers: number;
}

/** Arrays that no read uses at present: a page of 20 modules leaves 6 MB of garbage otherwise. */
const scratchColumns: Float64Array<ArrayBuffer>[] = [];
const MAX_SCRATCH_COLUMNS = 4;
const MAX_SCRATCH_LENGTH = 128 * 1024;

/** Calls `use` with these float64 of an object, which are valid until it returns. */
async function useValues<T>(
  store: Store,
  key: string,
  { start, length }: { start: number; length: number },
  use: (values: Float64Array) => T,
): Promise<T> {
  const scratch = scratchColumns.pop();
  const column = scratch !== undefined && scratch.length >= length ? scratch : new Float64Array(length);
  const bytes = new Uint8Array(column.buffer, 0, 8 * length);
  if ((await store.readInto(key, 8 * start, bytes)) < bytes.length)
    throw new Error(`The kME object ${key} is shorter than its network.`);
  const result = use(column.subarray(0, length));
  if (scratchColumns.length < MAX_SCRATCH_COLUMNS && column.length <= MAX_SCRATCH_LENGTH)
    scratchColumns.push(column);
  return result;
}

function rankFeature(kmeOfAll: Float64Array, feature: number, members: ReadonlySet<number>) {
  const kme = kmeOfAll[feature] ?? Number.NaN;
  let higher = 0;
  for (let at = 0; at < kmeOfAll.length; at += 1) if ((kmeOfAll[at] ?? Number.NaN) > kme) higher += 1;
  let higherMembers = 0;
  for (const member of members) if ((kmeOfAll[member] ?? Number.NaN) > kme) higherMembers += 1;
  return { kme, higher, higherMembers };
}

/**
 * kME and P of one feature with one module, and how many features have a larger kME; NaN for NA. One read: P of the
 * features before this one lie between its kME and its P.
 * @param moduleIndex index of the module in page order, from 0
 * @throws Error if the network has no kME yet; check `hasKme` first
 */
export async function readFeatureOfModule(
  store: Store,
  network: KmeOfNetwork,
  { moduleIndex, feature, members }: { moduleIndex: number; feature: number; members: ReadonlySet<number> },
): Promise<FeatureOfModule> {
  const { number_of_features: all } = network;
  const range = { start: 2 * all * moduleIndex, length: all + feature + 1 };
  return useValues(store, keyOf(network), range, (values) => ({
    ...rankFeature(values.subarray(0, all), feature, members),
    p_value: values[all + feature] ?? Number.NaN,
  }));
}
