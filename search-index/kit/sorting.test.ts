/** Sorting by precomputed ranks gives the same order as comparing every pair of rows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, type Row, sortNamed, sortTopK } from './sorting.ts';

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

test('the first rows by a number are those of a full sort, with ties in the order of their names', () => {
  const row = fc.record({
    kme: fc.constantFrom(-1, 0, 0.5, 0.9),
    name: fc.constantFrom('a', 'B', 'c', 'D9', 'D10'),
  });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.boolean(),
      fc.nat({ max: 30 }),
      (rows, isDescending, to) => {
        const sign = isDescending ? -1 : 1;
        const sorted = rows.toSorted((a, b) => sign * (a.kme - b.kme) || collator.compare(a.name, b.name));
        const first = sortTopK(rows, { sort: 'kme', isDescending, tie: 'name', to });
        expect(first.slice(0, to)).toEqual(sorted.slice(0, to));
      },
    ),
  );
});
