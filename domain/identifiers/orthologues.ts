/** Tables of orthologues: pairs of the same gene's symbols in two organisms. */

/** The sample attribute that names the organism. */
export const ORGANISM_ATTRIBUTE = 'Organism';

/** The organism whose symbols stand for the genes of all where data sets of several are compared at once. */
export const SYMBOL_ORGANISM = 'Homo sapiens';

/** A table of orthologues maps from SYMBOL, and its target is the name of the other organism. */
interface KnownTable {
  from: string;
  to: string;
  organism: string | null;
}

/** Name of an organism for comparison: `Mus_musculus` and `mus musculus` are the same. */
function organismKey(name: string): string {
  return name.replaceAll('_', ' ').trim().toUpperCase();
}

/** Whether two names mean one organism, ignoring case and underscores. */
export function isSameOrganism(a: string, b: string): boolean {
  return organismKey(a) === organismKey(b);
}

/** Kinds of identifiers are one word, and names of organisms are two or more. */
export function isOrthologueTable({ from, to, organism }: KnownTable): boolean {
  return organism !== null && from.toUpperCase() === 'SYMBOL' && organismKey(to).includes(' ');
}

/**
 * The organism of a data set, from the values of its samples, missing ones left out.
 * @returns null if they name none or several: such a data set is compared with all others
 */
export function organismOfValues(values: readonly string[]): string | null {
  const named = values.map((value) => value.trim()).filter((value) => value !== '' && value !== 'NA');
  const [first] = named;
  return first !== undefined && named.every((value) => isSameOrganism(value, first)) ? first : null;
}

/** Whether both organisms are known and differ: only then are orthologues needed. */
export function areOtherOrganisms(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && !isSameOrganism(a, b);
}

/** The table that leads from one organism to the other; one read backwards if there is no other. */
export function findOrthologueTable<Table extends KnownTable>(
  tables: readonly Table[],
  from: string,
  to: string,
): { table: Table; isBackwards: boolean } | null {
  const between = (a: string, b: string) =>
    tables.find(
      (table) =>
        isOrthologueTable(table) && isSameOrganism(table.organism ?? '', a) && isSameOrganism(table.to, b),
    );
  const forwards = between(from, to);
  if (forwards !== undefined) return { table: forwards, isBackwards: false };
  const backwards = between(to, from);
  return backwards === undefined ? null : { table: backwards, isBackwards: true };
}
