import { BinaryRefusal } from '../../binary-form.ts';
import { NO_ATTRIBUTES, type RNumbers, type RStrings } from './r-value.ts';

const NA_INTEGER = -(2 ** 31);
/** R marks NA among NaN by the lower half of the number. @source R, src/main/arithmetic.c */
const NA_LOW = 1954;
const LATIN_1 = 4;
/** A length of -1 is followed by one of two halves. */
const IS_LONG = -1;
const NA_STRING = -1;

/** Big-endian numbers and strings in the bytes of a file. No length is believed beyond the end of these. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  int(): number {
    return this.#bytes.readInt32BE(this.skip(4));
  }

  /** @param least bytes that each element takes at least */
  length(least: number): number {
    const first = this.int();
    const length = first === IS_LONG ? this.int() * 2 ** 32 + (this.int() >>> 0) : first;
    if (length < 0 || length * least > this.left) throw cutOff();
    return length;
  }

  /** @returns where the bytes begin */
  skip(count: number): number {
    if (count < 0 || count > this.left) throw cutOff();
    const at = this.#at;
    this.#at += count;
    return at;
  }

  /** Text of a given length; NA is null. */
  text(flags: number): string | null {
    const length = this.int();
    if (length === NA_STRING) return null;
    return this.#decode(this.skip(length), length, flags);
  }

  integers(type: 'integer' | 'logical'): RNumbers {
    const bytes = this.#bytes;
    const length = this.length(4);
    const start = this.skip(length * 4);
    const at = (index: number) => {
      const value = bytes.readInt32BE(start + index * 4);
      return value === NA_INTEGER ? null : value;
    };
    return { type, length, at, attributes: NO_ATTRIBUTES };
  }

  doubles(): RNumbers {
    const bytes = this.#bytes;
    const length = this.length(8);
    const start = this.skip(length * 8);
    const at = (index: number) => {
      const value = bytes.readDoubleBE(start + index * 8);
      const isNa = Number.isNaN(value) && bytes.readUInt32BE(start + index * 8 + 4) === NA_LOW;
      return isNa ? null : value;
    };
    return { type: 'double', length, at, attributes: NO_ATTRIBUTES };
  }

  strings(): RStrings {
    const length = this.length(8);
    const starts = new Float64Array(length);
    for (let index = 0; index < length; index += 1) {
      const start = this.skip(8);
      const type = this.#bytes.readInt32BE(start) & 0xff;
      const size = this.#bytes.readInt32BE(start + 4);
      if (type !== 9) throw cutOff();
      this.skip(size === NA_STRING ? 0 : size);
      starts[index] = start;
    }
    const at = (index: number) => {
      const start = starts[index];
      if (start === undefined) return null;
      const size = this.#bytes.readInt32BE(start + 4);
      return size === NA_STRING ? null : this.#decode(start + 8, size, this.#bytes.readInt32BE(start));
    };
    return { type: 'string', length, at, attributes: NO_ATTRIBUTES };
  }

  #decode(start: number, length: number, flags: number): string {
    const isLatin1 = ((flags >> 12) & LATIN_1) !== 0;
    return this.#bytes.toString(isLatin1 ? 'latin1' : 'utf8', start, start + length);
  }
}

export function cutOff(): BinaryRefusal {
  return new BinaryRefusal('The file is damaged or cut off; save it again with saveRDS, and copy it again.');
}
