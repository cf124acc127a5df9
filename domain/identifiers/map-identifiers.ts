/** Maps identifiers as people write them by the targets of tables. */
import { isMissing, mappingKey } from './identifier-mapping.ts';
import type { KnownNames } from './known-names.ts';
import { readIdentifier, readingsOf } from './read-identifiers.ts';

export interface MappedIdentifier {
  /** as requested */
  id: string;
  /** empty for unknown identifiers; an unknown symbol is its own target */
  targets: string[];
  /** whether a table has the targets */
  is_mapped: boolean;
  /** what was looked up, where it is not what was requested; null for the same name, and without targets */
  read_as: string | null;
}

/** The first reading of an identifier that has targets, with them. */
function findReading(id: string, targetsOf: (key: string) => readonly string[]): MappedIdentifier {
  const read = readingsOf(id).find((name) => !isMissing(name) && targetsOf(mappingKey(name)).length > 0);
  if (read === undefined) return { id, targets: [], is_mapped: false, read_as: null };
  const read_as = read === id.trim() ? null : read;
  return { id, targets: [...targetsOf(mappingKey(read))], is_mapped: true, read_as };
}

/** All identifiers, in order and spelling of the request, each with its targets, which may be empty. */
export function mapIdentifiers(
  ids: readonly string[],
  targets: ReadonlyMap<string, readonly string[]>,
): MappedIdentifier[] {
  return ids.map((id) => findReading(id, (key) => targets.get(key) ?? []));
}

/**
 * Maps symbols to official symbols: an alias maps to all official symbols that have it. An official symbol is its own
 * first target; an unknown symbol is kept.
 */
export function mapToOfficialSymbols(ids: readonly string[], names: KnownNames): MappedIdentifier[] {
  const targetsOf = (key: string): string[] => {
    const { official = null, aliasOf = [] } = names.get(key) ?? {};
    return [...new Set([...(official === null ? [] : [official]), ...aliasOf])];
  };
  return ids.map((id) => {
    const found = findReading(id, targetsOf);
    const name = readIdentifier(id);
    return found.is_mapped || isMissing(name) ? found : { ...found, targets: [name] };
  });
}
