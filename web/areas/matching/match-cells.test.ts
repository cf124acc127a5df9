import { expect, test } from 'vitest';
import { describePair, listPairs, type NetworkMatch, valuesOf, writePairs } from './match-cells.ts';

const module = (name: string, size: number, id: number) => ({
  id,
  omicon_id: `OM.CM.${id}`,
  name,
  theme: null,
  page: id,
  size,
});
const MATCH: NetworkMatch = {
  network: { id: 1, omicon_id: 'OM.CN.1', name: 'Bicor-None_signum0.6', data_set: 'GBM' },
  other: { id: 2, omicon_id: 'OM.CN.2', name: 'Bicor-None_signum0.5', data_set: 'LGG' },
  organisms: null,
  common_symbols: 1569,
  modules: [module('green', 40, 1), module('blue', 12, 2)],
  other_modules: [module('salmon', 30, 3)],
  rho: [[0.8], [-0.25]],
  rho_of_members: [[0.9], [null]],
  overlap: [[12], [0]],
  jaccard: [[12 / 58], [0]],
  p_value: [[1e-12], [1]],
  eigengene_r: [[0.85], [null]],
  common_samples: 26,
  reciprocal: [{ module: 0, other: 0 }],
};

test('a pair is described with all its numbers', () => {
  expect(describePair(MATCH, 0, 0)).toBe(
    'green and salmon: ρ 0.800, reciprocal best, 12 genes in common of 40 and 30, P 1.0e-12, r of eigengenes 0.850 over 26 samples.',
  );
  expect(describePair(MATCH, 1, 0)).toBe(
    'blue and salmon: ρ \u22120.250, 0 genes in common of 12 and 30, P 1.',
  );
});

test('cells are coloured by correlation, or by P up to a limit', () => {
  expect(valuesOf(MATCH, 'rho')).toEqual([[0.8], [-0.25]]);
  expect(valuesOf(MATCH, 'p')).toEqual([[12], [0]]);
  expect(valuesOf({ ...MATCH, p_value: [[0], [1e-99]] }, 'p')).toEqual([[30], [30]]);
});

test('the file has a row for each pair of modules', () => {
  expect(listPairs(MATCH).map(({ module: name, other, reciprocal }) => [name, other, reciprocal])).toEqual([
    ['green', 'salmon', 'yes'],
    ['blue', 'salmon', 'no'],
  ]);
  expect(writePairs(MATCH).split('\r\n').slice(1, 3)).toEqual([
    `green\t40\tsalmon\t30\t0.8\t0.9\t12\t${12 / 58}\t1e-12\t0.85\tyes\t`,
    'blue\t12\tsalmon\t30\t-0.25\t\t0\t0\t1\t\tno\tno genes in common; ρ is that of all symbols',
  ]);
});

test('the most alike come first, those without common genes last and without a correlation of members', () => {
  const match: NetworkMatch = {
    ...MATCH,
    modules: [module('green', 40, 1), module('blue', 12, 2), module('red', 9, 4)],
    ...{ rho: [[0.2], [0.9], [0.5]], rho_of_members: [[0.1], [-0.7], [0.6]], overlap: [[2], [0], [5]] },
    ...{ jaccard: [[0], [0], [0]], p_value: [[0.1], [1], [0.01]], eigengene_r: [[null], [null], [null]] },
  };
  expect(listPairs(match).map(({ module: name, rho, rhoOfMembers }) => [name, rho, rhoOfMembers])).toEqual([
    ['red', 0.5, 0.6],
    ['green', 0.2, 0.1],
    ['blue', 0.9, null],
  ]);
});
