/** Matrices as rows of text. */
import { formatCount } from '@omicon/domain/records/count-of.ts';
import { BinaryRefusal } from '../../binary-form.ts';
import type { ValueMatrix } from '../../expression.ts';
import { cutOff } from './byte-reader.ts';
import { namesOf, numberText } from './columns.ts';
import {
  classesOf,
  isNumbers,
  type RNumbers,
  type RValue,
  type RVector,
  slotOf,
  stringsOf,
} from './r-value.ts';

const MAX_LINKS = 30;
const PEEKED = 10_000;

export interface Grid {
  rows: number;
  columns: number;
  /** null without names */
  rowNames: string[] | null;
  columnNames: string[] | null;
  /** Makes a function that gives the cells of a row. */
  open(): (row: number) => string[];
  /** its numbers, for sums over cells; null for a matrix of words */
  numbers: ValueMatrix | null;
}

/** Undefined unless the value is a matrix. @throws BinaryRefusal for one whose values are elsewhere, or too many */
export function gridOf(value: RValue): Grid | undefined {
  const [name = ''] = classesOf(value);
  if (value.type === 'string' || isNumbers(value)) {
    const dim = slotOf(value, 'dim');
    return dim === undefined ? undefined : dense(value, dim, slotOf(value, 'dimnames'));
  }
  if (value.type !== 'S4') return undefined;
  if (name === 'dgCMatrix') return sparse(value);
  const values = slotOf(value, 'x');
  if (name === 'dgeMatrix' && isNumbers(values))
    return dense(values, slotOf(value, 'Dim'), slotOf(value, 'Dimnames'));
  if (slotOf(value, 'seed') !== undefined) throw elsewhere(value, name);
  return undefined;
}

function elsewhere(value: RValue, name: string): BinaryRefusal {
  let link: RValue | undefined = value;
  for (let at = 0; at < MAX_LINKS && link !== undefined; at += 1) {
    const file = stringsOf(slotOf(link, 'filepath'))?.[0];
    if (typeof file === 'string') {
      return new BinaryRefusal(
        `The values are not in this file but in "${file.slice(0, 300)}" (${name}); give that file, or save as.matrix() of them.`,
      );
    }
    link = slotOf(link, 'seed');
  }
  return new BinaryRefusal(
    `The values of a ${name} are computed when R reads them; save as.matrix() of them.`,
  );
}

interface Shape {
  rows: number;
  columns: number;
  rowNames: string[] | null;
  columnNames: string[] | null;
}

function shapeOf(dim: RValue | undefined, names: RValue | undefined): Shape {
  if (!isNumbers(dim)) throw cutOff();
  if (dim.length !== 2) {
    throw new BinaryRefusal(`The array has ${formatCount(dim.length)} dimensions; save a matrix with two.`);
  }
  const [rows, columns] = [dim.at(0) ?? -1, dim.at(1) ?? -1];
  if (!Number.isInteger(rows) || !Number.isInteger(columns) || rows < 0 || columns < 0) throw cutOff();
  const both = names?.type === 'list' ? names.items : [];
  const [rowNames, columnNames] = [namesOf(both[0]), namesOf(both[1])];
  if ((rowNames?.length ?? rows) !== rows || (columnNames?.length ?? columns) !== columns) throw cutOff();
  return { rows, columns, rowNames, columnNames };
}

/** Column by column, as R keeps all matrices. */
function dense(values: RVector, dim: RValue | undefined, names: RValue | undefined): Grid {
  const shape = shapeOf(dim, names);
  const { rows, columns } = shape;
  if (values.length !== rows * columns) throw cutOff();
  const textAt =
    values.type === 'string'
      ? (index: number) => values.at(index) ?? ''
      : (index: number) => numberText(values, index);
  const rowAt = (row: number) => {
    const cells = new Array<string>(columns);
    for (let column = 0, at = row; column < columns; column += 1, at += rows) cells[column] = textAt(at);
    return cells;
  };
  const numbers = values.type === 'string' ? null : denseNumbers(shape, values);
  return { ...shape, open: () => rowAt, numbers };
}

