import { expect, test } from 'vitest';
import { type Correlate, columnsOf, positiveGenes } from './correlate-columns.tsx';
import { leastSquares } from './least-squares.ts';

const ROW: Correlate = {
  name: 'SPI1',
  features: ['1555_at', null],
  number_of_features: [3, 0],
  r: [0.7, null],
  n: [60, 0],
  k: 1,
  combined_r: 0.7,
  statistic: 6.5,
  p_value: 1e-9,
  log10_p: -9,
  q_value: 1e-6,
  heterogeneity: null,
  is_copy: false,
  copied_in: [],
};
const DATA_SETS = ['GBM', 'LGG'].map((title, id) => ({
  id,
  title,
  feature: 'TREM2',
  ...{ n: 60, tested: 100, not_tested: 0, samples: null },
}));

test('several data sets add the strongest feature of each, with the number of features', () => {
  const columns = columnsOf({ data_sets: DATA_SETS }, true);
  const cellsOf = (title: string) =>
    columns.filter((column) => column.title === title).map((column) => column.value?.(ROW));
  expect(cellsOf('Strongest feature in GBM')).toEqual(['1555_at, of 3']);
  expect(cellsOf('r in LGG')).toEqual([null]);
  expect(columnsOf({ data_sets: DATA_SETS.slice(0, 1) }, false).map(({ title }) => title)).toEqual([
    'Feature',
    'r',
    'P',
    'q',
    'Samples',
    'Note',
  ]);
});

test('the genes to explore correlate positively, with q below the limit, and are no copies', () => {
  const rows = [
    ROW,
    { ...ROW, name: 'A', combined_r: -0.9 },
    { ...ROW, name: 'B', is_copy: true },
    { ...ROW, name: 'C', q_value: 0.2 },
  ];
  expect(positiveGenes(rows)).toEqual(['SPI1']);
});

test('a line goes through the means', () => {
  expect(leastSquares([1, 2, 3], [2, 4, 6])).toEqual({ slope: 2, intercept: 0 });
  expect(leastSquares([1, 1], [2, 4])).toBeNull();
});

test('a symbol that repeats the subject in a data set says that it is left out there', () => {
  const note = columnsOf({ data_sets: DATA_SETS }, true).find(({ title }) => title === 'Note');
  expect(note?.value?.({ ...ROW, copied_in: ['GBM'] })).toBe('the same values in GBM, left out there');
  expect(note?.value?.({ ...ROW, is_copy: true })).toBe('the same values');
});
