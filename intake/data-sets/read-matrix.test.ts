import { featureValues } from '@omicon/domain/statistics/matrix.ts';
import { describe, expect, test } from 'vitest';
import { table, treeOf } from '../test-tree.ts';
import { readMatrix } from './read-matrix.ts';

const known = { labels: ['GBM_1', 'GBM_2', 'GBM_3'], uniqueIdentifier: 'SYMBOL' };

describe('the values of analyte data', () => {
  test('are read below two header lines, with NA as NaN', async () => {
    const text = table(
      ['INDEX', 'Feature', 1, 2, 3],
      ['', 'SYMBOL', 'GBM_1', 'GBM_2', 'GBM_3'],
      [1, 'IDH1', 1.5, 2, 3],
      [2, 'OLIG2', 4, 'NA', -99.99],
    );
    const read = await readMatrix(treeOf({ 'a.csv': text }), 'a.csv', known);
    expect(read.features).toEqual(['IDH1', 'OLIG2']);
    expect(read.sampleLabels).toEqual(['GBM_1', 'GBM_2', 'GBM_3']);
    expect([...featureValues(read.matrix, 0)]).toEqual([1.5, 2, 3]);
    expect([...featureValues(read.matrix, 1)]).toEqual([4, Number.NaN, Number.NaN]);
  });

  test('are read below one header line, whatever feature information comes before them', async () => {
    const text = table(
      ['PROBE_ID', 'Symbol', 'ProbeQuality', 'GBM_3', 'GBM_1', 'GBM_2'],
      ['201193_at', 'IDH1', 'Perfect', 3, 1.5, 2],
    );
    const read = await readMatrix(treeOf({ 'a.csv': text }), 'a.csv', known);
    expect(read.features).toEqual(['IDH1']);
    expect(read.sampleLabels).toEqual(['GBM_3', 'GBM_1', 'GBM_2']);
    expect([...featureValues(read.matrix, 0)]).toEqual([3, 1.5, 2]);
  });

  test('that are infinite are NaN', async () => {
    const text = table(['SYMBOL', 'GBM_1', 'GBM_2', 'GBM_3'], ['IDH1', 'Inf', 2, '-Infinity']);
    const read = await readMatrix(treeOf({ 'a.csv': text }), 'a.csv', known);
    expect([...featureValues(read.matrix, 0)]).toEqual([Number.NaN, 2, Number.NaN]);
  });

  test('of a truncated file are refused', async () => {
    const text = table(['SYMBOL', 'GBM_1', 'GBM_2', 'GBM_3'], ['IDH1', 1, 2]);
    await expect(readMatrix(treeOf({ 'a.csv': text }), 'a.csv', known)).rejects.toThrow(/./);
  });
});
