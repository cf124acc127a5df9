/** Packed columns of modules: little-endian numbers without a header, as written by intake. */

/** A copy with aligned bytes, as typed arrays require. */
function aligned(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

export function unpackU32(bytes: Buffer): Uint32Array {
  return new Uint32Array(aligned(bytes));
}

export function unpackF64(bytes: Buffer): Float64Array {
  return new Float64Array(aligned(bytes));
}
