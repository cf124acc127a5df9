import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { keepRunning, pauseBeforeStart } from './keep-running.ts';

function listPauses(ends: Parameters<typeof pauseBeforeStart>[1][]): number[] {
  let pause = 0;
  return ends.map((end) => {
    pause = pauseBeforeStart(pause, end);
    return pause;
  });
}

test('a process that ends by itself after each start waits twice as long each time, up to 30 seconds', () => {
  const ends = Array.from({ length: 8 }, () => ({ signal: null, ranMs: 900 }));
  expect(listPauses(ends)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a process that was killed, or had run for a minute, starts again after half a second', () => {
  const failed = { signal: null, ranMs: 900 };
  expect(listPauses([failed, failed, { signal: 'SIGKILL', ranMs: 900 }, failed])).toEqual([
    500, 1000, 500, 1000,
  ]);
  expect(listPauses([failed, failed, { signal: null, ranMs: 60_000 }])).toEqual([500, 1000, 500]);
});

test('a killed process is replaced, until everything stops', async () => {
  const started: ChildProcess[] = [];
  let isStopping = false;
  let told: () => void = () => undefined;
  const current = keepRunning(
    () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      started.push(child);
      told();
      return child;
    },
    () => isStopping,
  );
  const first = current();
  const next = new Promise<void>((resolve) => {
    told = resolve;
  });
  first.kill('SIGKILL');
  await next;
  expect(current()).not.toBe(first);
  isStopping = true;
  const ended = once(current(), 'exit');
  current().kill('SIGKILL');
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(started).toHaveLength(2);
});
