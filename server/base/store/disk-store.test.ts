/** Objects on disk. */
import { type FileHandle, mkdir, mkdtemp, open, readlink, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { describeStore } from '../../test-support/store/store-suite.ts';
import { openDiskStore } from './disk-store.ts';

describeStore('on disk', 1024 * 1024, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-store-'));
  return {
    store: await openDiskStore(folder),
    damage: (key, bytes) => writeFile(path.join(folder, key.slice(0, 2), key.slice(2, 4), key), bytes),
    close: () => rm(folder, { recursive: true, force: true }),
  };
});

/** Runs some work. @returns files and folders flushed by this process during it */
async function listFlushed(work: () => Promise<unknown>): Promise<string[]> {
  const flushed: string[] = [];
  const some = await open(os.tmpdir());
  const prototype = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  const { sync } = prototype;
  const watch = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.push(await readlink(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  });
  await work().finally(() => watch.mockRestore());
  return flushed;
}

test('an object is stored durably: every new folder and its parent are flushed', async () => {
  const above = await mkdtemp(path.join(os.tmpdir(), 'omicon-store-'));
  const folder = path.join(above, 'data', 'objects');
  const opened = await listFlushed(async () => {
    await openDiskStore(folder);
  });
  expect(opened.toSorted()).toEqual([above, path.join(above, 'data'), folder]);

  const store = await openDiskStore(folder);
  let key = '';
  const flushed = await listFlushed(async () => {
    key = (await store.put(Readable.from([Buffer.from('IDH1')]))).storageKey;
  });
  const first = path.join(folder, key.slice(0, 2));
  expect(new Set(flushed)).toEqual(new Set([folder, first, path.join(first, key.slice(2, 4))]));

  // A killed process may have created the folders without flushing them.
  const next = await openDiskStore(folder);
  const again = await listFlushed(() => next.put(Readable.from([Buffer.from('IDH1')])));
  expect(new Set(again)).toEqual(new Set(flushed));
  await rm(above, { recursive: true });
});

test('a list of objects omits those deleted while it is read', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-store-'));
  const store = await openDiskStore(folder);
  // One folder, so that all names are read together.
  const keys = ['1', '2', '3'].map((last) => `abcd${'0'.repeat(59)}${last}`);
  await mkdir(path.join(folder, 'ab/cd'), { recursive: true });
  for (const key of keys) await writeFile(path.join(folder, 'ab/cd', key), 'IDH1');
  const listed: string[] = [];
  for await (const { storageKey } of store.list()) {
    listed.push(storageKey);
    await Promise.all(keys.map((key) => store.remove(key)));
  }
  expect(listed).toHaveLength(1);
  await rm(folder, { recursive: true });
});
