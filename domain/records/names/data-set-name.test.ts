/** Short names of data sets. */
import { expect, test } from 'vitest';
import { readDataSetName } from './data-set-name.ts';

test.each([
  ['TCGA GBM RNA-seq EXT', 'TCGA GBM RNA-seq', null, 'as published'],
  ['TCGA GBM RNA-seq EXT OR QN A.1.1.1', 'TCGA GBM RNA-seq', null, 'normalised'],
  ['Phillips 2006 GSE4271 EXT Primary OR', 'Phillips 2006 GSE4271', 'Primary', 'outliers removed'],
  ['Dyrskjot 2004 bladder EXT OR QN BC A.1.1.1.1', 'Dyrskjot 2004 bladder', null, 'batch-corrected'],
  ['GSE1 RDP', 'GSE1', null, 'reprocessed'],
  ['GSE1 RDP OR QN', 'GSE1', null, 'reprocessed, normalised'],
  [
    'GSE1 RDP Tumor OR QN BC OR BC B.1.2.1.1.1.1',
    'GSE1',
    'Tumor',
    'reprocessed, batch-corrected (OR QN BC OR BC)',
  ],
])('%s is %s, samples %s, %s', (title, study, group, state) => {
  expect(readDataSetName(title)).toEqual({ study, group, state });
});

test.each([
  'Phillips 2006 GSE4271',
  'Phillips 2006 GSE4271 A.1.2',
  'kME_table_02-43-17.csv',
  'EXT',
  'OR',
  '',
])('%j does not say how the data were processed', (title) => {
  expect(readDataSetName(title)).toBeNull();
});
