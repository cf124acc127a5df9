import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { secondsLeft, tellSteps } from './tell-steps.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('Ctrl-C between two steps stops the next one', () => {
  const signals = new EventEmitter();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { isStopped, onProgress, clear } = tellSteps(signals);
  onProgress?.('outliers', 1);
  clear();
  expect(isStopped?.()).toBe(false);
  signals.emit('SIGINT');
  expect(isStopped?.()).toBe(true);
});

test.each([
  [10_000, 0.04, null],
  [10_000, 0.5, 10],
  [9000, 0.9, 1],
])('after %d ms with a share of %d, %s s are left', (elapsed, share, left) => {
  expect(secondsLeft(elapsed, share)).toBe(left);
});
