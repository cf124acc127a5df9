/**
 * A file tree that computes the SHA-256 of every file read to its end, so that checking and hashing need only one read.
 */
import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileTree } from '@omicon/intake/records.ts';

export interface HashingTree extends FileTree {
  /** hex SHA-256 of a file; reads it if not hashed yet */
  sha256Of(path: string): Promise<string>;
}

export function hashingTree(tree: FileTree): HashingTree {
  const known = new Map<string, string>();

  async function open(path: string): Promise<Readable> {
    const content = await tree.open(path);
    if (known.has(path)) return content;
    const hash = createHash('sha256');
    const noting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
      flush(done) {
        known.set(path, hash.digest('hex'));
        done();
      },
    });
    // Errors of the content reach the reader through the transform; closing the reader closes the content.
    pipeline(content, noting).catch((error: unknown) =>
      noting.destroy(error instanceof Error ? error : undefined),
    );
    return noting;
  }

  return {
    entries: tree.entries,
    emptyFolders: tree.emptyFolders,
    close: () => tree.close(),
    open,
    async sha256Of(path) {
      if (!known.has(path)) await drain(await open(path));
      const sha256 = known.get(path);
      if (sha256 === undefined) throw new Error(`${path} could not be read to its end.`);
      return sha256;
    },
  };
}

async function drain(content: Readable): Promise<void> {
  for await (const _ of content);
}
