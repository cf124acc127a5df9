import { expect, test } from 'vitest';
import { Counter } from './counter.ts';

test('keys are counted separately, and keys at zero are dropped', () => {
  const sockets = new Counter<number>();
  const leaves = [sockets.add(7), sockets.add(7), sockets.add(8)];
  expect([sockets.of(7), sockets.of(8), sockets.of(9), sockets.numberOfKeys]).toEqual([2, 1, 0, 2]);
  leaves[0]?.();
  expect([sockets.of(7), sockets.numberOfKeys]).toEqual([1, 2]);
  leaves[1]?.();
  leaves[2]?.();
  expect([sockets.of(7), sockets.numberOfKeys]).toEqual([0, 0]);
});
