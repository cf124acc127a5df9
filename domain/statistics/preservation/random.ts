/** Numbers in [0, 1) that repeat with their seed: xoshiro128**, seeded by splitmix32. */
import { numberAt } from '../../arrays/number-at.ts';
export type Random = () => number;

function splitMix(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/**
 * A generator that gives the same numbers for the same seed everywhere.
 * @param seed only its lower 32 bits count
 * @source Blackman & Vigna 2021, ACM Trans Math Softw 47:36
 */
export function randomOf(seed: number): Random {
  const next = splitMix(seed);
  let [a, b, c, d] = [next(), next(), next(), next()];
  return () => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return result / 2 ** 32;
  };
}

/**
 * Puts `count` of the values, chosen at random without repetition, at the front of the array, which it changes.
 * @throws RangeError if there are fewer values
 */
export function drawInto(values: Int32Array | Uint32Array, count: number, random: Random): void {
  if (count > values.length) throw new RangeError(`${count} of ${values.length} values cannot be drawn.`);
  for (let at = 0; at < count; at += 1) {
    const other = at + Math.floor(random() * (values.length - at));
    const kept = numberAt(values, at);
    values[at] = numberAt(values, other);
    values[other] = kept;
  }
}
