/**
 * `node bench/comparison.ts`: comparison of two groups over 20,000 features in 200 samples in a compute thread, with the
 * read of the matrix from disk, for every test. The bar is 1 s.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ComparisonTest } from '@omicon/domain/statistics/comparison/tests.ts';
import { openDiskStore } from '@omicon/server/base/store/disk-store.ts';
import { openComputeThreads } from '@omicon/server/compute/threads.ts';

const [FEATURES, SAMPLES, TRIES] = [20_000, 200, 7];

/** Reproducible values about 8, without ties. */
function makeValues(): Float64Array {
  return Float64Array.from(
    { length: FEATURES * SAMPLES },
    (_, at) => 8 + Math.sin((at + 1) * 12.9898) + Math.sin(at * 0.71),
  );
}

export async function benchComparison(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'omicon-bench-'));
  const store = await openDiskStore(path.join(dataDir, 'objects'));
  const { storageKey } = await store.put(Readable.from([Buffer.from(makeValues().buffer)]));
  const values = {
    matrix_storage_key: storageKey,
    number_of_features: FEATURES,
    number_of_samples: SAMPLES,
  };
  const half = Uint32Array.from({ length: SAMPLES / 2 }, (_, sample) => sample);
  const groups = [half, half.map((sample) => sample + SAMPLES / 2)];
  const tests: ComparisonTest[] = ['moderated-t', 'welch', 'rank-sum', 'moderated-f', 'kruskal-wallis'];
  for (const test of tests) {
    const times: number[] = [];
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      // A pool of its own, so that every try starts its thread and reads the matrix.
      const threads = openComputeThreads({
        count: 1,
        memoryMiB: 512,
        store: { s3: null, dataDir },
      });
      const started = performance.now();
      await threads.compute('comparison', { values, groups, test, isPaired: false, covariates: [] });
      times.push(performance.now() - started);
      await threads.close();
    }
    const sorted = times.toSorted((a, b) => a - b).map((ms) => Math.round(ms));
    console.log(`comparison ${test}: median ${sorted[Math.floor(TRIES / 2)]} ms, most ${sorted.at(-1)} ms`);
  }
  await rm(dataDir, { recursive: true, force: true });
}

if (process.argv[1] === import.meta.filename) await benchComparison();
