/**
 * Numbers at an index that must exist. Past the end, `values[index]` is undefined, which `?? 0` would turn into a wrong
 * number. One accessor for each kind of array: one for all would be megamorphic, hence slow in a hot loop.
 */

function fail(index: number, { length }: ArrayLike<number>): never {
  throw new RangeError(`There is no value ${index} among ${length}.`);
}

/**
 * A number of float64 that must exist.
 * @throws RangeError past the end, like all accessors here
 */
export function f64At(values: Float64Array, index: number): number {
  return values[index] ?? fail(index, values);
}

/** A number of float32 that must exist. */
export function f32At(values: Float32Array, index: number): number {
  return values[index] ?? fail(index, values);
}

/** A number of uint32 that must exist. */
export function u32At(values: Uint32Array, index: number): number {
  return values[index] ?? fail(index, values);
}

/** A number of int32 that must exist. */
export function i32At(values: Int32Array, index: number): number {
  return values[index] ?? fail(index, values);
}

/** A number of uint8 that must exist. */
export function u8At(values: Uint8Array, index: number): number {
  return values[index] ?? fail(index, values);
}

/** A code that must exist; arrays of codes are as narrow as their number allows. */
export function codeAt(codes: Uint8Array | Uint16Array | Uint32Array, index: number): number {
  return codes[index] ?? fail(index, codes);
}

/** A number that must exist, of a list or of arrays of several kinds; not for hot loops. */
export function numberAt(values: ArrayLike<number>, index: number): number {
  return values[index] ?? fail(index, values);
}
