/** Names that a mistyped one may mean. */

import { numberAt } from '../arrays/number-at.ts';
/** Number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment distance). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(
        numberAt(last, column) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return numberAt(last, b.length);
}

const MAX_EDITS = 2;

/** The letters and digits that a name has, as bits. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= 1 << (name.charCodeAt(at) % 32);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The number of letters with which two names begin alike. */
function countShared(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return shared;
}

/**
 * The names nearest to a typed one, without regard to letter case: at most two edits away, nearest first, of
 * equally near ones those that begin like it. Names of other lengths or letters are not compared: of 60,000 symbols
 * some hundreds are.
 */
export function nearestNames(typed: string, names: readonly string[], most: number): string[] {
  const key = typed.toUpperCase();
  const letters = lettersOf(key);
  return (
    names
      .filter((name) => Math.abs(name.length - key.length) <= MAX_EDITS)
      .map((name) => ({ name, upper: name.toUpperCase() }))
      // An edit changes at most two letters of the set.
      .filter(({ upper }) => countBits(letters ^ lettersOf(upper)) <= 2 * MAX_EDITS)
      .map(({ name, upper }) => ({
        name,
        distance: editDistance(key, upper),
        shared: countShared(key, upper),
      }))
      .filter(({ distance }) => distance <= MAX_EDITS)
      .toSorted((a, b) => a.distance - b.distance || b.shared - a.shared || a.name.localeCompare(b.name))
      .slice(0, most)
      .map(({ name }) => name)
  );
}
