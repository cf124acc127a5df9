import { expect, test } from 'vitest';
import { analysisTitle, freeTitle, preparedDataSets, stepsOf } from './outputs.ts';

const LOADED = { title: 'Phillips 2006 GSE4271 EXT Primary', ds_version: 'A.1' };
const NOTHING = { remove_samples: [], quantile_normalise: false, correct_batches: null, allow_counts: false };

test('each step is a data set below the one before', () => {
  expect(preparedDataSets(LOADED, ['OR', 'QN', 'BC'], [])).toEqual([
    { kind: 'data set', title: 'Phillips 2006 GSE4271 EXT Primary OR', ds_version: 'A.1.1' },
    { kind: 'data set', title: 'Phillips 2006 GSE4271 EXT Primary OR QN', ds_version: 'A.1.1.1' },
    { kind: 'data set', title: 'Phillips 2006 GSE4271 EXT Primary OR QN BC', ds_version: 'A.1.1.1.1' },
  ]);
});

test('a sibling gets the next number, whatever lies below the others', () => {
  const codes = ['A.1.1', 'A.1.2', 'A.1.2.7', 'A.1.10.1'];
  expect(preparedDataSets(LOADED, ['QN'], codes)[0]?.ds_version).toBe('A.1.11');
});

test('steps are done in the order of the pipeline, and no sample removed is no step', () => {
  const batches = { batch: 'Batch', covariates: [], mean_only: false };
  const steps = stepsOf({ ...NOTHING, correct_batches: batches, remove_samples: ['GBM_1'] });
  expect(steps.map(({ code }) => code)).toEqual(['OR', 'BC']);
  expect(stepsOf(NOTHING)).toEqual([]);
});

test('an analysis is named by what it has found in which study and group, with a number if the name is taken', () => {
  expect(analysisTitle('Phillips 2006 GSE4271 EXT Primary OR QN')).toBe(
    'Phillips 2006 GSE4271 Primary modules',
  );
  expect(analysisTitle('TCGA ACC RNA seq EXT OR')).toBe('TCGA ACC RNA seq modules');
  expect(analysisTitle('my values')).toBe('my values modules');
  expect(analysisTitle('Golub 1999 leukemia OR QN A.1.1.1')).toBe('Golub 1999 leukemia OR QN modules');
  expect(freeTitle('Phillips', new Set())).toBe('Phillips');
  expect(freeTitle('Phillips', new Set(['Phillips', 'Phillips 2']))).toBe('Phillips 3');
});
