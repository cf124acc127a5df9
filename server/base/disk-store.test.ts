/** Objects on disk. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeStore } from '../test-support/store-suite.ts';
import { openDiskStore } from './disk-store.ts';

describeStore('on disk', 1024 * 1024, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-store-'));
  return {
    store: await openDiskStore(folder),
    damage: (key, bytes) => writeFile(path.join(folder, key.slice(0, 2), key.slice(2, 4), key), bytes),
    close: () => rm(folder, { recursive: true, force: true }),
  };
});
