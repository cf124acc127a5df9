import { expect, test } from 'vitest';
import { rankedOptions, rankedShape } from './ranked-query.ts';

test('invalid parameters count as absent', () => {
  expect(rankedOptions(rankedShape.parse({ top: 'up', by: 'fgsea', fold: 'maybe' }))).toEqual({
    direction: 'high',
    by: 'cerno',
    search: '',
    fold: true,
  });
});
