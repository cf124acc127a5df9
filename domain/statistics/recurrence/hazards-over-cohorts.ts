/** Hazard ratios of one signal in several cohorts, combined. */
import { logNormalTails, Z_975 } from '../distributions/tails.ts';
import { oneOfEachCohort } from './cohorts.ts';

/** Of one data set: the log hazard ratio per standard deviation of the eigengene, with its standard error. */
export interface CohortHazard {
  cohort: number;
  events: number;
  coefficient: number;
  standardError: number;
}

export interface CombinedHazard {
  cohorts: number;
  hazardRatio: number;
  /** 95 % confidence interval */
  low: number;
  high: number;
  p: number;
  /** share of the differences between cohorts beyond chance, in [0, 1) */
  iSquared: number;
}

/**
 * Fixed effect: mean of the log hazard ratios by inverse variance, over one data set of each cohort.
 * @returns null for fewer than two cohorts
 * @source Borenstein et al. 2009, Introduction to Meta-Analysis, chapter 11; I²: Higgins & Thompson 2002, Stat Med 21:1539
 */
export function combineHazardRatios(hazards: readonly CohortHazard[]): CombinedHazard | null {
  const chosen = oneOfEachCohort(hazards, ({ events }) => events);
  if (chosen.length < 2) return null;
  const weightOf = ({ standardError }: CohortHazard) => 1 / standardError ** 2;
  const weight = chosen.reduce((sum, each) => sum + weightOf(each), 0);
  const mean = chosen.reduce((sum, each) => sum + weightOf(each) * each.coefficient, 0) / weight;
  const q = chosen.reduce((sum, each) => sum + weightOf(each) * (each.coefficient - mean) ** 2, 0);
  const standardError = 1 / Math.sqrt(weight);
  return {
    cohorts: chosen.length,
    hazardRatio: Math.exp(mean),
    low: Math.exp(mean - Z_975 * standardError),
    high: Math.exp(mean + Z_975 * standardError),
    p: Math.exp(logNormalTails(mean / standardError)),
    iSquared: q > 0 ? Math.max(0, (q - (chosen.length - 1)) / q) : 0,
  };
}