/** Compressed by column: rows `i` and values `x`, with the end of each column in `p`. */
function sparse(value: RValue): Grid {
  const shape = shapeOf(slotOf(value, 'Dim'), slotOf(value, 'Dimnames'));
  const [ends, rowsOfValues, values] = ['p', 'i', 'x'].map((slot) => slotOf(value, slot));
  if (!isNumbers(ends) || !isNumbers(rowsOfValues) || !isNumbers(values)) throw cutOff();
  if (ends.length !== shape.columns + 1 || rowsOfValues.length !== values.length) throw cutOff();
  checkEnds(ends, values.length);
  return {
    ...shape,
    open: () => byRow(shape, ends, rowsOfValues, values),
    numbers: sparseNumbers(shape, ends, rowsOfValues, values),
  };
}

function checkEnds(ends: RNumbers, count: number): void {
  let last = 0;
  for (let at = 0; at < ends.length; at += 1) {
    const end = ends.at(at) ?? -1;
    if (end < last || (at === 0 && end !== 0)) throw cutOff();
    last = end;
  }
  if (last !== count) throw cutOff();
}

function byRow(
  shape: Shape,
  ends: RNumbers,
  rowsOfValues: RNumbers,
  values: RNumbers,
): (row: number) => string[] {
  const count = values.length;
  const starts = new Uint32Array(shape.rows + 2);
  for (let at = 0; at < count; at += 1) {
    const row = rowsOfValues.at(at) ?? -1;
    if (row < 0 || row >= shape.rows) throw cutOff();
    starts[row + 2] = (starts[row + 2] ?? 0) + 1;
  }
  for (let row = 2; row < starts.length; row += 1) starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0);
  // While values are placed, the start of a row moves to its end, which is the start of the next.
  const columns = new Uint32Array(count);
  const places = new Uint32Array(count);
  for (let column = 0; column < shape.columns; column += 1) {
    const [from, to] = [ends.at(column) ?? 0, ends.at(column + 1) ?? 0];
    for (let at = from; at < to; at += 1) {
      const row = rowsOfValues.at(at) ?? 0;
      const place = starts[row + 1] ?? 0;
      starts[row + 1] = place + 1;
      columns[place] = column;
      places[place] = at;
    }
  }
  return (row) => {
    const cells = new Array<string>(shape.columns).fill('0');
    for (let place = starts[row] ?? 0; place < (starts[row + 1] ?? 0); place += 1) {
      cells[columns[place] ?? 0] = numberText(values, places[place] ?? 0);
    }
    return cells;
  };
}

function denseNumbers({ rows, columns }: Shape, values: RNumbers): ValueMatrix {
  return {
    features: rows,
    samples: columns,
    scan(first, end, take) {
      for (let column = 0; column < columns; column += 1) {
        for (let row = first; row < end; row += 1) {
          take(row, column, values.at(row + column * rows) ?? Number.NaN);
        }
      }
    },
    peek: () => peekAt(values),
  };
}

function sparseNumbers(
  { rows, columns }: Shape,
  ends: RNumbers,
  rowsOfValues: RNumbers,
  values: RNumbers,
): ValueMatrix {
  return {
    features: rows,
    samples: columns,
    scan(first, end, take) {
      for (let column = 0; column < columns; column += 1) {
        const to = ends.at(column + 1) ?? 0;
        for (let at = ends.at(column) ?? 0; at < to; at += 1) {
          const row = rowsOfValues.at(at) ?? -1;
          if (row < 0 || row >= rows) throw cutOff();
          if (row >= first && row < end) take(row, column, values.at(at) ?? Number.NaN);
        }
      }
    },
    peek: () => peekAt(values),
  };
}

/** Some values from the whole length. */
function* peekAt(values: RNumbers): Generator<number> {
  const step = Math.max(1, Math.floor(values.length / PEEKED));
  for (let at = 0; at < values.length; at += step) yield values.at(at) ?? Number.NaN;
}
