/** Rows that share their texts are sorted as if each pair of them were compared. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, type Row, sortNamed } from './sorting.ts';

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function compare(a: Cell, b: Cell, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * collator.compare(String(a), String(b));
}

const texts = fc.constantFrom('GSE9', 'gse9', 'GSE10', 'é', 'E', '', 'z', null);
const numbers = fc.constantFrom(3, 1.5, -2, null);
const cells = fc.oneof(
  fc.array(texts, { maxLength: 40 }),
  fc.array(numbers, { maxLength: 40 }),
  fc.array(fc.oneof(texts, numbers), { maxLength: 40 }),
);

test('numbers by value, texts by number and letter without case, NA last either way, equal rows in their order', () => {
  fc.assert(
    fc.property(cells, fc.boolean(), (given, isDescending) => {
      const rows = given.map((cell, place): Row => ({ cell, place }));
      const byPair = rows.toSorted((a, b) => compare(a.cell ?? null, b.cell ?? null, isDescending ? -1 : 1));
      expect(sortNamed(rows, 'cell', isDescending)).toEqual(byPair);
    }),
    { numRuns: 300 },
  );
});
