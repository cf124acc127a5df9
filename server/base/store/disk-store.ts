/** Store driver: objects as files on the local disk. */

import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../error-code.ts';
import { createOpenFiles, type OpenFiles } from './open-files.ts';
import { checkKey, type Store, type StoredObject } from './store.ts';

/** Fsyncs a folder, so that a renamed file survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its parents durably. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let created = folder; created.length >= first.length; created = path.dirname(created))
    await syncFolder(path.dirname(created));
}

/** Null for a file that does not exist. */
function statIfThere(file: string): Promise<fs.Stats | null> {
  return stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Writes go to a temporary file, then by rename to their key; file and folders are flushed before `put` resolves. */
function createPut(
  incoming: string,
  pathOf: (storageKey: string) => string,
  openFiles: OpenFiles,
): Store['put'] {
  /** Folders that this process has made durable; an existing folder may be left by a killed process. */
  const flushed = new Map<string, Promise<void>>();

  async function keepFolder(inside: string): Promise<void> {
    await mkdir(inside, { recursive: true });
    for (const created of [path.dirname(inside), inside]) {
      const flushing = flushed.get(created) ?? syncFolder(path.dirname(created));
      flushed.set(created, flushing);
      await flushing.catch((error: unknown) => {
        flushed.delete(created);
        throw error;
      });
    }
  }

  return async function put(content: Readable): Promise<StoredObject> {
    const temporary = path.join(incoming, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const measure = new PassThrough();
    measure.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      sizeBytes += chunk.length;
    });
    try {
      await pipeline(content, measure, fs.createWriteStream(temporary, { flush: true }));
      const sha256 = hash.digest();
      const storageKey = sha256.toString('hex');
      const target = pathOf(storageKey);
      await keepFolder(path.dirname(target));
      await rename(temporary, target);
      openFiles.forget(target);
      await syncFolder(path.dirname(target));
      return { storageKey, sha256, sizeBytes };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
}

/** Objects as files in two levels of subfolders, named after the start of the hash. */
export async function openDiskStore(location: string): Promise<Store> {
  const folder = path.resolve(location);
  const incoming = path.join(folder, 'incoming');
  await makeFolder(incoming);
  const openFiles = createOpenFiles();

  function pathOf(storageKey: string): string {
    const key = checkKey(storageKey);
    return path.join(folder, key.slice(0, 2), key.slice(2, 4), key);
  }

  async function listUnfinished(olderThanMs = 0): Promise<string[]> {
    const names = await readdir(incoming);
    if (olderThanMs === 0) return names;
    const found = await Promise.all(names.map((name) => statIfThere(path.join(incoming, name))));
    return names.filter((_, at) => Date.now() - (found[at]?.mtimeMs ?? Date.now()) >= olderThanMs);
  }

  async function* list(): AsyncIterable<{ storageKey: string; storedAtMs: number }> {
    for (const first of await readdir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(first)) continue;
      for (const second of await readdir(path.join(folder, first))) {
        for (const storageKey of await readdir(path.join(folder, first, second))) {
          // Null: deleted since its folder was read.
          const found = await statIfThere(path.join(folder, first, second, storageKey));
          if (found !== null) yield { storageKey, storedAtMs: found.mtimeMs };
        }
      }
    }
  }

  return {
    put: createPut(incoming, pathOf, openFiles),
    list,
    staging: null,
    async read(storageKey, range) {
      const handle = await open(pathOf(storageKey));
      return handle.createReadStream(range);
    },
    readInto: async (storageKey, start, target) => openFiles.readInto(pathOf(storageKey), start, target),
    sizeOf: async (storageKey) => (await stat(pathOf(storageKey))).size,
    has: (storageKey) =>
      access(pathOf(storageKey)).then(
        () => true,
        () => false,
      ),
    async touch(storageKey) {
      const now = new Date();
      return utimes(pathOf(storageKey), now, now).then(
        () => true,
        () => false,
      );
    },
    async remove(storageKey) {
      openFiles.forget(pathOf(storageKey));
      await rm(pathOf(storageKey), { force: true });
    },
    listUnfinished,
    async sweepUnfinished(olderThanMs) {
      for (const name of await listUnfinished(olderThanMs))
        await rm(path.join(incoming, name), { force: true });
    },
    isReachable: () =>
      statfs(folder).then(
        () => true,
        () => false,
      ),
  };
}
