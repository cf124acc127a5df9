/** Tests of a comparison of groups of samples. */
export const COMPARISON_TESTS = [
  'moderated-t',
  'welch',
  'rank-sum',
  'moderated-f',
  'kruskal-wallis',
] as const;
export type ComparisonTest = (typeof COMPARISON_TESTS)[number];

/** Whether variances are moderated over all features, as in limma. */
export function isModerated(test: ComparisonTest): boolean {
  return test === 'moderated-t' || test === 'moderated-f';
}

/** Tests that need no normal distribution. */
export function isRankTest(test: ComparisonTest): boolean {
  return test === 'rank-sum' || test === 'kruskal-wallis';
}

/** Whether the test compares two groups only. */
export function takesTwoGroups(test: ComparisonTest): boolean {
  return test === 'moderated-t' || test === 'welch' || test === 'rank-sum';
}
