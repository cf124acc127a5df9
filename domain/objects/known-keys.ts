/** Objects whose keys are known: `Object.keys` and its kin forget them, as an object may have more keys than its type. */

/** An object with a value for each key. */
export function objectOf<const K extends string, V>(
  keys: readonly K[],
  toValue: (key: K) => V,
): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<K, V>;
}

/** The keys of an object that has no others than its type names. */
export function keysOf<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(object) as K[];
}
