/** Lists of genes as they come from papers and spreadsheets; names from the corpus' table of aliases. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { genesOfDate, keysOfGenes, repairGenes } from './gene-symbols.ts';
import { knownNames } from './known-names.ts';

const OFFICIAL = [
  'IDH1',
  'SEPTIN2',
  'SEPTIN6',
  'MARCHF1',
  'MARCHF3',
  'MTARC1',
  'POU5F1',
  'DELEC1',
  'BHLHE40',
  'HLA-DRA',
  'RP11-34P13.7',
];
const tables = knownNames(
  new Map(OFFICIAL.map((symbol) => [symbol, symbol])),
  new Map([
    ['OCT4', ['POU5F1']],
    ['SEPT2', ['SEPTIN2', 'SEPTIN6']],
    ['DEC1', ['BHLHE40', 'DELEC1']],
    ['AMT', ['GCSH', 'AMT2']],
    ['SEP6', ['SELENOF']],
  ]),
);
const repair = (...genes: string[]) => repairGenes(genes, tables);

describe('a list of genes', () => {
  test('keeps official symbols and puts them in official spelling', () => {
    expect(repair('idh1')).toMatchObject({ genes: ['IDH1'], official: 1, mapped: [] });
  });
  test('gets the official symbol of an alias', () => {
    expect(repair('OCT4')).toMatchObject({ genes: ['POU5F1'], mapped: [{ from: 'OCT4', to: 'POU5F1' }] });
  });
  test('has an alias of several symbols left as written', () => {
    expect(repair('AMT')).toMatchObject({
      genes: ['AMT'],
      ambiguous: [{ from: 'AMT', candidates: ['GCSH', 'AMT2'] }],
    });
  });
  test('follows the renaming of families that spreadsheets turn into dates', () => {
    expect(repair('SEPT2', 'DEC1').genes).toEqual(['SEPTIN2', 'DELEC1']);
  });
  test('keeps unknown names', () => {
    expect(repair('LOC1')).toMatchObject({ genes: ['LOC1'], unknown: ['LOC1'] });
  });
  test('is read without quotation marks, invisible characters, look-alikes and footnotes', () => {
    for (const from of ['"IDH1"', '\u200BIDH1', 'ІDН1', 'ＩＤＨ１', 'IDH1*', 'idh1†'])
      expect(repair(from)).toMatchObject({ genes: ['IDH1'], official: 0, cleaned: [{ from, to: 'IDH1' }] });
    expect(repair('OCT4*').mapped).toEqual([{ from: 'OCT4*', to: 'POU5F1' }]);
    expect(repair('2‑Sep').dates).toEqual([{ from: '2‑Sep', to: 'SEPTIN2' }]);
    expect(repair('LOC\u200B1')).toMatchObject({ genes: ['LOC1'], unknown: ['LOC\u200B1'] });
  });
  test('finds the names that R has changed', () => {
    expect(repair('HLA.DRA', 'RP11.34P13.7').cleaned).toEqual([
      { from: 'HLA.DRA', to: 'HLA-DRA' },
      { from: 'RP11.34P13.7', to: 'RP11-34P13.7' },
    ]);
  });
  test('has several genes in one name if each of them is one', () => {
    expect(repair('IDH1/OCT4')).toMatchObject({
      genes: ['IDH1', 'POU5F1'],
      cleaned: [
        { from: 'IDH1/OCT4', to: 'IDH1' },
        { from: 'IDH1/OCT4', to: 'POU5F1' },
      ],
    });
    expect(repair('SEPT2/6').genes).toEqual(['SEPTIN2', 'SEPTIN6']);
    expect(repair('IDH1/NOSUCHGENE').unknown).toEqual(['IDH1/NOSUCHGENE']);
  });
  test('holds each gene once, also after a replacement', () => {
    expect(repair('POU5F1', 'OCT4', 'pou5f1')).toMatchObject({ genes: ['POU5F1'], repeated: 2 });
  });
});

describe('a date', () => {
  test.each([
    ['2-Sep', 'SEPTIN2'],
    ['Sep-02', 'SEPTIN2'],
    ['2-Sep-26', 'SEPTIN2'],
    ['2026-09-02', 'SEPTIN2'],
    ['2026-09-02 00:00:00', 'SEPTIN2'],
    ['3-Mar', 'MARCHF3'],
    // A gene renamed because of spreadsheets takes precedence over the alias SEP6.
    ['6-Sep', 'SEPTIN6'],
    ['1-Dec', 'DELEC1'],
    ['4-Oct', 'POU5F1'],
  ])('%s was %s', (from, to) => {
    expect(repair(from)).toMatchObject({ genes: [to], dates: [{ from, to }] });
  });
  test('that may have been two genes stays a date, and both are named', () => {
    expect(repair('1-Mar')).toMatchObject({
      genes: ['1-Mar'],
      ambiguous: [{ from: '1-Mar', candidates: ['MARCHF1', 'MTARC1'] }],
    });
  });
  test('is not found in other names', () => {
    for (const name of ['MARVELD1', 'SEPP1', 'HLA-DRA', '44075', '32-Sep', '2-Foo', 'MARVEL-1', '2026-13-02'])
      expect(genesOfDate(name), name).toEqual([]);
  });
  test('is looked up by all its possible names', () => {
    expect(keysOfGenes(['1-Mar'])).toEqual(
      expect.arrayContaining(['1-MAR', 'MARCH1', 'MARCHF1', 'MARC1', 'MTARC1', 'MAR1']),
    );
  });
});

test('every gene of any list is accounted for once, and a repaired list needs no repair', () => {
  const gene = fc.oneof(fc.constantFrom(...OFFICIAL, 'OCT4', 'AMT', '2-Sep', '1-Mar', 'LOC1'), fc.string());
  fc.assert(
    fc.property(fc.array(gene), (genes) => {
      const found = repairGenes(genes, tables);
      const { cleaned, mapped, dates, ambiguous, unknown } = found;
      const accounted = [cleaned, mapped, dates, ambiguous, unknown].reduce(
        (sum, part) => sum + part.length,
        0,
      );
      expect(found.official + accounted).toBe(genes.length);
      expect(found.genes.length + found.repeated).toBe(genes.length);
      expect(repairGenes(found.genes, tables).genes).toEqual(found.genes);
    }),
  );
});
