/** Values of one row, as numbers and as texts with all digits of the source. */
import { type CellForm, plainNumber, readCell } from '../propose/cells.ts';

export class CellRow {
  /** NaN where missing */
  readonly values: Float64Array;
  /** empty where missing */
  readonly texts: string[];
  /** cells with something in them that is written as missing */
  emptied = 0;
  readonly #columns: readonly number[];
  readonly #form: CellForm;

  /** @param columns indexes of the cells with values */
  constructor(columns: readonly number[], form: CellForm) {
    this.#columns = columns;
    this.#form = form;
    this.values = new Float64Array(columns.length);
    this.texts = new Array<string>(columns.length).fill('');
  }

  /** Replaces the values by those of another row. */
  read(cells: readonly string[]): void {
    const columns = this.#columns;
    for (let at = 0; at < columns.length; at += 1) {
      const cell = cells[columns[at] ?? -1] ?? '';
      const value = plainNumber(cell);
      if (Number.isNaN(value)) this.#readOther(cell, at);
      else {
        this.values[at] = value;
        this.texts[at] = cell;
      }
    }
  }

  #readOther(cell: string, at: number): void {
    const { kind, value, text } = readCell(cell, this.#form);
    if (Number.isNaN(value) && kind !== 'missing') this.emptied += 1;
    this.values[at] = value;
    this.texts[at] = text;
  }
}
