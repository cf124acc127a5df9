import type { Fault, FileTree, Read, Warning } from '../records.ts';
import { IntakeRefusal } from '../records.ts';

/** How far reading has come: the file at hand and the rows read so far, or that this file is read to its end. */
export interface ReadEvent {
  file: string;
  rows: number;
  isFileDone: boolean;
}

/** Enough faults to see a pattern; a matrix of words would give millions. */
const MOST_FAULTS = 200;
const MOST_WARNINGS = 100;

/** What readers report while they work: faults and warnings, the first of them kept and all counted, and rows. */
export class ReadLog {
  count = 0;
  rows = 0;
  /** -99.99 read as NA */
  emptied = 0;
  readonly #listed: Fault[] = [];
  readonly #warnings: Warning[] = [];
  #warningCount = 0;
  #firstUnlisted: Fault | null = null;
  readonly #onRead: (event: ReadEvent) => void;

  constructor(onRead: (event: ReadEvent) => void = () => {}) {
    this.#onRead = onRead;
  }

  add(fault: Fault): void {
    this.count += 1;
    if (this.#listed.length < MOST_FAULTS) this.#listed.push(fault);
    else this.#firstUnlisted ??= fault;
  }

  warn(warning: Warning): void {
    this.#warningCount += 1;
    if (this.#warnings.length < MOST_WARNINGS) this.#warnings.push(warning);
  }

  addRows(file: string, rows: number): void {
    this.rows += rows;
    this.#onRead({ file, rows: this.rows, isFileDone: false });
  }

  endFile(file: string): void {
    this.#onRead({ file, rows: this.rows, isFileDone: true });
  }

  /** The kept warnings, and a last one that counts the rest. */
  warnings(): Warning[] {
    const more = this.#warningCount - this.#warnings.length;
    const last = this.#warnings.at(-1);
    if (more === 0 || last === undefined) return [...this.#warnings];
    const sentence = `${more} more ${more === 1 ? 'warning is' : 'warnings are'} not listed.`;
    return [...this.#warnings, { file: last.file, line: null, column: null, sentence }];
  }

  /** The kept faults, and last one that says how many more there are. */
  faults(): Fault[] {
    if (this.#firstUnlisted === null) return [...this.#listed];
    const more = this.count - this.#listed.length;
    const sentence = `${more} more ${more === 1 ? 'fault is' : 'faults are'} not listed.`;
    const file = this.#firstUnlisted.file;
    return [...this.#listed, { kind: 'wrong', file, line: null, column: null, sentence }];
  }
}

/** A cell's text as a sentence can quote it. */
export function quote(text: string): string {
  return text.length <= 60 ? `"${text}"` : `"${text.slice(0, 60)}..."`;
}

/** A name that only its whole text tells from others, such as that of a network. */
export function quoteName(name: string): string {
  return `"${name}"`;
}

/** `1 module`, `12 modules` */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

const EMPTIED_NUMBER = -99.99;
const EMPTIED_TEXT = '-99.99';
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const POINT = 46;
const SPACE = 32;

/**
 * The number a cell holds: null for NA (empty, `NA`, and `NaN` in any case, which R and Python write for an undefined statistic),
 * undefined when it is no finite decimal number. Hexadecimal and the like, which JavaScript would take, are none.
 */
export function parseNumber(cell: string): number | null | undefined {
  const last = cell.charCodeAt(cell.length - 1);
  if ((last >= DIGIT_0 && last <= DIGIT_9) || last === POINT) {
    const value = Number(cell);
    const mayBeOtherBase = cell.charCodeAt(1) > DIGIT_9 || cell.charCodeAt(0) <= SPACE;
    if (mayBeOtherBase && /^\s*0[box]/i.test(cell)) return undefined;
    return Number.isFinite(value) ? value : undefined;
  }
  const trimmed = cell.trim();
  if (trimmed === '' || trimmed === 'NA' || /^nan$/i.test(trimmed)) return null;
  return trimmed.length < cell.length ? parseNumber(trimmed) : undefined;
}

/** One file being read: where it is, where its faults go, and how many -99.99 were read as NA. */
export class FileReading {
  readonly tree: FileTree;
  readonly path: string;
  readonly log: ReadLog;
  emptied = 0;
  readonly #faultsBefore: number;

  constructor(tree: FileTree, path: string, log: ReadLog) {
    this.tree = tree;
    this.path = path;
    this.log = log;
    this.#faultsBefore = log.count;
  }

  get isFaultless(): boolean {
    return this.log.count === this.#faultsBefore;
  }

  wrong(line: number | null, column: string | number | null, sentence: string): void {
    this.log.add({ kind: 'wrong', file: this.path, line, column, sentence });
  }

  /** For what is accepted but needs a look. */
  warn(line: number | null, column: string | number | null, sentence: string): void {
    this.log.warn({ file: this.path, line, column, sentence });
  }

  /** For a fault after which the rest of the file has no meaning, such as a wrong header. To be thrown. */
  refusal(line: number | null, column: string | number | null, sentence: string): IntakeRefusal {
    return new IntakeRefusal([{ kind: 'wrong', file: this.path, line, column, sentence }]);
  }

  /** Trimmed text of a cell; null for NA. */
  text(cell: string): string | null {
    const trimmed = cell.trim();
    if (trimmed === EMPTIED_TEXT) {
      this.#countEmptied();
      return null;
    }
    return trimmed === '' || trimmed === 'NA' ? null : trimmed;
  }

  /** Number of a cell; NaN for NA, and for anything else after a fault was noted. */
  number(cell: string, line: number, column: string | number | null): number {
    const value = parseNumber(cell);
    if (value === null) return Number.NaN;
    if (value === undefined) {
      this.wrong(line, column, `${quote(cell.trim())} is not a number.`);
      return Number.NaN;
    }
    if (value === EMPTIED_NUMBER) {
      this.#countEmptied();
      return Number.NaN;
    }
    return value;
  }

  #countEmptied(): void {
    this.emptied += 1;
    this.log.emptied += 1;
  }

  /** What the reader returns: the record only if the file gave no fault. */
  result<T>(record: T): Read<T> {
    return { record: this.isFaultless ? record : null, faults: this.log.faults(), emptied: this.emptied };
  }
}
