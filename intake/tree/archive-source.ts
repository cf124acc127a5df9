import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';

/** An archive read by ranges, wherever it lies. */
export interface ArchiveSource {
  /** as people know it */
  name: string;
  sizeBytes: number;
  /** bytes `start` to `end`, both included */
  read(start: number, end: number): Promise<Readable>;
}

/** The place where an archive lies could not be read: no fault of the archive, and worth another try. */
export class SourceFailure extends Error {
  constructor(cause: unknown) {
    super('The archive could not be read where it lies.', { cause });
    this.name = 'SourceFailure';
  }
}

/** Headers are a few dozen bytes each and lie close together: one range answers hundreds of them. */
const BLOCK_BYTES = 64 * 1024;
const BLOCKS_KEPT = 4;

/** What the zip reader needs of a source: streams by range, and small reads out of blocks that were read already. */
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
        // Whoever asked may have gone meanwhile; nobody would close what came too late.
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

  #readBlock(place: number): Promise<Buffer> {
    const kept = this.#blocks.get(place);
    if (kept) return kept;
    const end = Math.min((place + 1) * BLOCK_BYTES, this.#source.sizeBytes) - 1;
    const read = this.#source.read(place * BLOCK_BYTES, end).then(buffer);
    this.#blocks.set(place, read);
    read.catch(() => this.#blocks.delete(place));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > BLOCKS_KEPT && oldest !== undefined) this.#blocks.delete(oldest);
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

/** An archive that is a file on this machine. */
export async function fileSource(path: string): Promise<ArchiveSource> {
  const { size } = await stat(path);
  return {
    name: basename(path),
    sizeBytes: size,
    read: async (start, end) => createReadStream(path, { start, end }),
  };
}
