/** Random numbers that are the same for the same seed on every machine. */
export interface RandomSource {
  /** uniform, in [0, 1) */
  uniform(): number;
  /** normal, mean 0 and standard deviation 1 */
  normal(): number;
  /** integer from `low` to `high`, both included */
  integer(low: number, high: number): number;
  /** true with this probability */
  chance(probability: number): boolean;
  /** one of the values, all equally likely */
  pick<T>(values: readonly [T, ...T[]]): T;
}

/** Seed of a part, derived from the main seed and the name of the part, so that parts are independent. */
export function seedOf(seed: number, name: string): number {
  // FNV-1a over the characters of the name.
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}

/**
 * Random numbers for the demo laboratory; not for secrets.
 * @source mulberry32 by Tommy Ettinger, public domain; normal values by Box & Muller 1958
 */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    integer: (low, high) => low + Math.floor(uniform() * (high - low + 1)),
    chance: (probability) => uniform() < probability,
    pick: (values) => values[Math.floor(uniform() * values.length)] ?? values[0],
  };
}
