/** Words of sample tables that mean a missing value: the one list of the portal. */

/** Missing in any column, as R, Python, databases, TCGA and GDC write it. `Na` is no missing value, but sodium. */
const ALWAYS: ReadonlySet<string> = new Set(
  [
    '',
    'NA',
    'na',
    'N/A',
    'n/a',
    'N.A.',
    'n.a.',
    '#N/A',
    '<NA>',
    'NaN',
    'nan',
    'NAN',
    'NULL',
    'null',
    'Null',
  ].concat(['--', "'--", '---', '.', '?', '..', '#NULL!', '#VALUE!', '#REF!', '#DIV/0!', '-99.99']),
);
/** Likewise, in any letter case, also in brackets. */
const ALWAYS_IN_ANY_CASE: ReadonlySet<string> = new Set([
  'not available',
  'not reported',
  'not evaluated',
  'not recorded',
  'not collected',
  'not provided',
]);
/** In brackets, in any letter case, as TCGA writes it; without them they may be values. */
const IN_BRACKETS: ReadonlySet<string> = new Set([
  'not applicable',
  'unknown',
  'discrepancy',
  'pending',
  'completed',
  'none',
]);
/** Missing in a column of numbers only: a treatment may be None, a mutation -, and a sex unknown. */
const AMONG_NUMBERS: ReadonlySet<string> = new Set([
  'none',
  '-',
  '\u2013',
  '\u2014',
  'unknown',
  'unk',
  'missing',
  'not applicable',
  'not determined',
  'not done',
  'nd',
  'n.d.',
  'n/d',
  'not known',
  'undefined',
  'empty',
]);

/** Whether a trimmed text is a missing value in any column. @param own words of the laboratory, in lower case */
export function isMissingWord(text: string, own: ReadonlySet<string> = new Set()): boolean {
  if (ALWAYS.has(text)) return true;
  const lower = text.toLowerCase();
  const inner = /^\[(.*)\]$/.exec(lower)?.[1]?.trim();
  return (
    ALWAYS_IN_ANY_CASE.has(inner ?? lower) ||
    own.has(lower) ||
    (inner !== undefined && (IN_BRACKETS.has(inner) || ALWAYS.has(inner)))
  );
}

/** Whether a trimmed text that is no missing value in other columns is one among numbers. */
export function isMissingAmongNumbers(text: string): boolean {
  return AMONG_NUMBERS.has(text.toLowerCase());
}
