import { f64At, numberAt } from '../../arrays/number-at.ts';
import { type FollowUp, timeOrder } from './kaplan-meier.ts';

/** Samples of a Cox model, latest first, with their covariates (samples x covariates, row-major). */
export interface CoxDesign {
  sampleCount: number;
  covariateCount: number;
  time: Float64Array;
  event: Uint8Array;
  covariates: Float64Array;
  /** Units of each covariate: the covariates of the design are centred and divided by this. */
  scale: Float64Array;
}

/** Mean of the covariates over those at risk, in one step of Efron's approximation at one time. */
export interface RiskStep {
  /** Samples of this time: `from` to before `to`, events and censored. */
  from: number;
  to: number;
  events: number;
  logTotal: number;
  mean: Float64Array;
  /** Variance over those at risk; covariates x covariates, row-major. */
  variance: Float64Array;
}

/**
 * Design of some samples, without those with a missing covariate (NaN).
 * @param covariates one value per sample of the follow-up each
 */
export function coxDesign(
  followUp: FollowUp,
  covariates: readonly ArrayLike<number>[],
  samples?: ArrayLike<number>,
): CoxDesign {
  const order = timeOrder(followUp, samples)
    .reverse()
    .filter((sample) => covariates.every((values) => !Number.isNaN(numberAt(values, sample))));
  const count = covariates.length;
  const design: CoxDesign = {
    sampleCount: order.length,
    covariateCount: count,
    time: Float64Array.from(order, (sample) => numberAt(followUp.time, sample)),
    event: Uint8Array.from(order, (sample) => numberAt(followUp.event, sample)),
    covariates: new Float64Array(order.length * count),
    scale: new Float64Array(count),
  };
  covariates.forEach((values, covariate) => {
    let [sum, spread] = [0, 0];
    for (const sample of order) sum += numberAt(values, sample);
    const centre = sum / order.length;
    for (const sample of order) spread += Math.abs(numberAt(values, sample) - centre);
    const scale = spread > 0 ? spread / order.length : 1;
    design.scale[covariate] = scale;
    order.forEach((sample, at) => {
      design.covariates[at * count + covariate] = (numberAt(values, sample) - centre) / scale;
    });
  });
  return design;
}

/** Sums over samples at risk: weight, weighted covariates and products (lower triangle). */
class RiskSums {
  total = 0;
  readonly first: Float64Array;
  readonly second: Float64Array;

  constructor(count: number) {
    this.first = new Float64Array(count);
    this.second = new Float64Array(count * count);
  }

  add(weight: number, covariates: Float64Array, start: number): void {
    const count = this.first.length;
    this.total += weight;
    // Indices stay inside by construction; this is the innermost loop of all models of a network.
    for (let a = 0; a < count; a += 1) {
      const weighted = weight * f64At(covariates, start + a);
      this.first[a] = f64At(this.first, a) + weighted;
      for (let b = 0; b <= a; b += 1)
        this.second[a * count + b] =
          f64At(this.second, a * count + b) + weighted * f64At(covariates, start + b);
    }
  }

  clear(): void {
    this.total = 0;
    this.first.fill(0);
    this.second.fill(0);
  }
}

/** Linear predictor of each sample of a design. */
export function linearPredictors(design: CoxDesign, beta: Float64Array): Float64Array {
  const { sampleCount, covariateCount, covariates } = design;
  const predictors = new Float64Array(sampleCount);
  for (let at = 0; at < sampleCount; at += 1) {
    let sum = 0;
    for (let covariate = 0; covariate < covariateCount; covariate += 1)
      sum += f64At(beta, covariate) * f64At(covariates, at * covariateCount + covariate);
    predictors[at] = sum;
  }
  return predictors;
}

/**
 * Calls `visit` for each event, latest time first: d events at one time are d steps, of which step k leaves out k / d
 * of the weight of these events. The object passed is reused.
 * @source Efron 1977, J Am Stat Assoc 72:557
 */
export function visitRiskSteps(
  design: CoxDesign,
  predictors: Float64Array,
  visit: (step: RiskStep) => void,
): void {
  const { sampleCount, covariateCount: count, time, event, covariates } = design;
  const [atRisk, dying] = [new RiskSums(count), new RiskSums(count)];
  const step: RiskStep = {
    from: 0,
    to: 0,
    events: 0,
    logTotal: 0,
    mean: new Float64Array(count),
    variance: new Float64Array(count * count),
  };
  for (let to = 0; to < sampleCount; ) {
    step.from = to;
    step.events = 0;
    dying.clear();
    for (; to < sampleCount && time[to] === time[step.from]; to += 1) {
      const weight = Math.exp(numberAt(predictors, to));
      atRisk.add(weight, covariates, to * count);
      if (event[to] !== 1) continue;
      dying.add(weight, covariates, to * count);
      step.events += 1;
    }
    step.to = to;
    for (let done = 0; done < step.events; done += 1) {
      takeStep(step, atRisk, dying, done / step.events);
      visit(step);
    }
  }
}

function takeStep(step: RiskStep, atRisk: RiskSums, dying: RiskSums, share: number): void {
  const count = step.mean.length;
  const total = atRisk.total - share * dying.total;
  step.logTotal = Math.log(total);
  for (let a = 0; a < count; a += 1) {
    const mean = (numberAt(atRisk.first, a) - share * numberAt(dying.first, a)) / total;
    step.mean[a] = mean;
    for (let b = 0; b <= a; b += 1) {
      const at = a * count + b;
      const product = (numberAt(atRisk.second, at) - share * numberAt(dying.second, at)) / total;
      step.variance[at] = product - mean * numberAt(step.mean, b);
      step.variance[b * count + a] = numberAt(step.variance, at);
    }
  }
}
