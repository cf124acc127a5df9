/** Columns of the atlas in groups of one attribute of their data sets, and filters by the single values of it. */
import type { AtlasDataSet, AtlasPlace, MetaModule } from '@omicon/contract/areas/analyses/atlas.ts';
import { shortName } from '../../ui/text/name-parts.ts';

export const GROUPINGS = ['disease', 'tissue', 'organism', 'technology', 'cohort'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const GROUPING_TITLES: Readonly<Record<Grouping, string>> = {
  disease: 'Disease',
  tissue: 'Tissue',
  organism: 'Organism',
  technology: 'Technology',
  cohort: 'Cohort',
};

export interface DataSetGroup {
  /** null for data sets that do not give the attribute */
  value: string | null;
  name: string;
  /** indexes of its data sets in the reply */
  columns: readonly number[];
}

/** Values of an attribute; empty where the data set does not give it. */
function valuesOf(dataSet: AtlasDataSet, by: Grouping): readonly string[] {
  if (by === 'cohort') return [`Cohort ${dataSet.cohort}`];
  if (by === 'technology') return dataSet.technology === null ? [] : [dataSet.technology];
  return dataSet[by];
}

/** Whole numbers in names count as numbers: Cohort 2 comes before Cohort 10. */
function compareGroups(a: DataSetGroup, b: DataSetGroup): number {
  return (
    Number(a.value === null) - Number(b.value === null) ||
    b.columns.length - a.columns.length ||
    a.name.localeCompare(b.name, 'en', { numeric: true })
  );
}

/** Groups by the values of each data set, the largest first and those without a value last. */
function groupBy(
  dataSets: readonly AtlasDataSet[],
  namesOf: (dataSet: AtlasDataSet) => readonly (string | null)[],
): DataSetGroup[] {
  const byCohort = [...dataSets.entries()].sort(([, a], [, b]) => a.cohort - b.cohort);
  const found = new Map<string | null, number[]>();
  for (const [column, dataSet] of byCohort)
    for (const value of namesOf(dataSet)) found.set(value, [...(found.get(value) ?? []), column]);
  return [...found]
    .map(([value, columns]): DataSetGroup => ({ value, name: value ?? 'Not given', columns }))
    .sort(compareGroups);
}

/**
 * Groups of data sets with the same value or combination of values: each data set is in one. Inside a group, data sets of
 * one cohort are adjacent.
 */
export function groupDataSets(dataSets: readonly AtlasDataSet[], by: Grouping): DataSetGroup[] {
  return groupBy(dataSets, (dataSet) => [valuesOf(dataSet, by).join(', ') || null]);
}

/** Groups for filters: a data set with three diseases is in three. */
export function groupByValue(dataSets: readonly AtlasDataSet[], by: Grouping): DataSetGroup[] {
  return groupBy(dataSets, (dataSet) => {
    const values = valuesOf(dataSet, by);
    return values.length === 0 ? [null] : values;
  });
}

/**
 * A meta-module in a data set of the reply, by its index; undefined where nothing was computed for it, such as a data
 * set that came later.
 */
export function placeIn(
  { places }: Pick<MetaModule, 'places'>,
  dataSets: readonly Pick<AtlasDataSet, 'id'>[],
  column: number,
): AtlasPlace | undefined {
  const id = dataSets[column]?.id;
  const inOrder = places[column];
  return inOrder?.data_set === id ? inOrder : places.find(({ data_set }) => data_set === id);
}

/** Numbers of data sets by what is asked of them. */
export interface DataSetFilters {
  in_all: readonly number[];
  in_any: readonly number[];
  in_none: readonly number[];
}
export const FILTERS = ['in_all', 'in_any', 'in_none'] as const;
export type GroupChoice = (typeof FILTERS)[number] | 'either';

export const CHOICE_TITLES: Readonly<Record<GroupChoice, string>> = {
  either: 'either way',
  in_all: 'in all',
  in_any: 'in any',
  in_none: 'in none',
};

/** What is asked of all data sets of a group; null where that differs between them, as after another grouping. */
export function choiceOf(dataSets: readonly number[], filters: DataSetFilters): GroupChoice | null {
  const ofEach = dataSets.map(
    (id): GroupChoice => FILTERS.find((name) => filters[name].includes(id)) ?? 'either',
  );
  const [first = 'either'] = ofEach;
  return ofEach.every((choice) => choice === first) ? first : null;
}

/** The filters after a choice for the data sets of a group; those of other data sets stay. */
export function withChoice(
  filters: DataSetFilters,
  dataSets: readonly number[],
  choice: GroupChoice,
): DataSetFilters {
  const filterOf = (name: (typeof FILTERS)[number]) => {
    const others = filters[name].filter((id) => !dataSets.includes(id));
    return name === choice ? [...others, ...dataSets] : others;
  };
  return { in_all: filterOf('in_all'), in_any: filterOf('in_any'), in_none: filterOf('in_none') };
}

/**
 * Names of groups all of whose data sets have a filter, and of the single data sets beyond these. A group whose data sets
 * are all in larger ones is not named.
 */
function namesWith(name: (typeof FILTERS)[number], { groups, dataSets, filters }: FilteredGroups): string[] {
  const left = new Set(filters[name]);
  const idsOf = ({ columns }: DataSetGroup) => columns.flatMap((column) => dataSets[column]?.id ?? []);
  const names: string[] = [];
  for (const group of groups) {
    const ids = idsOf(group);
    if (!ids.every((id) => filters[name].includes(id)) || !ids.some((id) => left.has(id))) continue;
    names.push(group.name);
    for (const id of ids) left.delete(id);
  }
  return [...names, ...dataSets.filter(({ id }) => left.has(id)).map(({ title }) => shortName(title))];
}

interface FilteredGroups {
  groups: readonly DataSetGroup[];
  dataSets: readonly AtlasDataSet[];
  filters: DataSetFilters;
}

/** `In every data set of Glioblastoma; in none of Bladder cancer.`; null without filters. */
export function describeFilters(filtered: FilteredGroups): string | null {
  const parts = [
    { start: 'in every data set of', names: namesWith('in_all', filtered), joint: ' and ' },
    { start: 'in at least one data set of', names: namesWith('in_any', filtered), joint: ' or ' },
    { start: 'in no data set of', names: namesWith('in_none', filtered), joint: ' or ' },
  ]
    .filter(({ names }) => names.length > 0)
    .map(({ start, names, joint }) => `${start} ${names.join(joint)}`);
  if (parts.length === 0) return null;
  const sentence = parts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
