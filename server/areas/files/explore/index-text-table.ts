/** The job that indexes the records of a large text file. After a stop or crash it resumes from its last checkpoint. */
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { RecordScanner } from '@omicon/domain/files/text-table.ts';
import type { Services } from '../../../base/services.ts';
import { isStoreUnavailable } from '../../../base/store/store.ts';
import { keepObjects } from '../../../database/operations/storage-keys.ts';
import * as statements from './sql-explore.ts';

const NOTE_MS = 1000;
/** Limits as for archives: total unpacked size, and ratio of unpacked to packed size beyond the first 10 MiB. */
const MAX_BYTES = 20 * 1024 ** 3;
const MAX_RATIO = 200;
const RATIO_FROM = 10 * 1024 ** 2;

function refuseBomb(packedBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const isBomb = bytes > MAX_BYTES || (bytes > RATIO_FROM && bytes > MAX_RATIO * packedBytes);
      done(isBomb ? new Error('The file unpacks to more than is allowed.') : null, chunk);
    },
  });
}

/** Unpacks a gzip file into a separate object, for random access. */
async function unpack({ store }: Services, storage_key: string, packedBytes: number) {
  const packed = await store.read(storage_key);
  const plain = new PassThrough();
  // Waits for both, so that no partial object of a failed file is left in the store.
  const [unpacked, stored] = await Promise.allSettled([
    pipeline(packed, createGunzip(), refuseBomb(packedBytes), plain),
    store.put(plain),
  ]);
  // A failure to unpack also fails the store call; only a store failure of its own is reported as such.
  if (stored.status === 'rejected') throw stored.reason;
  if (unpacked.status === 'rejected') throw unpacked.reason;
  return stored.value;
}

interface Content {
  storage_key: string;
  plain_storage_key: string;
  size_bytes: number;
}

async function scan(services: Services, content: Content, signal: AbortSignal | undefined): Promise<void> {
  const { db, store } = services;
  const { storage_key, plain_storage_key, size_bytes } = content;
  const scanner = new RecordScanner(await statements.listCheckpoints(db, storage_key));
  let notedAt = Date.now();
  const note = async (state: 'indexing' | 'ready') => {
    const isReady = state === 'ready';
    await statements.saveIndex(db, storage_key, {
      state,
      size_bytes,
      indexed_bytes: scanner.offset,
      records: isReady ? scanner.total : scanner.records,
      checkpoints: scanner.checkpoints,
    });
    notedAt = Date.now();
  };
  await note('indexing');
  if (scanner.offset < size_bytes) {
    const rest: Readable = await store.read(plain_storage_key, {
      start: scanner.offset,
      end: size_bytes - 1,
    });
    for await (const chunk of rest) {
      scanner.push(chunk);
      if (Date.now() - notedAt < NOTE_MS) continue;
      await note('indexing');
      if (signal?.aborted) throw new Error('The process is stopping; the next worker goes on from here.');
    }
  }
  await note('ready');
}

/** @param file the packed or plain content, with its size from the file list */
export async function indexTextTable(
  services: Services,
  file: { storage_key: string; size_bytes: number; isGzipped: boolean },
  { signal, isLastTry }: { signal: AbortSignal | undefined; isLastTry: boolean },
): Promise<void> {
  const { storage_key } = file;
  try {
    const known = await statements.findIndex(services.db, storage_key);
    if (!known || known.state === 'ready') return;
    let content: Content = { storage_key, plain_storage_key: storage_key, size_bytes: file.size_bytes };
    if (file.isGzipped) {
      if (known.plain_storage_key === null) {
        await statements.saveIndex(services.db, storage_key, { state: 'unpacking' });
        const stored = await unpack(services, storage_key, file.size_bytes);
        const { storageKey: plain_storage_key, sizeBytes: size_bytes } = stored;
        await services.db.transaction().execute(async (tx) => {
          await keepObjects(tx, services.store, [plain_storage_key]);
          await statements.saveIndex(tx, storage_key, { state: 'indexing', plain_storage_key, size_bytes });
        });
        content = { storage_key, plain_storage_key, size_bytes };
      } else {
        content = {
          storage_key,
          plain_storage_key: known.plain_storage_key,
          size_bytes: known.size_bytes ?? 0,
        };
      }
    }
    await scan(services, content, signal);
  } catch (error) {
    const goesOn = signal?.aborted || isStoreUnavailable(error);
    if (isLastTry && !goesOn) await statements.saveIndex(services.db, storage_key, { state: 'failed' });
    throw error;
  }
}
