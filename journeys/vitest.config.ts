import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../scripts/longest-first.ts';
import { PATIENCE_MS, TIMEOUT_FACTOR } from './harness/timeouts.ts';

/** Runs first: files that mostly wait for restarts leave the processor to those that render. */
const LONGEST = ['layout.journey.ts', 'kill.journey.ts', 'start.journey.ts', 'modals.journey.ts'];

/** Journeys drive the real product in a real browser, three files at a time, each with its own portal. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['journeys/**/*.journey.ts'],
    globalSetup: ['journeys/browser/prepared.ts'],
    setupFiles: ['journeys/browser/report-pages.ts'],
    sequence: { sequencer: longestFirst(LONGEST) },
    pool: 'forks',
    // Files that follow each other in a process share its browser.
    isolate: false,
    // On a cluster each file uses two web processes and two workers.
    maxWorkers: process.env.OMICON_JOURNEYS_ON === 'cluster' ? 1 : 3,
    testTimeout: 600_000 * TIMEOUT_FACTOR,
    // The first file that wants a laboratory creates it.
    hookTimeout: 1_200_000 * TIMEOUT_FACTOR,
    expect: { poll: { timeout: PATIENCE_MS } },
    environment: 'node',
  },
});
