/** What is known of each column of values while rows pass: whether it varies, and a hash of some of its values. */
import { f64At, u8At, u32At } from '@omicon/domain/arrays/number-at.ts';

/** Rows by which columns are compared. */
const HASHED_ROWS = 5000;
const EMPTY = 0;
const CONSTANT = 1;
const VARIES = 2;
/** 12 of the 52 bits of a fraction are rounded away, which leaves 1e-12 of the value. */
const ROUNDED_BITS = 0xfff;
const PRIME = 16777619;

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/**
 * A hash with one more value; values that are equal to 1e-12 nearly always have the same. Whole numbers and other short
 * fractions would be at an edge of rounding, so all values are moved off it.
 */
function mix(hash: number, value: number): number {
  if (Number.isNaN(value)) return Math.imul(hash ^ 0x9e3779b9, PRIME);
  double[0] = value === 0 ? 0 : value * (1 + 2 ** -42);
  const mixed = Math.imul(hash ^ (u32At(halves, 0) & ~ROUNDED_BITS), PRIME);
  return Math.imul(mixed ^ u32At(halves, 1) ^ (mixed >>> 15), PRIME);
}

export class ColumnStates {
  readonly #states: Uint8Array;
  readonly #first: Float64Array;
  readonly #hashes: Uint32Array;
  #rows = 0;

  constructor(columns: number) {
    this.#states = new Uint8Array(columns);
    this.#first = new Float64Array(columns);
    this.#hashes = new Uint32Array(columns);
  }

  /** Adds a value, NaN where it is missing. */
  add(column: number, value: number): void {
    if (this.#rows < HASHED_ROWS) this.#hashes[column] = mix(u32At(this.#hashes, column), value);
    const state = u8At(this.#states, column);
    if (state === VARIES || Number.isNaN(value)) return;
    if (state === EMPTY) {
      this.#states[column] = CONSTANT;
      this.#first[column] = value;
    } else if (f64At(this.#first, column) !== value) this.#states[column] = VARIES;
  }

  endRow(): void {
    this.#rows += 1;
  }

  #columnsIn(state: number): number[] {
    return [...this.#states.keys()].filter((column) => u8At(this.#states, column) === state);
  }

  get empty(): number[] {
    return this.#columnsIn(EMPTY);
  }

  /** Columns with one value in at least two rows. */
  get constant(): number[] {
    return this.#rows > 1 ? this.#columnsIn(CONSTANT) : [];
  }

  /** Pairs of columns that vary and have the same values in the hashed rows. */
  equalPairs(): [number, number][] {
    const firstOf = new Map<number, number>();
    return this.#columnsIn(VARIES).flatMap((column): [number, number][] => {
      const hash = u32At(this.#hashes, column);
      const first = firstOf.get(hash);
      if (first === undefined) firstOf.set(hash, column);
      return first === undefined ? [] : [[first, column]];
    });
  }
}
