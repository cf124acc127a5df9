/** Files that were read recently stay open for a while: a short read of an open file takes a third of the time. */
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';

/** For many short reads: a `FileHandle` takes twice as long. */
const openDescriptor = promisify(fs.open);
const readDescriptor = promisify(fs.read);

/** As many as the data sets that one call reads. */
const MAX_OPEN = 512;
/** The space of a file that another process deletes is free only when no process has it open. */
const MAX_AGE_MS = 60_000;

interface OpenFile {
  descriptor: Promise<number>;
  readers: number;
  /** to be closed when nobody reads it */
  isEvicted: boolean;
}

export interface OpenFiles {
  /**
   * Reads into `target` from offset `start`.
   * @returns bytes read; fewer than the size of `target` only at the end of the file
   */
  readInto(file: string, start: number, target: Uint8Array): Promise<number>;
  /** For a file that is deleted or replaced. */
  forget(file: string): void;
}

async function readFully(descriptor: number, start: number, target: Uint8Array): Promise<number> {
  let length = 0;
  while (length < target.length) {
    const { bytesRead } = await readDescriptor(
      descriptor,
      ...([target, length, target.length - length, start + length] as const),
    );
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/** Nothing was written, so an error of closing loses nothing. */
function close({ descriptor }: OpenFile): void {
  descriptor.then(
    (opened) => fs.close(opened, () => undefined),
    () => undefined,
  );
}

/** Files are opened by their first read, and closed after `maxAgeMs`, or when more than `MAX_OPEN` are open. */
export function createOpenFiles({ maxAgeMs = MAX_AGE_MS } = {}): OpenFiles {
  const files = new LRUCache<string, OpenFile>({
    max: MAX_OPEN,
    ttl: maxAgeMs,
    ttlAutopurge: true,
    dispose: (file) => {
      file.isEvicted = true;
      if (file.readers === 0) close(file);
    },
  });

  function open(name: string): OpenFile {
    const file = { descriptor: openDescriptor(name, 'r'), readers: 0, isEvicted: false };
    files.set(name, file);
    file.descriptor.catch(() => {
      if (files.peek(name) === file) files.delete(name);
    });
    return file;
  }

  return {
    async readInto(name, start, target) {
      const file = files.get(name) ?? open(name);
      file.readers += 1;
      try {
        return await readFully(await file.descriptor, start, target);
      } finally {
        file.readers -= 1;
        if (file.isEvicted && file.readers === 0) close(file);
      }
    },
    forget: (name) => void files.delete(name),
  };
}
