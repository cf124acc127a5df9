/** HDF5 files of strangers: only what is in the file itself is read, and every failure of the library is a sentence. */
import { constants } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dataset, File, Group } from 'h5wasm/node';
import { BinaryRefusal } from '../../binary-form.ts';

type Library = typeof import('h5wasm/node');

/** Deeper paths are no part of any form that is read. */
const MAX_DEPTH = 6;

/**
 * Loads the library in the sandbox. For its file system it asks for numbers of the operating system by
 * `process.binding`, which is closed there; it gets these from `fs`, and nothing else.
 */
async function loadLibrary(): Promise<Library> {
  const binding = (name: string) => {
    if (name !== 'constants') throw new Error('process.binding');
    return { fs: constants };
  };
  Object.defineProperty(process, 'binding', { value: binding, configurable: true });
  const library = await import('h5wasm/node');
  const module = await library.ready;
  // Otherwise a failed read gives what was in memory before.
  module.activate_throwing_error_handler();
  module.insert_plugin_search_path(PLUGINS, 0);
  return library;
}

/** Compression of other programs, as modules of WebAssembly. */
const PLUGINS = path.join(path.dirname(fileURLToPath(import.meta.resolve('h5wasm-plugins'))), 'plugins');

let loading: Promise<Library> | null = null;

export interface OpenFile {
  /** null if there is nothing of this path. @throws BinaryRefusal for links */
  find(path: string): Group | Dataset | null;
  group(path: string): Group | null;
  dataset(path: string): Dataset | null;
  /** names in a group; none if there is no such group */
  names(path: string): string[];
}

/** Whether a thing of the library is a dataset. */
function isDataset(thing: Group | Dataset | null): thing is Dataset {
  return thing?.type === 'Dataset';
}

/**
 * Filters that the library has, and those of its plugins that programs of the field write.
 * @source H5Zpublic.h: deflate, shuffle, Fletcher32, n-bit, scale-offset; registered filters of the HDF Group: bzip2, LZF,
 * Blosc, LZ4, bitshuffle, Zstandard
 */
const KNOWN_FILTERS = new Set([1, 2, 3, 5, 6, 307, 32_000, 32_001, 32_004, 32_008, 32_015]);

/** @throws BinaryRefusal for a compression that the library does not have, such as szip */
function checkFilters(dataset: Dataset): void {
  const unknown = dataset.filters.find(({ id }) => !KNOWN_FILTERS.has(id));
  if (unknown !== undefined)
    throw new BinaryRefusal(
      `${dataset.path} of the HDF5 file is compressed by ${unknown.name.slice(0, 40) || `filter ${unknown.id}`}, which cannot be read. Write the file with gzip compression, or without any.`,
    );
}

/** Whether the library gives a target: it gives an empty object, null or undefined for what is no link. */
function isNamed(target: unknown): boolean {
  return (
    target !== null && target !== undefined && (typeof target === 'string' || 'filename' in Object(target))
  );
}

/** What went wrong in the library, as a sentence for people. */
export function damaged(where: string): BinaryRefusal {
  return new BinaryRefusal(
    `${where} of the HDF5 file cannot be read: the file is damaged, was not copied completely, or uses an unknown compression. Copy it again, or write it with gzip compression.`,
  );
}

/** The result of a call of the library. @throws BinaryRefusal if it fails */
export function tryRead<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BinaryRefusal) throw error;
    throw damaged(where);
  }
}

class Hdf5File implements OpenFile {
  readonly #file: File;
  readonly #library: Library;
  readonly #found = new Map<string, Group | Dataset | null>();

  constructor(file: File, library: Library) {
    this.#file = file;
    this.#library = library;
  }

  find(path: string): Group | Dataset | null {
    const parts = path.split('/').filter((part) => part !== '');
    if (parts.length > MAX_DEPTH) throw new BinaryRefusal(`${path} of the HDF5 file is nested too deeply.`);
    let found: Group | Dataset | null = this.#file;
    let at = '';
    for (const part of parts) {
      if (found === null || isDataset(found)) return null;
      at += `/${part}`;
      found = this.#child(found, part, at);
    }
    return found;
  }

  #child(parent: Group, name: string, path: string): Group | Dataset | null {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const child = this.names(parent.path).includes(name) ? this.#open(parent, path) : null;
    this.#found.set(path, child);
    return child;
  }

  #open(parent: Group, path: string): Group | Dataset | null {
    const { Group: HdfGroup, Dataset: HdfDataset } = this.#library;
    return tryRead(path, () => {
      // Asked before the library follows them.
      if (isNamed(parent.get_external_link(path)))
        throw new BinaryRefusal(
          `${path} of the HDF5 file is a link to another file. Write a file that holds all its data.`,
        );
      if (isNamed(parent.get_link(path)))
        throw new BinaryRefusal(
          `${path} of the HDF5 file is a soft link, which is not followed. Write the data in its place.`,
        );
      const thing = parent.get(path);
      if (thing instanceof HdfGroup) return thing;
      if (!(thing instanceof HdfDataset)) return null;
      if ((thing.metadata.virtual_sources ?? []).length > 0)
        throw new BinaryRefusal(
          `${path} of the HDF5 file is a virtual dataset, whose values are in other files. Write a file that holds all its data.`,
        );
      checkFilters(thing);
      return thing;
    });
  }

  group(path: string): Group | null {
    const found = this.find(path);
    return isDataset(found) ? null : found;
  }

  dataset(path: string): Dataset | null {
    const found = this.find(path);
    return isDataset(found) ? found : null;
  }

  names(path: string): string[] {
    const group = path === '/' || path === '' ? this.#file : this.group(path);
    return group === null ? [] : tryRead(path, () => group.keys());
  }
}

/** Opens a file for one task, and closes it afterwards. @throws BinaryRefusal if it is no HDF5 file, or damaged */
export async function withHdf5<T>(file: string, use: (file: OpenFile) => T | Promise<T>): Promise<T> {
  loading ??= loadLibrary();
  const library = await loading;
  const opened = tryRead('The beginning', () => new library.File(file, 'r'));
  try {
    return await use(new Hdf5File(opened, library));
  } finally {
    opened.close();
  }
}
