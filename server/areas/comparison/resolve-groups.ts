/** Groups of samples as indexes of the samples of a data set, with what is doubtful about them. */

import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import type { ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import { covariateOf } from '@omicon/domain/statistics/comparison/covariates.ts';
import {
  type Guard,
  type GuardedGroup,
  guardComparison,
  guardConfounding,
  guardCovariate,
} from '@omicon/domain/statistics/comparison/guards.ts';
import type { ComparisonTest } from '@omicon/domain/statistics/comparison/tests.ts';
import { PortalError } from '../../base/errors.ts';

type Cells = readonly (string | null)[];

export interface ComparisonQuestion {
  groups: readonly SampleGroup[];
  test: ComparisonTest;
  is_paired: boolean;
  adjust_for: readonly string[];
}

export interface ComparedSamples {
  labels: readonly string[];
  /** cells of every sample, by attribute */
  columns: ReadonlyMap<string, Cells>;
  /** labels of coded values, by attribute */
  valueLabels: ReadonlyMap<string, ValueLabels>;
}

export interface ResolvedComparison {
  groups: GuardedGroup[];
  covariates: Float64Array[];
  guards: Guard[];
}

/** @throws PortalError 400 for an attribute that the samples do not have */
function cellsOf({ columns }: ComparedSamples, attribute: string): Cells {
  const cells = columns.get(attribute);
  if (cells === undefined)
    throw new PortalError('invalid_input', `The samples have no attribute ${displayAttribute(attribute)}.`);
  return cells;
}

/** @throws PortalError 400 for unknown attributes and labels */
function resolveGroup(
  samples: ComparedSamples,
  { name, rules = [], samples: labels }: SampleGroup,
): GuardedGroup {
  const listed = labels === undefined ? null : new Set(labels);
  const known = new Set(samples.labels);
  const unknown = [...(listed ?? [])].find((label) => !known.has(label));
  if (unknown !== undefined)
    throw new PortalError('invalid_input', `This data set has no sample ${unknown}.`);
  const wanted = rules.map(({ attribute, values }) => ({
    cells: cellsOf(samples, attribute),
    values: new Set(values),
  }));
  if (listed === null && wanted.length === 0)
    throw new PortalError('invalid_input', `“${name}” has neither rules nor samples.`);
  const chosen: number[] = [];
  for (const [sample, label] of samples.labels.entries()) {
    if (listed !== null && !listed.has(label)) continue;
    if (wanted.every(({ cells, values }) => values.has(cells[sample] ?? null))) chosen.push(sample);
  }
  return { name, samples: chosen };
}

/** Keeps the first sample of each individual that is in both groups, in the order of the first group. */
function pairSamples(groups: readonly GuardedGroup[], individuals: Cells): GuardedGroup[] {
  const [first, second] = groups;
  if (first === undefined || second === undefined) return [...groups];
  const partnerOf = new Map<string, number>();
  for (const sample of second.samples) {
    const individual = individuals[sample];
    if (typeof individual === 'string' && !partnerOf.has(individual)) partnerOf.set(individual, sample);
  }
  const pairs: [number, number][] = [];
  for (const sample of first.samples) {
    const partner = partnerOf.get(individuals[sample] ?? '');
    if (partner === undefined) continue;
    pairs.push([sample, partner]);
    partnerOf.delete(individuals[sample] ?? '');
  }
  return [
    { ...first, samples: pairs.map(([sample]) => sample) },
    { ...second, samples: pairs.map(([, sample]) => sample) },
  ];
}

/** Samples that are in no pair: alone, or beyond the first of an individual that is paired. */
function guardPairs(
  groups: readonly GuardedGroup[],
  pairs: readonly GuardedGroup[],
  individuals: Cells,
): Guard[] {
  const used = new Set(pairs.flatMap(({ samples }) => samples));
  const paired = new Set([...used].map((sample) => individuals[sample]));
  const left = groups.flatMap(({ samples }) => samples).filter((sample) => !used.has(sample));
  const surplus = left.filter((sample) => paired.has(individuals[sample])).length;
  const alone = left.length - surplus;
  const guard = (sentence: string): Guard => ({ kind: 'unpaired', sentence, is_refusal: false });
  return [
    ...(alone === 0
      ? []
      : [
          guard(
            `${countOf(alone, 'sample')} ${alone === 1 ? 'has' : 'have'} no partner of the same Individual in the other group.`,
          ),
        ]),
    ...(surplus === 0
      ? []
      : [
          guard(
            `${countOf(surplus, 'sample')} ${surplus === 1 ? 'is' : 'are'} left out: another sample of the same Individual is in the pair.`,
          ),
        ]),
  ];
}

/** Covariates of the attributes, and the groups without the samples that lack one. */
function adjustGroups(
  samples: ComparedSamples,
  { groups, adjust_for }: { groups: readonly GuardedGroup[]; adjust_for: readonly string[] },
) {
  const all = groups.flatMap((group) => group.samples);
  const covariatesOf = (compared: readonly number[]) =>
    adjust_for.map((attribute) => covariateOf(attribute, cellsOf(samples, attribute), compared));
  const whole = covariatesOf(all);
  const gone = new Set(whole.flatMap(({ missing }) => missing));
  const kept = groups.map((group) => ({
    ...group,
    samples: group.samples.filter((sample) => !gone.has(sample)),
  }));
  const left = kept.flatMap((group) => group.samples);
  const used = covariatesOf(left);
  const guards = adjust_for.flatMap((attribute, at): Guard[] => {
    const { missing = [], notNumbers = 0 } = whole[at] ?? {};
    const covariate = used[at];
    return covariate === undefined ? [] : guardCovariate(attribute, { ...covariate, missing, notNumbers });
  });
  return { groups: kept, covariates: used.flatMap(({ columns }) => columns), guards };
}

/** @throws PortalError 400 for unknown attributes and labels, and for two groups of one name */
export function resolveComparison(samples: ComparedSamples, asked: ComparisonQuestion): ResolvedComparison {
  const names = asked.groups.map(({ name }) => name);
  if (new Set(names).size < names.length)
    throw new PortalError('invalid_input', 'Two groups have the same name.');
  const individuals = samples.columns.get('Individual') ?? [];
  const chosen = asked.groups.map((group) => resolveGroup(samples, group));
  const adjusted = adjustGroups(samples, { groups: chosen, adjust_for: asked.adjust_for });
  const groups = asked.is_paired ? pairSamples(adjusted.groups, individuals) : adjusted.groups;
  const guards = guardComparison({
    groups,
    test: asked.test,
    isPaired: asked.is_paired,
    adjustFor: asked.adjust_for,
    labels: samples.labels,
    individuals,
  });
  if (asked.is_paired) guards.push(...guardPairs(adjusted.groups, groups, individuals));
  const defining = new Set(asked.groups.flatMap(({ rules = [] }) => rules.map(({ attribute }) => attribute)));
  const others = [...samples.columns].filter(
    ([name]) => !defining.has(name) && !asked.adjust_for.includes(name),
  );
  return {
    groups,
    covariates: adjusted.covariates,
    guards: [
      ...guards,
      ...adjusted.guards,
      ...guardConfounding(groups, new Map(others), samples.valueLabels),
    ],
  };
}
