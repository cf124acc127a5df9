import { f64At, numberAt } from '../../arrays/number-at.ts';
import { kruskalWallisTest, rankSumTest } from '../comparison/rank-tests.ts';
import { welchTest } from '../comparison/welch.ts';
import type { FeatureMatrix } from '../matrix.ts';
import { type Trait, traitCell } from '../modules/traits.ts';
import { type FittedLine, fitLine } from './fit-line.ts';
import type { ExpressionTest, ExpressionTestKind, NoTestReason, UntestedExpression } from './test-kinds.ts';

/** Samples of a trait with a value of the feature, and their codes or numbers. */
function present(
  values: Float64Array,
  trait: Trait,
  within: ReadonlySet<number> | null,
): { samples: number[]; codes: number[] } {
  const [samples, codes]: [number[], number[]] = [[], []];
  // Indexed loops here and below: a gene is tested in every data set at once.
  for (let at = 0; at < trait.samples.length; at += 1) {
    const sample = numberAt(trait.samples, at);
    if (within !== null && !within.has(sample)) continue;
    if (Number.isNaN(values[sample] ?? Number.NaN)) continue;
    samples.push(sample);
    codes.push(f64At(trait.values, at));
  }
  return { samples, codes };
}

/** The line of a feature on a numeric attribute; `within` as in `expressionTests`. */
export function expressionLine(
  values: Float64Array,
  trait: Trait,
  within: ReadonlySet<number> | null,
): FittedLine | null {
  const { samples, codes } = present(values, trait, within);
  return fitLine(
    codes,
    samples.map((sample) => f64At(values, sample)),
  );
}

function rowOf(values: Float64Array): FeatureMatrix {
  return { featureCount: 1, sampleCount: values.length, values };
}

/** Samples by code, without empty groups, and the index of its group for each sample. */
function filledGroups(samples: readonly number[], codes: readonly number[], count: number) {
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (let at = 0; at < samples.length; at += 1) groups[numberAt(codes, at)]?.push(numberAt(samples, at));
  const filled = groups.filter((group) => group.length > 0);
  const indexOfCode = groups.map((group) => filled.indexOf(group));
  const indexes = new Float64Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) indexes[at] = numberAt(indexOfCode, numberAt(codes, at));
  return { filled, indexes };
}

/** What the tests of a feature share. */
interface Tested {
  values: Float64Array;
  n: number;
  /** samples by group, none empty */
  filled: readonly number[][];
}

/** Why no test of these groups has a result; undefined if one may have. */
function obstacleOf({ values, n, filled }: Tested): NoTestReason | undefined {
  const [[first = 0] = []] = filled;
  if (n === 0) return 'no values';
  if (filled.length < 2) return 'one value of the attribute';
  const isVarying = filled.some((group) => group.some((sample) => values[sample] !== values[first]));
  return isVarying ? undefined : 'does not vary';
}

function toTest(
  kind: ExpressionTestKind,
  n: number,
  { statistic, p }: { statistic: number | undefined; p: number },
  otherwise: NoTestReason,
): ExpressionTest | UntestedExpression {
  return statistic === undefined || Number.isNaN(statistic) || Number.isNaN(p)
    ? { kind, n, reason: otherwise }
    : { kind, n, statistic, p };
}

function* twoGroupTests({ values, n, filled }: Tested): Generator<ExpressionTest | UntestedExpression> {
  const [first = [], second = []] = filled;
  const welch = welchTest(rowOf(values), first, second);
  yield toTest(
    'welch',
    n,
    { statistic: welch.t[0], p: Math.exp(welch.logP[0] ?? Number.NaN) },
    filled.some((group) => group.length < 2) ? 'a group of one sample' : 'does not vary within groups',
  );
  const ranks = rankSumTest(rowOf(values), first, second);
  yield toTest(
    'rank-sum',
    n,
    { statistic: ranks.statistic[0], p: Math.exp(ranks.logP[0] ?? Number.NaN) },
    'does not vary',
  );
}

/**
 * Tests of a feature by an attribute: of two groups Welch's t and the rank sum, of more the analysis of variance and
 * Kruskal-Wallis, of numbers Pearson's r. What has no result has a reason. Tests are computed lazily.
 * @param within samples to use; null for all
 */
export function* expressionTests(
  values: Float64Array,
  trait: Trait,
  within: ReadonlySet<number> | null,
): Generator<ExpressionTest | UntestedExpression> {
  const { samples, codes } = present(values, trait, within);
  const n = samples.length;
  if (trait.kind === 'numeric') {
    const line = expressionLine(values, trait, within);
    const isLevel = samples.every((sample) => values[sample] === values[samples[0] ?? 0]);
    const otherwise = isLevel ? 'does not vary' : 'one value of the attribute';
    const reason = n === 0 ? 'no values' : n < 3 ? 'fewer than 3 samples' : otherwise;
    yield toTest('pearson', n, { statistic: line?.r, p: line?.p ?? Number.NaN }, reason);
    return;
  }
  const { filled, indexes } = filledGroups(samples, codes, trait.groups.length);
  const tested = { values, n, filled };
  const obstacle = obstacleOf(tested);
  const isOfTwo = filled.length === 2 || (filled.length < 2 && trait.groups.length < 3);
  const kinds = isOfTwo ? (['welch', 'rank-sum'] as const) : (['anova', 'kruskal-wallis'] as const);
  if (obstacle !== undefined) {
    for (const kind of kinds) yield { kind, n, reason: obstacle };
    return;
  }
  if (isOfTwo) {
    yield* twoGroupTests(tested);
    return;
  }
  const used: Trait = {
    ...trait,
    kind: 'groups',
    samples,
    values: indexes,
    groups: filled.map((group) => ({ name: '', n: group.length })),
  };
  const anova = traitCell(values, used);
  yield toTest(
    'anova',
    n,
    { statistic: anova?.r2, p: anova?.p ?? Number.NaN },
    filled.length === n ? 'groups of one sample only' : 'does not vary',
  );
  const ranks = kruskalWallisTest(rowOf(values), filled);
  yield toTest(
    'kruskal-wallis',
    n,
    { statistic: ranks.statistic[0], p: Math.exp(ranks.logP[0] ?? Number.NaN) },
    'does not vary',
  );
}
