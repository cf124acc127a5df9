/**
 * Tables written as text, of any size: where their records lie, how their cells are separated, what their columns
 * hold. A record ends at a newline outside quotation marks.
 */

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;

/** Byte at which a record begins, and its number from 0. */
export interface Checkpoint {
  offset: number;
  record: number;
}

/** Bytes between two checkpoints; at most so much is read to find a record. */
export const CHECKPOINT_STEP = 1024 * 1024;

/**
 * Counts the records of a file that is given piece by piece, and remembers where about every mebibyte a record begins.
 * A record longer than that is followed by a checkpoint, so that what comes after it is found at once, too.
 */
export class RecordScanner {
  readonly checkpoints: Checkpoint[];
  #offset: number;
  #records: number;
  #lastCheckpoint: number;
  #isQuoted = false;
  /** bytes since the last record began */
  #isOpen = false;

  /** @param begun where an earlier scan stood; its last checkpoint is where this one goes on */
  constructor(begun: readonly Checkpoint[] = []) {
    const last = begun.at(-1) ?? { offset: 0, record: 0 };
    this.checkpoints = begun.length === 0 ? [last] : [...begun];
    this.#offset = last.offset;
    this.#records = last.record;
    this.#lastCheckpoint = last.offset;
  }

  /** bytes seen */
  get offset(): number {
    return this.#offset;
  }

  /** records that have ended */
  get records(): number {
    return this.#records;
  }

  /** records of the file, when what was pushed was all of it: a last line may lack its newline */
  get total(): number {
    return this.#records + (this.#isOpen ? 1 : 0);
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    // Finding by indexOf is an order of magnitude faster than looking at each byte; what was found once is not looked for
    // again, or a chunk of quotation marks alone would be read from each of them to its end.
    let newline = chunk.indexOf(NEWLINE);
    while (at < chunk.length) {
      const quote = chunk.indexOf(QUOTE, at);
      const until = quote < 0 ? chunk.length : quote;
      if (newline >= 0 && newline < at) newline = chunk.indexOf(NEWLINE, at);
      if (!this.#isQuoted) this.#countNewlines(chunk, newline, until);
      if (quote >= 0) this.#isQuoted = !this.#isQuoted;
      at = until + 1;
    }
    if (chunk.length > 0) this.#isOpen = chunk[chunk.length - 1] !== NEWLINE || this.#isQuoted;
    this.#offset += chunk.length;
  }

  #countNewlines(chunk: Uint8Array, first: number, until: number): void {
    for (let at = first; at >= 0 && at < until; at = chunk.indexOf(NEWLINE, at + 1)) {
      this.#records += 1;
      const begin = this.#offset + at + 1;
      if (begin - this.#lastCheckpoint < CHECKPOINT_STEP) continue;
      this.checkpoints.push({ offset: begin, record: this.#records });
      this.#lastCheckpoint = begin;
    }
  }
}

/** The last checkpoint at or before a record, by halving. @throws RangeError without checkpoints */
export function checkpointBefore(checkpoints: readonly Checkpoint[], record: number): Checkpoint {
  let low = 0;
  let high = checkpoints.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((checkpoints[middle]?.record ?? 0) <= record) low = middle;
    else high = middle;
  }
  const found = checkpoints[low];
  if (!found) throw new RangeError('A table has a checkpoint at its beginning.');
  return found;
}

export interface RecordBytes {
  start: number;
  /** without the newline */
  end: number;
  /** false where the bytes end before the record does */
  isWhole: boolean;
}

/** Records in bytes that begin with one, up to `most`. A last record without its newline is not whole. */
export function recordsIn(bytes: Uint8Array, most: number): RecordBytes[] {
  const found: RecordBytes[] = [];
  let start = 0;
  let isQuoted = false;
  let at = 0;
  // Each is looked for only once until it is passed: where there is none, a look goes to the end.
  let quote = bytes.indexOf(QUOTE);
  let nextNewline = bytes.indexOf(NEWLINE);
  while (at < bytes.length && found.length < most) {
    if (quote >= 0 && quote < at) quote = bytes.indexOf(QUOTE, at);
    if (nextNewline >= 0 && nextNewline < at) nextNewline = bytes.indexOf(NEWLINE, at);
    const newline = isQuoted ? -1 : nextNewline;
    if (newline >= 0 && (quote < 0 || newline < quote)) {
      const end = newline > start && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      found.push({ start, end, isWhole: true });
      start = newline + 1;
      at = start;
    } else if (quote >= 0) {
      isQuoted = !isQuoted;
      at = quote + 1;
    } else break;
  }
  if (found.length < most && start < bytes.length) {
    found.push({ start, end: bytes.length, isWhole: false });
  }
  return found;
}

/** What separates the cells; '' for text whose lines are not divided. */
export type Delimiter = ',' | '\t' | ';' | '';

function countOf(line: string, mark: string): number {
  return line.split(mark).length - 1;
}

/** The mark that comes equally often, and at least once, in each of the first lines; commas for csv in any case. */
export function guessDelimiter(lines: readonly string[], extension: string): Delimiter {
  if (extension === 'tsv') return '\t';
  const full = lines.filter((line) => line !== '');
  const isRegular = (mark: string) => {
    const [first = 0, ...others] = full.map((line) => countOf(line, mark));
    return first > 0 && others.every((count) => count === first);
  };
  if (extension === 'csv') return !isRegular(',') && isRegular(';') ? ';' : ',';
  return isRegular('\t') ? '\t' : '';
}

export type ColumnKind = 'number' | 'date' | 'text' | 'empty';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?$/;

/** What a column holds, judged by some of its cells; NA and empty cells say nothing. */
export function columnKind(cells: readonly string[]): ColumnKind {
  const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== 'NA');
  if (said.length === 0) return 'empty';
  if (said.every((cell) => NUMBER.test(cell))) return 'number';
  return said.every((cell) => DATE.test(cell)) ? 'date' : 'text';
}
