import { describe, expect, test } from 'vitest';
import { tellProgress } from './progress.ts';

function written(isTTY: boolean, steps: [phase: string, text: string, atMs: number][]): string {
  let text = '';
  let at = 0;
  const progress = tellProgress({ isTTY, write: (more) => (text += more) }, () => at);
  for (const [phase, step, atMs] of steps) {
    at = atMs;
    progress.tell(phase, step);
  }
  progress.end();
  return text;
}

const STEPS: [string, string, number][] = [
  ['tables', '1 of 2', 0],
  ['tables', '2 of 2', 400],
  ['objects', '1 of 900', 500],
  ['objects', '2 of 900', 10_499],
  ['objects', '3 of 900', 10_500],
];

describe('the progress of a command', () => {
  test('is one updated line on a terminal', () => {
    expect(written(true, STEPS.slice(0, 2))).toBe('\rtables: 1 of 2    \rtables: 2 of 2    \n');
  });

  test('is a line per phase and every ten seconds in a journal', () => {
    expect(written(false, STEPS)).toBe('tables: 1 of 2\nobjects: 1 of 900\nobjects: 3 of 900\n');
  });
});
