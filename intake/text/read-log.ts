import type { Fault, FileTree, Read, Warning } from '../records.ts';
import { IntakeRefusal } from '../records.ts';

/** Progress of reading: the current file, the rows read so far, and whether the file is finished. */
export interface ReadEvent {
  file: string;
  rows: number;
  isFileDone: boolean;
}

/** Enough to see a pattern; a matrix of words would give millions of faults. */
const MAX_FAULTS = 200;
const MAX_WARNINGS = 100;

/** Collects faults, warnings and row counts from readers. All are counted, but only the first are kept. */
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
    if (this.#listed.length < MAX_FAULTS) this.#listed.push(fault);
    else this.#firstUnlisted ??= fault;
  }

  warn(warning: Warning): void {
    this.#warningCount += 1;
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(warning);
  }

  addRows(file: string, rows: number): void {
    this.rows += rows;
    this.#onRead({ file, rows: this.rows, isFileDone: false });
  }

  endFile(file: string): void {
    this.#onRead({ file, rows: this.rows, isFileDone: true });
  }

  /** The kept warnings, and one with the number of the others. */
  warnings(): Warning[] {
    const more = this.#warningCount - this.#warnings.length;
    const last = this.#warnings.at(-1);
    if (more === 0 || last === undefined) return [...this.#warnings];
    const sentence = `${more} more ${more === 1 ? 'warning is' : 'warnings are'} not listed.`;
    return [...this.#warnings, { file: last.file, line: null, column: null, sentence }];
  }

  /** The kept faults, and one with the number of the others. */
  faults(): Fault[] {
    if (this.#firstUnlisted === null) return [...this.#listed];
    const more = this.count - this.#listed.length;
    const sentence = `${more} more ${more === 1 ? 'fault is' : 'faults are'} not listed.`;
    const file = this.#firstUnlisted.file;
    return [...this.#listed, { kind: 'wrong', file, line: null, column: null, sentence }];
  }
}

/** Text of a cell in quotation marks, shortened to 60 characters. */
export function quote(text: string): string {
  return text.length <= 60 ? `"${text}"` : `"${text.slice(0, 60)}..."`;
}

/** A name in quotation marks, never shortened: long network names may differ only at the end. */
export function quoteName(name: string): string {
  return `"${name}"`;
}

const EMPTIED_NUMBER = -99.99;
const EMPTIED_TEXT = '-99.99';
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const POINT = 46;
const SPACE = 32;

/**
 * The number in a cell: null for NA (empty, `NA`, or `NaN` in any case, which R and Python write for an undefined
 * statistic), undefined if it is not a finite decimal number. Hexadecimal, octal and binary are not accepted.
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

/** Whether a cell is an infinity as R, Python or JavaScript write it, or a decimal number too large for float64. */
function isInfinity(cell: string): boolean {
  const trimmed = cell.trim();
  if (/^[+-]?inf(inity)?$/i.test(trimmed)) return true;
  return /^[+-]?(\d+\.?\d*|\.\d+)e\+?\d+$/i.test(trimmed) && !Number.isFinite(Number(trimmed));
}

/** A file being read, with the log for its faults and the number of -99.99 read as NA. */
export class FileReading {
  readonly tree: FileTree;
  readonly path: string;
  readonly log: ReadLog;
  emptied = 0;
  /** infinities read as NA, and the first of them */
  infinities: { count: number; line: number; column: string | number | null; cell: string } | null = null;
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

  /** Adds a warning. */
  warn(line: number | null, column: string | number | null, sentence: string): void {
    this.log.warn({ file: this.path, line, column, sentence });
  }

  /** A refusal to be thrown, for faults that make the rest of the file meaningless, such as a wrong header. */
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

  /** Number of a cell; NaN for NA, and NaN with a fault for anything else. */
  number(cell: string, line: number, column: string | number | null): number {
    return this.#orFault(parseNumber(cell), { cell, line, column });
  }

  /** Number of a measured value: as `number`, but an infinity is NaN and is counted. */
  measuredValue(cell: string, line: number, column: string | number | null): number {
    const value = parseNumber(cell);
    if (value !== undefined || !isInfinity(cell)) return this.#orFault(value, { cell, line, column });
    this.infinities ??= { count: 0, line, column, cell: cell.trim() };
    this.infinities.count += 1;
    return Number.NaN;
  }

  #orFault(
    value: number | null | undefined,
    { cell, line, column }: { cell: string; line: number; column: string | number | null },
  ): number {
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

  /** The result of a reader; the record is null if the file has a fault. */
  result<T>(record: T): Read<T> {
    return { record: this.isFaultless ? record : null, faults: this.log.faults(), emptied: this.emptied };
  }
}
