/** Groups and tests of several features as rows of tables. */
import type { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
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
  statistic: string;
  value: number;
  p_value: number;
  /** Benjamini-Hochberg over the features shown, for each test and facet */
  q_value: number;
}

/** The tests of all features, with q over them. */
export function testRows({ features }: Expression): TestRow[] {
  const rows = features.flatMap(({ feature, tests }) =>
    tests.map(({ kind, facet, n, statistic, p_value }) => ({
      feature,
      test: TEST_NAMES[kind].name,
      facet,
      n,
      statistic: TEST_NAMES[kind].statistic,
      value: statistic,
      p_value,
    })),
  );
  const families = Map.groupBy(rows, ({ test, facet }) => `${test}\n${facet}`);
  const qOf = new Map(
    [...families.values()].flatMap((family) => {
      const q = adjustPValues(Float64Array.from(family, ({ p_value }) => p_value));
      return family.map((row, at) => [row, q[at] ?? 1] as const);
    }),
  );
  return rows.map((row) => ({ ...row, q_value: qOf.get(row) ?? 1 }));
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
