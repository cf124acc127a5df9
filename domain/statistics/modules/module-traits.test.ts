import { expect, test } from 'vitest';
import { moduleTraits } from './module-traits.ts';
import { adjustPValues } from './traits.ts';

const AGES = ['31', '38', '44', '52', '57', '66'];
const SEXES = ['F', 'M', 'F', 'M', 'F', 'M'];
const columns = new Map([
  ['Label', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['Age', AGES],
  ['Sex', SEXES],
]);
/** One follows Age, one Sex, one neither, and one does not vary. */
const eigengenes = [
  Float64Array.of(-0.6, -0.3, -0.1, 0.1, 0.2, 0.7),
  Float64Array.of(-0.4, 0.5, -0.3, 0.4, -0.4, 0.2),
  Float64Array.of(0.1, -0.2, 0.6, 0.3, -0.5, -0.3),
  new Float64Array(6).fill(0.4),
];
const { traits, leftOut, cells, strongest } = moduleTraits(eigengenes, columns);

test('identifiers are left out, with the reason', () => {
  expect(traits.map(({ attribute }) => attribute)).toEqual(['Age', 'Sex']);
  expect(leftOut).toEqual([{ attribute: 'Label', reason: 'identifier' }]);
});

test('the strongest trait of a module is the one with the largest R2; a module that does not vary has none', () => {
  expect(strongest).toEqual([0, 1, expect.any(Number), null]);
  expect(cells[3]).toEqual([null, null]);
});

test('q is adjusted over all cells of the table, and each cell has the q of its own P', () => {
  const whole = cells.flat().flatMap((cell) => (cell === null ? [] : [cell]));
  expect(whole).toHaveLength(6);
  const adjusted = adjustPValues(Float64Array.from(whole, ({ p }) => p));
  expect(whole.map(({ q }) => q)).toEqual([...adjusted]);
});
