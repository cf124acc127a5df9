/** Beside each file of journeys: says after a failed test what every open page shows and waits for. */
import { afterEach } from 'vitest';
import { describePages } from './watched-pages.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  console.error(`When "${task.name}" failed:\n${await describePages()}`);
});
