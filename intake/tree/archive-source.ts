import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';

/** An archive read by ranges, from any storage. */
export interface ArchiveSource {
  /** file name as people know it */
  name: string;
  sizeBytes: number;
  /** bytes `start` to `end`, both included */
  read(start: number, end: number): Promise<Readable>;
}

/** The storage of an archive could not be read; not a fault of the archive, so worth a retry. */
export class SourceFailure extends Error {
  constructor(cause: unknown) {
    super('The archive could not be read from its storage.', { cause });
    this.name = 'SourceFailure';
  }
}

/** Headers are a few dozen bytes each and close together: one block has hundreds of them. */
const BLOCK_BYTES = 64 * 1024;
const MAX_CACHED_BLOCKS = 4;

/** Adapter for the zip reader: streams by range, and small reads from cached blocks. */
export class SourceReader extends RandomAccessReader {
  readonly #source: ArchiveSource;
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(source: ArchiveSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough();
    this.#source.read(start, end - 1).then(
      (content) => {
        // The consumer may have gone in the meantime; nobody else would close the content.
        if (stream.destroyed) {
          content.destroy();
          return;
        }
        content.on('error', (error) => stream.destroy(new SourceFailure(error)));
        stream.on('close', () => content.destroy());
        content.pipe(stream);
      },
      (error: unknown) => stream.destroy(new SourceFailure(error)),
    );
    return stream;
  }

  #readBlock(index: number): Promise<Buffer> {
    const cached = this.#blocks.get(index);
    if (cached) return cached;
    const end = Math.min((index + 1) * BLOCK_BYTES, this.#source.sizeBytes) - 1;
    const read = this.#source.read(index * BLOCK_BYTES, end).then(buffer);
    this.#blocks.set(index, read);
    read.catch(() => this.#blocks.delete(index));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > MAX_CACHED_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return read;
  }

  async #fill(target: Buffer, position: number): Promise<void> {
    for (let done = 0; done < target.length; ) {
      const at = position + done;
      const block = await this.#readBlock(Math.floor(at / BLOCK_BYTES));
      done += block.copy(target, done, at % BLOCK_BYTES);
    }
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    if (position < 0 || position + length > this.#source.sizeBytes) {
      done(new Error('unexpected EOF'));
      return;
    }
    this.#fill(target.subarray(offset, offset + length), position).then(
      () => done(null),
      (error: unknown) => done(new SourceFailure(error)),
    );
  }
}

/** An archive on the local disk. */
export async function fileSource(path: string): Promise<ArchiveSource> {
  const { size } = await stat(path);
  return {
    name: basename(path),
    sizeBytes: size,
    read: async (start, end) => createReadStream(path, { start, end }),
  };
}
