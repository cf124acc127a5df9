import type { ConsensusGene } from '@omicon/contract/areas/consensus.ts';
import { expect, test } from 'vitest';
import { consensusShape, withoutModule } from './consensus-view.ts';
import { compareLists } from './specificity.ts';

function aGene(symbol: string, rank: number | null, fidelity: number): ConsensusGene {
  return {
    symbol,
    rank,
    fidelity,
    number_of_modules: 3,
    mean_r: 0.5,
    sd_z: 0.1,
    q: 1,
    i_squared: 0,
    p_value: 0.01,
    percentile: 50,
    kme: [0.5, 0.5, null],
  };
}

test('genes are ordered by how much better the first list ranks them; unranked ones are left out', () => {
  const microglia = [
    aGene('AIF1', 1, 20),
    aGene('VIM', 2, 10),
    aGene('GFAP', 3, -5),
    aGene('TREM2', null, 9),
  ];
  const astrocytes = [aGene('GFAP', 1, 22), aGene('VIM', 2, 12), aGene('AIF1', 3, -4), aGene('TREM2', 4, 0)];
  expect(compareLists(microglia, astrocytes).map(({ symbol, specificity }) => [symbol, specificity])).toEqual(
    [
      ['AIF1', 2],
      ['VIM', 0],
      ['GFAP', -2],
    ],
  );
});

test('the modules of an address are numbers; anything else is left out', () => {
  expect(consensusShape.parse({ modules: '12,x,-3,7' }).modules).toEqual([12, 7]);
  expect(consensusShape.parse({}).modules).toEqual([]);
  expect(withoutModule([12, 7], 12)).toBe('7');
  expect(withoutModule([12], 12)).toBeNull();
});
