/**
 * Association of module eigengenes with sample attributes: correlation with numbers, difference between two groups,
 * analysis of variance for several.
 */
import { codeAt, numberAt } from '../../arrays/number-at.ts';
import { isIdentifier, MIN_DISTINCT_NUMBERS, numbersOf } from '../../records/samples/attribute-kinds.ts';
import { displayAttribute } from '../../records/samples/sample-attributes.ts';
import {
  countsByValue,
  packColumn,
  type SampleColumn,
  trimColumn,
} from '../../records/samples/sample-columns.ts';
import { correlationPValue, pearson } from '../correlation.ts';
import { mean } from '../moments.ts';
import { regularisedIncompleteBeta } from '../special-functions.ts';
import { orderPair } from './group-order.ts';

export type TraitKind = 'numeric' | 'two values' | 'groups';

/** A sample attribute as a trait; samples without a value are left out. */
export interface Trait {
  attribute: string;
  kind: TraitKind;
  /** indexes of the samples with a value */
  samples: number[];
  /** numeric: the value; two values: 0 or 1; groups: index in `groups`. In the order of `samples` */
  values: Float64Array;
  /** names and sizes of the groups, in the order of their codes; empty for numeric traits */
  groups: { name: string; n: number }[];
  /** values with a single sample, which form the group `OTHERS` */
  joined: string[];
  /** of a numeric trait: values that are no numbers, with their samples, which are left out */
  notNumbers: { value: string; n: number }[];
}

export interface TraitCell {
  /** Pearson r, in [-1, 1]; null for groups */
  r: number | null;
  /** share of the eigengene's variance explained by the trait, in [0, 1] */
  r2: number;
  /** two-sided, by Student's t or F; in [0, 1] */
  p: number;
}

/**
 * The group of a trait of two values with the higher mean eigengene: the second, which is coded as 1, where r is positive.
 * Null for other traits, and where the means are equal.
 */
export function higherGroup(
  { kind, groups }: { kind: TraitKind; groups: readonly { name: string }[] },
  r: number | null,
): string | null {
  const [reference, compared] = groups;
  if (kind !== 'two values' || r === null || reference === undefined || compared === undefined) return null;
  return r > 0 ? compared.name : r < 0 ? reference.name : null;
}

export type LeftOut = 'identifier' | 'one value' | 'fewer than 4 samples';

/** What is wrong with an attribute that is no trait, as a sentence. */
export function describeLeftOut(attribute: string, reason: LeftOut): string {
  const name = displayAttribute(attribute);
  if (reason === 'identifier') return `${name} identifies samples or people, and groups none.`;
  return reason === 'one value'
    ? `${name} has no two values to compare: it is the same in every sample, or different in each.`
    : `${name} is known for fewer than ${MIN_SAMPLES} samples.`;
}

/** Group of all values with a single sample. */
export const OTHERS = 'others';
const MIN_SAMPLES = 4;

/**
 * Converts an attribute to a trait.
 * @param cells value of each sample as text; null, blank and `NA` are missing
 * @param listed values of the attribute in the order of its definition, by which two groups are coded; null codes them
 *   by their letters, as a factor of R
 * @returns the trait, or the reason why it is left out: an identifier, a single value, or fewer than four samples
 */
export function traitOf(
  attribute: string,
  cells: readonly (string | null)[],
  listed: readonly string[] | null = null,
): Trait | LeftOut {
  return traitOfColumn(attribute, packColumn(cells), listed);
}

/** Samples with a value. */
function samplesWithValue({ codes }: SampleColumn): number[] {
  const samples: number[] = [];
  for (let sample = 0; sample < codes.length; sample += 1) {
    const code = codeAt(codes, sample);
    if (code === 0) continue;
    samples.push(sample);
  }
  return samples;
}

/** A numeric trait without the samples whose value is no number. */
function numericTrait(
  attribute: string,
  { samples, values }: { samples: number[]; values: Float64Array },
  { texts, numbers, counts }: { texts: readonly string[]; numbers: Float64Array; counts: Uint32Array },
): Trait {
  const notNumbers = texts
    .map((value, at) => ({ value, n: numberAt(counts, at) }))
    .filter((_, at) => Number.isNaN(numbers[at]))
    .sort((a, b) => b.n - a.n);
  return {
    ...{ attribute, kind: 'numeric', groups: [], joined: [], notNumbers },
    samples: samples.filter((_, at) => !Number.isNaN(values[at])),
    values: values.filter((value) => !Number.isNaN(value)),
  };
}

