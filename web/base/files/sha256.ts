import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a stream as 64 lower-case hexadecimal digits. `crypto.subtle` needs all bytes at once, and archives are
 * larger than memory.
 * @param onRead called after each piece with the number of bytes until then
 */
export async function digestStream(
  stream: ReadableStream<Uint8Array>,
  onRead: (readBytes: number) => void,
): Promise<string> {
  const hash = sha256.create();
  let readBytes = 0;
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hash.update(piece.value);
    readBytes += piece.value.length;
    onRead(readBytes);
  }
  return bytesToHex(hash.digest());
}
