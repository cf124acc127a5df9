/** What is wrong or doubtful about a comparison of groups of samples, as sentences for people. */
import { countOf } from '../../records/count-of.ts';
import { displayAttribute } from '../../records/samples/sample-attributes.ts';
import { labelOf, type ValueLabels } from '../../records/samples/value-labels.ts';
import { isTechnical } from '../modules/module-traits.ts';
import { traitOf } from '../modules/traits.ts';
import { type Covariate, MAX_LEVELS } from './covariates.ts';
import { type ComparisonTest, isModerated, isRankTest, takesTwoGroups } from './tests.ts';

export const GUARD_KINDS = [
  'wrong_test',
  'small_group',
  'overlap',
  'raw_counts',
  'beta_values',
  'unpaired',
  'same_individual',
  'missing_covariate',
  'constant_covariate',
  'many_levels',
  'confounded',
  'not_estimable',
] as const;

export interface Guard {
  kind: (typeof GUARD_KINDS)[number];
  sentence: string;
  /** nothing is computed */
  is_refusal: boolean;
}

export interface GuardedGroup {
  name: string;
  /** indexes of its samples */
  samples: readonly number[];
}

export interface GuardedComparison {
  groups: readonly GuardedGroup[];
  test: ComparisonTest;
  isPaired: boolean;
  /** names of the attributes whose effect is removed */
  adjustFor: readonly string[];
  /** label of every sample of the data set */
  labels: readonly string[];
  /** donor of every sample of the data set; null where unknown */
  individuals: readonly (string | null)[];
}

/** Fewest samples of a group for a t or F test. */
const MIN_SAMPLES = 3;
const MAX_NAMES = 5;
const MAX_CONFOUNDED = 5;
/** Whole numbers above this are counts, below they may be rounded logarithms. */
const MIN_COUNT_MAXIMUM = 100;

const refuse = (kind: Guard['kind'], sentence: string): Guard => ({ kind, sentence, is_refusal: true });
const warn = (kind: Guard['kind'], sentence: string): Guard => ({ kind, sentence, is_refusal: false });

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

const TWO_GROUP_NAMES: Partial<Record<ComparisonTest, string>> = {
  'moderated-t': 'The moderated t test',
  welch: 'Welch’s t test',
  'rank-sum': 'The rank sum test',
};

function guardTest({ groups, test, isPaired, adjustFor }: GuardedComparison): Guard[] {
  const guards: Guard[] = [];
  if (groups.length > 2 && takesTwoGroups(test))
    guards.push(
      refuse(
        'wrong_test',
        `${TWO_GROUP_NAMES[test]} compares two groups; for ${groups.length} use moderated F or Kruskal-Wallis.`,
      ),
    );
  if (isPaired && (groups.length > 2 || !takesTwoGroups(test)))
    guards.push(
      refuse('wrong_test', 'Pairs have two groups and a moderated t, Welch’s t or the rank sum test.'),
    );
  if (isPaired && adjustFor.length > 0)
    guards.push(
      refuse('wrong_test', 'Paired tests are not adjusted: each individual is compared with itself.'),
    );
  if (adjustFor.length > 0 && !isModerated(test))
    guards.push(refuse('wrong_test', 'Only the moderated tests can be adjusted for attributes.'));
  return guards;
}

function guardSizes({ groups, test }: GuardedComparison): Guard[] {
  return groups.flatMap(({ name, samples }) => {
    if (samples.length >= MIN_SAMPLES) return [];
    const sentence = `“${name}” has ${samples.length === 0 ? 'no samples' : countOf(samples.length, 'sample')}`;
    if (samples.length === 0) return [refuse('small_group', `${sentence}.`)];
    return isRankTest(test)
      ? [warn('small_group', `${sentence}, so P cannot be small.`)]
      : [refuse('small_group', `${sentence}; t and F tests need ${MIN_SAMPLES}.`)];
  });
}

function guardOverlap({ groups, labels }: GuardedComparison): Guard[] {
  const guards: Guard[] = [];
  groups.forEach((first, at) => {
    const own = new Set(first.samples);
    for (const second of groups.slice(at + 1)) {
      const shared = second.samples.filter((sample) => own.has(sample));
      if (shared.length === 0) continue;
      const names = listNames(shared.map((sample) => labels[sample] ?? ''));
      const verb = shared.length === 1 ? 'is' : 'are';
      guards.push(
        refuse(
          'overlap',
          `${countOf(shared.length, 'sample')} ${verb} in both “${first.name}” and “${second.name}”: ${names}.`,
        ),
      );
    }
  });
  return guards;
}

function guardIndividuals({ groups, individuals, isPaired }: GuardedComparison): Guard[] {
  if (isPaired) return [];
  const groupOf = new Map<string, number>();
  const shared = new Set<string>();
  for (const [at, { samples }] of groups.entries()) {
    for (const sample of samples) {
      const individual = individuals[sample];
      if (individual === null || individual === undefined) continue;
      if ((groupOf.get(individual) ?? at) !== at) shared.add(individual);
      groupOf.set(individual, at);
    }
  }
  if (shared.size === 0) return [];
  const verb = shared.size === 1 ? 'has' : 'have';
  const advice = groups.length === 2 ? ' Consider a paired test.' : '';
  return [
    warn(
      'same_individual',
      `${countOf(shared.size, 'individual')} ${verb} samples in more than one group: ${listNames([...shared])}.${advice}`,
    ),
  ];
}

