/** Deletes what runs kept on this machine's disk for another attempt, once they have ended. */

import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../base/error-code.ts';
import type { Services } from '../../base/services.ts';
import { listOpen } from '../../records/run/sql.ts';
import { pipelineRuns } from './sql.ts';

export async function removeFoldersOfEndedRuns({ config, db }: Services): Promise<void> {
  const above = path.join(config.dataDir, 'pipeline');
  const names = await readdir(above).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return;
  const open = new Set((await listOpen(db, pipelineRuns)).map(String));
  for (const name of names)
    if (!open.has(name)) await rm(path.join(above, name), { recursive: true, force: true });
}
