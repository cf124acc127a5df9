import { numberAt } from '../../arrays/number-at.ts';
import { quantile, standardise } from '../moments.ts';

/** What survival is compared by: a number of every sample, or a group of every sample. */
export type SurvivalSubject =
  | {
      kind: 'numeric';
      name: string;
      /** false for a feature or a module */
      isAttribute: boolean;
      /** NaN where missing */
      values: ArrayLike<number>;
    }
  | { kind: 'groups'; name: string /** null where missing */; values: readonly (string | null)[] };

export interface NamedGroup {
  name: string;
  samples: number[];
}

/**
 * Limits between the groups of a number: the median, or the two thirds (quantiles of type 7). A group holds the values
 * above its lower limit, up to and including its upper one.
 * @param values without missing ones
 * @returns none without values
 */
export function cutsOf(values: readonly number[], split: 'halves' | 'thirds'): number[] {
  if (values.length === 0) return [];
  const shares = split === 'halves' ? [1 / 2] : [1 / 3, 2 / 3];
  return shares.map((share) => quantile(values, share));
}

const NAMES: Readonly<Record<number, readonly string[]>> = {
  1: ['low', 'high'],
  2: ['low', 'middle', 'high'],
};

/** Groups of some samples by a subject; samples without a value are in none. Groups of text are in sorted order. */
export function groupSamples(
  subject: SurvivalSubject,
  samples: readonly number[],
  cuts: readonly number[],
): NamedGroup[] {
  if (subject.kind === 'groups') {
    const present = samples.filter((sample) => subject.values[sample] != null);
    const names = [...new Set(present.map((sample) => subject.values[sample] ?? ''))].sort();
    return names.map((name) => ({
      name,
      samples: present.filter((sample) => subject.values[sample] === name),
    }));
  }
  const groups = (NAMES[cuts.length] ?? []).map((name): NamedGroup => ({ name, samples: [] }));
  for (const sample of samples) {
    const value = subject.values[sample] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    groups[cuts.filter((cut) => value > cut).length]?.samples.push(sample);
  }
  return groups.filter((group) => group.samples.length > 0);
}

/**
 * z values over some samples, (x - mean) / sd with n - 1; NaN elsewhere and where missing. All 0 where they do not
 * vary, so that a model finds nothing to estimate.
 */
export function perStandardDeviation(values: ArrayLike<number>, samples: readonly number[]): Float64Array {
  const present = samples.filter((sample) => !Number.isNaN(values[sample] ?? Number.NaN));
  const z = new Float64Array(values.length).fill(Number.NaN);
  const scaled = standardise(present.map((sample) => numberAt(values, sample)));
  // Values are compared, not deviations: the mean of equal values may have a rounding error.
  const isLevel = present.every((sample) => values[sample] === values[present[0] ?? 0]);
  present.forEach((sample, at) => {
    z[sample] = isLevel ? 0 : (scaled[at] ?? Number.NaN);
  });
  return z;
}
