/** Packed columns of modules: little-endian numbers without a head, as intake wrote them. */

/** A copy whose first byte is aligned, as typed arrays need it. */
function aligned(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

export function unpackU32(bytes: Buffer): Uint32Array {
  return new Uint32Array(aligned(bytes));
}

export function unpackF64(bytes: Buffer): Float64Array {
  return new Float64Array(aligned(bytes));
}
