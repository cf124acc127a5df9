/**
 * `node bench/analysis/comparison.ts`: comparison of two groups over 20,000 features in 200 samples in a compute thread,
 * including reading the matrix from disk, for every test. Compared with R in the same run, where it is installed: limma,
 * and for the other tests one call per feature for some of the features, as R has no matrix version. The target is 1 s.
 */
import type { ComparisonTest } from '@omicon/domain/statistics/comparison/tests.ts';
import { openComputeThreads } from '@omicon/server/compute/threads.ts';
import { ascending, median, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';
import { withStoredMatrix } from './stored-matrix.ts';
import { matrixInR, timesInR } from './times-in-r.ts';

const [FEATURES, SAMPLES, TRIES] = [20_000, 200, 7];
/** Share of the features that R tests one by one; its time is multiplied. */
const SHARE_IN_R = 0.1;

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
  return times === null ? '' : `; R: ${Math.round(median(times) / share)} ms`;
}

export async function benchComparison(): Promise<void> {
  const half = Uint32Array.from({ length: SAMPLES / 2 }, (_, sample) => sample);
  const groups = [half, half.map((sample) => sample + SAMPLES / 2)];
  const tests: ComparisonTest[] = ['moderated-t', 'welch', 'rank-sum', 'moderated-f', 'kruskal-wallis'];
  await withStoredMatrix(FEATURES, SAMPLES, async ({ values, dataDir, file }) => {
    for (const test of tests) {
      const times = await repeat(TRIES, async () => {
        // A new pool, so that every try starts its thread and reads the matrix.
        const threads = openComputeThreads({ count: 1, memoryMiB: 512, store: { s3: null, dataDir } });
        const request = { values, groups, test, isPaired: false, covariates: [] };
        const ms = await timed(() => threads.compute('comparison', request));
        await threads.close();
        return ms;
      });
      console.log(
        `comparison ${test}: median ${Math.round(median(times))} ms, longest ${Math.round(ascending(times).at(-1) ?? 0)} ms${besideR(test, file)}`,
      );
    }
  });
}

if (import.meta.main) await runScenarios({ comparison: benchComparison });
