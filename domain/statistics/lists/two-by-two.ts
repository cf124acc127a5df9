import { numberAt } from '../../arrays/number-at.ts';
import { type OverlapCounts, pOfOverlap, tailOfOverlap } from '../hypergeometric.ts';
import { logGamma } from '../special-functions.ts';

/** A list against a set in one universe: P of both directions, odds ratio with its interval. */
export interface TwoByTwo {
  /** P of at least this overlap */
  pOver: number;
  /** P of at most this overlap */
  pUnder: number;
  /** Fisher's two-sided P: all tables at most as likely as this one */
  pFisher: number;
  /** conditional maximum likelihood estimate; 0 with the smallest possible overlap, infinite with the largest */
  oddsRatio: number;
  /** 95 % confidence interval of the odds ratio */
  low: number;
  high: number;
}

/** Tables as likely as the observed one up to rounding count as equally likely, as in R. */
const SLACK = 1 + 1e-7;
const ALPHA = 0.05;
/** Natural log of the largest odds ratio that is searched. */
const MAX_LOG_ODDS = 60;
const STEPS = 200;

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

/** Chances of every possible overlap where the odds ratio is `exp(logOdds)`. */
class Overlaps {
  readonly smallest: number;
  readonly largest: number;
  private readonly logs: Float64Array;

  constructor({ setSize, moduleSize, universe }: Omit<OverlapCounts, 'overlap'>) {
    this.smallest = Math.max(0, setSize + moduleSize - universe);
    this.largest = Math.min(setSize, moduleSize);
    this.logs = Float64Array.from(
      { length: this.largest - this.smallest + 1 },
      (_, at) =>
        logChoose(setSize, this.smallest + at) +
        logChoose(universe - setSize, moduleSize - this.smallest - at),
    );
  }

  chances(logOdds: number): Float64Array {
    const tilted = this.logs.map((log, at) => log + at * logOdds);
    const top = tilted.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
    const weights = tilted.map((log) => Math.exp(log - top));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }

  mean(logOdds: number): number {
    return this.chances(logOdds).reduce((sum, chance, at) => sum + chance * (this.smallest + at), 0);
  }

  atLeast(overlap: number, logOdds: number): number {
    return this.chances(logOdds)
      .subarray(overlap - this.smallest)
      .reduce((sum, chance) => sum + chance, 0);
  }
}

/** The odds ratio at which a function of its logarithm, which grows, reaches a value; by bisection. */
function solve(grows: (logOdds: number) => number, value: number): number {
  let [low, high] = [-MAX_LOG_ODDS, MAX_LOG_ODDS];
  for (let step = 0; step < STEPS && high - low > 1e-12; step += 1) {
    const middle = (low + high) / 2;
    if (grows(middle) < value) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/**
 * Compares a list with a set: hypergeometric P of both directions, and Fisher's exact test.
 * Counts are unique genes of one universe, as for `hypergeometricTail`.
 * @throws RangeError if a count exceeds the universe or the overlap is impossible
 * @source `phyper` and `fisher.test` of R; Rivals et al. 2007, Bioinformatics 23:401
 */
export function twoByTwo(counts: OverlapCounts): TwoByTwo {
  const { overlap, setSize, moduleSize, universe } = counts;
  if (Math.max(setSize, moduleSize) > universe)
    throw new RangeError(`A count exceeds the universe of ${universe} genes.`);
  const overlaps = new Overlaps(counts);
  const { smallest, largest } = overlaps;
  if (overlap < smallest || overlap > largest)
    throw new RangeError(`${overlap} genes cannot be in both of ${setSize} and ${moduleSize}.`);
  const chances = overlaps.chances(0);
  const own = numberAt(chances, overlap - smallest);
  const pFisher = chances.reduce((sum, chance) => sum + (chance <= own * SLACK ? chance : 0), 0);
  return {
    pOver: tailOfOverlap(overlap, setSize, moduleSize, universe),
    pUnder: pOfOverlap('under', overlap, setSize, moduleSize, universe),
    pFisher: Math.min(1, pFisher),
    oddsRatio:
      overlap === smallest
        ? 0
        : overlap === largest
          ? Number.POSITIVE_INFINITY
          : solve((logOdds) => overlaps.mean(logOdds), overlap),
    low: overlap === smallest ? 0 : solve((logOdds) => overlaps.atLeast(overlap, logOdds), ALPHA / 2),
    high:
      overlap === largest
        ? Number.POSITIVE_INFINITY
        : solve((logOdds) => overlaps.atLeast(overlap + 1, logOdds), 1 - ALPHA / 2),
  };
}
