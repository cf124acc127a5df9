/** Joins names of samples in a file of values with those of a sheet. */

/** A name without letter case, marks and blanks, and without the X that R writes before a digit. */
export function joinKey(name: string): string {
  const plain = name.toLowerCase().replace(/[-._\s]+/g, '');
  return /^x\d/.test(plain) ? plain.slice(1) : plain;
}

/** Shorter names would be parts of others by chance. */
const LEAST_PART = 5;

/** Beginnings of a name up to a mark, the longest first: of `TCGA-OR-A5J1-01A` also `TCGA-OR-A5J1`. */
export function beginningsOf(name: string): string[] {
  const ends = [...name.slice(0, 500).matchAll(/[-._\s]/g)].map(({ index }) => index);
  return ends
    .toReversed()
    .map((end) => name.slice(0, end))
    .filter((part) => joinKey(part).length >= LEAST_PART);
}

export interface NameJoin {
  /** by name of the values: row of the sheet, null without one */
  rows: (number | null)[];
  matched: number;
  /** names that are written otherwise in the sheet */
  changed: { name: string; label: string }[];
  onlyValues: string[];
  onlySheet: string[];
  /** labels that the sheet has again; its first row counts */
  repeated: string[];
}

interface KnownLabels {
  exact: Map<string, number>;
  /** null if several labels have the key: then only the exact name joins */
  byKey: Map<string, number | null>;
  repeated: string[];
}

function knownLabels(labels: readonly (string | null)[]): KnownLabels {
  const known: KnownLabels = { exact: new Map(), byKey: new Map(), repeated: [] };
  for (const [row, cell] of labels.entries()) {
    const label = cell?.trim() ?? '';
    if (label === '') continue;
    if (known.exact.has(label)) {
      known.repeated.push(label);
      continue;
    }
    known.exact.set(label, row);
    const key = joinKey(label);
    known.byKey.set(key, known.byKey.has(key) ? null : row);
  }
  return known;
}

/** The row of the longest beginning of a name that is a label: patients have several samples each. */
function rowOfBeginning(name: string, byKey: KnownLabels['byKey']): number | null {
  for (const part of beginningsOf(name)) {
    const row = byKey.get(joinKey(part)) ?? null;
    if (row !== null) return row;
  }
  return null;
}

/**
 * Rows of a sheet for the names of samples: by the exact name, else by one that differs in case or marks alone, else by
 * the beginning of the name.
 */
export function joinNames(names: readonly string[], labels: readonly (string | null)[]): NameJoin {
  const { exact, byKey, repeated } = knownLabels(labels);
  const keys = names.map(joinKey);
  const keyCounts = new Map<string, number>();
  for (const key of keys) keyCounts.set(key, (keyCounts.get(key) ?? 0) + 1);
  const used = new Set<number>();
  const join: NameJoin = { rows: [], matched: 0, changed: [], onlyValues: [], onlySheet: [], repeated };
  for (const [at, name] of names.entries()) {
    const key = keys[at] ?? '';
    const byExact = exact.get(name);
    const row = byExact ?? (keyCounts.get(key) === 1 ? byKey.get(key) : null) ?? rowOfBeginning(name, byKey);
    join.rows.push(row);
    if (row === null) {
      join.onlyValues.push(name);
      continue;
    }
    join.matched += 1;
    used.add(row);
    if (byExact === undefined) join.changed.push({ name, label: labels[row]?.trim() ?? '' });
  }
  join.onlySheet = [...exact].flatMap(([label, row]) => (used.has(row) ? [] : [label]));
  return join;
}
