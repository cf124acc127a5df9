/**
 * `node bench/analysis/expression.ts`: the tests shown with a plot of expression by attribute, for 2,000 features one by
 * one in 200 samples, by two groups, four groups and a number, compared with the same tests in base R in the same run,
 * where it is installed. A page tests at most 20 features.
 */
import { expressionTests } from '@omicon/domain/statistics/expression/by-attribute.ts';
import type { Trait } from '@omicon/domain/statistics/modules/traits.ts';
import { describeTimes, printTimes, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';
import { withStoredMatrix } from './stored-matrix.ts';
import { matrixInR, timesInR } from './times-in-r.ts';

const [FEATURES, SAMPLES, TRIES, TRIES_IN_R] = [2000, 200, 20, 5];

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
  const within = new Set(samples);
  console.log(`\ntests of ${FEATURES} features in ${SAMPLES} samples, one by one; p50 / p95 of ${TRIES}`);
  await withStoredMatrix(FEATURES, SAMPLES, async ({ matrix, file }) => {
    for (const { name, trait, prepare, test } of CASES) {
      const testAll = () => {
        for (let feature = 0; feature < FEATURES; feature += 1)
          expressionTests(matrix.subarray(feature * SAMPLES, (feature + 1) * SAMPLES), trait, within);
      };
      const times = await repeat(TRIES, () => timed(testAll));
      const inR = timesInR({
        prepare: `${matrixInR(file, FEATURES, SAMPLES)}\n${prepare}`,
        body: `p <- apply(x, 1, function(v) ${test})`,
        tries: TRIES_IN_R,
      });
      printTimes(name, times, inR === null ? '' : `R: ${describeTimes(inR)}`);
    }
  });
}

if (import.meta.main) await runScenarios({ expression: benchExpression });
