/** A cache by weight: what was asked for last stays, what is too heavy is not kept. */
import { expect, test } from 'vitest';
import { WeighedCache } from './weighed-cache.ts';

test('the value not asked for longest makes room', () => {
  const cache = new WeighedCache<string>(10);
  cache.keep('a', 'first', 4);
  cache.keep('b', 'second', 4);
  expect(cache.get('a')).toBe('first');
  cache.keep('c', 'third', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['first', undefined, 'third']);
});

test('a value heavier than the whole is not kept, and takes its former self away', () => {
  const cache = new WeighedCache<string>(10);
  cache.keep('a', 'light', 1);
  cache.keep('b', 'other', 9);
  cache.keep('a', 'heavy', 11);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'other']);
});

test('a value that is kept again weighs once', () => {
  const cache = new WeighedCache<number>(10);
  for (let number = 0; number < 5; number += 1) cache.keep('a', number, 6);
  cache.keep('b', 7, 4);
  expect([cache.get('a'), cache.get('b')]).toEqual([4, 7]);
});