/**
 * What is doubtful about adjusting for an attribute: samples that are left out, one value, which adjusts nothing, and
 * too many values, which leave nothing to compare.
 */
export function guardCovariate(
  attribute: string,
  { columns, levels, missing, notNumbers }: Covariate,
): Guard[] {
  const shown = displayAttribute(attribute);
  const guards: Guard[] = [];
  if (levels.length > MAX_LEVELS)
    guards.push(
      refuse(
        'many_levels',
        `${shown} has ${levels.length} different values. Please adjust for an attribute with at most ${MAX_LEVELS}, or of numbers.`,
      ),
    );
  if (columns.length === 0)
    guards.push(
      warn(
        'constant_covariate',
        `The compared samples do not differ in ${shown}: adjusting for it changes nothing.`,
      ),
    );
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is' : 'are';
    const words =
      notNumbers === 0
        ? ''
        : `; ${notNumbers} of them ${notNumbers === 1 ? 'has a value that is no number' : 'have values that are no numbers'}`;
    guards.push(
      warn(
        'missing_covariate',
        `${countOf(missing.length, 'sample')} without ${shown} ${verb} left out${words}.`,
      ),
    );
  }
  return guards;
}

/** What is known before anything is computed. */
export function guardComparison(comparison: GuardedComparison): Guard[] {
  return [guardTest, guardSizes, guardOverlap, guardIndividuals].flatMap((guard) => guard(comparison));
}

/** Values of an attribute within each group; undefined if one of them has none. */
function valuesByGroup(groups: readonly GuardedGroup[], cells: readonly (string | null)[]) {
  const values = groups.map(({ samples }) => {
    const texts = samples.map((sample) => cells[sample] ?? null).filter((cell) => cell !== null);
    return new Set(texts);
  });
  return values.every(({ size }) => size > 0) ? values : undefined;
}

function confoundedBy(
  attribute: string,
  groups: readonly GuardedGroup[],
  { cells, labels }: { cells: readonly (string | null)[]; labels: ValueLabels },
): string | undefined {
  const trait = traitOf(attribute, cells);
  if (typeof trait === 'string' || trait.kind === 'numeric') return undefined;
  const values = valuesByGroup(groups, cells);
  const [first, second] = values ?? [];
  if (values === undefined || first === undefined || second === undefined) return undefined;
  const areDisjoint = values.every((own, at) =>
    values.slice(at + 1).every((other) => own.isDisjointFrom(other)),
  );
  if (!areDisjoint) return undefined;
  const at = values.findIndex(({ size }) => size === 1);
  const shown = displayAttribute(attribute);
  if (at < 0) return `The groups share no value of ${shown}.`;
  const others = groups.length === 2 ? `none of “${groups[1 - at]?.name}” is` : 'no other sample is';
  return `All of “${groups[at]?.name}” are ${shown} ${labelOf([...(values[at] ?? [])][0] ?? '', labels)}, ${others}.`;
}

/**
 * Attributes that differ wherever the groups differ, technical ones first. They are indistinguishable from the groups.
 * @param columns cells of every sample by attribute, without those that define the groups
 * @param labels of coded values, by attribute
 */
export function guardConfounding(
  groups: readonly GuardedGroup[],
  columns: ReadonlyMap<string, readonly (string | null)[]>,
  labels: ReadonlyMap<string, ValueLabels> = new Map(),
): Guard[] {
  const names = [...columns.keys()].sort((a, b) => Number(isTechnical(b)) - Number(isTechnical(a)));
  const sentences = names.flatMap(
    (name) =>
      confoundedBy(name, groups, { cells: columns.get(name) ?? [], labels: labels.get(name) ?? {} }) ?? [],
  );
  const guards = sentences.slice(0, MAX_CONFOUNDED).map((sentence) => warn('confounded', sentence));
  const more = sentences.length - MAX_CONFOUNDED;
  if (more > 0)
    guards.push(
      warn('confounded', `${countOf(more, 'more attribute')} also differ wherever the groups differ.`),
    );
  return guards;
}

/** How the values of a data set are distributed. */
export interface ValueScale {
  min: number;
  max: number;
  areIntegers: boolean;
}

/** Range of the present values, and whether all are whole numbers. */
export function scaleOf(values: Float64Array): ValueScale {
  let [min, max, areIntegers] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    if (areIntegers && !Number.isInteger(value)) areIntegers = false;
  }
  return { min, max, areIntegers };
}

/** Raw counts are refused by tests of means; beta values are better compared by rank. */
export function guardScale({ min, max, areIntegers }: ValueScale, test: ComparisonTest): Guard[] {
  if (isRankTest(test)) return [];
  if (areIntegers && min >= 0 && max >= MIN_COUNT_MAXIMUM)
    return [
      refuse(
        'raw_counts',
        'These are raw counts: limma needs log values. Use a rank test, or a data set of logs.',
      ),
    ];
  if (min >= 0 && max <= 1)
    return [
      warn('beta_values', 'All values are between 0 and 1, like beta values: consider the rank sum test.'),
    ];
  return [];
}
