/** Incremental SHA-256 (FIPS 180-4): `crypto.subtle` needs all bytes at once, and archives are larger than memory. */

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

const BLOCK_BYTES = 64;

/** Reads a typed array within its bounds, which the type checker cannot know. */
function at(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fillSchedule(schedule: Int32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const near = at(schedule, i - 15);
    const far = at(schedule, i - 2);
    const small0 = rotate(near, 7) ^ rotate(near, 18) ^ (near >>> 3);
    const small1 = rotate(far, 17) ^ rotate(far, 19) ^ (far >>> 10);
    schedule[i] = (at(schedule, i - 16) + small0 + at(schedule, i - 7) + small1) | 0;
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let i = 0; i < 64; i += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(schedule, i)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = (at(state, i) + (added[i] ?? 0)) | 0;
}

/** A running SHA-256: call `update` with chunks of any length, then `digest` once. */
export class Sha256 {
  readonly #state = Int32Array.from(INITIAL);
  readonly #schedule = new Int32Array(64);
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #restBytes = 0;
  #totalBytes = 0;

  update(bytes: Uint8Array): void {
    this.#totalBytes += bytes.length;
    let start = 0;
    if (this.#restBytes > 0) {
      start = Math.min(BLOCK_BYTES - this.#restBytes, bytes.length);
      this.#rest.set(bytes.subarray(0, start), this.#restBytes);
      this.#restBytes += start;
      if (this.#restBytes < BLOCK_BYTES) return;
      this.#compressBlocks(this.#rest);
      this.#restBytes = 0;
    }
    const whole = bytes.length - ((bytes.length - start) % BLOCK_BYTES);
    this.#compressBlocks(bytes.subarray(start, whole));
    this.#rest.set(bytes.subarray(whole));
    this.#restBytes = bytes.length - whole;
  }

  /** The digest as 64 lower-case hexadecimal digits; the object cannot be used afterwards. */
  digest(): string {
    const bits = this.#totalBytes * 8;
    const tail = new Uint8Array(this.#restBytes < 56 ? BLOCK_BYTES : 2 * BLOCK_BYTES);
    tail.set(this.#rest.subarray(0, this.#restBytes));
    tail[this.#restBytes] = 0x80;
    const view = new DataView(tail.buffer);
    view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(tail.length - 4, bits >>> 0);
    this.#compressBlocks(tail);
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #compressBlocks(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let offset = 0; offset < bytes.length; offset += BLOCK_BYTES) {
      fillSchedule(this.#schedule, view, offset);
      compress(this.#state, this.#schedule);
    }
  }
}
