import { expect, test } from 'vitest';
import { quantifierHolds } from './samples.ts';

test('a data set includes matching samples, or has none but those', () => {
  expect([0, 1, 4].map((found) => quantifierHolds({}, found, 4))).toEqual([false, true, true]);
  expect([0, 3, 4].map((found) => quantifierHolds({ quantifier: 'solely' }, found, 4))).toEqual([
    false,
    false,
    true,
  ]);
  expect(quantifierHolds({ quantifier: 'solely' }, 0, 0)).toBe(false);
});

test('at least three samples are three or more', () => {
  const rule = { quantifier: 'at_least', count: 3 } as const;
  expect([2, 3, 4].map((found) => quantifierHolds(rule, found, 10))).toEqual([false, true, true]);
});

test('a share is reached by exactly its percentage', () => {
  const rule = { quantifier: 'share', percent: 50 } as const;
  expect([1, 2, 3].map((found) => quantifierHolds(rule, found, 4))).toEqual([false, true, true]);
  expect(quantifierHolds({ quantifier: 'share', percent: 0 }, 0, 4)).toBe(false);
});
