/** Files of a unit to store: hashed during the check, written only if missing. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Store } from '../../../base/store/store.ts';
import type { HashingTree } from '../hashing-tree.ts';
import type { NewFile } from '../sql.ts';

export interface UnitFiles {
  files: NewFile[];
  /** hash over paths and contents; equal exactly if nothing changed */
  contentSha256: Buffer;
}

/** Describes files by their path below `base`; reads only files not read yet. */
export async function describeFiles(
  tree: HashingTree,
  base: string,
  paths: readonly string[],
): Promise<UnitFiles> {
  const sizes = new Map(tree.entries.map((entry) => [entry.path, entry.sizeBytes]));
  const files: NewFile[] = [];
  for (const file of paths) {
    const relative = base === '' ? file : path.posix.relative(base, file);
    const folder = path.posix.dirname(relative);
    files.push({
      folder: folder === '.' || folder.startsWith('..') ? '' : folder,
      name: path.posix.basename(relative),
      size_bytes: sizes.get(file) ?? 0,
      sha256: await tree.sha256Of(file),
    });
  }
  const lines = files.map((file) => `${file.folder}/${file.name} ${file.sha256}`).sort();
  return { files, contentSha256: createHash('sha256').update(lines.join('\n')).digest() };
}

/** Stores the files' objects durably; existing objects are left alone. */
export async function storeFiles(store: Store, tree: HashingTree, paths: readonly string[]): Promise<void> {
  for (const file of paths) {
    const sha256 = await tree.sha256Of(file);
    if (await store.touch(sha256)) continue;
    const stored = await store.put(await tree.open(file));
    if (stored.storageKey !== sha256) throw new Error(`${file} changed while it was read.`);
  }
}
