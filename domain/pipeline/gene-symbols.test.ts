import { expect, test } from 'vitest';
import { isSymbolKind, symbolsOfCell, withoutSymbols } from './gene-symbols.ts';

test('a cell has its symbols, and none where it says that there is no gene', () => {
  expect(symbolsOfCell('DDR1 /// MIR4640')).toEqual(['DDR1', 'MIR4640']);
  expect(symbolsOfCell('AIF1; CD68')).toEqual(['AIF1', 'CD68']);
  for (const cell of ['---', 'NA', ' ', null]) expect(symbolsOfCell(cell)).toEqual([]);
});

test('identifiers are symbols in any case of their name', () => {
  expect(['SYMBOL', 'Symbol', 'PROBEID'].map(isSymbolKind)).toEqual([true, true, false]);
});

test('the reason names the identifiers that are no symbols', () => {
  expect(withoutSymbols('PROBEID')).toBe(
    'Enrichment cannot be tested in this data set, because no feature has a gene symbol. The identifiers are PROBEID, and the feature metadata has no symbols in a column SYMBOL.',
  );
});
