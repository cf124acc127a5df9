/**
 * `node bench/analysis/correlates.ts [features]`: correlates of a feature over 20,000 features in 200 samples in a compute thread,
 * for every measure: the first time, with the read of the matrix from disk, and again with other features; beside R in
 * the same run, where it is installed. The bar is 300 ms once the matrix is read.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CORRELATION_MEASURES } from '@omicon/contract/areas/statistics/expression.ts';
import { openDiskStore } from '@omicon/server/base/store/disk-store.ts';
import { openComputeThreads } from '@omicon/server/compute/threads.ts';
import { describeMachine, describeTimes, repeat } from '../../journeys/harness/product.ts';
import { matrixInR, timesInR } from './times-in-r.ts';

const [FEATURES, SAMPLES, TRIES, TRIES_IN_R] = [20_000, 200, 20, 7];

type Measure = (typeof CORRELATION_MEASURES)[number];

/** Reproducible values about 8, without ties. */
function makeValues(features: number): Float64Array {
  return Float64Array.from(
    { length: features * SAMPLES },
    (_, at) => 8 + Math.sin((at + 1) * 12.9898) + Math.sin(at * 0.71),
  );
}

/** The same in R: correlation, P and q of all features, without reading the matrix. Base R has no bicor. */
const CALLS_IN_R: Partial<Record<Measure, string>> = {
  pearson: 'cor(t(x), x[at, ])',
  spearman: 'cor(t(x), x[at, ], method = "spearman")',
};

/** Times of the tries in R; null without R, or for a measure that base R lacks. */
function inR(measure: Measure, file: string, features: number): number[] | null {
  const call = CALLS_IN_R[measure];
  if (call === undefined) return null;
  return timesInR({
    prepare: `${matrixInR(file, features, SAMPLES)}
n <- ${SAMPLES}`,
    body: `r <- ${call}[, 1]
  p <- 2 * pt(-abs(r * sqrt((n - 2) / (1 - r^2))), n - 2)
  q <- p.adjust(p, "BH")`,
    tries: TRIES_IN_R,
  });
}

export async function benchCorrelates(features = FEATURES): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'omicon-bench-'));
  const matrix = makeValues(features);
  const store = await openDiskStore(path.join(dataDir, 'objects'));
  const { storageKey } = await store.put(Readable.from([Buffer.from(matrix.buffer)]));
  const values = { matrix_storage_key: storageKey, number_of_features: features, number_of_samples: SAMPLES };
  const file = path.join(dataDir, 'matrix.f64');
  await writeFile(file, Buffer.from(matrix.buffer));
  console.log(`\ncorrelates of ${features} features in ${SAMPLES} samples; p50 / p95 of ${TRIES}, first`);
  for (const measure of CORRELATION_MEASURES) {
    const threads = openComputeThreads({ count: 1, memoryMiB: 512, store: { s3: null, dataDir } });
    const ask = async (subjectFeature: number) => {
      const subject = matrix.slice(subjectFeature * SAMPLES, (subjectFeature + 1) * SAMPLES);
      const started = performance.now();
      await threads.compute('correlate', { values, subject, subjectFeature, measure });
      return performance.now() - started;
    };
    const first = await ask(0);
    const times = await repeat(TRIES, (number) => ask(number + 1));
    await threads.close();
    const ofR = inR(measure, file, features);
    const beside = ofR === null ? '' : `  R: ${describeTimes(ofR)}`;
    console.log(
      `  ${measure.padEnd(40)} ${describeTimes(times).padStart(18)}  ${first.toFixed(0)} ms${beside}`,
    );
  }
  await rm(dataDir, { recursive: true, force: true });
}

if (import.meta.main) {
  console.log(describeMachine());
  await benchCorrelates(Number(process.argv[2] ?? FEATURES));
}
