import { numberAt } from '../../arrays/number-at.ts';
import { logChiSquareTail, Z_975 } from '../distributions/tails.ts';
import { solveSymmetric } from './solve-symmetric.ts';

/** Follow-up of samples: a time in any unit, finite, and 1 where the event was observed, 0 where censored. */
export interface FollowUp {
  time: Float64Array;
  event: Uint8Array;
}

/** One value per distinct time, ascending. */
export interface SurvivalCurve {
  time: Float64Array;
  atRisk: Float64Array;
  events: Float64Array;
  censored: Float64Array;
  survival: Float64Array;
  /** Standard error of log survival (Greenwood); infinite from where survival is 0. */
  seLog: Float64Array;
  /** 95 % interval; NaN where the chosen scale does not define it. */
  low: Float64Array;
  high: Float64Array;
  /** First time at which survival is at most .5, with the interval; NaN where it is never reached. */
  median: number;
  medianLow: number;
  medianHigh: number;
}

/** Samples in ascending order of time; the order among equal times is free. */
export function timeOrder({ time }: FollowUp, samples?: ArrayLike<number>): Int32Array {
  const order = samples === undefined ? Int32Array.from(time.keys()) : Int32Array.from(samples);
  return order.sort((a, b) => numberAt(time, a) - numberAt(time, b));
}

/** Middle of the span in which the curve equals .5, as R reports a median; NaN if the curve stays above. */
function medianOf(time: Float64Array, survival: Float64Array): number {
  // Products of fractions that are .5 in exact arithmetic miss it by rounding.
  const tolerance = Math.sqrt(2 ** -52);
  const first = survival.findIndex((value) => value <= 0.5 + tolerance);
  if (first < 0) return Number.NaN;
  if (Math.abs(numberAt(survival, first) - 0.5) > tolerance) return numberAt(time, first);
  const below = survival.findIndex((value) => value < 0.5 - tolerance);
  return below < 0 ? numberAt(time, first) : (numberAt(time, first) + numberAt(time, below)) / 2;
}

/** 95 % limits of survival on the log or log-log scale. */
function limits(survival: number, seLog: number, scale: 'log' | 'log-log'): [number, number] {
  if (survival === 0) return [Number.NaN, Number.NaN];
  if (scale === 'log')
    return [survival * Math.exp(-Z_975 * seLog), Math.min(1, survival * Math.exp(Z_975 * seLog))];
  if (survival === 1) return [Number.NaN, Number.NaN];
  const centre = Math.log(-Math.log(survival));
  const reach = (Z_975 * seLog) / Math.log(survival);
  return [Math.exp(-Math.exp(centre - reach)), Math.exp(-Math.exp(centre + reach))];
}

/**
 * Kaplan-Meier curve of some samples (all by default).
 * @param scale scale of the 95 % interval; `log` is the default of R
 * @source `survfit(Surv(time, event) ~ 1, conf.type = scale)`
 */
export function kaplanMeier(
  followUp: FollowUp,
  { samples, scale = 'log' }: { samples?: ArrayLike<number>; scale?: 'log' | 'log-log' } = {},
): SurvivalCurve {
  const order = timeOrder(followUp, samples);
  const times = Float64Array.from(new Set(Array.from(order, (sample) => numberAt(followUp.time, sample))));
  const blank = () => new Float64Array(times.length);
  const curve = { time: times, atRisk: blank(), events: blank(), censored: blank(), survival: blank() };
  const [seLog, low, high] = [blank(), blank(), blank()];
  let [at, survival, greenwood] = [0, 1, 0];
  for (let step = 0; step < times.length; step += 1) {
    const atRisk = order.length - at;
    let events = 0;
    const from = at;
    while (at < order.length && followUp.time[numberAt(order, at)] === times[step]) {
      events += numberAt(followUp.event, numberAt(order, at));
      at += 1;
    }
    survival *= 1 - events / atRisk;
    if (events > 0) greenwood += events / (atRisk * (atRisk - events));
    curve.atRisk[step] = atRisk;
    curve.events[step] = events;
    curve.censored[step] = at - from - events;
    curve.survival[step] = survival;
    seLog[step] = Math.sqrt(greenwood);
    [low[step], high[step]] = limits(survival, Math.sqrt(greenwood), scale);
  }
  return {
    ...curve,
    seLog,
    low,
    high,
    median: medianOf(times, curve.survival),
    medianLow: medianOf(times, low),
    medianHigh: medianOf(times, high),
  };
}

export interface LogRank {
  observed: Float64Array;
  expected: Float64Array;
  chiSquare: number;
  df: number;
  /** Natural logarithm of P; NaN without events. */
  logP: number;
}

/**
 * Log-rank test of two or more groups of samples.
 * @source Mantel 1966, Cancer Chemother Rep 50:163; `survdiff`
 */
export function logRank(followUp: FollowUp, groups: readonly ArrayLike<number>[]): LogRank {
  const count = groups.length;
  const groupOf = new Map(
    groups.flatMap((group, index) => Array.from(group, (sample) => [sample, index] as const)),
  );
  const order = timeOrder(followUp, [...groupOf.keys()]);
  const atRisk = Float64Array.from(groups, (group) => group.length);
  const [observed, expected] = [new Float64Array(count), new Float64Array(count)];
  const variance = groups.map(() => new Float64Array(count));
  for (let at = 0; at < order.length; ) {
    const n = order.length - at;
    const time = followUp.time[numberAt(order, at)];
    const left = new Float64Array(count);
    let events = 0;
    for (; at < order.length && followUp.time[numberAt(order, at)] === time; at += 1) {
      const sample = numberAt(order, at);
      const group = groupOf.get(sample) ?? 0;
      const event = numberAt(followUp.event, sample);
      left[group] = numberAt(left, group) + 1;
      observed[group] = numberAt(observed, group) + event;
      events += event;
    }
    const factor = n > 1 ? (events * (n - events)) / (n - 1) : 0;
    for (let a = 0; a < count; a += 1) {
      const share = numberAt(atRisk, a) / n;
      expected[a] = numberAt(expected, a) + events * share;
      const row = variance[a] ?? left;
      for (let b = 0; b < count; b += 1)
        row[b] = numberAt(row, b) + factor * share * ((a === b ? 1 : 0) - numberAt(atRisk, b) / n);
    }
    for (let a = 0; a < count; a += 1) atRisk[a] = numberAt(atRisk, a) - numberAt(left, a);
  }
  // Deviations sum to 0, so one group is redundant; groups never at risk of an event carry nothing.
  const used = groups.map((_, index) => index).filter((index) => numberAt(expected, index) > 0);
  const kept = used.slice(1);
  const deviations = Float64Array.from(
    kept,
    (index) => numberAt(observed, index) - numberAt(expected, index),
  );
  const inverse = solveSymmetric(
    kept.map((row) => Float64Array.from(kept, (column) => numberAt(variance[row] ?? expected, column))),
    deviations,
  );
  const chiSquare =
    inverse === undefined || kept.length === 0
      ? Number.NaN
      : deviations.reduce((sum, value, index) => sum + value * numberAt(inverse, index), 0);
  return { observed, expected, chiSquare, df: kept.length, logP: logChiSquareTail(chiSquare, kept.length) };
}
