/**
 * `node bench/analysis/comparison.ts`: comparison of two groups over 20,000 features in 200 samples in a compute thread, with the
 * read of the matrix from disk, for every test, beside R in the same run, where it is installed: limma, and for the
 * other tests a call for each of fewer features, as R has none for a matrix. The bar is 1 s.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ComparisonTest } from '@omicon/domain/statistics/comparison/tests.ts';
import { openDiskStore } from '@omicon/server/base/store/disk-store.ts';
import { openComputeThreads } from '@omicon/server/compute/threads.ts';
import { matrixInR, timesInR } from './times-in-r.ts';

const [FEATURES, SAMPLES, TRIES] = [20_000, 200, 7];
/** Share of the features that R tests one by one; its time is multiplied. */
const SHARE_IN_R = 0.1;

/** Reproducible values about 8, without ties. */
function makeValues(): Float64Array {
  return Float64Array.from(
    { length: FEATURES * SAMPLES },
    (_, at) => 8 + Math.sin((at + 1) * 12.9898) + Math.sin(at * 0.71),
  );
}

const EACH = `a <- 1:${SAMPLES / 2}
group <- factor(rep(1:2, each = ${SAMPLES / 2}))
few <- x[seq_len(${FEATURES * SHARE_IN_R}), ]`;
const LIMMA = `library(limma)
design <- model.matrix(~ factor(rep(1:2, each = ${SAMPLES / 2})))`;
const FIT = 'fit <- eBayes(lmFit(x, design)); q <- p.adjust(fit$p.value[, 2], "BH")';

/** Preparation and test in R, and the share of the features that it tests. */
const CALLS_IN_R: Record<ComparisonTest, { prepare: string; body: string; share: number }> = {
  'moderated-t': { prepare: LIMMA, body: FIT, share: 1 },
  'moderated-f': { prepare: LIMMA, body: FIT, share: 1 },
  welch: { prepare: EACH, body: 'apply(few, 1, function(v) t.test(v[a], v[-a])$p.value)', share: SHARE_IN_R },
  'rank-sum': {
    prepare: EACH,
    body: 'apply(few, 1, function(v) wilcox.test(v[a], v[-a])$p.value)',
    share: SHARE_IN_R,
  },
  'kruskal-wallis': {
    prepare: EACH,
    body: 'apply(few, 1, function(v) kruskal.test(v, group)$p.value)',
    share: SHARE_IN_R,
  },
};

/** Median time of R for all features, as the end of a line; empty where it is not installed. */
function besideR(test: ComparisonTest, file: string): string {
  const { prepare, body, share } = CALLS_IN_R[test];
  const times = timesInR({
    prepare: `${matrixInR(file, FEATURES, SAMPLES)}\n${prepare}`,
    body,
    tries: 3,
  });
  const median = times?.toSorted((a, b) => a - b)[1];
  return median === undefined ? '' : `; R: ${Math.round(median / share)} ms`;
}

export async function benchComparison(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'omicon-bench-'));
  const store = await openDiskStore(path.join(dataDir, 'objects'));
  const matrix = Buffer.from(makeValues().buffer);
  const { storageKey } = await store.put(Readable.from([matrix]));
  const file = path.join(dataDir, 'matrix.f64');
  await writeFile(file, matrix);
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
    console.log(
      `comparison ${test}: median ${sorted[Math.floor(TRIES / 2)]} ms, most ${sorted.at(-1)} ms${besideR(test, file)}`,
    );
  }
  await rm(dataDir, { recursive: true, force: true });
}

if (process.argv[1] === import.meta.filename) await benchComparison();
