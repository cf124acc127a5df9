/** Adds networks to the segments of kME by feature, and merges small segments. */
import { Readable } from 'node:stream';
import { toU32 } from '@omicon/search-index/kit/bytes.ts';
import {
  mergedBytes,
  mergedHead,
  type SegmentSource,
  segmentOfNetwork,
} from '@omicon/search-index/kit/kme-segment.ts';
import { chooseSegments } from '@omicon/search-index/write/maintain-index.ts';
import type { Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import type { Store } from '../../base/store/store.ts';
import { keepObjects, removeUnreferenced } from '../../database/operations/storage-keys.ts';
import { raiseCorpusVersion } from '../search/corpus-version.ts';
import { readKme } from './kme.ts';
import * as statements from './kme-segment-rows.ts';

/** A segment of this many networks is not merged further; larger ones arise by merging up to four just below it. */
const FULL_SEGMENT = 64;
const NETWORKS_AT_ONCE = 16;

/** Reads an object from the first byte to the last. */
function openSource(store: Store, segment: statements.StoredSegment): SegmentSource & { close(): void } {
  let stream: Readable | null = null;
  let chunks: AsyncIterator<Buffer> | null = null;
  let rest: Buffer = Buffer.alloc(0);
  const take = async (length: number): Promise<Buffer> => {
    stream ??= await store.read(segment.storage_key);
    chunks ??= stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const pieces = [rest];
    let held = rest.length;
    while (held < length) {
      const { value, done } = await chunks.next();
      if (done === true) throw new Error(`The object ${segment.storage_key} is shorter than its segment.`);
      pieces.push(value);
      held += value.length;
    }
    const bytes = pieces.length === 1 ? rest : Buffer.concat(pieces);
    rest = bytes.subarray(length);
    // A copy: the caller changes it.
    return Buffer.from(bytes.subarray(0, length));
  };
  // The stream is never read past its last entry, so it does not close by itself.
  return { head: segment, take, close: () => stream?.destroy() };
}

async function storeNetwork({ store }: Services, network: statements.NetworkToSegment) {
  const features = toU32(network.features);
  const columns: Float64Array[] = [];
  for (let module = 0; module < network.number_of_modules; module += 1)
    columns.push((await readKme(store, network, module)).kme);
  const { head, bytes } = segmentOfNetwork(network.id, features, columns);
  const { storageKey } = await store.put(Readable.from([bytes]));
  return { head, storage_key: storageKey };
}

/** Adds a segment for each network, and tells the searches once. */
async function addNetworks(
  services: Services,
  networks: readonly statements.NetworkToSegment[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const stored: Awaited<ReturnType<typeof storeNetwork>>[] = [];
  for (const network of networks) {
    if (signal?.aborted === true) break;
    stored.push(await storeNetwork(services, network));
  }
  if (stored.length === 0) return;
  await services.db.transaction().execute(async (tx) => {
    await keepObjects(
      tx,
      services.store,
      stored.map(({ storage_key }) => storage_key),
    );
    for (const segment of stored) await statements.replaceSegments(tx, [], segment);
    await raiseCorpusVersion(tx);
  });
}

/** Merges a level of small segments, in one transaction. @returns the storage keys of the segments it replaced */
async function mergeSmall(tx: Tx, store: Store): Promise<string[]> {
  const chosen = chooseSegments(await statements.listKmeSegments(tx), FULL_SEGMENT);
  if (chosen.length === 0) return [];
  const segments = await statements.readSegments(tx, chosen);
  const head = mergedHead(segments);
  const sources = segments.map((segment) => openSource(store, segment));
  const { storageKey } = await store.put(Readable.from(mergedBytes(sources, head.features))).finally(() => {
    for (const source of sources) source.close();
  });
  await keepObjects(tx, store, [storageKey]);
  await statements.replaceSegments(tx, chosen, { head, storage_key: storageKey });
  return segments.map(({ storage_key }) => storage_key);
}

/** Brings the segments up to date; each step is one transaction, and repeating it is harmless. */
export async function maintainKmeSegments(
  services: Services,
  lock: (tx: Tx) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, store } = services;
  for (;;) {
    const networks = await statements.listNetworksToSegment(db, NETWORKS_AT_ONCE);
    await addNetworks(services, networks, signal);
    while (signal?.aborted !== true) {
      const merged = await db.transaction().execute(async (tx) => {
        await lock(tx);
        return mergeSmall(tx, store);
      });
      if (merged.length === 0) break;
      await removeUnreferenced(db, store, merged);
    }
    if (networks.length < NETWORKS_AT_ONCE || signal?.aborted === true) return;
  }
}
