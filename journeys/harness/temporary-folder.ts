import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';

/** Runs in a new folder, which is deleted afterwards, with the embedded database that it may have. */
export async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-bench-'));
  try {
    return await run(folder);
  } finally {
    removeEmbeddedPostgres(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
