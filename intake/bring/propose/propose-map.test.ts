import { describe, expect, test } from 'vitest';
import type { SampleSheet, SourceMatrix } from '../study.ts';
import { examine } from './examine.ts';
import { type IdResolver, resolverByForm } from './id-resolver.ts';
import { proposeMap } from './propose-map.ts';
import { attribute, KNOWN, keysOfFindings, LOG2, matrixOf, SHEET, sheetOf, studyOf } from './test-study.ts';

const values = (...rows: string[]) => matrixOf(['gene S1 S2 S3', ...rows], 'values.csv');

describe('a proposed map', () => {
  test('fills in every choice of a series with a sheet', async () => {
    const about = { title: 'Gliomas', accession: 'GSE9', platform: 'GPL96', organism: 'Homo sapiens' };
    const map = await proposeMap(studyOf([LOG2], { sheets: [SHEET], about }), KNOWN);
    expect(map).toMatchObject({
      matrix: 'GSE9_series_matrix.txt.gz',
      sheet: 'samples.csv',
      samples_in: 'columns',
      id_column: 'ID_REF',
      id_kind: 'PROBEID',
      annotation_columns: [],
      left_out: [],
      label_column: 'geo_accession',
      scale: 'log2',
      transformation: 'none',
      title: 'Gliomas',
      accession: 'GSE9',
      platform: 'Affymetrix U133A',
      visibility: 'private',
      confirmed: [],
    });
  });

  test('names attributes as the laboratory does, with roles and words for missing values', async () => {
    const map = await proposeMap(studyOf([LOG2], { sheets: [SHEET] }), KNOWN);
    expect(map.attributes.map(({ name, is_kept, role }) => [name, is_kept, role])).toEqual([
      ['Sex', true, null],
      ['Age', true, null],
      ['Disease', true, null],
      ['Tissue', true, null],
      ['Batch', true, 'batch'],
      ['Individual', true, 'individual'],
    ]);
    expect(attribute(map, 'gender')?.missing).toEqual(['n/a']);
    expect(attribute(map, 'age at diagnosis')?.missing).toEqual(['unknown']);
  });

  test('keeps neither constants nor long texts that differ in each sample, and no name twice', async () => {
    const long = 'described at length '.repeat(5);
    const sheet = sheetOf([
      'name|protocol|description|Gender|sex|OS_MONTHS|OS_STATUS|label|age_at_diagnosis',
      `S1|RNeasy|1 ${long}|F|F|12|1:DECEASED|a|20000`,
      `S2|RNeasy|2 ${long}|M|M|8.5|0:LIVING|b|21000`,
      `S3|RNeasy|3 ${long}|M|M|40|0:LIVING|a|15000`,
    ]);
    const map = await proposeMap(studyOf([values('TP53 1 2 3')], { sheets: [sheet] }), KNOWN);
    expect(attribute(map, 'protocol')?.is_kept).toBe(false);
    expect(attribute(map, 'description')?.is_kept).toBe(false);
    expect(map.attributes.map(({ name }) => name)).toEqual([
      'Protocol',
      'Description',
      'Sex',
      'Sex_2',
      'Survival_Months',
      'Vital_Status',
      'Label_2',
      // Days are no Age, which is in years.
      'Age_at_diagnosis',
    ]);
    expect(attribute(map, 'OS_MONTHS')?.role).toBe('time');
    expect(attribute(map, 'OS_STATUS')?.role).toBe('event');
  });

  test('does not decode codes of sex', async () => {
    const sheet = sheetOf(['name|sex', 'S1|1', 'S2|2', 'S3|1']);
    const map = await proposeMap(studyOf([values('TP53 1 2 3')], { sheets: [sheet] }), KNOWN);
    expect(attribute(map, 'sex')).toMatchObject({ name: 'Sex', values: {} });
  });

  test('has samples in rows if the first column joins the sheet', async () => {
    const matrix = matrixOf(['sample group TP53 IDH1', 'S1 a 7.5 1', 'S2 a 8 2', 'S3 b 9 3']);
    const sheet = sheetOf(['id|sex', 'S3|F', 'S1|M', 'S2|M']);
    const map = await proposeMap(studyOf([matrix], { sheets: [sheet] }), KNOWN);
    expect(map).toMatchObject({
      samples_in: 'rows',
      id_column: 'sample',
      id_kind: 'SYMBOL',
      left_out: ['group'],
      label_column: 'id',
    });
  });

  test('has samples in rows if a wide table without a sheet has genes as titles', async () => {
    const genes = Array.from({ length: 40 }, (_, at) => `ENSG${String(at).padStart(11, '0')}`);
    const row = genes.map((_, at) => at / 8).join(' ');
    const matrix = matrixOf([`id ${genes.join(' ')}`, `p-1 ${row}`, `p-2 ${row}`, `p-3 ${row}`]);
    expect(await proposeMap(studyOf([matrix]), KNOWN)).toMatchObject({
      samples_in: 'rows',
      id_kind: 'ENSEMBL',
    });
  });

  test('tells identifiers, annotation, row numbers and P values of detection apart', async () => {
    const matrix = matrixOf([
      '_ PROBE_ID SYMBOL Length S1 S1.Detection_Pval S2 S3',
      '1 ILMN_1 TP53 900 7.1 0.01 7.2 7.3',
      '2 ILMN_2 IDH1 800 8.1 0.02 8.2 8.3',
      '3 ILMN_3 TP53 700 9.1 0.03 9.2 9.3',
    ]);
    expect(await proposeMap(studyOf([matrix]), KNOWN)).toMatchObject({
      id_column: 'PROBE_ID',
      id_kind: 'PROBEID',
      annotation_columns: ['SYMBOL', 'Length'],
      left_out: ['', 'S1.Detection_Pval'],
    });
  });

  test('takes whole numbers in the first column for Entrez ids, not for values', async () => {
    const matrix = matrixOf(
      ['GeneID S1 S2 S3', '7157 10 5000 0', '3417 8 0 1', '2 1 2 3'],
      'GSE5_raw_counts.tsv',
    );
    expect(await proposeMap(studyOf([matrix]), KNOWN)).toMatchObject({
      id_column: 'GeneID',
      id_kind: 'ENTREZID',
      scale: 'counts',
      transformation: 'log2 CPM',
      accession: 'GSE5',
    });
  });

  test.each([
    ['counts', 'log2 CPM', ['TP53 0 5000 12']],
    ['log2', 'none', ['TP53 -3.5 12.25 8']],
    ['beta', 'none', ['TP53 0.1 0.95 0.5']],
    ['intensities', 'log2(x + 1)', ['TP53 3000.5 120 8']],
    ['other', 'none', ['TP53 40.5 1 2']],
    ['log2', 'none', ['TP53 NA 7,5 8,5']],
  ])('reads the scale %s from the values', async (scale, transformation, rows) => {
    expect(await proposeMap(studyOf([values(...rows)]), KNOWN)).toMatchObject({ scale, transformation });
  });

  test('names a collection by its file if nothing else is known, and never without a title', async () => {
    const named = async (file: string) => (await proposeMap(studyOf([{ ...LOG2, file }]), KNOWN)).accession;
    expect(await named('pbmc.h5ad.gz/values.tsv')).toBe('pbmc');
    expect(await named('a/My values (2).csv.gz')).toBe('My_values_2');
    expect(await named('sample_attributes.csv')).toBe('DATA');
    expect(await named('\u00fc.txt')).toBe('u');
    expect((await proposeMap(studyOf([{ ...LOG2, file: '!!!' }]), KNOWN)).title).toBe('DATA');
    const title = 'A very long title of a series that goes on '.repeat(5);
    expect((await proposeMap(studyOf([LOG2], { about: { title } }), KNOWN)).title.length).toBeLessThanOrEqual(
      80,
    );
  });

  test('chooses the platform whose table knows the probes', async () => {
    const resolver: IdResolver = {
      recognize: async (kind, platform, ids) =>
        platform === 'Affymetrix U95Av2' ? 0 : resolverByForm.recognize(kind, platform, ids),
      platforms: async () => ['Affymetrix U95Av2', 'Affymetrix U133A'],
    };
    const known = { ...KNOWN, resolver };
    expect((await proposeMap(studyOf([LOG2]), known)).platform).toBe('Affymetrix U133A');
    const about = { platform: 'Affymetrix Human Genome U133A Array' };
    expect((await proposeMap(studyOf([LOG2], { about }), known)).platform).toBe('Affymetrix U133A');
  });

  test('takes over the choices of an earlier map for the same columns', async () => {
    const study = studyOf([LOG2], { sheets: [SHEET] });
    const first = await proposeMap(study, KNOWN);
    const earlier = {
      ...first,
      confirmed: ['emails:x'],
      organism: 'Homo sapiens',
      attributes: first.attributes.map((each) =>
        each.column === 'gender' ? { ...each, name: 'Sex_2', values: { F: 'female' } } : each,
      ),
    };
    const again = await proposeMap(study, { ...KNOWN, earlier });
    expect(attribute(again, 'gender')).toMatchObject({ name: 'Sex_2', values: { F: 'female' } });
    expect(again).toMatchObject({ organism: 'Homo sapiens', confirmed: [] });
    const other = { ...earlier, id_column: 'gene' };
    expect(await proposeMap(study, { ...KNOWN, earlier: other })).toEqual(first);
  });

  test('of a study without values says only what the records are', async () => {
    const study = studyOf([], { about: { title: 'T', accession: 'GSE1' } });
    expect(await proposeMap(study, KNOWN)).toMatchObject({ matrix: '', title: 'T', accession: 'GSE1' });
  });
});

