import { expect, test } from 'vitest';
import { formatTimeLeft, pollDelay } from './sign-in-end.ts';

test.each([
  [3600, 3_480_000],
  [121, 1000],
  [120.2, 1000],
  [120, 5000],
  [3, 5000],
  [undefined, 5000],
])('with %s seconds left the next request follows after %i ms', (secondsLeft, waitMs) => {
  expect(pollDelay(secondsLeft)).toBe(waitMs);
});

test.each([
  [119.2, '2 min 0 s'],
  [65, '1 min 5 s'],
  [59.9, '1 min 0 s'],
  [40, '40 s'],
  [-3, '0 s'],
])('%f seconds are %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});
