import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE } from './patience.ts';

/**
 * Files are begun by their size; these take long though they are small. What waits for processes that start again leaves
 * room beside what draws, and would run alone at the end.
 */
const LONGEST = ['layout.journey.ts', 'kill.journey.ts', 'start.journey.ts', 'modals.journey.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => LONGEST.indexOf(path.basename(moduleId));
    const longest = sorted.filter((file) => placeOf(file) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
    return [...longest, ...sorted.filter((file) => placeOf(file) < 0)];
  }
}

/** Journeys drive the real product in a real browser, two files at a time: each has a portal and a browser of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['journeys/**/*.journey.ts'],
    globalSetup: ['journeys/prepared.ts'],
    setupFiles: ['journeys/witness.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // On a cluster each file has two web processes and two workers.
    maxWorkers: process.env.OMICON_JOURNEYS_ON === 'cluster' ? 1 : 2,
    testTimeout: 120_000 * PATIENCE,
    hookTimeout: 180_000 * PATIENCE,
    // As long as a page waits for what it awaits.
    expect: { poll: { timeout: 20_000 * PATIENCE } },
    environment: 'node',
  },
});
