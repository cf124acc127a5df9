/**
 * `node bench/analysis/correlates.ts [features]`: correlates of a feature over 20,000 features in 200 samples in a
 * compute thread, for every measure: the first call, which reads the matrix from disk, and more with other features;
 * compared with R in the same run, where it is installed. The target is 300 ms once the matrix has been read.
 */
import { CORRELATION_MEASURES } from '@omicon/contract/areas/statistics/expression.ts';
import { openComputeThreads } from '@omicon/server/compute/threads.ts';
import { describeTimes, printTimes, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';
import { withStoredMatrix } from './stored-matrix.ts';
import { matrixInR, timesInR } from './times-in-r.ts';

const [FEATURES, SAMPLES, TRIES, TRIES_IN_R] = [20_000, 200, 20, 7];

type Measure = (typeof CORRELATION_MEASURES)[number];

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
  console.log(`\ncorrelates of ${features} features in ${SAMPLES} samples; p50 / p95 of ${TRIES}, first`);
  await withStoredMatrix(features, SAMPLES, async ({ matrix, values, dataDir, file }) => {
    for (const measure of CORRELATION_MEASURES) {
      const threads = openComputeThreads({ count: 1, memoryMiB: 512, store: { s3: null, dataDir } });
      const ask = (subjectFeature: number) => {
        const subject = matrix.slice(subjectFeature * SAMPLES, (subjectFeature + 1) * SAMPLES);
        return timed(() => threads.compute('correlate', { values, subject, subjectFeature, measure }));
      };
      const first = await ask(0);
      const times = await repeat(TRIES, (number) => ask(number + 1));
      await threads.close();
      const ofR = inR(measure, file, features);
      printTimes(measure, times, `${first.toFixed(0)} ms${ofR === null ? '' : `  R: ${describeTimes(ofR)}`}`);
    }
  });
}

if (import.meta.main)
  await runScenarios({ correlates: () => benchCorrelates(Number(process.argv[2] ?? FEATURES)) });
