import { expect, test } from 'vitest';
import {
  choiceOf,
  describeFilters,
  groupByValue,
  groupDataSets,
  placeIn,
  withChoice,
} from './data-set-groups.ts';
import { aDataSet, aMetaModule, DATA_SETS } from './test-atlas.ts';

const NONE = { in_all: [], in_any: [], in_none: [] };

test('the largest group of data sets comes first, those without a value last', () => {
  expect(groupDataSets(DATA_SETS, 'disease')).toEqual([
    { value: 'Glioblastoma', name: 'Glioblastoma', columns: [0, 2] },
    { value: 'Bladder cancer', name: 'Bladder cancer', columns: [1] },
    { value: null, name: 'Not given', columns: [3] },
  ]);
});

test('cohorts are in the order of their numbers, and adjacent inside a group', () => {
  const many = Array.from({ length: 11 }, (_, at) => aDataSet(at + 1, at + 1));
  expect(groupDataSets(many, 'cohort').map(({ name }) => name)).toEqual(
    many.map(({ cohort }) => `Cohort ${cohort}`),
  );
  expect(groupDataSets(DATA_SETS, 'tissue')[0]?.columns).toEqual([0, 3, 1, 2]);
});

test('a choice for a group replaces its filter and keeps those of other groups', () => {
  const inGlioma = withChoice(NONE, [1, 3], 'in_all');
  expect(inGlioma).toEqual({ in_all: [1, 3], in_any: [], in_none: [] });
  const notInBladder = withChoice(inGlioma, [2], 'in_none');
  expect(notInBladder).toEqual({ in_all: [1, 3], in_any: [], in_none: [2] });
  expect(withChoice(notInBladder, [1, 3], 'in_any')).toEqual({ in_all: [], in_any: [1, 3], in_none: [2] });
  expect(withChoice(notInBladder, [1, 3], 'either')).toEqual({ in_all: [], in_any: [], in_none: [2] });
});

test('a group whose data sets have different filters has no choice of its own', () => {
  expect(choiceOf([1, 3], { ...NONE, in_all: [1, 3] })).toBe('in_all');
  expect(choiceOf([1, 3], NONE)).toBe('either');
  expect(choiceOf([1, 3], { ...NONE, in_all: [1] })).toBeNull();
});

const GLIOMAS = [
  aDataSet(1, 1, 'astrocytoma (excluding glioblastoma, IDH wild type)', 'oligodendroglioma'),
  aDataSet(2, 2, 'oligodendroglioma'),
  aDataSet(3, 3, 'glioblastoma', 'oligodendroglioma'),
  aDataSet(4, 4),
];

test('for filters, a data set is in the group of each of its values', () => {
  expect(groupByValue(GLIOMAS, 'disease').map(({ name, columns }) => [name, columns])).toEqual([
    ['oligodendroglioma', [0, 1, 2]],
    ['astrocytoma (excluding glioblastoma, IDH wild type)', [0]],
    ['glioblastoma', [2]],
    ['Not given', [3]],
  ]);
  expect(groupByValue(GLIOMAS, 'cohort')).toHaveLength(4);
});

test('of groups with common data sets the largest is said, and single data sets beyond it', () => {
  const groups = groupByValue(GLIOMAS, 'disease');
  const say = (filters: { [K in keyof typeof NONE]?: number[] }) =>
    describeFilters({ groups, dataSets: GLIOMAS, filters: { ...NONE, ...filters } });
  expect(say({ in_any: [1, 2, 3] })).toBe('In at least one data set of oligodendroglioma.');
  expect(say({ in_all: [3, 2], in_none: [1] })).toBe(
    'In every data set of glioblastoma and GSE2 QN A.1.1; in no data set of astrocytoma (excluding glioblastoma, IDH wild type).',
  );
});

test('filters are said by their groups', () => {
  const groups = groupDataSets(DATA_SETS, 'disease');
  const say = (filters: Partial<typeof NONE> | { [K in keyof typeof NONE]?: number[] }) =>
    describeFilters({ groups, dataSets: DATA_SETS, filters: { ...NONE, ...filters } });
  expect(say({})).toBeNull();
  expect(say({ in_all: [1, 3], in_none: [2] })).toBe(
    'In every data set of Glioblastoma; in no data set of Bladder cancer.',
  );
  expect(say({ in_any: [1, 2, 3] })).toBe('In at least one data set of Glioblastoma or Bladder cancer.');
  expect(say({ in_any: [3] })).toBe('In at least one data set of GSE3 QN A.1.1.');
});

test('a place is that of its data set, also where an earlier data set has none', () => {
  const { places } = aMetaModule(3, 'Microglia');
  const later = { places: places.filter(({ data_set }) => data_set !== 1) };
  expect(placeIn({ places }, DATA_SETS, 2)?.data_set).toBe(3);
  expect(placeIn(later, DATA_SETS, 0)).toBeUndefined();
  expect(placeIn(later, DATA_SETS, 2)?.data_set).toBe(3);
});