/** As `traitOf`, for a packed attribute. */
export function traitOfColumn(
  attribute: string,
  packed: SampleColumn,
  listed: readonly string[] | null = null,
): Trait | LeftOut {
  if (isIdentifier(attribute)) return 'identifier';
  const column = trimColumn(packed);
  const [samples, counts] = [samplesWithValue(column), countsByValue(column)];
  if (samples.length < MIN_SAMPLES) return 'fewer than 4 samples';
  const texts = column.values;
  if (texts.length < 2) return 'one value';
  // By code: what the trait has in place of the text.
  const valuesOf = (byCode: ArrayLike<number>) => {
    const values = new Float64Array(samples.length);
    for (let at = 0; at < values.length; at += 1)
      values[at] = numberAt(byCode, codeAt(column.codes, numberAt(samples, at)) - 1);
    return values;
  };
  const numbers = numbersOf(attribute, texts, counts);
  if (numbers !== null && new Set(numbers.filter(Number.isFinite)).size >= MIN_DISTINCT_NUMBERS)
    return numericTrait(attribute, { samples, values: valuesOf(numbers) }, { texts, numbers, counts });
  const names = texts.map((text, at) => (counts[at] === 1 ? OTHERS : text));
  const sizes = new Map<string, number>();
  for (const [at, name] of names.entries()) sizes.set(name, (sizes.get(name) ?? 0) + numberAt(counts, at));
  if (sizes.size < 2) return 'one value';
  const [first = '', second = '', ...more] = [...sizes.keys()].sort();
  const groups =
    more.length > 0 || listed === null ? [first, second, ...more] : orderPair([first, second], listed);
  return {
    attribute,
    kind: groups.length === 2 ? 'two values' : 'groups',
    samples,
    values: valuesOf(names.map((name) => groups.indexOf(name))),
    groups: groups.map((name) => ({ name, n: sizes.get(name) ?? 0 })),
    joined: texts.filter((_, at) => counts[at] === 1),
    notNumbers: [],
  };
}

/** A trait with every value as a group of its own, as figures show them; numbers stay as they are. */
export function withSeparateGroups(trait: Trait, column: SampleColumn): Trait {
  if (trait.kind === 'numeric' || trait.joined.length === 0) return trait;
  const counts = countsByValue(column);
  const values = Float64Array.from(trait.samples, (sample) => codeAt(column.codes, sample) - 1);
  const groups = column.values.map((name, code) => ({ name, n: numberAt(counts, code) }));
  return { ...trait, kind: groups.length === 2 ? 'two values' : 'groups', values, groups, joined: [] };
}

/**
 * Sum of squares between groups divided by the total, and its P by the F test; null if the values do not vary, or with
 * as many groups as values.
 */
function betweenGroups(eigengene: Float64Array, { values, groups }: Trait): { r2: number; p: number } | null {
  const [df1, df2] = [groups.length - 1, eigengene.length - groups.length];
  // Values are compared, not squares: the mean of equal values may have a rounding error.
  if (!(df2 > 0) || eigengene.every((value) => value === eigengene[0])) return null;
  const sums = new Float64Array(groups.length);
  // Indexed loops: iterators would take most of the time of a network's traits.
  for (let at = 0; at < values.length; at += 1) {
    const group = numberAt(values, at);
    sums[group] = numberAt(sums, group) + numberAt(eigengene, at);
  }
  const centre = mean(eigengene);
  const means = sums.map((sum, group) => sum / (groups[group]?.n ?? 1));
  let [between, within] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const own = numberAt(means, numberAt(values, at));
    between += (own - centre) ** 2;
    within += (numberAt(eigengene, at) - own) ** 2;
  }
  const r2 = between / (between + within);
  if (Number.isNaN(r2)) return null;
  // P(F > f) with f = (between / df1) / (within / df2).
  return { r2, p: regularisedIncompleteBeta(within / (within + between), df2 / 2, df1 / 2) };
}

/**
 * Association of one module eigengene with one trait. Numbers and two values (as 0 and 1, equal to the pooled t test):
 * Pearson r and Student's t with n - 2 degrees of freedom. Several groups: one-way analysis of variance.
 * @param eigengene one value per sample, for all samples of the attribute
 * @returns null if the eigengene or the trait does not vary, or if every group has one value
 */
export function traitCell(eigengene: Float64Array, trait: Trait): TraitCell | null {
  const values = new Float64Array(trait.samples.length);
  for (let at = 0; at < values.length; at += 1) values[at] = numberAt(eigengene, numberAt(trait.samples, at));
  if (trait.kind === 'groups') {
    const found = betweenGroups(values, trait);
    return found && { r: null, ...found };
  }
  const r = pearson(values, trait.values);
  return Number.isNaN(r) ? null : { r, r2: r * r, p: correlationPValue(r, values.length) };
}

/**
 * P values adjusted for multiple testing. NaN stays NaN and is not counted. Does not change the array.
 * @source Benjamini & Hochberg 1995, J R Stat Soc B 57:289
 */
export function adjustPValues(pValues: Float64Array): Float64Array {
  const adjusted = new Float64Array(pValues.length).fill(Number.NaN);
  const order = Uint32Array.from({ length: pValues.length }, (_, index) => index)
    .filter((index) => !Number.isNaN(numberAt(pValues, index)))
    .sort((a, b) => numberAt(pValues, b) - numberAt(pValues, a));
  let least = 1;
  for (const [rank, index] of order.entries()) {
    least = Math.min(least, (numberAt(pValues, index) * order.length) / (order.length - rank));
    adjusted[index] = least;
  }
  return adjusted;
}
