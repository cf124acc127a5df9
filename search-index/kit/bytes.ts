/** Converts between typed arrays and the bytes of a row; little-endian, like the machines this runs on. */

/** A view of the bytes if they are aligned, otherwise a copy. */
function aligned(bytes: Uint8Array, width: number): { buffer: ArrayBufferLike; offset: number } {
  if (bytes.byteOffset % width === 0) return { buffer: bytes.buffer, offset: bytes.byteOffset };
  const copy = new Uint8Array(bytes);
  return { buffer: copy.buffer, offset: 0 };
}

export function toU32(bytes: Uint8Array): Uint32Array {
  const { buffer, offset } = aligned(bytes, 4);
  return new Uint32Array(buffer, offset, bytes.byteLength / 4);
}

export function toF32(bytes: Uint8Array): Float32Array {
  const { buffer, offset } = aligned(bytes, 4);
  return new Float32Array(buffer, offset, bytes.byteLength / 4);
}

export function toF64(bytes: Uint8Array): Float64Array {
  const { buffer, offset } = aligned(bytes, 8);
  return new Float64Array(buffer, offset, bytes.byteLength / 8);
}

export function bytesOf(array: Uint8Array | Uint32Array | Float32Array | Float64Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Reads numbers without copying, aligned or not: for bytes that are read only once. */
export function viewOf(bytes: Uint8Array | null | undefined): DataView {
  return bytes
    ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new DataView(new ArrayBuffer(0));
}
