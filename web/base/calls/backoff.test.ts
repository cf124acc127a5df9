import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

test('tries are one second apart at first, then twice as long each time, at most half a minute', () => {
  const backoff = new Backoff();
  let now = 0;
  const waits = Array.from({ length: 7 }, () => {
    const wait = backoff.next(now);
    now += wait + 50;
    return wait;
  });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(backoff.next(now + 300_000)).toBe(1000);
});
