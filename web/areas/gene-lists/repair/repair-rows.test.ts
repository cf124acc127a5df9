import type { ListRepair } from '@omicon/contract/areas/genes/gene-lists.ts';
import { expect, test } from 'vitest';
import { listRepairRows, replaceIdentifier, writeRepair } from './repair-rows.ts';

const GIVEN = [
  'aif1',
  'IBA1',
  '201721_s_at',
  'ENSG00000138413.12',
  '2-Sep',
  'SHARED',
  'nonsense',
  'Aif1',
  'HLA–DRA\u200B',
];
const REPAIR: ListRepair = {
  given: 8,
  symbols: ['AIF1', 'SEPTIN2', 'LAPTM5', 'LAPTM5L', 'IDH1'],
  official: 1,
  repeated: 2,
  cleaned: [{ from: 'HLA–DRA\u200B', to: 'HLA-DRA' }],
  mapped: [
    { from: 'IBA1', to: 'AIF1', kind: 'ALIAS' },
    { from: '201721_s_at', to: 'LAPTM5', kind: 'PROBEID' },
    { from: '201721_s_at', to: 'LAPTM5L', kind: 'PROBEID' },
    { from: 'ENSG00000138413.12', to: 'IDH1', kind: 'ENSEMBL' },
  ],
  dates: [{ from: '2-Sep', to: 'SEPTIN2' }],
  ambiguous: [{ from: 'SHARED', candidates: ['MBP', 'SOX10'] }],
  unknown: ['nonsense'],
};

test('each identifier has a row with its outcome', () => {
  expect(listRepairRows(GIVEN, REPAIR).map(({ given, symbols, what }) => [given, symbols, what])).toEqual([
    ['aif1', 'AIF1', 'symbol'],
    ['IBA1', 'AIF1', 'alias'],
    ['201721_s_at', 'LAPTM5 | LAPTM5L', 'probe'],
    ['ENSG00000138413.12', 'IDH1', 'Ensembl id'],
    ['2-Sep', 'SEPTIN2', 'date'],
    ['SHARED', 'MBP | SOX10', 'ambiguous, left out'],
    ['nonsense', '', 'unknown, left out'],
    ['Aif1', 'AIF1', 'symbol, repeated'],
    ['HLA–DRA⟨U+200B⟩', 'HLA-DRA', 'symbol in other characters'],
  ]);
});

test('the rows are written as TSV with a header', () => {
  const lines = writeRepair(GIVEN, REPAIR).split('\r\n');
  expect(lines[0]).toBe('Given\tSymbol\tWhat it is');
  expect(lines[7]).toBe('nonsense\t\tunknown, left out');
  expect(lines).toHaveLength(11);
});

test('a chosen symbol replaces all occurrences of the ambiguous name', () => {
  expect(replaceIdentifier(['SHARED', 'AIF1', 'shared'], 'SHARED', 'MBP')).toEqual(['MBP', 'AIF1', 'MBP']);
});
