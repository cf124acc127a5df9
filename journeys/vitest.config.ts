import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE } from './patience.ts';

/** Journeys drive the real product in a real browser, each file with a product, a data folder and ports of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['journeys/**/*.journey.ts'],
    pool: 'forks',
    // A page waits more than it computes, so that two share two cores; the cluster has processes enough by itself.
    maxWorkers: PATIENCE > 1 ? 1 : 2,
    testTimeout: 120_000 * PATIENCE,
    hookTimeout: 180_000 * PATIENCE,
    environment: 'node',
  },
});
