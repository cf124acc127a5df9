/**
 * Column names as R rewrites them when it reads or creates a table (`make.names`), and the reverse.
 */

const RESERVED = new Set([
  'if',
  'else',
  'repeat',
  'while',
  'function',
  'for',
  'next',
  'break',
  'in',
  'TRUE',
  'FALSE',
  'NULL',
  'Inf',
  'NaN',
  'NA',
  'NA_integer_',
  'NA_real_',
  'NA_character_',
  'NA_complex_',
]);

function makeName(name: string): string {
  const isStartValid = /^(\p{L}|\.(?!\p{N}))/u.test(name);
  const dotted = `${isStartValid ? '' : 'X'}${name}`.replace(/[^\p{L}\p{N}._]/gu, '.');
  return RESERVED.has(dotted) ? `${dotted}.` : dotted;
}

/**
 * Names as R's `make.names(names, unique = TRUE)` writes them: other characters than letters, digits, `.` and `_`
 * become `.`, a leading digit gets an `X`, repeats get `.1`, `.2` and so on in order.
 * @returns as many names as given, all different
 * @source R manual, make.names and make.unique
 */
export function makeNames(names: readonly string[]): string[] {
  const mangled = names.map(makeName);
  const taken = new Set(mangled);
  const seen = new Set<string>();
  const lastNumber = new Map<string, number>();
  return mangled.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = (lastNumber.get(name) ?? 0) + 1;
    while (taken.has(`${name}.${number}`)) number += 1;
    lastNumber.set(name, number);
    const unique = `${name}.${number}`;
    taken.add(unique);
    seen.add(unique);
    return unique;
  });
}

/**
 * Finds the true name of each column of a table that R may have written. If all are true names, they are returned
 * unchanged; otherwise the mangled forms of the true names take precedence, because one can equal another true name.
 * @returns one entry per column; null if no true name matches
 */
export function matchRNames(written: readonly string[], trueNames: readonly string[]): (string | null)[] {
  const known = new Set(trueNames);
  if (written.every((name) => known.has(name))) return [...written];
  const byMangled = new Map<string, string>();
  const mangled = makeNames(trueNames);
  trueNames.forEach((name, index) => {
    byMangled.set(mangled[index] ?? name, name);
  });
  return written.map((name) => byMangled.get(name) ?? (known.has(name) ? name : null));
}
