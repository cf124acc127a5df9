/** The network of an analysis to begin with. */
import { expect, test } from 'vitest';
import { chooseFirstNetwork } from './first-network.ts';

const network = (modules: number, themes: number, coverage: number | null) => ({ modules, themes, coverage });

test('the most themes decide, then the share of features in modules, then fewer modules', () => {
  const [few, many, wide] = [network(5, 3, 90), network(60, 20, 40), network(80, 20, 60)];
  expect(chooseFirstNetwork([few, many])).toBe(many);
  expect(chooseFirstNetwork([many, few, wide])).toBe(wide);
  const [unknown, known] = [network(9, 0, null), network(9, 0, 1)];
  expect(chooseFirstNetwork([unknown, known])).toBe(known);
  const smaller = network(8, 0, 1);
  expect(chooseFirstNetwork([known, smaller])).toBe(smaller);
});

test('there is no proposal without a choice', () => {
  expect(chooseFirstNetwork([])).toBeNull();
  expect(chooseFirstNetwork([network(9, 5, 50)])).toBeNull();
  expect(chooseFirstNetwork([network(0, 0, null), network(0, 0, 0)])).toBeNull();
});
