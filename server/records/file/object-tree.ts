/** A stored object as a file tree of one file, for the readers of intake. */
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FileTree } from '@omicon/intake/records.ts';
import type { Store } from '../../base/store/store.ts';

/** A tree of one file; names that end in `.gz` are unpacked while they are read. */
export function treeOfObject(store: Store, object: { name: string; storage_key: string }): FileTree {
  return {
    entries: [],
    emptyFolders: [],
    open: async () => {
      const bytes = await store.read(object.storage_key);
      // Unlike `pipe`, this forwards errors of the store to the reader.
      return object.name.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
    },
    close: async () => undefined,
  };
}
