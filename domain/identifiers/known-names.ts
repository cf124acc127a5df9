/** What the mapping tables know of names that are given as symbols. */

/** A name that is an official symbol, an alias of symbols, or both. */
export interface KnownName {
  /** its official spelling; null for an alias only */
  official: string | null;
  /** official symbols that have it as alias */
  aliasOf: readonly string[];
}

/**
 * By `mappingKey`. One map, not one each for symbols and aliases: for a list of 60,000 names a lookup is a wait for
 * memory, and most of the time goes there.
 */
export type KnownNames = ReadonlyMap<string, KnownName>;

const NONE: readonly string[] = [];

/**
 * @param official official spelling of symbols by `mappingKey`
 * @param symbolsOfAlias official symbols by the `mappingKey` of their alias
 */
export function knownNames(
  official: ReadonlyMap<string, string>,
  symbolsOfAlias: ReadonlyMap<string, readonly string[]>,
): KnownNames {
  const names = new Map<string, KnownName>();
  for (const [key, aliasOf] of symbolsOfAlias)
    names.set(key, { official: official.get(key) ?? null, aliasOf });
  for (const [key, spelling] of official)
    if (!names.has(key)) names.set(key, { official: spelling, aliasOf: NONE });
  return names;
}
