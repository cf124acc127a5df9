/** The mapping rule, on rows of real tables (Bioconductor AnnotationDbi and HGNC, release 2026-11-21 of the corpus). */
import { describe, expect, test } from 'vitest';
import { findRoute, indexTargets, isMissing } from './identifier-mapping.ts';
import { knownNames } from './known-names.ts';
import { mapIdentifiers, mapToOfficialSymbols } from './map-identifiers.ts';

const PROBES = indexTargets([
  { identifier: '1007_s_at', target: 'DDR1' },
  { identifier: '1007_s_at', target: 'MIR4640' },
  { identifier: '1053_at', target: 'RFC2' },
  { identifier: 'AFFX-BioB-5_at', target: 'NA' },
  { identifier: '117_at', target: '' },
  { identifier: '121_at', target: null },
]);

describe('an identifier', () => {
  test('is compared in upper case, and returned as written', () => {
    expect(mapIdentifiers(['1007_S_AT', ' 1053_at'], PROBES)).toEqual([
      { id: '1007_S_AT', targets: ['DDR1', 'MIR4640'], is_mapped: true, read_as: null },
      { id: ' 1053_at', targets: ['RFC2'], is_mapped: true, read_as: null },
    ]);
  });

  test('is found without its marks and version, and as it was before R changed it', () => {
    const targets = indexTargets([...'AB'].map((target) => ({ identifier: 'ENSG00000141510', target })));
    expect(
      mapIdentifiers(['ENSG00000141510.16', '"1053_at"', 'X1053_at', '1053\u200B_at'], PROBES),
    ).toMatchObject([
      { targets: [], read_as: null },
      { id: '"1053_at"', targets: ['RFC2'], read_as: '1053_at' },
      { targets: ['RFC2'], read_as: '1053_at' },
      { targets: ['RFC2'], read_as: '1053_at' },
    ]);
    expect(mapIdentifiers(['ENSG00000141510.16'], targets)[0]).toMatchObject({
      targets: ['A', 'B'],
      read_as: 'ENSG00000141510',
    });
  });

  test('keeps all its targets, each once, in the order of the table', () => {
    const pairs = ['GO:2', 'GO:1', 'GO:2'].map((target) => ({ identifier: 'IDH1', target }));
    expect(mapIdentifiers(['IDH1'], indexTargets(pairs))[0]?.targets).toEqual(['GO:2', 'GO:1']);
  });

  test('whose target is empty or NA stays without target, as an unknown one does', () => {
    for (const id of ['AFFX-BioB-5_at', '117_at', '121_at', 'no_such_at', 'NA', ''])
      expect(mapIdentifiers([id], PROBES)).toEqual([{ id, targets: [], is_mapped: false, read_as: null }]);
  });

  test('that is repeated is mapped each time', () => {
    expect(mapIdentifiers(['1053_at', '1053_at'], PROBES)).toHaveLength(2);
  });
});

describe('from symbols to symbols', () => {
  const symbolsOfAlias = indexTargets([
    { identifier: 'OCT4', target: 'POU5F1' },
    { identifier: 'SEPT2', target: 'SEPTIN2' },
    { identifier: 'SEPT2', target: 'SEPTIN6' },
    { identifier: 'ACAT1', target: 'SOAT1' },
  ]);
  const official = new Map([
    ['IDH1', 'IDH1'],
    ['ACAT1', 'ACAT1'],
    ['C11ORF40', 'C11orf40'],
  ]);
  const names = knownNames(official, symbolsOfAlias);
  const map = (id: string) => mapToOfficialSymbols([id], names)[0]?.targets;

  test('an alias gives every official symbol that carries it', () => {
    expect(map('oct4')).toEqual(['POU5F1']);
    expect(map('SEPT2')).toEqual(['SEPTIN2', 'SEPTIN6']);
  });
  test('an official symbol stays, in its official spelling, even where it is an alias of another', () => {
    expect(map('IDH1')).toEqual(['IDH1']);
    expect(map('C11orf40')).toEqual(['C11orf40']);
    expect(map('ACAT1')).toEqual(['ACAT1', 'SOAT1']);
  });
  test('an unknown symbol is kept, but not mapped', () => {
    expect(map('LOC100130000')).toEqual(['LOC100130000']);
    expect(map('NA')).toEqual([]);
    const mapped = mapToOfficialSymbols(['LOC100130000', 'NA', 'oct4'], names);
    expect(mapped.map(({ is_mapped }) => is_mapped)).toEqual([false, false, true]);
  });
});

test('missing are the empty text and NA, nothing else', () => {
  expect(['', '  ', 'NA', 'na', 'NAT1', '0'].map(isMissing)).toEqual([true, true, true, true, false, false]);
});

describe('a route', () => {
  const tables = [
    { from: 'SYMBOL', to: 'ENTREZID' },
    { from: 'SYMBOL', to: 'OMIM' },
    { from: 'ENSEMBL', to: 'SYMBOL' },
    { from: 'PROBEID', to: 'ENTREZID' },
  ];
  const route = (from: string, to: string) =>
    findRoute(from, to, tables)?.map((step) => `${step.from}${step.isBackwards ? '<' : '>'}${step.to}`);

  test('uses the table between two kinds, backwards if there is no other', () => {
    expect(route('SYMBOL', 'OMIM')).toEqual(['SYMBOL>OMIM']);
    expect(route('OMIM', 'SYMBOL')).toEqual(['OMIM<SYMBOL']);
  });
  test('goes via symbols if no table connects the kinds', () => {
    expect(route('ENSEMBL', 'OMIM')).toEqual(['ENSEMBL>SYMBOL', 'SYMBOL>OMIM']);
    expect(route('OMIM', 'ENSEMBL')).toEqual(['OMIM<SYMBOL', 'SYMBOL<ENSEMBL']);
  });
  test('is null if tables do not connect the kinds', () => {
    expect(route('PROBEID', 'GO')).toBeUndefined();
    expect(route('PROBEID', 'OMIM')).toBeUndefined();
  });
});
