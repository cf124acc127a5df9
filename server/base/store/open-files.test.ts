/** Files that stay open between reads: which bytes are read, and which files are still open. */
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOpenFiles } from './open-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-open-files-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const textIn = (name: string) => path.join(folder, name);

/** Names of files in the folder that this process has open, also of deleted ones. */
function listOpen(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${descriptor}`);
      return file.startsWith(folder) ? [path.basename(file)] : [];
    } catch {
      // The descriptor that read the folder itself.
      return [];
    }
  });
}

async function read(files: ReturnType<typeof createOpenFiles>, name: string, start = 0): Promise<string> {
  const target = new Uint8Array(5);
  const length = await files.readInto(textIn(name), start, target);
  return Buffer.from(target.subarray(0, length)).toString();
}

test('ranges of a file are read through one descriptor, which is closed when its time is over', async () => {
  await writeFile(textIn('a'), 'IDH1 TREM2');
  const files = createOpenFiles({ maxAgeMs: 500 });
  const found = await Promise.all([0, 5, 8, 10].map((start) => read(files, 'a', start)));
  expect(found).toEqual(['IDH1 ', 'TREM2', 'M2', '']);
  expect(listOpen()).toEqual(['a']);
  await vi.waitFor(() => expect(listOpen()).toEqual([]), { timeout: 30_000 });
  expect(await read(files, 'a')).toBe('IDH1 ');
});

test('a file that was missing is found once it is there', async () => {
  const files = createOpenFiles();
  await expect(read(files, 'late')).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(textIn('late'), 'TREM2');
  expect(await read(files, 'late')).toBe('TREM2');
});

test('a forgotten file is opened again, and its descriptor closed', async () => {
  const files = createOpenFiles();
  await writeFile(textIn('a'), 'first');
  expect(await read(files, 'a')).toBe('first');
  await rm(textIn('a'));
  await writeFile(textIn('a'), 'again');
  files.forget(textIn('a'));
  expect(await read(files, 'a')).toBe('again');
  await vi.waitFor(() => expect(listOpen()).toEqual(['a']));
});

test('of more files than may be open, those in use are read whole and the others closed', async () => {
  const names = Array.from({ length: 700 }, (_, at) => `n${at}`);
  await Promise.all(names.map((name) => writeFile(textIn(name), name)));
  const files = createOpenFiles();
  expect(await Promise.all(names.map((name) => read(files, name)))).toEqual(names);
  await vi.waitFor(() => expect(listOpen()).toHaveLength(512));
});
