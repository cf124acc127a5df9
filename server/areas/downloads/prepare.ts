/** The job of a download: verifies the checksum of every file, then notifies the person that it is ready. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ImageType, isImageType } from '@omicon/contract/areas/downloads.ts';
import { type ImagePart, ImageRefused } from '../../base/container-image/container-image.ts';
import { codeOf } from '../../base/error-code.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Services } from '../../base/services.ts';
import { recordFixity } from '../../base/store/fixity.ts';
import { isStoreUnavailable } from '../../base/store/store.ts';
import { keepObjects } from '../../database/operations/storage-keys.ts';
import { imageArchiveBytes } from '../../records/download/archive.ts';
import type { DownloadNews } from '../../records/download/download-notifications.ts';
import { notifyPerson } from '../notifications/notify.ts';
import * as statements from './sql.ts';
import { listFilesOf } from './sql-files.ts';

const PROGRESS_MS = 500;

export function downloadTopic(id: string): string {
  return `download ${id}`;
}

/** The key of a prepared download: its id and the name people see. */
export function downloadKey({ id, name }: { id: string; name: string }): string {
  return `${id}/${name}`;
}

/** Notifies the person once, in the caller's transaction. */
export async function notifyReady(
  db: Parameters<typeof notifyPerson>[0],
  download: {
    id: string;
    person_id: number;
    type: string;
    name: string;
    size_bytes: number;
    network_id: number | null;
  },
): Promise<void> {
  const content: DownloadNews = {
    type: download.type,
    name: download.name,
    file_size: download.size_bytes,
    key: downloadKey(download),
    network_id: download.network_id,
  };
  await notifyPerson(db, { person_id: download.person_id, kind: 'download', subject: download.id, content });
}

interface Options {
  signal: AbortSignal | undefined;
  isLastTry: boolean;
}

/** Thrown if the person cancelled the download during preparation. */
class Cancelled extends Error {}

/**
 * The object under a key, or null if there is none. Only this call may map ENOENT to null: a database without its
 * socket fails with the same code.
 */
async function readStored({ store }: Services, storageKey: string): Promise<Readable | null> {
  try {
    return await store.read(storageKey);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Calls `note` with the bytes processed so far, at most every half second. */
function progressOf(services: Services, id: string): (bytes: number) => Promise<void> {
  let done = 0;
  let savedAt = 0;
  return async (bytes) => {
    done += bytes;
    if (performance.now() - savedAt < PROGRESS_MS) return;
    savedAt = performance.now();
    if (!(await statements.saveProgress(services.db, id, done))) throw new Cancelled();
    await notifyTopic(services.db, downloadTopic(id));
  };
}

/** @returns the path of the first file whose bytes differ from the record, null if all are intact */
async function findDamaged(
  services: Services,
  download: statements.PreparedRow,
  { signal, note }: { signal: AbortSignal | undefined; note: (bytes: number) => Promise<void> },
): Promise<string | null> {
  const files = await listFilesOf(services.db, download.file_ids);
  for (const [index, file] of files.entries()) {
    const hash = createHash('sha256');
    const stored = await readStored(services, file.storage_key);
    for await (const chunk of stored ?? []) {
      signal?.throwIfAborted();
      hash.update(chunk);
      await note(chunk.length);
    }
    if (stored !== null && hash.digest().equals(file.sha256)) continue;
    await recordFixity(services.db, file.storage_key, false);
    services.log.error({ storage_key: file.storage_key }, 'stored bytes differ from their checksum');
    return download.paths[index] ?? file.name;
  }
  return null;
}

interface End {
  state: 'ready' | 'failed';
  message: string | null;
  /** of the archive of an image */
  parts?: readonly ImagePart[];
}

async function end(
  services: Services,
  download: statements.PreparedRow,
  { parts, ...how }: End,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    if (!(await statements.endPreparing(tx, download.id, how))) return;
    const size_bytes = parts === undefined ? download.size_bytes : imageArchiveBytes(parts);
    if (parts !== undefined) {
      await keepObjects(
        tx,
        services.store,
        parts.map(({ storage_key }) => storage_key),
      );
      await statements.saveParts(tx, download.id, { parts, size_bytes });
    }
    if (how.state === 'ready') await notifyReady(tx, { ...download, size_bytes });
    await notifyTopic(tx, downloadTopic(download.id));
  });
}

/** Builds the archive of an image; an error thrown by the progress callback stops it. */
export type MakeImage = (
  services: Services,
  image: { type: ImageType; covariation_network_id: number; input_data_set_id: number | null },
  progress: { plan(bytes: number): Promise<void>; note(bytes: number): Promise<void> },
) => Promise<ImagePart[]>;

async function makeParts(
  services: Services,
  download: statements.PreparedRow,
  { makeImage, note }: { makeImage: MakeImage; note: (bytes: number) => Promise<void> },
): Promise<readonly ImagePart[]> {
  const { id, type, covariation_network_id, input_data_set_id } = download;
  if (!isImageType(type) || covariation_network_id === null) throw new Error(`${type} is no image.`);
  return makeImage(
    services,
    { type, covariation_network_id, input_data_set_id },
    { plan: (bytes) => statements.savePlan(services.db, id, bytes), note },
  );
}

/**
 * Prepares one download, or reports why it cannot. Idempotent: run twice or by two workers, it ends once and notifies
 * once.
 */
export async function prepareDownload(
  services: Services,
  id: string,
  { signal, isLastTry, makeImage }: Options & { makeImage?: MakeImage },
): Promise<void> {
  const download = await statements.startPreparing(services.db, id);
  if (!download) return;
  const saveProgress = progressOf(services, id);
  const note = async (bytes: number) => {
    signal?.throwIfAborted();
    await saveProgress(bytes);
  };
  try {
    const path = await findDamaged(services, download, { signal, note });
    if (path !== null) {
      const message = `${path} is damaged in the store and is not served.`;
      return await end(services, download, { state: 'failed', message });
    }
    const parts = makeImage && { parts: await makeParts(services, download, { makeImage, note }) };
    await end(services, download, { state: 'ready', message: null, ...parts });
  } catch (error) {
    if (error instanceof Cancelled) return;
    // While the store does not respond, the job waits without limit.
    if (signal?.aborted || isStoreUnavailable(error)) throw error;
    if (error instanceof ImageRefused)
      return await end(services, download, { state: 'failed', message: error.message });
    if (!isLastTry) throw error;
    services.log.error({ err: error, download: id }, 'a download was given up');
    const message = 'The download could not be made ready. Please ask for it again.';
    await end(services, download, { state: 'failed', message });
  }
}
