/** Set-up file of the journeys: after a failed test, prints the state of all open pages. */
import { afterEach } from 'vitest';
import { describePages } from './watched-pages.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  console.error(`When "${task.name}" failed:\n${await describePages()}`);
});
