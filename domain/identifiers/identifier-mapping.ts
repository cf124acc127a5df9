/** Mapping between kinds of identifiers by the laboratory's tables, whose rows are pairs of an identifier and a target. */

/** Kinds that mapping tables lead from or to. PROBEID belongs to a platform; ENZYME is an EC number. */
export const IDENTIFIER_KINDS = [
  'SYMBOL',
  'ALIAS',
  'ENTREZID',
  'ENSEMBL',
  'PROBEID',
  'ENZYME',
  'OMIM',
  'GO',
] as const;

/** How identifiers are compared: without spaces around them and in upper case. */
export function mappingKey(identifier: string): string {
  return identifier.trim().toUpperCase();
}

/** Nothing, or the text NA: no identifier. */
export function isMissing(identifier: string): boolean {
  const key = mappingKey(identifier);
  return key === '' || key === 'NA';
}

export interface IdentifierPair {
  identifier: string;
  target: string | null;
}

/** Targets by compared identifier: all of them, each once, in the order and spelling of the pairs. */
export function indexTargets(pairs: readonly IdentifierPair[]): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { identifier, target } of pairs) {
    if (target === null || isMissing(target) || isMissing(identifier)) continue;
    const key = mappingKey(identifier);
    const known = targets.get(key);
    if (known === undefined) targets.set(key, [target]);
    else if (!known.includes(target)) known.push(target);
  }
  return targets;
}

export interface MappedIdentifier {
  /** as it was given */
  id: string;
  /** empty where nothing is known, but a symbol that no table knows is kept as its own */
  targets: string[];
  /** whether a table led to the targets */
  is_mapped: boolean;
}

/** Every given identifier in its order and spelling with all its targets; without any it stays without. */
export function mapIdentifiers(
  ids: readonly string[],
  targets: ReadonlyMap<string, readonly string[]>,
): MappedIdentifier[] {
  return ids.map((id) => {
    const found = isMissing(id) ? [] : [...(targets.get(mappingKey(id)) ?? [])];
    return { id, targets: found, is_mapped: found.length > 0 };
  });
}

/**
 * From symbols to symbols: an alias gives the official symbols that carry it. A symbol that is official itself comes
 * first among its targets, and one that nothing is known of is kept as it was given.
 */
export function mapToOfficialSymbols(
  ids: readonly string[],
  tables: {
    /** official spelling by compared symbol */
    official: ReadonlyMap<string, string>;
    symbolsOfAlias: ReadonlyMap<string, readonly string[]>;
  },
): MappedIdentifier[] {
  return ids.map((id) => {
    if (isMissing(id)) return { id, targets: [], is_mapped: false };
    const own = tables.official.get(mappingKey(id));
    const others = tables.symbolsOfAlias.get(mappingKey(id)) ?? [];
    const targets = new Set([...(own === undefined ? [] : [own]), ...others]);
    if (targets.size === 0) return { id, targets: [id.trim()], is_mapped: false };
    return { id, targets: [...targets], is_mapped: true };
  });
}

export interface MappingStep {
  from: string;
  to: string;
  /** the table leads from `to` to `from` and is read backwards */
  isBackwards: boolean;
}

/**
 * Steps that lead from one kind to the other: one table, one table read backwards, or two of these with SYMBOL between.
 * @returns null where no tables connect them
 */
export function findRoute(
  from: string,
  to: string,
  tables: readonly { from: string; to: string }[],
): MappingStep[] | null {
  const stepOf = (a: string, b: string): MappingStep | null => {
    if (tables.some((table) => table.from === a && table.to === b))
      return { from: a, to: b, isBackwards: false };
    return tables.some((table) => table.from === b && table.to === a)
      ? { from: a, to: b, isBackwards: true }
      : null;
  };
  const direct = stepOf(from, to);
  if (direct) return [direct];
  const first = stepOf(from, 'SYMBOL');
  const second = stepOf('SYMBOL', to);
  return first && second ? [first, second] : null;
}
