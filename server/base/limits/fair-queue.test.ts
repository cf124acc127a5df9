import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const anybody = () => true;

test('keys take turns, each in the order of its items', () => {
  const queue = new FairQueue<string, number>();
  for (const item of [1, 2, 3]) queue.add('a', item);
  for (const item of [4, 5]) queue.add('b', item);
  queue.add('c', 6);
  expect([queue.length, queue.countOf('a'), queue.countOf('d')]).toEqual([6, 3, 0]);
  const taken = Array.from({ length: 7 }, () => queue.take(anybody));
  expect(taken).toEqual([1, 4, 6, 2, 5, 3, undefined]);
  expect(queue.length).toBe(0);
});

test('a key that may not start keeps its place, and the next one has its turn', () => {
  const queue = new FairQueue<string, number>();
  queue.add('a', 1);
  queue.add('b', 2);
  expect(queue.take((key) => key !== 'a')).toBe(2);
  expect(queue.take((key) => key !== 'a')).toBeUndefined();
  expect(queue.take(anybody)).toBe(1);
});

test('a removed item is not taken', () => {
  const queue = new FairQueue<string, number>();
  for (const item of [1, 2]) queue.add('a', item);
  expect([queue.remove('a', 1), queue.remove('a', 1), queue.remove('b', 2)]).toEqual([true, false, false]);
  expect([queue.take(anybody), queue.length]).toEqual([2, 0]);
});

test('a cleared queue is empty', () => {
  const queue = new FairQueue<string, number>();
  queue.add('a', 1);
  queue.add('b', 2);
  expect(queue.clear().toSorted()).toEqual([1, 2]);
  expect([queue.length, queue.take(anybody)]).toEqual([0, undefined]);
});
