/** One line of a Matrix Market file, read from its bytes: a matrix of cells has a hundred million of them. */
import { formatCount } from '@omicon/domain/records/count-of.ts';
import { BinaryRefusal } from '../../binary-form.ts';

const ZERO = 48;
const NINE = 57;
const SPACE = 32;
/** More digits are no index or count that a double holds exactly. */
const MAX_DIGITS = 15;
const NUMBER = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,4})?$/i;

export class MtxEntry {
  /** from 0 */
  row = 0;
  column = 0;
  value = 0;
  readonly #sides: { name: string; rows: number; columns: number };
  /** after the last thing that was read */
  #at = 0;

  constructor(sides: { name: string; rows: number; columns: number }) {
    this.#sides = sides;
  }

  /** @returns false for a blank line @throws BinaryRefusal with the line */
  read(bytes: Buffer, where: { start: number; end: number; line: number | null }): boolean {
    const { start, end } = where;
    this.#at = start;
    this.#skipBlanks(bytes, end);
    if (this.#at === end) return false;
    this.row = this.#digits(bytes, end) - 1;
    this.#skipBlanks(bytes, end);
    this.column = this.#digits(bytes, end) - 1;
    this.#skipBlanks(bytes, end);
    const from = this.#at;
    this.value = this.#digits(bytes, end);
    this.#skipBlanks(bytes, end);
    if (this.#at !== end || Number.isNaN(this.value))
      this.value = numberIn(bytes.toString('latin1', from, end));
    const { rows, columns } = this.#sides;
    // Written so that NaN is refused, too.
    const isInside = this.row >= 0 && this.row < rows && this.column >= 0 && this.column < columns;
    if (!isInside || Number.isNaN(this.value)) throw this.#refusal(bytes, where);
    return true;
  }

  #skipBlanks(bytes: Buffer, end: number): void {
    while (this.#at < end && (bytes[this.#at] ?? 0) <= SPACE) this.#at += 1;
  }

  /** A number of digits only; NaN without any. */
  #digits(bytes: Buffer, end: number): number {
    const from = this.#at;
    let value = 0;
    for (; this.#at < end; this.#at += 1) {
      const digit = bytes[this.#at] ?? 0;
      if (digit < ZERO || digit > NINE) break;
      value = value * 10 + digit - ZERO;
    }
    const length = this.#at - from;
    return length === 0 || length > MAX_DIGITS ? Number.NaN : value;
  }

  #refusal(bytes: Buffer, { start, end, line }: { start: number; end: number; line: number | null }): Error {
    const { name, rows, columns } = this.#sides;
    const where = line === null ? name : `${name}, line ${formatCount(line)}`;
    const text = bytes.toString('latin1', start, Math.min(end, start + 60)).trim();
    const [row = '', column = ''] = text.split(/\s+/, 2);
    for (const [index, side, word] of [
      [row, rows, 'row'],
      [column, columns, 'column'],
    ] as const)
      if (/^\d{1,15}$/.test(index) && (Number(index) < 1 || Number(index) > side))
        return new BinaryRefusal(
          `${where} names ${word} ${index} of ${formatCount(side)}; the file is damaged.`,
        );
    return new BinaryRefusal(`${where}: a row, a column and a number are needed, not "${text}".`);
  }
}

function numberIn(text: string): number {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
}
