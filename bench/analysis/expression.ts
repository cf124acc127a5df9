/**
 * `node bench/analysis/expression.ts`: the tests beside a plot of expression by attribute, for 2,000 features one by one in 200
 * samples, by two groups, four groups and a number, beside the same tests in base R in the same run, where it is
 * installed. A page tests 20 features at most.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expressionTests } from '@omicon/domain/statistics/expression/by-attribute.ts';
import type { Trait } from '@omicon/domain/statistics/modules/traits.ts';
import { describeMachine, describeTimes, repeat } from '../../journeys/harness/product.ts';
import { matrixInR, timesInR } from './times-in-r.ts';

const [FEATURES, SAMPLES, TRIES, TRIES_IN_R] = [2000, 200, 20, 5];

/** Reproducible values about 8, without ties. */
function makeValues(): Float64Array {
  return Float64Array.from(
    { length: FEATURES * SAMPLES },
    (_, at) => 8 + Math.sin((at + 1) * 12.9898) + Math.sin(at * 0.71),
  );
}

const samples = Array.from({ length: SAMPLES }, (_, sample) => sample);

/** Samples in turn in each of the groups. */
function groupsOf(count: number): Trait {
  return {
    attribute: 'group',
    kind: count === 2 ? 'two values' : 'groups',
    samples,
    values: Float64Array.from(samples, (sample) => sample % count),
    groups: Array.from({ length: count }, (_, group) => ({ name: `group ${group}`, n: SAMPLES / count })),
    joined: [],
    notNumbers: [],
  };
}

const AGE: Trait = {
  attribute: 'age',
  kind: 'numeric',
  samples,
  values: Float64Array.from(samples, (sample) => 20 + ((sample * 37) % 61)),
  groups: [],
  joined: [],
  notNumbers: [],
};

/** The attribute, and the same tests of one feature `v` in R. */
const CASES: { name: string; trait: Trait; prepare: string; test: string }[] = [
  {
    name: 't.test and wilcox.test, two groups',
    trait: groupsOf(2),
    prepare: 'a <- seq(1, ncol(x), 2)',
    test: 'c(t.test(v[a], v[-a])$p.value, wilcox.test(v[a], v[-a], exact = FALSE)$p.value)',
  },
  {
    name: 'oneway.test and kruskal.test, four groups',
    trait: groupsOf(4),
    prepare: 'group <- factor((seq_len(ncol(x)) - 1) %% 4)',
    test: 'c(oneway.test(v ~ group, var.equal = TRUE)$p.value, kruskal.test(v, group)$p.value)',
  },
  {
    name: 'cor.test, a number',
    trait: AGE,
    prepare: 'age <- 20 + ((seq_len(ncol(x)) - 1) * 37) %% 61',
    test: 'cor.test(v, age)$p.value',
  },
];

/** Prints p50 and p95 of the tests of all features. */
export async function benchExpression(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-bench-'));
  const file = path.join(folder, 'matrix.f64');
  const matrix = makeValues();
  await writeFile(file, Buffer.from(matrix.buffer));
  const within = new Set(samples);
  console.log(`\ntests of ${FEATURES} features in ${SAMPLES} samples, one by one; p50 / p95 of ${TRIES}`);
  for (const { name, trait, prepare, test } of CASES) {
    const times = await repeat(TRIES, async () => {
      const started = performance.now();
      for (let feature = 0; feature < FEATURES; feature += 1)
        expressionTests(matrix.subarray(feature * SAMPLES, (feature + 1) * SAMPLES), trait, within);
      return performance.now() - started;
    });
    const inR = timesInR({
      prepare: `${matrixInR(file, FEATURES, SAMPLES)}\n${prepare}`,
      body: `p <- apply(x, 1, function(v) ${test})`,
      tries: TRIES_IN_R,
    });
    console.log(
      `  ${name.padEnd(45)} ${describeTimes(times).padStart(18)}${inR === null ? '' : `  R: ${describeTimes(inR)}`}`,
    );
  }
  await rm(folder, { recursive: true, force: true });
}

if (import.meta.main) {
  console.log(describeMachine());
  await benchExpression();
}
