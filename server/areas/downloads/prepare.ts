/** The job behind a download: every byte is compared with its checksum before the person is told that it is ready. */
import { createHash } from 'node:crypto';
import { notifyTopic } from '../../base/events.ts';
import { recordFixity } from '../../base/fixity.ts';
import type { Services } from '../../base/services.ts';
import { isStoreUnavailable } from '../../base/store.ts';
import type { DownloadNews } from '../../database/download-notifications.ts';
import { notifyPerson } from '../notifications/notify.ts';
import * as statements from './sql.ts';
import { listFilesOf } from './sql-files.ts';

const PROGRESS_MS = 500;

export function downloadTopic(id: string): string {
  return `download ${id}`;
}

/** The key of a download that is ready: its id, then its name. Its second part is the name people see. */
export function downloadKey({ id, name }: { id: string; name: string }): string {
  return `${id}/${name}`;
}

/** Tells the person once, in the caller's transaction. */
export async function notifyReady(
  db: Parameters<typeof notifyPerson>[0],
  download: { id: string; person_id: number; type: string; name: string; size_bytes: number },
): Promise<void> {
  const content: DownloadNews = {
    type: download.type,
    name: download.name,
    file_size: download.size_bytes,
    key: downloadKey(download),
    network_id: null,
  };
  await notifyPerson(db, { person_id: download.person_id, kind: 'download', subject: download.id, content });
}

interface Options {
  signal: AbortSignal | undefined;
  isLastTry: boolean;
}

/** Thrown when the person gave the download up while it was made ready. */
class Cancelled extends Error {}

function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/** Calls `note` with the bytes done so far, at most every half second. */
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

/** @returns the path of the first file whose bytes are not those recorded, null when all are right */
async function findDamaged(
  services: Services,
  download: statements.PreparedRow,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const files = await listFilesOf(services.db, download.file_ids);
  const note = progressOf(services, download.id);
  for (const [place, file] of files.entries()) {
    const hash = createHash('sha256');
    try {
      for await (const chunk of await services.store.read(file.storage_key)) {
        signal?.throwIfAborted();
        hash.update(chunk);
        await note(chunk.length);
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    if (hash.digest().equals(file.sha256)) continue;
    await recordFixity(services.db, file.storage_key, false);
    services.log.error({ storage_key: file.storage_key }, 'stored bytes differ from their checksum');
    return download.paths[place] ?? file.name;
  }
  return null;
}

async function end(
  services: Services,
  download: statements.PreparedRow,
  state: 'ready' | 'failed',
  message: string | null,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    if (!(await statements.endPreparing(tx, download.id, { state, message }))) return;
    if (state === 'ready') await notifyReady(tx, download);
    await notifyTopic(tx, downloadTopic(download.id));
  });
}

/** Makes one download ready, or tells why not. Run twice, or by two workers, it ends once and tells once. */
export async function prepareDownload(services: Services, id: string, options: Options): Promise<void> {
  const download = await statements.startPreparing(services.db, id);
  if (!download) return;
  try {
    const path = await findDamaged(services, download, options.signal);
    if (path === null) return await end(services, download, 'ready', null);
    await end(services, download, 'failed', `${path} is damaged in the store and is not served.`);
  } catch (error) {
    if (error instanceof Cancelled) return;
    // While the store does not answer the job waits, however long.
    if (!options.isLastTry || options.signal?.aborted || isStoreUnavailable(error)) throw error;
    services.log.error({ err: error, download: id }, 'a download was given up');
    await end(services, download, 'failed', 'The download could not be made ready. Please ask for it again.');
  }
}
