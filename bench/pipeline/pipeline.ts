/**
 * `node bench/pipeline/pipeline.ts`: branches of the portal's grid, 10,000 features in 79 samples beside R in the same run, and
 * 20,000 in 200. The bars: five times as fast as R, and 500 MiB.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import { matrixInR, timesInR } from '../analysis/times-in-r.ts';

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

export function benchPipeline(): void {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'omicon-bench-pipeline-'));
  try {
    const file = path.join(scratch, 'matrix.f64');
    console.log('\npipeline: branches of 6 thresholds x 6 sizes');
    const medianOf = (runs: Run[]) => runs.toSorted((a, b) => a.ms - b.ms)[runs.length >> 1];
    // One thread is what the pipeline takes at this size: two start later than one is done.
    const own = medianOf(Array.from({ length: TRIES }, () => runOnce(10_000, 79, 1, file)));
    const shared = medianOf(Array.from({ length: TRIES }, () => runOnce(10_000, 79, 2)));
    if (own === undefined || shared === undefined) return;
    console.log(`  10,000 x 79, one thread    ${own.ms} ms, ${own.peakMiB} MiB; two threads ${shared.ms} ms`);
    const times = timesInR({ prepare: matrixInR(file, 10_000, 79), body: inR(own), tries: 1 });
    const inRMs = times?.[0];
    if (inRMs === undefined) console.log('  R                          missing, or it found other modules');
    else
      console.log(
        `  R, same branches           ${Math.round(inRMs)} ms, ${(inRMs / own.ms).toFixed(1)} times ours`,
      );
    const [large, alone] = [runOnce(20_000, 200, 2), runOnce(20_000, 200, 1)];
    console.log(
      `  20,000 x 200, two threads  ${large.ms} ms, ${large.peakMiB} MiB at most; one thread ${alone.ms} ms, ${alone.peakMiB} MiB`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) benchPipeline();
