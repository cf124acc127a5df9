/**
 * Dictionary-encoded sample attributes: each sample has the code of its value instead of the text, so that a hundred
 * attributes of a hundred thousand samples are counted in milliseconds.
 */

import { codeAt, u32At } from '../../arrays/number-at.ts';

/** One code per sample: index of the value plus 1, or 0 for NA. */
type Codes = Uint8Array | Uint16Array | Uint32Array;

export interface SampleColumn {
  /** unique values, sorted by code point */
  values: string[];
  codes: Codes;
}

/** A value and its number of samples; null is NA. */
export interface ValueCount {
  value: string | null;
  n: number;
}

/** Compares by code point, as Postgres does in collation "C"; `<` would compare surrogates. */
function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
  }
  return a.length - b.length;
}

function codesFor(values: number, samples: number): Codes {
  if (values < 256) return new Uint8Array(samples);
  return values < 65_536 ? new Uint16Array(samples) : new Uint32Array(samples);
}

/** Encodes a column from its cells in sample order; null is NA. */
export function packColumn(cells: readonly (string | null)[]): SampleColumn {
  const values = [...new Set(cells)].filter((cell) => cell !== null).sort(byCodePoint);
  const codeOf = new Map<string | null, number>([[null, 0]]);
  for (const [at, value] of values.entries()) codeOf.set(value, at + 1);
  const codes = codesFor(values.length, cells.length);
  for (const [at, cell] of cells.entries()) codes[at] = codeOf.get(cell) ?? 0;
  return { values, codes };
}

/** The codes as stored bytes, little-endian like all machines that Node supports. */
export function bytesOf({ codes }: SampleColumn): Uint8Array {
  return new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength);
}

/** A column from its stored parts. @throws RangeError if the length of the bytes does not match the code width */
export function readColumn(values: string[], bytes: Uint8Array): SampleColumn {
  // A copy is aligned for any width.
  const copy = new Uint8Array(bytes);
  if (values.length < 256) return { values, codes: copy };
  return {
    values,
    codes: values.length < 65_536 ? new Uint16Array(copy.buffer) : new Uint32Array(copy.buffer),
  };
}

/** Whether a trimmed cell has no value. */
function isBlank(text: string): boolean {
  return text === '' || text === 'NA';
}

/** A column whose values are trimmed; blank cells and `NA` are missing. The same column if nothing changes. */
export function trimColumn(column: SampleColumn): SampleColumn {
  const texts = column.values.map((value) => value.trim());
  if (texts.every((text, at) => text === column.values[at] && !isBlank(text))) return column;
  return packColumn(
    Array.from(column.codes, (code) => texts[code - 1] ?? null).map((text) =>
      text === null || isBlank(text) ? null : text,
    ),
  );
}

/** Samples with each value, in the order of the values. */
export function countsByValue({ values, codes }: SampleColumn): Uint32Array {
  const counts = new Uint32Array(values.length + 1);
  // An indexed loop: a gene's attribute is read in every data set at once.
  for (let at = 0; at < codes.length; at += 1) {
    const code = codeAt(codes, at);
    counts[code] = u32At(counts, code) + 1;
  }
  return counts.subarray(1);
}

/** The cells of a column, null for NA. */
export function cellsOfColumn({ values, codes }: SampleColumn): (string | null)[] {
  return Array.from(codes, (code) => values[code - 1] ?? null);
}

export interface WantedValue {
  /** undefined if the samples lack the attribute: all are NA */
  column: SampleColumn | undefined;
  value: string | null;
}

/**
 * Indexes of the samples that have all wanted values, ascending.
 * @param samples number of samples
 * @returns all samples if `wanted` is empty
 */
export function selectSamples(samples: number, wanted: readonly WantedValue[]): Uint32Array {
  const chosen = new Uint32Array(samples);
  for (let at = 0; at < samples; at += 1) chosen[at] = at;
  let left = samples;
  for (const { column, value } of wanted) {
    const code = value === null ? 0 : (column?.values.indexOf(value) ?? -1) + 1;
    // No sample has this value.
    if (value !== null && code === 0) return new Uint32Array();
    if (column) left = keepCode(chosen.subarray(0, left), column.codes, code);
  }
  return chosen.subarray(0, left);
}

/**
 * Moves samples with this code to the front, in order; returns their number. A callback per sample took five times as
 * long.
 */
function keepCode(samples: Uint32Array, codes: Codes, code: number): number {
  let kept = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const sample = u32At(samples, at);
    if (codes[sample] === code) {
      samples[kept] = sample;
      kept += 1;
    }
  }
  return kept;
}

/** Number of chosen samples with each value: most frequent first, then by value, NA last among ties. */
export function countValues({ values, codes }: SampleColumn, chosen: Uint32Array): ValueCount[] {
  const counts = new Uint32Array(values.length + 1);
  for (let at = 0; at < chosen.length; at += 1) {
    const code = codeAt(codes, u32At(chosen, at));
    counts[code] = u32At(counts, code) + 1;
  }
  const counted: ValueCount[] = [];
  for (let code = 1; code < counts.length; code += 1) {
    const n = u32At(counts, code);
    if (n > 0) counted.push({ value: values[code - 1] ?? null, n });
  }
  const missing = counts[0] ?? 0;
  if (missing > 0) counted.push({ value: null, n: missing });
  return counted.sort((a, b) => b.n - a.n);
}
