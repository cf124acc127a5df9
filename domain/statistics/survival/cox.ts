import { numberAt } from '../../arrays/number-at.ts';
import { logChiSquareTail, logNormalTails, Z_975 } from '../distributions/tails.ts';
import type { FollowUp } from './kaplan-meier.ts';
import { type CoxDesign, coxDesign, linearPredictors, visitRiskSteps } from './partial-likelihood.ts';
import { factorSymmetric, independentRows, inverseOf, solveSymmetric } from './solve-symmetric.ts';
import { type HazardsTest, proportionalHazards } from './zph.ts';

/** Iterations end where the log likelihood changes by less than this share. */
const CONVERGED = 1e-11;
const MAX_ITERATIONS = 20;
/** A coefficient whose next step is a larger share of it than this runs off to infinity. */
const RUNS_OFF = 3e-5;

/** Effect of one covariate, per unit; NaN where it does not vary or depends on earlier covariates. */
export interface CoxCoefficient {
  coefficient: number;
  standardError: number;
  hazardRatio: number;
  /** 95 % Wald interval of the hazard ratio. */
  low: number;
  high: number;
  z: number;
  /** Natural logarithm of the two-sided Wald P. */
  logP: number;
  /** False where the likelihood grows without end, as in a group without events, or the covariate is redundant. */
  isEstimable: boolean;
}

export interface CoxModel {
  n: number;
  events: number;
  logLikelihoodNull: number;
  logLikelihood: number;
  coefficients: CoxCoefficient[];
  /** Likelihood-ratio test of all covariates; `logP` is the natural logarithm of P. NaN without events. */
  likelihoodRatio: { chiSquare: number; df: number; logP: number };
  /** Undefined if a coefficient is not estimable. */
  hazards: HazardsTest | undefined;
}

interface Likelihood {
  logLikelihood: number;
  score: Float64Array;
  /** Covariates x covariates, by rows. */
  information: Float64Array[];
}

/** Log partial likelihood with its derivatives. */
function likelihoodAt(design: CoxDesign, beta: Float64Array): Likelihood {
  const { covariateCount: count, sampleCount, covariates, event } = design;
  const predictors = linearPredictors(design, beta);
  const score = new Float64Array(count);
  const information = Array.from(score, () => new Float64Array(count));
  let logLikelihood = 0;
  for (let at = 0; at < sampleCount; at += 1) {
    if (event[at] !== 1) continue;
    logLikelihood += numberAt(predictors, at);
    for (let a = 0; a < count; a += 1) score[a] = numberAt(score, a) + numberAt(covariates, at * count + a);
  }
  visitRiskSteps(design, predictors, ({ logTotal, mean, variance }) => {
    logLikelihood -= logTotal;
    information.forEach((row, a) => {
      score[a] = numberAt(score, a) - numberAt(mean, a);
      for (let b = 0; b < count; b += 1) row[b] = numberAt(row, b) + numberAt(variance, a * count + b);
    });
  });
  return { logLikelihood, score, information };
}

interface Maximum extends Likelihood {
  beta: Float64Array;
  logLikelihoodNull: number;
}

/**
 * Maximum of the partial likelihood by Newton-Raphson from 0, halving steps that make it smaller.
 * Where it grows without end, the last of 20 iterations.
 */
function maximise(design: CoxDesign): Maximum {
  let beta = new Float64Array(design.covariateCount);
  let best = likelihoodAt(design, beta);
  const logLikelihoodNull = best.logLikelihood;
  let change = solveSymmetric(best.information, best.score);
  for (let iteration = 0, share = 1; iteration < MAX_ITERATIONS && change !== undefined; iteration += 1) {
    const step: Float64Array = change;
    const candidate = beta.map((value, index) => value + share * numberAt(step, index));
    const found = likelihoodAt(design, candidate);
    const isConverged = Math.abs(1 - best.logLikelihood / found.logLikelihood) <= CONVERGED;
    if (!isConverged && !(found.logLikelihood >= best.logLikelihood)) {
      share /= 2;
      continue;
    }
    [beta, best] = [candidate, found];
    if (isConverged && share === 1) break;
    share = 1;
    change = solveSymmetric(best.information, best.score);
  }
  return { ...best, beta, logLikelihoodNull };
}

