/** What the values of a sample attribute are: numbers, categories or identifiers. */

import { numberAt } from '../../arrays/number-at.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const IDENTIFIERS = new Set(['index', 'label', 'original_label', 'individual']);
/** Attributes whose numbers are only names. */
const NOMINAL = new Set(['batch']);
/** Numbers with fewer distinct values are groups, such as grades. */
export const MIN_DISTINCT_NUMBERS = 5;

export const COLUMN_KINDS = ['number', 'category', 'identifier', 'empty'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Whether an attribute names samples, individuals, terms or sources. */
export function isIdentifier(attribute: string): boolean {
  const name = attribute.toLowerCase().replaceAll(' ', '_');
  return IDENTIFIERS.has(name) || name.endsWith('_id') || name.endsWith('_source');
}

/** The number that a text is; NaN for any other text, such as `> 3000` or `1,5`. */
export function numberOf(text: string): number {
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/**
 * The numbers of an attribute, NaN for its other values; null if it is none of numbers. It is one if all its values are
 * numbers, or if most samples have a number and at least five are different: one odd cell makes no category.
 * @param values distinct, trimmed, none missing
 * @param counts samples with each value
 */
export function numbersOf(
  attribute: string,
  values: readonly string[],
  counts: ArrayLike<number>,
): Float64Array | null {
  if (NOMINAL.has(attribute.toLowerCase())) return null;
  const numbers = Float64Array.from(values, numberOf);
  let [fitting, others] = [0, 0];
  for (let at = 0; at < numbers.length; at += 1) {
    if (Number.isFinite(numbers[at])) fitting += numberAt(counts, at);
    else {
      others += numberAt(counts, at);
      numbers[at] = Number.NaN;
    }
  }
  if (others === 0) return numbers;
  const distinct = new Set(numbers.filter((value) => !Number.isNaN(value)));
  return fitting > others && distinct.size >= MIN_DISTINCT_NUMBERS ? numbers : null;
}

export interface AttributeKind {
  kind: ColumnKind;
  /** samples with a value */
  n: number;
  /** samples whose value fits the kind */
  fitting: number;
  /** other values with their samples, the most frequent first */
  exceptions: { value: string; n: number }[];
}

/** The kind of an attribute, and the values that do not fit it. @param counts samples by value, none missing */
export function kindOfAttribute(attribute: string, counts: ReadonlyMap<string, number>): AttributeKind {
  const values = [...counts.keys()];
  const n = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (n === 0) return { kind: 'empty', n, fitting: 0, exceptions: [] };
  if (isIdentifier(attribute)) return { kind: 'identifier', n, fitting: n, exceptions: [] };
  const numbers = numbersOf(attribute, values, [...counts.values()]);
  if (numbers === null) return { kind: 'category', n, fitting: n, exceptions: [] };
  const exceptions = values
    .filter((_, at) => Number.isNaN(numbers[at]))
    .map((value) => ({ value, n: counts.get(value) ?? 0 }))
    .sort((a, b) => b.n - a.n);
  return { kind: 'number', n, fitting: n - exceptions.reduce((sum, each) => sum + each.n, 0), exceptions };
}