describe('a table with words beside its values', () => {
  const own = (matrix: SourceMatrix, columns: readonly number[]): SampleSheet => ({
    file: matrix.file,
    columns: columns.map((at) => matrix.columns[at] ?? ''),
    labelColumn: null,
    rows: [],
  });
  async function studyWithOwnSheet(lines: readonly string[], columns: readonly number[]) {
    const matrix = matrixOf(lines, 'table.txt');
    const sheet = own(matrix, columns);
    for await (const { cells } of matrix.rows()) sheet.rows.push(columns.map((at) => cells[at] ?? null));
    return studyOf([matrix], { sheets: [sheet] });
  }

  test('has features in rows if a column has clear identifiers: the words are annotation', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => `ENSG0000000000${at} G${at} coding ${at} 2 3`);
    const study = await studyWithOwnSheet(['gene_id gene_name biotype S1 S2 S3', ...rows], [0, 1, 2]);
    const map = await proposeMap(study, KNOWN);
    expect(map).toMatchObject({
      samples_in: 'columns',
      id_column: 'gene_id',
      id_kind: 'ENSEMBL',
      sheet: null,
    });
    expect(map.annotation_columns).toEqual(['gene_name', 'biotype']);
    const proposal = await examine(study, map, KNOWN);
    expect(keysOfFindings(proposal.findings)).not.toContain('warning no_sheet');
  });

  test('has samples in rows if its rows are few and named by nobody', async () => {
    const rows = ['P1 case 5 2', 'P2 case 4 3', 'P3 control 9 1', 'P4 control 8 0'];
    const map = await proposeMap(await studyWithOwnSheet(['sample group TP53 IDH1', ...rows], [0, 1]), KNOWN);
    expect(map).toMatchObject({ samples_in: 'rows', sheet: 'table.txt', label_column: 'sample' });
  });

  test('has samples in rows if its titles are symbols with Entrez ids, as DepMap writes them', async () => {
    const genes = Array.from({ length: 30 }, (_, at) => `G${at}X_(${at + 1})`);
    const titles = ['row', ...genes].map((title) => title.replace('_', ''));
    const matrix = matrixOf(
      [titles.join(' '), ...['ACH-1', 'ACH-2', 'ACH-3'].map((name) => `${name}${' 1.5'.repeat(30)}`)],
      'depmap.csv',
    );
    const map = await proposeMap(studyOf([matrix]), KNOWN);
    expect(map).toMatchObject({ samples_in: 'rows', id_kind: 'SYMBOL' });
  });
});

