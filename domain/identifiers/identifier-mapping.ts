/** Mapping between kinds of identifiers by the laboratory's tables of identifier-target pairs. */

/** Kinds of identifiers in mapping tables. PROBEID belongs to a platform; ENZYME is an EC number. */
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

/** The key by which identifiers are compared: trimmed, in upper case. */
export function mappingKey(identifier: string): string {
  return identifier.trim().toUpperCase();
}

/** Whether the text is empty or NA. */
export function isMissing(identifier: string): boolean {
  const key = mappingKey(identifier);
  return key === '' || key === 'NA';
}

export interface IdentifierPair {
  identifier: string;
  target: string | null;
}

/** Unique targets by `mappingKey`, in the order and spelling of the pairs. */
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
  /** as requested */
  id: string;
  /** empty for unknown identifiers; an unknown symbol is its own target */
  targets: string[];
  /** whether a table has the targets */
  is_mapped: boolean;
}

/** All identifiers, in order and spelling of the request, each with its targets, which may be empty. */
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
 * Maps symbols to official symbols: an alias maps to all official symbols that have it. An official symbol is its own
 * first target; an unknown symbol is kept.
 */
export function mapToOfficialSymbols(
  ids: readonly string[],
  tables: {
    /** official spelling by `mappingKey` */
    official: ReadonlyMap<string, string>;
    symbolsOfAlias: ReadonlyMap<string, readonly string[]>;
  },
): MappedIdentifier[] {
  return ids.map((id) => {
    if (isMissing(id)) return { id, targets: [], is_mapped: false };
    const official = tables.official.get(mappingKey(id));
    const others = tables.symbolsOfAlias.get(mappingKey(id)) ?? [];
    const targets = new Set([...(official === undefined ? [] : [official]), ...others]);
    if (targets.size === 0) return { id, targets: [id.trim()], is_mapped: false };
    return { id, targets: [...targets], is_mapped: true };
  });
}

export interface MappingStep {
  from: string;
  to: string;
  /** the table maps `to` to `from` and is read backwards */
  isBackwards: boolean;
}

/**
 * Steps from one kind to the other: a table, a table read backwards, or two of these via SYMBOL.
 * @returns null if no tables connect them
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
