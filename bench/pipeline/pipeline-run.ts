/**
 * One measured run of the pipeline in a process of its own, so that its peak memory is its own: profiles, both passes,
 * thresholds, clustering and cuts of the portal's grid. Prints JSON.
 * `node bench/pipeline/pipeline-run.ts <features> <samples> <threads> [<file for the matrix>]`
 */
import { writeFileSync } from 'node:fs';
import { findBranches, previewGrid } from '@omicon/domain/pipeline/branches/find-branches.ts';
import { bicorProfile } from '@omicon/domain/statistics/correlation.ts';
import { packProfiles, panelLength } from '@omicon/domain/statistics/kernel/pair-products.ts';
import { featureValues } from '@omicon/domain/statistics/matrix.ts';
import { openThreads } from '@omicon/pipeline/run/threaded-passes.ts';

const [featureCount = 0, sampleCount = 0, threadCount = 1] = process.argv.slice(2, 5).map(Number);
const RELATIVES = [0.9999, 0.999, 0.99, 0.98, 0.97, 0.96];
const MIN_SIZES = [6, 8, 10, 12, 15, 20];
const PROGRAMS = 60;

/** Reproducible numbers in [-1, 1]. */
function noise(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43_758.5453;
  return 2 * (value - Math.floor(value)) - 1;
}

/** Features of programs of different strength, and noise. */
const values = new Float64Array(featureCount * sampleCount);
for (let feature = 0; feature < featureCount; feature += 1) {
  const strength = noise(feature, 0.37);
  for (let sample = 0; sample < sampleCount; sample += 1)
    values[feature * sampleCount + sample] =
      8 + strength * noise(1e6 + (feature % PROGRAMS), sample) + 0.6 * noise(feature, sample + 0.5);
}
const file = process.argv[5];
if (file !== undefined) writeFileSync(file, values);

const matrix = { featureCount, sampleCount, values };
const started = performance.now();
const panels = packProfiles(
  matrix,
  (feature) => bicorProfile(featureValues(matrix, feature)),
  new Float64Array(new SharedArrayBuffer(panelLength(featureCount, sampleCount) * 8)),
);
const threads = threadCount > 1 ? openThreads(panels, threadCount) : undefined;
const passes = threads === undefined ? {} : { passes: threads };
const grid = await findBranches(panels, { relatives: RELATIVES, ...passes });
const cells = previewGrid(grid, MIN_SIZES);
const ms = performance.now() - started;
await threads?.close();
console.log(
  JSON.stringify({
    ms: Math.round(ms),
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    thresholds: grid.thresholds.map(({ threshold }) => threshold),
    branches: cells.map(({ moduleCount }) => moduleCount),
  }),
);
