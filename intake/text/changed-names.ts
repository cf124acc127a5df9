/** Why names of one file are not those of another: programs change names when they read or write tables. */
import { makeNames } from '@omicon/domain/identifiers/r-names.ts';
import { quote } from './read-log.ts';

/** Half of the names at least: a single name may be equal by chance. */
const LEAST_SHARE = 0.5;

interface Change {
  name: string;
  found: string;
}

/** Pairs of a name and what became of it, for the names that `change` explains; empty if it explains few. */
function explain(
  names: readonly string[],
  found: readonly string[],
  change: (names: readonly string[]) => readonly string[],
): Change[] {
  const known = new Set(found);
  const changed = change(names);
  const pairs = names.flatMap((name, at): Change[] => {
    const now = changed[at] ?? name;
    return now !== name && known.has(now) ? [{ name, found: now }] : [];
  });
  return pairs.length >= Math.max(1, LEAST_SHARE * found.length) ? pairs : [];
}

function withoutZeros(names: readonly string[]): string[] {
  return names.map((name) => (/^0\d+$/.test(name) ? name.replace(/^0+(?=\d)/, '') : name));
}

/**
 * The cause of names that a file should have and does not, as one sentence.
 * @param names expected and not there
 * @param found there and not expected
 * @returns null if no known change explains them
 */
export function causeOfChange(names: readonly string[], found: readonly string[]): string | null {
  if (names.length === 0 || found.length === 0) return null;
  const count = found.length.toLocaleString('en');
  const [byR] = explain(names, found, makeNames);
  if (byR !== undefined) {
    const what = /^[\d_]/.test(byR.name)
      ? 'an X before the first character'
      : 'points for hyphens and other characters';
    return `${count} names look changed by R, such as ${quote(byR.name)} to ${quote(byR.found)}: ${what}. Read and write the table with check.names = FALSE.`;
  }
  const [byZeros] = explain(names, found, withoutZeros);
  if (byZeros !== undefined)
    return `${count} names have lost the zeros at their beginning, such as ${quote(byZeros.name)}, now ${quote(byZeros.found)}; a spreadsheet does so. Restore them, and format the column as text.`;
  const key = (name: string) => name.trim().toLowerCase();
  const byKey = new Map(names.map((name) => [key(name), name]));
  const [first = ''] = found;
  const other = byKey.get(key(first));
  if (other !== undefined && found.every((name) => byKey.has(key(name))))
    return `${count} names are in other letters, such as ${quote(other)} as ${quote(first)}.`;
  return null;
}

export const SHORT_HEADER =
  'The header has one cell less than the rows: R has written row names without a name for their column. Write the table with row.names = FALSE.';

/** Whether a table is no table of the laboratory, by its first line; the cause as a sentence. */
export function causeOfHeader(first: readonly string[], second: readonly string[] | null): string | null {
  const [cell = ''] = first.map((each) => each.trim());
  if (cell.startsWith('!') || second?.[0]?.trim().startsWith('!') === true)
    return 'This is a series matrix of GEO: lines that begin with "!" describe the series. Save its table of values alone.';
  if (cell.startsWith('#'))
    return 'The first line is a comment; remove it, so that the first line has the names of the columns.';
  if (second !== null && second.length === first.length + 1) return SHORT_HEADER;
  if (cell === '' && first.length > 1)
    return 'The first column has no name: R has written row names. Write the table with row.names = FALSE.';
  return null;
}
