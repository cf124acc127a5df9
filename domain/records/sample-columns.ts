/**
 * Samples of a data set by attribute: instead of its text each sample has the place of its value among the values of
 * the attribute, so that a hundred attributes of a hundred thousand samples are counted in milliseconds.
 */

/** Places of values counted from 1, 0 for NA; one for each sample. */
type Codes = Uint8Array | Uint16Array | Uint32Array;

export interface SampleColumn {
  /** each value once, by code point */
  values: string[];
  codes: Codes;
}

/** A value and how many samples have it; null is NA. */
export interface ValueCount {
  value: string | null;
  n: number;
}

/** By code point, as Postgres compares in its collation "C"; `<` compares halves of surrogate pairs. */
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

/** The column of an attribute from its cells in the order of the samples; null is NA. */
export function packColumn(cells: readonly (string | null)[]): SampleColumn {
  const found = new Set(cells);
  found.delete(null);
  const values = ([...found] as string[]).sort(byCodePoint);
  const places = new Map<string | null, number>([[null, 0]]);
  for (const [at, value] of values.entries()) places.set(value, at + 1);
  const codes = codesFor(values.length, cells.length);
  for (const [at, cell] of cells.entries()) codes[at] = places.get(cell) ?? 0;
  return { values, codes };
}

/** Codes as they are stored, little-endian. Node runs on little-endian machines only. */
export function bytesOf({ codes }: SampleColumn): Uint8Array {
  return new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength);
}

/** A column from its stored parts. @throws RangeError when the bytes do not fit the number of values */
export function readColumn(values: string[], bytes: Uint8Array): SampleColumn {
  // A copy begins at an address that any width may begin at.
  const own = new Uint8Array(bytes);
  if (values.length < 256) return { values, codes: own };
  return {
    values,
    codes: values.length < 65_536 ? new Uint16Array(own.buffer) : new Uint32Array(own.buffer),
  };
}

/** The cells of a column, null for NA. */
export function cellsOfColumn({ values, codes }: SampleColumn): (string | null)[] {
  return Array.from(codes, (code) => values[code - 1] ?? null);
}

export interface WantedValue {
  /** undefined for an attribute that the samples do not have: all are NA */
  column: SampleColumn | undefined;
  value: string | null;
}

/**
 * Places of the samples that have every wanted value, in their order.
 * @param samples how many there are
 * @returns all of them when nothing is wanted
 */
export function selectSamples(samples: number, wanted: readonly WantedValue[]): Uint32Array {
  const chosen = new Uint32Array(samples);
  for (let at = 0; at < samples; at += 1) chosen[at] = at;
  let left = samples;
  for (const { column, value } of wanted) {
    const code = value === null ? 0 : (column?.values.indexOf(value) ?? -1) + 1;
    // A value that no sample has selects none.
    if (value !== null && code === 0) return new Uint32Array();
    if (column) left = keepCode(chosen.subarray(0, left), column.codes, code);
  }
  return chosen.subarray(0, left);
}

/** Moves the places with a code to the front, in their order. A loop, as a call for each place takes five times as long. */
function keepCode(places: Uint32Array, codes: Codes, code: number): number {
  let kept = 0;
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    if (codes[place] === code) {
      places[kept] = place;
      kept += 1;
    }
  }
  return kept;
}

/** How many of the chosen samples have each value: the most frequent first, then by value, NA behind its equals. */
export function countValues({ values, codes }: SampleColumn, chosen: Uint32Array): ValueCount[] {
  const counts = new Uint32Array(values.length + 1);
  for (let at = 0; at < chosen.length; at += 1) {
    const code = codes[chosen[at] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  const counted: ValueCount[] = [];
  for (let code = 1; code < counts.length; code += 1) {
    const n = counts[code] ?? 0;
    if (n > 0) counted.push({ value: values[code - 1] ?? null, n });
  }
  const missing = counts[0] ?? 0;
  if (missing > 0) counted.push({ value: null, n: missing });
  return counted.sort((a, b) => b.n - a.n);
}
