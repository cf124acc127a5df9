import { numberAt } from '../../arrays/number-at.ts';
import { pearson } from '../correlation.ts';
import { logChiSquareTail } from '../distributions/tails.ts';
import { mean } from '../moments.ts';
import { type CoxDesign, linearPredictors, visitRiskSteps } from './partial-likelihood.ts';
import { solveSymmetric } from './solve-symmetric.ts';

interface ChiSquareTest {
  chiSquare: number;
  df: number;
  /** Natural logarithm of P. */
  logP: number;
}

/** Test of proportional hazards. */
export interface HazardsTest {
  covariates: (ChiSquareTest & {
    /** Correlation of scaled Schoenfeld residuals with transformed time, in [-1, 1]; positive: the effect grows. */
    rho: number;
  })[];
  global: ChiSquareTest;
}

/** 1 - Kaplan-Meier survival just before the time of each sample of a design (latest first). */
function transformedTimes({ time, event, sampleCount }: CoxDesign): Float64Array {
  const transformed = new Float64Array(sampleCount);
  let survival = 1;
  for (let to = sampleCount; to > 0; ) {
    let from = to;
    let events = 0;
    for (; from > 0 && time[from - 1] === time[to - 1]; from -= 1) {
      events += numberAt(event, from - 1);
      transformed[from - 1] = 1 - survival;
    }
    survival *= 1 - events / to;
    to = from;
  }
  // At the exact maximum the centre makes no difference; near it, this is that of R.
  const atEvents = transformed.filter((_, at) => event[at] === 1);
  const centre = mean(atEvents);
  return transformed.map((value) => value - centre);
}

/**
 * Score test of covariate x time terms, with time as 1 - Kaplan-Meier survival, and the older correlation with
 * residuals.
 * @param beta coefficients at the maximum
 * @param inverse inverse of the information there, by rows
 * @source Grambsch & Therneau 1994, Biometrika 81:515; `cox.zph(transform = "km")` of survival 3
 */
export function proportionalHazards(
  design: CoxDesign,
  beta: Float64Array,
  inverse: readonly Float64Array[],
): HazardsTest {
  const { covariateCount: count, covariates, event } = design;
  const times = transformedTimes(design);
  // Scores of x * time; the information of x with x, x with x * time, and x * time with itself.
  const score = new Float64Array(count);
  const information = Array.from({ length: 2 * count }, () => new Float64Array(2 * count));
  const add = (row: number, column: number, value: number) => {
    const target = information[row];
    if (target !== undefined) target[column] = numberAt(target, column) + value;
  };
  const residuals: Float64Array[] = [];
  const residualTimes: number[] = [];
  let meanOfSteps = new Float64Array(count);
  let done = 0;
  visitRiskSteps(design, linearPredictors(design, beta), ({ from, to, events, mean: stepMean, variance }) => {
    const time = numberAt(times, from);
    for (let a = 0; a < count; a += 1) {
      meanOfSteps[a] = numberAt(meanOfSteps, a) + numberAt(stepMean, a) / events;
      for (let b = 0; b < count; b += 1) {
        const value = numberAt(variance, a * count + b);
        add(a, b, value);
        add(a, count + b, value * time);
        add(count + a, b, value * time);
        add(count + a, count + b, value * time * time);
      }
    }
    done += 1;
    if (done < events) return;
    for (let at = from; at < to; at += 1) {
      if (event[at] !== 1) continue;
      const residual = meanOfSteps.map((value, a) => numberAt(covariates, at * count + a) - value);
      residual.forEach((value, a) => {
        score[a] = numberAt(score, a) + value * time;
      });
      residuals.push(residual);
      residualTimes.push(time);
    }
    meanOfSteps = new Float64Array(count);
    done = 0;
  });
  const scaled = (residual: Float64Array, covariate: number) =>
    residual.reduce((sum, value, a) => sum + value * numberAt(inverse[covariate] ?? residual, a), 0);
  return {
    covariates: Array.from(score, (_, covariate) => ({
      ...scoreTest(score, information, [covariate]),
      rho: pearson(
        residualTimes,
        residuals.map((residual) => scaled(residual, covariate)),
      ),
    })),
    global: scoreTest(score, information, [...score.keys()]),
  };
}

/** Test of the time terms of some covariates, given all covariates without time. */
function scoreTest(
  score: Float64Array,
  information: readonly Float64Array[],
  tested: readonly number[],
): ChiSquareTest {
  const count = score.length;
  const kept = [...score.keys(), ...tested.map((covariate) => count + covariate)];
  const right = Float64Array.from(kept, (at) => (at < count ? 0 : numberAt(score, at - count)));
  const solution = solveSymmetric(
    kept.map((row) => Float64Array.from(kept, (column) => numberAt(information[row] ?? right, column))),
    right,
  );
  const chiSquare = solution?.reduce((sum, value, at) => sum + value * numberAt(right, at), 0) ?? Number.NaN;
  return { chiSquare, df: tested.length, logP: logChiSquareTail(chiSquare, tested.length) };
}
