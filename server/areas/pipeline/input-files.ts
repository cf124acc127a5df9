/** The files of a data set on this machine's disk, in the laboratory's form, as a person downloads them. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../../base/services.ts';
import { listFilesOfDataSet } from './sql-inputs.ts';

/** Copies what is not there yet; a file appears when it is complete. */
export async function copyFiles(
  { db, store }: Services,
  data_set_id: number,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, size_bytes, storage_key } of await listFilesOfDataSet(db, data_set_id)) {
    const target = path.join(folder, name);
    const known = await stat(target).catch(() => null);
    if (known?.size === size_bytes) continue;
    const partial = `${target}.part`;
    await pipeline(await store.read(storage_key), createWriteStream(partial), { signal });
    await rename(partial, target);
  }
}
