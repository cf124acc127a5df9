/** Sample attributes associated with one signal in several data sets. */

import { fieldKey } from '../../query/query.ts';
import { combineCorrelations, fisherZ } from '../correlates/combined.ts';
import { Z_975 } from '../distributions/tails.ts';
import { oneOfEachCohort } from './cohorts.ts';

const MIN_SAMPLES = 4;

/** An attribute with a correlation in one data set. */
export interface CohortTrait {
  dataSet: number;
  cohort: number;
  attribute: string;
  n: number;
  r: number;
  p: number;
  /** names of the two groups in the order of their codes, r is positive if the second is higher; empty for numbers */
  groups: readonly string[];
}

export interface TraitInDataSet {
  dataSet: number;
  n: number;
  r: number;
  /** 95 % confidence interval of r */
  low: number;
  high: number;
  p: number;
}

export interface CombinedTrait {
  attribute: string;
  /** of two groups, the one that is higher where r is positive; null for numbers */
  group: string | null;
  results: TraitInDataSet[];
  /** null with a single cohort */
  combined: { cohorts: number; r: number; low: number; high: number; p: number; iSquared: number } | null;
}

function interval(z: number, weight: number): { low: number; high: number } {
  const half = Z_975 / Math.sqrt(weight);
  return { low: Math.tanh(z - half), high: Math.tanh(z + half) };
}

/** r for the groups in the order of `wanted`; null where the groups have other names. */
function orient({ r, groups }: CohortTrait, wanted: readonly string[]): number | null {
  if (groups.join('\n') === wanted.join('\n')) return r;
  return groups.toReversed().join('\n') === wanted.join('\n') ? -r : null;
}

function combine(traits: readonly { cohort: number; n: number; r: number }[]): CombinedTrait['combined'] {
  const largest = oneOfEachCohort(traits, ({ n }) => n);
  if (largest.length < 2) return null;
  const pooled = combineCorrelations(
    largest.map(({ r }) => r),
    largest.map(({ n }) => n),
  );
  const weight = largest.reduce((sum, { n }) => sum + n - 3, 0);
  return {
    cohorts: largest.length,
    r: pooled.combinedR,
    ...interval(pooled.meanZ, weight),
    p: Math.exp(pooled.logP),
    iSquared: pooled.iSquared,
  };
}

/**
 * Combines associations over cohorts, one data set of each: the inverse-variance mean of Fisher z. Attributes are the
 * same by name, ignoring case and underscores; a data set whose two groups have other names than in the first is left
 * out, as its direction would be a guess.
 * @returns the smallest combined P first, then those of a single cohort
 * @source Hedges & Olkin 1985, chapter 11
 */
export function combineTraits(traits: readonly CohortTrait[]): CombinedTrait[] {
  const known = traits.filter(({ n, r }) => n >= MIN_SAMPLES && !Number.isNaN(r));
  const combined = [...Map.groupBy(known, ({ attribute }) => fieldKey(attribute)).values()].flatMap(
    (of): CombinedTrait[] => {
      const [first] = of;
      if (first === undefined) return [];
      const oriented = of.flatMap((trait) => {
        const r = orient(trait, first.groups);
        return r === null ? [] : [{ ...trait, r }];
      });
      return [
        {
          attribute: first.attribute,
          group: first.groups[1] ?? null,
          results: oriented.map(({ dataSet, n, r, p }) => ({
            ...{ dataSet, n, r, p },
            ...interval(fisherZ(r), n - 3),
          })),
          combined: combine(oriented),
        },
      ];
    },
  );
  const rankOf = ({ combined: both, results }: CombinedTrait) => both?.p ?? results[0]?.p ?? 1;
  return combined.toSorted(
    (a, b) => Number(a.combined === null) - Number(b.combined === null) || rankOf(a) - rankOf(b),
  );
}
