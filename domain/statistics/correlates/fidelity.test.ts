import { expect, test } from 'vitest';
import { consensusFidelity, relateModules } from './fidelity.ts';

const NONE = Number.NaN;
/** CSF1R, AIF1, GFAP, CD68, TREM2 */
const MODULES = [
  { sampleCount: 103, kme: Float64Array.of(0.8, 0.5, -0.7, NONE, NONE) },
  { sampleCount: 28, kme: Float64Array.of(0.6, 0.9, NONE, NONE, NONE) },
  { sampleCount: 53, kme: Float64Array.of(0.7, NONE, NONE, 0.95, NONE) },
  { sampleCount: 3, kme: Float64Array.of(NONE, NONE, NONE, NONE, 0.9) },
];

test('fidelity is the sum of w z over the root of the sum of w', () => {
  const { symbols, fidelity, numberOfModules, meanR, sdZ, q, iSquared } = consensusFidelity(MODULES);
  const [w, z] = [[100, 25, 50], [0.8, 0.6, 0.7].map(Math.atanh)];
  const weighted = z.reduce((sum, each, at) => sum + each * (w[at] ?? 0), 0);
  expect([symbols[0], numberOfModules[0]]).toEqual([0, 3]);
  expect(fidelity[0]).toBeCloseTo(weighted / Math.sqrt(175), 12);
  expect(meanR[0]).toBeCloseTo(0.7, 12);
  const mean = z.reduce((sum, each) => sum + each, 0) / 3;
  expect(sdZ[0]).toBeCloseTo(Math.sqrt(z.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 2), 12);
  const expected = z.reduce((sum, each, at) => sum + (w[at] ?? 0) * (each - weighted / 175) ** 2, 0);
  expect(q[0]).toBeCloseTo(expected, 12);
  expect(iSquared[0]).toBeCloseTo(Math.max(0, (expected - 2) / expected), 12);
});

test('genes in fewer than half of the modules are below the line and not ranked', () => {
  const { ranked, symbols, sdZ, iSquared } = consensusFidelity(MODULES);
  expect([ranked, ...symbols]).toEqual([2, 0, 1, 3, 2]);
  expect([sdZ[2], iSquared[2]]).toEqual([Number.NaN, 0]);
});

test('genes of equal fidelity are in the order of their symbols', () => {
  const kme = Float64Array.of(0.5, 0.9, NONE, 0.5, 0.9);
  expect([...consensusFidelity([{ sampleCount: 20, kme }]).symbols]).toEqual([1, 4, 0, 3]);
});

test('modules of other lengths are refused, and without modules there are no genes', () => {
  expect(() => consensusFidelity([...MODULES, { sampleCount: 10, kme: new Float64Array(2) }])).toThrow(
    RangeError,
  );
  expect(consensusFidelity([]).symbols).toHaveLength(0);
});

test('a module whose kME runs against that of the others is told, and one that has nothing to do with them', () => {
  const GENES = 60;
  const kmeOf = (kmeOfGene: (gene: number) => number) => ({
    sampleCount: 20,
    kme: Float64Array.from({ length: GENES }, (_, gene) => kmeOfGene(gene)),
  });
  const along = kmeOf((gene) => Math.sin(gene));
  const against = kmeOf((gene) => -0.8 * Math.sin(gene) + 0.1 * Math.cos(gene));
  const [second, third] = [kmeOf((gene) => Math.cos(gene)), kmeOf((gene) => Math.sin(2.3 * gene + 1))];
  expect(relateModules([along, along, along, against])).toEqual(['agrees', 'agrees', 'agrees', 'opposing']);
  expect(relateModules([along, along, against])).toEqual(['agrees', 'agrees', 'opposing']);
  expect(relateModules([along, second, third])).toEqual(['unrelated', 'unrelated', 'unrelated']);
  expect(relateModules([along, along, second])).toEqual(['agrees', 'agrees', 'unrelated']);
  expect(relateModules([along])).toEqual(['agrees']);
  // Four genes show nothing, whatever their correlation is.
  const few = { sampleCount: 20, kme: Float64Array.of(0.9, 0.1, 0.5, -0.2) };
  expect(relateModules([few, { sampleCount: 20, kme: Float64Array.of(-0.9, -0.3, 0.1, -0.2) }])).toEqual([
    'unrelated',
    'unrelated',
  ]);
});
