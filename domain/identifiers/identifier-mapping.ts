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
