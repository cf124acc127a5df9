import { expect, test } from 'vitest';
import { chooseGenes } from './ComparisonResult.tsx';

const PAIR = {
  features: ['TOP2A', 'CX3CR1', 'BUB1'],
  difference: [2, -1, 1],
  groups: [{ name: 'Grade 4' }, { name: 'Grade 3' }],
};

test('genes of a comparison are those with the smallest P of a direction, while none is checked', () => {
  const checked = new Set<string>();
  expect(chooseGenes(PAIR, { isUp: true, checked })).toEqual({
    ...{ name: 'Grade 4_UP', genes: ['TOP2A', 'BUB1'], which: 'the first 2 genes up' },
  });
  expect(chooseGenes(PAIR, { isUp: false, checked }).which).toBe('the first 1 gene down');
});

test('checked rows are taken instead, each in its direction', () => {
  const checked = new Set(['1', '2']);
  expect(chooseGenes(PAIR, { isUp: true, checked })).toMatchObject({
    ...{ genes: ['BUB1'], which: 'the 1 checked gene up' },
  });
  expect(chooseGenes(PAIR, { isUp: false, checked }).genes).toEqual(['CX3CR1']);
});

test('groups beyond two have one list, without a direction', () => {
  const three = { ...PAIR, difference: [2, 1, 1], groups: [...PAIR.groups, { name: 'Grade 2' }] };
  expect(chooseGenes(three, { isUp: true, checked: new Set() })).toMatchObject({
    ...{ name: 'DIFFERENT', which: 'the first 3 genes' },
  });
});
