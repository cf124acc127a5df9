/** Sorting by precomputed ranks gives the same order as comparing every pair of rows. */
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

test('rows sort by number, or by text without letter case; NA comes last in both directions and ties keep their order', () => {
  fc.assert(
    fc.property(cells, fc.boolean(), (values, isDescending) => {
      const rows = values.map((cell, index): Row => ({ cell, index }));
      const byPair = rows.toSorted((a, b) => compare(a.cell ?? null, b.cell ?? null, isDescending ? -1 : 1));
      expect(sortNamed(rows, 'cell', isDescending)).toEqual(byPair);
    }),
    { numRuns: 300 },
  );
});
