/** Tests of a feature by a sample attribute, their statistics, and why a test has no result. */

/** The statistic of each test; of the analysis of variance R2, the share of the variance between groups. */
export const EXPRESSION_STATISTICS = {
  welch: 't',
  'rank-sum': 'W',
  anova: 'R2',
  'kruskal-wallis': 'H',
  pearson: 'r',
} as const;
export type ExpressionTestKind = keyof typeof EXPRESSION_STATISTICS;

export interface ExpressionTest {
  kind: ExpressionTestKind;
  /** samples with a value of feature and attribute */
  n: number;
  /** as in `EXPRESSION_STATISTICS` */
  statistic: number;
  p: number;
}

/** Why a test has no result. */
export const NO_TEST_REASONS = [
  'no values',
  'one value of the attribute',
  'does not vary',
  'does not vary within groups',
  'a group of one sample',
  'groups of one sample only',
  'fewer than 3 samples',
] as const;
export type NoTestReason = (typeof NO_TEST_REASONS)[number];

export interface UntestedExpression {
  kind: ExpressionTestKind;
  n: number;
  reason: NoTestReason;
}

/** Whether a test has a result. */
export function isTested(test: ExpressionTest | UntestedExpression): test is ExpressionTest {
  return !('reason' in test);
}
