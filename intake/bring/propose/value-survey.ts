/** Everything that one pass over the values of a file finds out. */
import { type CellForm, type CellKind, plainNumber, readCell } from './cells.ts';
import { ColumnStates } from './column-states.ts';
import { GrowingHistogram } from './histogram.ts';

/** Words for missing values that are told apart. */
const MAX_WORDS = 20;

/** Where something was seen first, and how often. */
export interface Seen {
  count: number;
  line: number;
  /** index among the columns of values */
  column: number;
  cell: string;
}

export class ValueSurvey {
  least = Number.POSITIVE_INFINITY;
  greatest = Number.NEGATIVE_INFINITY;
  missing = 0;
  rows = 0;
  emptyRows = 0;
  constantRows = 0;
  fractions: Seen | null = null;
  negatives: Seen | null = null;
  /** values of -1 and below, which have no log2(x + 1) */
  withoutLogarithm: Seen | null = null;
  /** cells that are no plain numbers, by kind */
  readonly unusual = new Map<CellKind, Seen>();
  /** decimal points in cells without a comma */
  points = 0;
  readonly words = new Map<string, number>();
  readonly histogram = new GrowingHistogram();
  readonly columns: ColumnStates;
  readonly #form: CellForm;
  readonly #valueAts: readonly number[];

  constructor(valueAts: readonly number[], form: CellForm) {
    this.#valueAts = valueAts;
    this.#form = form;
    this.columns = new ColumnStates(valueAts.length);
  }

  addRow(cells: readonly string[], line: number): void {
    const valueAts = this.#valueAts;
    let first = Number.NaN;
    let varies = false;
    for (let column = 0; column < valueAts.length; column += 1) {
      const cell = cells[valueAts[column] ?? -1] ?? '';
      let value = plainNumber(cell);
      if (Number.isNaN(value)) value = this.#addUnusual(cell, line, column);
      else if (this.#form.hasDecimalCommas && cell.includes('.')) this.points += 1;
      this.columns.add(column, value);
      if (Number.isNaN(value)) continue;
      this.#addValue(value, { cell, line, column });
      if (Number.isNaN(first)) first = value;
      else if (value !== first) varies = true;
    }
    this.columns.endRow();
    this.rows += 1;
    if (Number.isNaN(first)) this.emptyRows += 1;
    else if (!varies && valueAts.length > 1) this.constantRows += 1;
  }

  #addValue(value: number, at: { cell: string; line: number; column: number }): void {
    if (value < this.least) this.least = value;
    if (value > this.greatest) this.greatest = value;
    if (!Number.isInteger(value)) this.fractions = again(this.fractions, at);
    if (value < 0) {
      this.negatives = again(this.negatives, at);
      if (value <= -1) this.withoutLogarithm = again(this.withoutLogarithm, at);
    }
    this.histogram.add(value);
  }

  /** The value of a cell that is no plain number; NaN if it has none. */
  #addUnusual(cell: string, line: number, column: number): number {
    const { kind, value } = readCell(cell, this.#form);
    if (Number.isNaN(value)) this.missing += 1;
    if (kind === 'missing' || kind === 'number') return value;
    this.unusual.set(kind, again(this.unusual.get(kind) ?? null, { cell: cell.trim(), line, column }));
    if (kind === 'word') this.#addWord(cell.trim());
    return value;
  }

  #addWord(word: string): void {
    const count = this.words.get(word);
    if (count !== undefined || this.words.size < MAX_WORDS) this.words.set(word, (count ?? 0) + 1);
  }
}

function again(seen: Seen | null, at: { cell: string; line: number; column: number }): Seen {
  if (seen === null) return { count: 1, ...at };
  seen.count += 1;
  return seen;
}
