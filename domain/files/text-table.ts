/**
 * Text tables of any size: byte offsets of records, delimiter, and kinds of columns. A record ends at a newline outside
 * quotation marks.
 */

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;

/** Byte offset of a record, and its number from 0. */
export interface Checkpoint {
  offset: number;
  record: number;
}

/** Minimum bytes between checkpoints: about this much is read to find a record. */
export const CHECKPOINT_STEP = 1024 * 1024;

/**
 * Counts the records of a streamed file, with a checkpoint about every mebibyte. A longer record is followed by a
 * checkpoint, so that later records are also found quickly.
 */
export class RecordScanner {
  readonly checkpoints: Checkpoint[];
  #offset: number;
  #records: number;
  #lastCheckpoint: number;
  #isQuoted = false;
  /** whether bytes have followed the end of the last record */
  #isOpen = false;

  /** @param begun checkpoints of an interrupted scan; this one continues at the last */
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

  /** complete records */
  get records(): number {
    return this.#records;
  }

  /** records after the end of the file: the last line may lack a newline */
  get total(): number {
    return this.#records + (this.#isOpen ? 1 : 0);
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    // indexOf is ten times faster than a loop over bytes. Its result is kept until passed: otherwise a chunk of
    // quotation marks would be searched to the end once for each mark.
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

/** The last checkpoint at or before a record, by binary search. @throws RangeError without checkpoints */
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
  /** false if the bytes end within the record */
  isWhole: boolean;
}

/** At most `most` records, from bytes that begin with a record. A last record without newline is not whole. */
export function recordsIn(bytes: Uint8Array, most: number): RecordBytes[] {
  const found: RecordBytes[] = [];
  let start = 0;
  let isQuoted = false;
  let at = 0;
  // Results of indexOf are kept until passed, because a search without a match reads to the end.
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

/** Separator of cells; '' if lines are not divided. */
export type Delimiter = ',' | '\t' | ';' | '';

function countOf(line: string, mark: string): number {
  return line.split(mark).length - 1;
}

/** The delimiter that occurs equally often, at least once, in each of the first lines; csv always has one. */
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

/** The kind of a column, from some of its cells, ignoring NA and empty cells. */
export function columnKind(cells: readonly string[]): ColumnKind {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== 'NA');
  if (values.length === 0) return 'empty';
  if (values.every((cell) => NUMBER.test(cell))) return 'number';
  return values.every((cell) => DATE.test(cell)) ? 'date' : 'text';
}
