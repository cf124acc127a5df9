import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE } from './patience.ts';

/** Journeys drive the real product in a real browser, one after the other: two cores are shared by all its parts. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['journeys/**/*.journey.ts'],
    fileParallelism: false,
    testTimeout: 120_000 * PATIENCE,
    hookTimeout: 180_000 * PATIENCE,
    // As long as a page waits for what it awaits.
    expect: { poll: { timeout: 20_000 * PATIENCE } },
    environment: 'node',
  },
});
