/** A command stops the embedded database it started, even after errors. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { embeddedUrl } from './base/postgres/embedded-postgres.ts';
import { withServices } from './with-services.ts';

const stop = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock(import('./base/postgres/embedded-postgres.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  startEmbeddedPostgres: async (folder) => ({
    url: embeddedUrl(folder),
    data: folder,
    pid: () => undefined,
    stop,
    onUnexpectedExit: () => undefined,
  }),
}));

const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-command-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('also where its store cannot be opened', async () => {
  writeFileSync(path.join(folder, 'objects'), 'a file where a folder should be');
  vi.stubEnv('OMICON_DATA_DIR', folder);
  vi.stubEnv('DATABASE_URL', undefined);
  await expect(withServices(async () => null)).rejects.toThrow(/objects/);
  expect(stop).toHaveBeenCalledOnce();
});
