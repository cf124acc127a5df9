import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { SIGNATURE_BYTES } from '@omicon/domain/files/file-signature.ts';
import { type IntakeRefusal, refusal } from '../../../records.ts';
import type { SourceFile } from '../../study.ts';
import { refusedFormat } from './refused-formats.ts';

interface UnpackLimits {
  /** unpacked bytes of a file */
  bytes: number;
  /** unpacked bytes for each compressed byte */
  ratio: number;
  /** the ratio is not limited before this many unpacked bytes */
  ratioFreeBytes: number;
}

const UNPACK_LIMITS: UnpackLimits = {
  bytes: 20 * 1024 ** 3,
  ratio: 200,
  ratioFreeBytes: 10 * 1024 ** 2,
};

/** Larger than the default of 16 KiB, because each piece passes through several iterators. */
const PIECE_BYTES = 256 * 1024;

/**
 * Bytes of a file, unpacked if it is gzip by its signature; several members become one text.
 * @throws IntakeRefusal for other formats than text, damaged or truncated gzip, and archives that exceed a limit
 */
export async function* unpackedBytes(
  file: SourceFile,
  limits: UnpackLimits = UNPACK_LIMITS,
): AsyncGenerator<Buffer> {
  const packed = new ByteCounter(await file.open());
  try {
    const head = await packed.peek();
    const isGzip = head[0] === 0x1f && head[1] === 0x8b && head[2] === 0x08;
    yield* checkedFormat(file, isGzip ? gunzipped(file, packed, limits) : limited(file, packed, limits));
  } finally {
    packed.close();
  }
}

/** First bytes of a file as they are stored, 4,096 or fewer. */
export async function firstBytes(file: SourceFile): Promise<Buffer> {
  const packed = new ByteCounter(await file.open());
  try {
    return await packed.peek();
  } finally {
    packed.close();
  }
}

/** Counts the bytes taken from a stream, and can look at the first ones. */
class ByteCounter {
  taken = 0;
  readonly #stream: Readable;
  readonly #chunks: AsyncIterator<unknown>;
  #peeked: Buffer[] = [];

  constructor(stream: Readable) {
    this.#stream = stream;
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async peek(): Promise<Buffer> {
    let length = 0;
    while (length < SIGNATURE_BYTES) {
      const chunk = await this.#next();
      if (chunk === null) break;
      this.#peeked.push(chunk);
      length += chunk.length;
    }
    return Buffer.concat(this.#peeked).subarray(0, SIGNATURE_BYTES);
  }

  async #next(): Promise<Buffer | null> {
    const { value, done } = await this.#chunks.next();
    if (done === true) return null;
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return Buffer.from(String(value));
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const peeked = this.#peeked;
    this.#peeked = [];
    for (const chunk of peeked) yield this.#count(chunk);
    for (let chunk = await this.#next(); chunk !== null; chunk = await this.#next()) yield this.#count(chunk);
  }

  #count(chunk: Buffer): Buffer {
    this.taken += chunk.length;
    return chunk;
  }

  close(): void {
    this.#stream.destroy();
  }
}

async function* limited(file: SourceFile, packed: ByteCounter, limits: UnpackLimits): AsyncGenerator<Buffer> {
  for await (const chunk of packed.chunks()) {
    if (packed.taken > limits.bytes) throw tooLong(file, limits);
    yield chunk;
  }
}

async function* gunzipped(
  file: SourceFile,
  packed: ByteCounter,
  limits: UnpackLimits,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  const source = Readable.from(packed.chunks(), { objectMode: false });
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    yield* withinRatio(file, { packed, gunzip }, limits);
  } catch (error) {
    throw isOfZlib(error) ? damaged(file, error) : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* withinRatio(
  file: SourceFile,
  { packed, gunzip }: { packed: ByteCounter; gunzip: Gunzip },
  limits: UnpackLimits,
): AsyncGenerator<Buffer> {
  let given = 0;
  for await (const chunk of gunzip) {
    const bytes: Buffer = chunk;
    given += bytes.length;
    if (given > limits.bytes) throw tooLong(file, limits);
    if (given > limits.ratioFreeBytes && given > limits.ratio * packed.taken) {
      const sentence = `The file unpacks more than ${limits.ratio} to 1, as no table does; give it unpacked.`;
      throw refusal(file.name, sentence);
    }
    yield bytes;
  }
}

function isOfZlib(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function damaged(file: SourceFile, error: { code: string }): IntakeRefusal {
  const sentence =
    error.code === 'Z_BUF_ERROR'
      ? 'The gzip file ends too early; it was not downloaded or copied completely.'
      : 'The gzip file is damaged; download or compress it again.';
  return refusal(file.name, sentence);
}

function tooLong(file: SourceFile, limits: UnpackLimits): IntakeRefusal {
  return refusal(file.name, `The file is over ${Math.floor(limits.bytes / 1024 ** 3)} GiB unpacked.`);
}

async function* checkedFormat(file: SourceFile, bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer[] | null = [];
  let length = 0;
  for await (const chunk of bytes) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head.push(chunk);
    length += chunk.length;
    if (length < SIGNATURE_BYTES) continue;
    yield checkHead(file, Buffer.concat(head));
    head = null;
  }
  if (head !== null && length > 0) yield checkHead(file, Buffer.concat(head));
}

function checkHead(file: SourceFile, head: Buffer): Buffer {
  const sentence = refusedFormat(head);
  if (sentence !== null) throw refusal(file.name, sentence);
  return head;
}
