/** What a module picture shows: rows and samples in the chosen order, their z values and what a cell says. */

import type { getModulePicture } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { numberOf, numbersOf } from '@omicon/domain/records/samples/attribute-kinds.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { countsByValue, packColumn, trimColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { correlationOfProfiles, pearsonProfile } from '@omicon/domain/statistics/correlation.ts';
import { clusterTree, leafOrder } from '@omicon/domain/statistics/samples/linkage.ts';
import { zScores } from '@omicon/domain/statistics/z-scores.ts';
import type { Cursor } from '../../../ui/plot/use-cursor.ts';
import { formatDecimal, NA } from '../../../ui/text/format.ts';
import type { RowOrder, SampleOrder } from './picture-view.ts';

export type Picture = ReplyOf<typeof getModulePicture>;

/** Trees of more samples would keep the page waiting; they are ordered by eigengene instead. */
export const MAX_IN_TREE = 1000;

/** Fewer rows have no tree. */
export const MIN_IN_TREE = 3;

/** A picture in the order shown. `rows` and `samples` are indexes into the picture. */
export interface Arrangement {
  rows: readonly number[];
  samples: readonly number[];
  /** rows x samples as in the picture, not as shown; null where missing or where the row does not vary */
  z: readonly (readonly (number | null)[])[];
}

/** Ascending by a value; what has none comes last, and equals keep their order. */
function sortedBy<V extends number | string>(
  indexes: readonly number[],
  valueFor: (index: number) => V | null,
) {
  return indexes.toSorted((a, b) => {
    const [left, right] = [valueFor(a), valueFor(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -1 : 1;
  });
}

function known(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, (value) => value ?? 0);
}

/** Rows by average linkage of 1 - r over their z values, where a missing value counts as the mean. */
function treeOfRows(z: Arrangement['z']): number[] {
  if (z.length < MIN_IN_TREE) return [...z.keys()];
  const profiles = z.map((row) => pearsonProfile(known(row)));
  const distances = new Float64Array(z.length ** 2);
  for (const [first, a] of profiles.entries())
    for (const [second, b] of profiles.entries()) {
      const r = first === second ? 1 : correlationOfProfiles(a, b);
      distances[first * z.length + second] = 1 - (Number.isNaN(r) ? 0 : r);
    }
  return leafOrder(clusterTree(distances, 'average'));
}

/** Samples by average linkage of the Euclidean distance between their z values. */
function treeOfSamples(z: Arrangement['z'], count: number): number[] {
  if (count < 3 || z.length === 0) return Array.from({ length: count }, (_, index) => index);
  const columns = Array.from({ length: count }, (_, sample) =>
    Float64Array.from(z, (row) => row[sample] ?? 0),
  );
  const distances = new Float64Array(count * count);
  for (let first = 0; first < count; first += 1)
    for (let second = first + 1; second < count; second += 1) {
      const [a, b] = [columns[first], columns[second]];
      let squares = 0;
      for (let row = 0; row < z.length; row += 1) squares += ((a?.[row] ?? 0) - (b?.[row] ?? 0)) ** 2;
      const distance = Math.sqrt(squares);
      distances[first * count + second] = distance;
      distances[second * count + first] = distance;
    }
  return leafOrder(clusterTree(distances, 'average'));
}

/** Samples by the attribute of the first strip, and by eigengene within a value; NA comes last. */
function byAttribute({ eigengene, strips }: Picture, samples: readonly number[]): number[] {
  const byEigengene = sortedBy(samples, (index) => eigengene[index] ?? null);
  const values = strips[0]?.values ?? [];
  const { values: texts, codes } = trimColumn(packColumn(values));
  const numbers = numbersOf(strips[0]?.attribute ?? '', texts, countsByValue({ values: texts, codes }));
  return sortedBy<number | string>(byEigengene, (index) => {
    const text = texts[(codes[index] ?? 0) - 1] ?? null;
    if (text === null || numbers === null) return text;
    const number = numberOf(text);
    return Number.isNaN(number) ? null : number;
  });
}

/** z values by picture: another order of the same picture needs no others. */
const scores = new WeakMap<Picture, Arrangement['z']>();

function scoresOf(picture: Picture): Arrangement['z'] {
  const known = scores.get(picture) ?? picture.values.map((row) => zScores(row));
  scores.set(picture, known);
  return known;
}

/** Indexes of the rows in the order shown. */
export function arrangeRows(picture: Picture, order: RowOrder): number[] {
  const z = scoresOf(picture);
  const rows = [...picture.rows.keys()];
  const arranged = {
    kme: () => rows,
    name: () => sortedBy(rows, (index) => picture.rows[index]?.feature ?? null),
    tree: () => (z.length === 0 ? rows : treeOfRows(z)),
  };
  return arranged[order]();
}

/** Indexes of the samples in the order shown. */
export function arrangeSamples(picture: Picture, order: SampleOrder): number[] {
  const z = scoresOf(picture);
  const samples = [...picture.samples.keys()];
  const eigengeneOf = (index: number) => picture.eigengene[index] ?? null;
  const arranged = {
    data: () => samples,
    eigengene: () => sortedBy(samples, eigengeneOf),
    attribute: () => byAttribute(picture, samples),
    tree: () =>
      samples.length > MAX_IN_TREE ? sortedBy(samples, eigengeneOf) : treeOfSamples(z, samples.length),
  };
  return arranged[order]();
}

/** A picture with these rows and samples. */
export function arrange(
  picture: Picture,
  { rows, samples }: Pick<Arrangement, 'rows' | 'samples'>,
): Arrangement {
  return { rows, samples, z: scoresOf(picture) };
}

function signed(value: number, digits: number): string {
  const written = formatDecimal(value, digits);
  return value > 0 && Number(written) !== 0 ? `+${written}` : written;
}

/** Everything that is known of a cell, as a sentence; of the sample alone where it has no row. */
export function describeCell(picture: Picture, { rows, samples, z }: Arrangement, cell: Cursor): string {
  const sample = samples[cell.column];
  if (sample === undefined) return '';
  const parts: string[] = [];
  const row = cell.row === null ? undefined : rows[cell.row];
  const name = picture.samples[sample] ?? '';
  if (row !== undefined) {
    const { feature = '', kme = null } = picture.rows[row] ?? {};
    const value = picture.values[row]?.[sample] ?? null;
    const score = z[row]?.[sample] ?? null;
    const shown =
      value === null
        ? 'no value'
        : `${value}${score === null ? ', does not vary' : ` (z ${signed(score, 2)})`}`;
    parts.push(`${feature} in ${name}: ${shown}`);
    if (kme !== null) parts.push(`kME ${signed(kme, 3)}`);
  } else parts.push(name);
  parts.push(`eigengene ${signed(picture.eigengene[sample] ?? 0, 4)}`);
  for (const { attribute, values, value_labels } of picture.strips)
    parts.push(`${displayAttribute(attribute)} ${labelWithCode(values[sample] ?? null, value_labels) ?? NA}`);
  return `${parts.join('; ')}.`;
}