const REDUNDANT: CoxCoefficient = {
  coefficient: Number.NaN,
  standardError: Number.NaN,
  hazardRatio: Number.NaN,
  low: Number.NaN,
  high: Number.NaN,
  z: Number.NaN,
  logP: Number.NaN,
  isEstimable: false,
};

function coefficientOf(beta: number, standardError: number, scale: number, nextStep: number): CoxCoefficient {
  const [coefficient, se] = [beta / scale, standardError / scale];
  const z = coefficient / se;
  return {
    coefficient,
    standardError: se,
    hazardRatio: Math.exp(coefficient),
    low: Math.exp(coefficient - Z_975 * se),
    high: Math.exp(coefficient + Z_975 * se),
    z,
    logP: logNormalTails(z),
    isEstimable: !(Math.abs(nextStep) > CONVERGED && Math.abs(nextStep) > RUNS_OFF * Math.abs(beta)),
  };
}

/**
 * Cox proportional hazards model with one or several covariates, ties by Efron's approximation.
 * @param covariates one value per sample of the follow-up each; samples with a missing value (NaN) are left out
 * @param samples those to use; all by default
 * @source `coxph(Surv(time, event) ~ x, ties = "efron")`; `cox.zph(transform = "km", terms = FALSE)`
 */
export function coxModel(
  followUp: FollowUp,
  covariates: readonly ArrayLike<number>[],
  samples?: ArrayLike<number>,
): CoxModel {
  const complete = coxDesign(followUp, covariates, samples);
  const kept = independentRows(likelihoodAt(complete, new Float64Array(complete.covariateCount)).information);
  const design = kept.length === covariates.length ? complete : selectCovariates(complete, kept);
  const { beta, score, information, logLikelihood, logLikelihoodNull } = maximise(design);
  const factored = factorSymmetric(information);
  const inverse = factored === undefined ? undefined : inverseOf(factored, score.length);
  const nextStep = factored?.solve(score);
  const coefficients = covariates.map(() => REDUNDANT);
  kept.forEach((covariate, at) => {
    if (inverse === undefined || nextStep === undefined) return;
    coefficients[covariate] = coefficientOf(
      numberAt(beta, at),
      Math.sqrt(numberAt(inverse[at] ?? beta, at)),
      numberAt(design.scale, at),
      numberAt(nextStep, at),
    );
  });
  const chiSquare = kept.length === 0 ? Number.NaN : 2 * (logLikelihood - logLikelihoodNull);
  return {
    n: design.sampleCount,
    events: design.event.reduce((sum, event) => sum + event, 0),
    logLikelihoodNull,
    logLikelihood,
    coefficients,
    likelihoodRatio: { chiSquare, df: kept.length, logP: logChiSquareTail(chiSquare, kept.length) },
    hazards:
      coefficients.every(({ isEstimable }) => isEstimable) && inverse !== undefined
        ? proportionalHazards(design, beta, inverse)
        : undefined,
  };
}

function selectCovariates(design: CoxDesign, kept: readonly number[]): CoxDesign {
  const { sampleCount, covariateCount, covariates, scale } = design;
  return {
    ...design,
    covariateCount: kept.length,
    covariates: Float64Array.from({ length: sampleCount * kept.length }, (_, at) =>
      numberAt(covariates, Math.floor(at / kept.length) * covariateCount + numberAt(kept, at % kept.length)),
    ),
    scale: Float64Array.from(kept, (index) => numberAt(scale, index)),
  };
}

/**
 * One Cox model for each covariate, such as the eigengenes of all modules of a network.
 * @param covariates one value per sample of the follow-up each
 */
export function coxOfMany(
  followUp: FollowUp,
  covariates: readonly ArrayLike<number>[],
  samples?: ArrayLike<number>,
): CoxModel[] {
  return covariates.map((covariate) => coxModel(followUp, [covariate], samples));
}
