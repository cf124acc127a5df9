/** What the mapping tables know of names that are given as symbols. */
import { u8At } from '../arrays/number-at.ts';

/** A name that is an official symbol, an alias of symbols, or both. */
export interface KnownName {
  /** its official spelling; null for an alias only */
  official: string | null;
  /** official symbols that have it as alias */
  aliasOf: readonly string[];
}

/** By `mappingKey`. */
export type KnownNames = Pick<ReadonlyMap<string, KnownName>, 'get'>;

/**
 * Whether a text may be one of these keys: a Bloom filter with one hash, FNV-1a. It is half a megabyte for 300,000 names,
 * where a lookup in vain would wait for memory several times.
 */
function filterOf(keys: ReadonlyMap<string, unknown>): (text: string) => boolean {
  // Of other texts, at most 1 in 8 may be one.
  const bits = 2 ** Math.ceil(Math.log2(8 * keys.size + 8));
  const filter = new Uint8Array(bits / 8);
  const bitOf = (text: string): number => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 15)) & (bits - 1);
  };
  for (const key of keys.keys()) {
    const bit = bitOf(key);
    filter[bit >>> 3] = u8At(filter, bit >>> 3) | (1 << (bit & 7));
  }
  return (text) => {
    const bit = bitOf(text);
    return (u8At(filter, bit >>> 3) & (1 << (bit & 7))) !== 0;
  };
}

const NONE: readonly string[] = [];

/**
 * @param official official spelling of symbols by `mappingKey`
 * @param symbolsOfAlias official symbols by the `mappingKey` of their alias
 */
export function knownNames(
  official: ReadonlyMap<string, string>,
  symbolsOfAlias: ReadonlyMap<string, readonly string[]>,
): KnownNames {
  // One map, not one each for symbols and aliases: most of the time of a long list goes into lookups.
  const names = new Map<string, KnownName>();
  for (const [key, aliasOf] of symbolsOfAlias)
    names.set(key, { official: official.get(key) ?? null, aliasOf });
  for (const [key, spelling] of official)
    if (!names.has(key)) names.set(key, { official: spelling, aliasOf: NONE });
  const mayHave = filterOf(names);
  return { get: (key) => (mayHave(key) ? names.get(key) : undefined) };
}
