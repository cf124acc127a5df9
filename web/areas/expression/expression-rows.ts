/** Groups and tests of several features as rows of tables. */
import type { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { NoTestReason } from '@omicon/domain/statistics/expression/test-kinds.ts';
import { adjustPValues } from '@omicon/domain/statistics/modules/traits.ts';
import { NA } from '../../ui/text/format.ts';

export type Expression = ReplyOf<typeof getExpression>;
type Feature = Expression['features'][number];
type TestKind = Feature['tests'][number]['kind'];

export const TEST_NAMES: Record<TestKind, { name: string; statistic: string }> = {
  welch: { name: 'Welch’s t test', statistic: 't' },
  'rank-sum': { name: 'Rank sum test', statistic: 'W' },
  anova: { name: 'Analysis of variance', statistic: 'R²' },
  'kruskal-wallis': { name: 'Kruskal-Wallis test', statistic: 'H' },
  pearson: { name: 'Pearson correlation', statistic: 'r' },
};

/** Why a test has no result, after `not tested: `. */
export const NO_TEST_TEXTS: Record<NoTestReason, string> = {
  'no values': 'no sample has a value of both',
  'one value of the attribute': 'the attribute does not vary in these samples',
  'does not vary': 'the values do not vary',
  'does not vary within groups': 'the values do not vary within the groups',
  'a group of one sample': 'a group has one sample only',
  'groups of one sample only': 'every group has one sample only',
  'fewer than 3 samples': 'fewer than three samples have a value of both',
};

export interface GroupRow {
  feature: string;
  group: string;
  facet: string | null;
  n: number;
  mean: number;
  sd: number | null;
  q1: number;
  median: number;
  q3: number;
}

/** The groups of all features. */
export function groupRows({ features, attribute, facet }: Expression): GroupRow[] {
  return features.flatMap(({ feature, groups }) =>
    groups.map(({ name, facet: of, samples, mean, sd, q1, median, q3 }) => ({
      feature,
      group: attribute === null ? 'All samples' : name === null ? NA : (attribute.value_labels[name] ?? name),
      facet: of === null ? null : (facet?.value_labels[of] ?? of),
      n: samples.length,
      mean,
      sd,
      q1,
      median,
      q3,
    })),
  );
}

export interface TestRow {
  feature: string;
  test: string;
  facet: string | null;
  n: number;
  /** samples without a value of feature or attribute */
  left_out: number;
  statistic: string;
  /** null, as P and q, where there is no result */
  value: number | null;
  p_value: number | null;
  /** Benjamini-Hochberg over the features shown, for each test and facet */
  q_value: number | null;
  /** why there is no result */
  note: string | null;
}

/** The tests of all features, with q over those that have a result. */
export function testRows({ features }: Expression): TestRow[] {
  const rows = features.flatMap(({ feature, tests, not_tested }) => [
    ...tests.map(({ kind, facet, n, left_out, statistic, p_value }) => ({
      ...{ feature, test: TEST_NAMES[kind].name, facet, n, left_out },
      ...{ statistic: TEST_NAMES[kind].statistic, value: statistic, p_value, note: null },
    })),
    ...not_tested.map(({ kind, facet, n, left_out, reason }) => ({
      ...{ feature, test: TEST_NAMES[kind].name, facet, n, left_out },
      ...{ statistic: TEST_NAMES[kind].statistic, value: null, p_value: null },
      note: `not tested: ${NO_TEST_TEXTS[reason]}`,
    })),
  ]);
  const families = Map.groupBy(rows, ({ test, facet }) => `${test}\n${facet}`);
  const qOf = new Map(
    [...families.values()].flatMap((family) => {
      const q = adjustPValues(Float64Array.from(family, ({ p_value }) => p_value ?? Number.NaN));
      return family.map((row, at) => [row, row.p_value === null ? null : (q[at] ?? 1)] as const);
    }),
  );
  return rows.map((row) => ({ ...row, q_value: qOf.get(row) ?? null }));
}

/** Samples with a value of both features. */
export function pairOf({ samples, features }: Expression, x: string, y: string) {
  const valuesOf = (name: string) => features.find(({ feature }) => feature === name)?.values ?? [];
  const [a, b] = [valuesOf(x), valuesOf(y)];
  const known = samples.flatMap((sample, at) => {
    const [first, second] = [a[at] ?? null, b[at] ?? null];
    return first === null || second === null ? [] : [{ sample, at, first, second }];
  });
  return {
    samples: known.map(({ sample }) => sample),
    indexes: known.map(({ at }) => at),
    x: known.map(({ first }) => first),
    y: known.map(({ second }) => second),
  };
}
