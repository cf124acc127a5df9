import { expect, test } from 'vitest';
import { chooseGenes } from './ComparisonResult.tsx';

const PAIR = {
  features: ['TOP2A', 'CX3CR1', 'BUB1', 'MKI67'],
  difference: [2, -1, 1, 0.5],
  q_value: [0.001, 0.06, 0.049, 0.2],
  groups: [{ name: 'Grade 4' }, { name: 'Grade 3' }],
};

test('genes of a comparison are those of a direction with q below the limit, while none is checked', () => {
  const checked = new Set<string>();
  expect(chooseGenes(PAIR, { isUp: true, checked })).toEqual({
    ...{ name: 'Grade 4_UP', genes: ['TOP2A', 'BUB1'], which: 'the 2 genes up with q < 0.05' },
  });
  expect(chooseGenes(PAIR, { isUp: false, checked })).toMatchObject({
    ...{ genes: [], which: 'no gene down with q < 0.05' },
  });
  const many = Array.from({ length: 150 }, (_, at) => `G${at}`);
  const all = { ...PAIR, features: many, difference: many.map(() => 1), q_value: many.map(() => 0.01) };
  const first = chooseGenes(all, { isUp: true, checked });
  expect([first.genes.length, first.which]).toEqual([100, 'the first 100 genes up of 150 with q < 0.05']);
});

test('checked rows are taken instead, each in its direction', () => {
  const checked = new Set(['1', '2']);
  expect(chooseGenes(PAIR, { isUp: true, checked })).toMatchObject({
    ...{ genes: ['BUB1'], which: 'the 1 checked gene up' },
  });
  expect(chooseGenes(PAIR, { isUp: false, checked }).genes).toEqual(['CX3CR1']);
});

test('groups beyond two have one list, without a direction', () => {
  const three = { ...PAIR, difference: [2, 1, 1, 1], groups: [...PAIR.groups, { name: 'Grade 2' }] };
  expect(chooseGenes(three, { isUp: true, checked: new Set() })).toMatchObject({
    ...{ name: 'DIFFERENT', which: 'the 2 genes with q < 0.05' },
  });
});
