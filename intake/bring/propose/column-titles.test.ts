import { describe, expect, test } from 'vitest';
import { quantitiesOf, testColumns } from './column-titles.ts';

describe('columns of results of a test', () => {
  test('are told by fold changes and P values, and by what else their programs write beside these', () => {
    const deseq2 = ['baseMean', 'log2FoldChange', 'lfcSE', 'stat', 'pvalue', 'padj'];
    expect(testColumns(deseq2)).toEqual(deseq2);
    const limma = ['logFC', 'AveExpr', 't', 'P.Value', 'adj.P.Val', 'B'];
    expect(testColumns(limma)).toEqual(limma);
    expect(testColumns(['S1', 'S2', 'S3', 'log2FC', 'FDR'])).toEqual(['log2FC', 'FDR']);
  });

  test('are none where samples are only called t, B or stat', () => {
    expect(testColumns(['B', 't', 'stat', 'AveExpr'])).toEqual([]);
    expect(testColumns(['S1', 'fdrop', 'padjacent', 'logFCX'])).toEqual([]);
  });
});

describe('tables with several quantities of each sample', () => {
  const titles = (...quantities: string[]) =>
    ['A', 'B', 'C'].flatMap((sample) => quantities.map((quantity) => `${sample}${quantity}`));

  test('keep counts before abundances, whatever the separator', () => {
    expect(quantitiesOf(titles('_count', '_FPKM'))).toEqual({
      kept: '_count',
      others: ['_FPKM'],
      samples: new Set(['A_count', 'B_count', 'C_count']),
    });
    expect(quantitiesOf(titles('.TPM', '.counts', '.FPKM'))?.kept).toBe('.counts');
    expect(quantitiesOf(titles(' FPKM', ' TPM'))?.kept).toBe(' TPM');
  });

  test('may have the quantity first, as MaxQuant writes it', () => {
    const protein = ['Peptides ', 'Intensity ', 'LFQ intensity '].flatMap((quantity) =>
      ['A', 'B', 'C'].map((sample) => `${quantity}${sample}`),
    );
    const found = quantitiesOf([...protein, 'Score', 'Mol. weight [kDa]']);
    expect(found?.kept).toBe('LFQ intensity ');
    expect([...(found?.samples ?? [])]).toEqual(['LFQ intensity A', 'LFQ intensity B', 'LFQ intensity C']);
  });

  test('are not seen in replicates, in one quantity, or in quantities of different samples', () => {
    expect(quantitiesOf(titles('_1', '_2'))).toBeNull();
    expect(quantitiesOf(titles('_count'))).toBeNull();
    expect(quantitiesOf(['A_count', 'B_count', 'C_count', 'D_TPM', 'E_TPM', 'F_TPM'])).toBeNull();
  });
});
