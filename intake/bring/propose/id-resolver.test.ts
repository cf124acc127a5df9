import { expect, test } from 'vitest';
import { resolverByForm } from './id-resolver.ts';
import { platformName } from './platforms.ts';
import { likeliestKind, recognizeKinds } from './propose-ids.ts';
import { knownAttribute } from './vocabulary.ts';

const kindOf = async (...ids: string[]) =>
  likeliestKind(await recognizeKinds(resolverByForm, ids, null)).kind;

test('the form of identifiers shows their kind', async () => {
  expect(await kindOf('ENSG00000141510.16', 'ENSMUSG00000059552')).toBe('ENSEMBL');
  expect(await kindOf('7157', '3417', '672')).toBe('ENTREZID');
  expect(await kindOf('1007_s_at', 'AFFX-BioB-3_at', 'ILMN_1343291', 'A_23_P100001', 'cg00000029')).toBe(
    'PROBEID',
  );
  expect(await kindOf('TP53', 'HLA-DRA', 'C1orf112', 'Trp53', '1700001C02Rik', 'MT-ND1')).toBe('SYMBOL');
  expect(await kindOf('hsa-mir-21', 'let-7a', '??')).toBe('other');
  expect(await kindOf()).toBe('other');
});

test('row numbers are no Entrez ids, and names of samples no symbols', async () => {
  expect(await kindOf('1', '2', '3', '4')).toBe('other');
  expect(await kindOf('GSM96950', 'TCGA-02-0047', 'SRR123456')).toBe('other');
});

test('a platform is named as mapping tables name it, else by its best known name', () => {
  const known = ['Affymetrix U133A', 'Affymetrix U133A 2.0', 'Illumina HumanHT-12 v4.0'];
  expect(platformName('GPL96', known)).toBe('Affymetrix U133A');
  expect(platformName('[HG] GPL571', known)).toBe('Affymetrix U133A 2.0');
  expect(platformName('GPL10558', known)).toBe('Illumina HumanHT-12 v4.0');
  expect(platformName('Affymetrix Human Genome U133A Array', known)).toBe('Affymetrix U133A');
  expect(platformName('GPL570', known)).toBe('Affymetrix U133 Plus 2.0');
  expect(platformName('GPL99999', known)).toBe('GPL99999');
});

test('columns of repositories have the names of the laboratory', () => {
  const names = [
    'Characteristics [disease state]',
    'gender (ch1)',
    'AGE',
    'OS_MONTHS',
    'plate',
    'subject id',
    'smoking status',
  ];
  expect(names.map((name) => [knownAttribute(name).name, knownAttribute(name).role])).toEqual([
    ['Disease', null],
    ['Sex', null],
    ['Age', null],
    ['OS_MONTHS', 'time'],
    ['Batch', 'batch'],
    ['Individual', 'individual'],
    ['Smoking_status', null],
  ]);
});