describe('a table with several quantities of each sample', () => {
  const rows = Array.from(
    { length: 5 },
    (_, at) => `G${at} ${at * 1000} 1.25 ${at * 900} 0.5 ${at * 801} 2.5`,
  );
  const matrix = matrixOf(['gene A_count A_FPKM B_count B_FPKM C_count C_FPKM', ...rows], 'both.txt');

  test('has counts as values, by whose scale it is read, and says what it leaves out', async () => {
    const map = await proposeMap(studyOf([matrix]), KNOWN);
    expect(map).toMatchObject({
      left_out: ['A_FPKM', 'B_FPKM', 'C_FPKM'],
      scale: 'counts',
      transformation: 'log2 CPM',
    });
    const { findings, number_of_samples } = await examine(studyOf([matrix]), map, KNOWN);
    expect(number_of_samples).toBe(3);
    expect(findings.find(({ key }) => key === 'quantities')?.sentence).toBe(
      'The table has several quantities of each sample; "_count" is used, and 3 other columns are left out ("_FPKM").',
    );
  });
});

describe('what is no table of values of samples is refused with its cause alone', () => {
  async function refusals(lines: readonly string[]) {
    const study = studyOf([matrixOf(lines, 'table.txt')]);
    const { findings } = await examine(study, await proposeMap(study, KNOWN), KNOWN);
    return keysOfFindings(findings.filter(({ level }) => level === 'refused'));
  }

  test('results of a test', async () => {
    const rows = ['TP53 100 1.5 0.01 0.02', 'IDH1 90 -0.5 0.2 0.4', 'EGFR 80 2 0.001 0.01'];
    expect(await refusals(['gene baseMean log2FoldChange pvalue padj', ...rows])).toEqual([
      'refused only_tests',
    ]);
  });

  test('a row for each sample and feature', async () => {
    const rows = ['S1', 'S2', 'S3'].flatMap((sample) =>
      ['TP53', 'IDH1'].map((gene) => `${gene} ${sample} 5.5`),
    );
    expect(await refusals(['gene sample value', ...rows])).toEqual(['refused long_form']);
  });

  test('results beside values are left out, and counted', async () => {
    const rows = ['TP53 1 2 3 1.5 0.01', 'IDH1 4 5 6 -1 0.5'];
    const study = studyOf([matrixOf(['gene S1 S2 S3 logFC FDR', ...rows], 'table.txt')]);
    const map = await proposeMap(study, KNOWN);
    expect(map.left_out).toEqual(['logFC', 'FDR']);
    const { findings } = await examine(study, map, KNOWN);
    expect(findings.find(({ key }) => key === 'tests')).toMatchObject({ level: 'warning', count: 2 });
  });
});
