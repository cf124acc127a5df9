import { expect, test } from 'vitest';
import { examine } from './examine.ts';
import { featureId, idPairOf } from './paired-ids.ts';
import { proposeMap } from './propose-map.ts';
import { KNOWN, matrixOf, studyOf } from './test-study.ts';

const RSEM = studyOf([
  matrixOf([
    'gene_id TCGA-1 TCGA-2 TCGA-3',
    'TP53|7157 3 5.25 1',
    '?|100130426 0 1.5 2',
    'SLC35E2|9906 7 8 9.5',
    'SLC35E2|728661 7.5 8 9',
    'A1BG|1 4.5 2 0',
  ]),
]);

test('a symbol and an Entrez id are told apart, and other identifiers with a bar stay', () => {
  expect(idPairOf('TP53|7157')).toEqual({ symbol: 'TP53', entrezId: '7157', hasSymbol: true });
  expect(idPairOf('?|100130426')).toEqual({
    symbol: 'LOC100130426',
    entrezId: '100130426',
    hasSymbol: false,
  });
  expect(idPairOf('TP53 (7157)')).toEqual({ symbol: 'TP53', entrezId: '7157', hasSymbol: true });
  expect(featureId('HLA-A (3105)', 'ENTREZID')).toBe('3105');
  expect(idPairOf('7-Sep|989')?.symbol).toBe('SEPTIN7');
  for (const id of [
    'TP53',
    'TP53 (p53)',
    'TP53 (7157) x',
    '(7157)',
    'TP53|p53',
    '|7157',
    'TP53|',
    'a b|7',
    'A|B|7',
    'sp|P04637|P53_HUMAN',
  ])
    expect([id, idPairOf(id)]).toEqual([id, null]);
});

test('by kind one of both is the identifier; of another kind the pair stays whole', () => {
  expect(
    (['SYMBOL', 'ENTREZID', 'other', 'ENSEMBL'] as const).map((kind) => featureId('TP53|7157', kind)),
  ).toEqual(['TP53', '7157', 'TP53|7157', 'TP53|7157']);
});

test('a table of TCGA has symbols, and the repair is counted and can be refused', async () => {
  const map = await proposeMap(RSEM, KNOWN);
  expect(map).toMatchObject({ id_column: 'gene_id', id_kind: 'SYMBOL' });
  const { findings, number_of_features } = await examine(RSEM, map, KNOWN);
  expect(number_of_features).toBe(5);
  expect(findings.find(({ key }) => key === 'id_pairs')).toMatchObject({
    level: 'repair',
    count: 5,
    line: 2,
    sentence:
      '5 identifiers are a symbol with an Entrez ID; "TP53|7157" is written as "TP53", and the other part becomes annotation. 1 without a symbol is named by the Entrez ID, such as LOC100130426. Choose the kind "other" to keep them as they are.',
  });
  expect(findings.find(({ key }) => key === 'repeated_ids')?.count).toBe(1);
  const kept = await examine(RSEM, { ...map, id_kind: 'other' }, KNOWN);
  expect(kept.findings.map(({ key }) => key)).not.toContain('id_pairs');
});
