import { expect, test } from 'vitest';
import { consensusFidelity, opposingModules } from './fidelity.ts';

const NONE = Number.NaN;
/** CSF1R, AIF1, GFAP, CD68, TREM2 */
const MODULES = [
  { sampleCount: 103, kme: Float64Array.of(0.8, 0.5, -0.7, NONE, NONE) },
  { sampleCount: 28, kme: Float64Array.of(0.6, 0.9, NONE, NONE, NONE) },
  { sampleCount: 53, kme: Float64Array.of(0.7, NONE, NONE, 0.95, NONE) },
  { sampleCount: 3, kme: Float64Array.of(NONE, NONE, NONE, NONE, 0.9) },
];

test('fidelity is the sum of w z over the root of the sum of w', () => {
  const [first] = consensusFidelity(MODULES);
  const sum = 100 * Math.atanh(0.8) + 25 * Math.atanh(0.6) + 50 * Math.atanh(0.7);
  expect(first).toMatchObject({ symbol: 0, rank: 1, k: 3 });
  expect(first?.z).toBeCloseTo(sum / Math.sqrt(175), 12);
});

test('genes in fewer than half of the modules are below the line and not ranked', () => {
  const genes = consensusFidelity(MODULES);
  expect(genes.map(({ symbol, rank }) => [symbol, rank])).toEqual([
    [0, 1],
    [1, 2],
    [3, null],
    [2, null],
  ]);
});

test('modules of other lengths are refused, and without modules there are no genes', () => {
  expect(() => consensusFidelity([...MODULES, { sampleCount: 10, kme: new Float64Array(2) }])).toThrow(
    RangeError,
  );
  expect(consensusFidelity([])).toEqual([]);
});

test('a module whose kME runs against that of the others is told', () => {
  const along = { sampleCount: 20, kme: Float64Array.of(0.9, 0.5, 0.1, -0.4) };
  const against = { sampleCount: 20, kme: along.kme.map((kme) => -kme) };
  expect(opposingModules([along, along, along, against])).toEqual([false, false, false, true]);
  expect(opposingModules([along])).toEqual([false]);
});
