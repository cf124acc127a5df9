/**
 * `node bench/pipeline/pipeline.ts`: branches of the portal's grid, 10,000 features in 79 samples compared with R in the same run, and
 * 20,000 in 200. Targets: five times as fast as R, and 500 MiB.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { matrixInR, timesInR } from '../analysis/times-in-r.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const TRIES = 3;

interface Run {
  ms: number;
  peakMiB: number;
  thresholds: number[];
  branches: number[];
}

function runOnce(features: number, samples: number, threads: number, file?: string): Run {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      path.join(REPOSITORY, 'bench/pipeline/pipeline-run.ts'),
      ...[features, samples, threads].map(String),
      ...(file === undefined ? [] : [file]),
    ],
    { encoding: 'utf8', maxBuffer: 1024 ** 2 },
  );
  if (status !== 0) throw new Error(`The pipeline failed:\n${stderr}`);
  return JSON.parse(stdout) as Run;
}

/**
 * The same steps as FindModules takes them, with the packages that every R has: bicor, the quantiles of all pairs, the
 * whole tree, and a cut for each threshold. It ends if thresholds or branches differ.
 */
function inR({ thresholds, branches }: Run): string {
  return `z <- t(apply(x, 1, function(v) {
    d <- v - median(v)
    u <- d / (9 * median(abs(d)))
    w <- d * (1 - u^2)^2 * (abs(u) < 1)
    w / sqrt(sum(w^2))
  }))
  s <- tcrossprod(z)
  thresholds <- quantile(s[lower.tri(s)], c(.9999, .999, .99, .98, .97, .96), names = FALSE)
  stopifnot(max(abs(thresholds - c(${thresholds.join(', ')}))) < 1e-12)
  tree <- hclust(as.dist(1 - s), "complete")
  found <- unlist(lapply(thresholds, function(h) {
    sizes <- table(cutree(tree, h = 1 - h))
    sapply(c(6, 8, 10, 12, 15, 20), function(least) sum(sizes >= least))
  }))
  stopifnot(identical(as.numeric(found), c(${branches.join(', ')})))
  rm(s, tree)`;
}

export async function benchPipeline(): Promise<void> {
  await withFolder(async (scratch) => {
    const file = path.join(scratch, 'matrix.f64');
    console.log('\npipeline: branches of 6 thresholds x 6 sizes');
    const medianOf = (runs: Run[]) => runs.toSorted((a, b) => a.ms - b.ms)[runs.length >> 1];
    // The pipeline uses one thread for inputs of this size: starting two takes longer than the work of one.
    const own = medianOf(Array.from({ length: TRIES }, () => runOnce(10_000, 79, 1, file)));
    const shared = medianOf(Array.from({ length: TRIES }, () => runOnce(10_000, 79, 2)));
    if (own === undefined || shared === undefined) return;
    console.log(`  10,000 x 79, one thread    ${own.ms} ms, ${own.peakMiB} MiB; two threads ${shared.ms} ms`);
    const [msInR] = timesInR({ prepare: matrixInR(file, 10_000, 79), body: inR(own), tries: 1 }) ?? [];
    const ofR =
      msInR === undefined
        ? 'not installed, or it found other modules'
        : `${Math.round(msInR)} ms, ${(msInR / own.ms).toFixed(1)} times ours`;
    console.log(`  R, same branches           ${ofR}`);
    const [large, alone] = [runOnce(20_000, 200, 2), runOnce(20_000, 200, 1)];
    console.log(
      `  20,000 x 200, two threads  ${large.ms} ms, at most ${large.peakMiB} MiB; one thread ${alone.ms} ms, ${alone.peakMiB} MiB`,
    );
  });
}

if (import.meta.main) await runScenarios({ pipeline: benchPipeline });
