import { expect, test } from 'vitest';
import { generateNetwork, PLANTED_GENES, PLANTED_SET, plantedAnswers } from './corpus-generator.ts';

const SEED = 20_261_121;
const COUNT = 101;
const networks = Array.from({ length: COUNT }, (_, number) => generateNetwork(SEED, number));

test('the same seed gives the same corpus', () => {
  expect(generateNetwork(SEED, 7)).toEqual(networks[7]);
  expect(generateNetwork(SEED + 1, 7)).not.toEqual(networks[7]);
});

test('a scan for the planted genes finds the planted networks and no other', () => {
  const found = networks.filter((network) =>
    network.modules.some(
      (module) => module.definition === 0 && PLANTED_GENES.every((gene) => module.genes.includes(gene)),
    ),
  );
  expect(found.map((network) => network.number)).toEqual(plantedAnswers(COUNT).networksWithGenes);
});

test('a scan for P below 1e-100 finds the planted set and no other', () => {
  const found = networks.flatMap((network) =>
    network.modules.flatMap((module) =>
      [...module.sets]
        .filter((_, index) => (module.nlp[index] ?? 0) > 100)
        .map((set) => ({ network: network.number, set, name: module.name })),
    ),
  );
  expect(found).toEqual(
    plantedAnswers(COUNT).networksWithSet.map((network) => ({ network, set: PLANTED_SET, name: 'module2' })),
  );
});

test('modules have realistic sizes and no repeated genes or sets', () => {
  for (const network of networks.slice(0, 5)) {
    expect(network.modules.length / 3).toBeGreaterThanOrEqual(60);
    expect(network.modules.length / 3).toBeLessThanOrEqual(140);
    for (const module of network.modules) {
      expect(new Set(module.genes).size).toBe(module.genes.length);
      expect(new Set(module.sets).size).toBe(module.sets.length);
    }
  }
});
