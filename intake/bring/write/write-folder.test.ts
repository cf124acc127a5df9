import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPlan } from '../../check.ts';
import { readDataSet } from '../../data-sets/read-data-set.ts';
import { readMatrix } from '../../data-sets/read-matrix.ts';
import { planIntake } from '../../plan/plan.ts';
import type { DataSetPaths } from '../../records.ts';
import { openFolder } from '../../tree/folder-tree.ts';
import { proposeMap } from '../propose/propose-map.ts';
import { KNOWN, LOG2, matrixOf, SHEET, studyOf } from '../propose/test-study.ts';
import type { Study } from '../study.ts';
import { writeFolder } from './write-folder.ts';

const ORIGIN = { program: 'Omicon 0.1.0', sources: [{ name: 'GSE9.txt.gz', sha256: 'ab12' }] };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bring-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(study: Study, changes: Partial<DataMap> = {}) {
  const map = { ...(await proposeMap(study, KNOWN)), ...changes };
  return writeFolder(study, map, ORIGIN, async (name, content) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    let text = '';
    for await (const chunk of content) text += chunk;
    await writeFile(file, text);
  });
}

/** What the intake makes of the written folder: faults, and each data set with its values. */
async function takeIn() {
  const tree = await openFolder(folder);
  const plan = await planIntake(tree);
  const check = await checkPlan(tree, plan);
  const paths = plan.units.flatMap((unit) => (unit.kind === 'data-collection' ? unit.dataSets : []));
  const dataSets = await Promise.all(paths.map((each) => readOne(tree, each)));
  return {
    faults: [...plan.faults, ...check.faults],
    notUnderstood: plan.notUnderstood,
    dataSets,
    emptied: check.emptied,
  };
}

async function readOne(tree: Awaited<ReturnType<typeof openFolder>>, paths: DataSetPaths) {
  const { record } = await readDataSet(tree, paths);
  if (record === null) throw new Error('The data set has a fault.');
  const labels = record.sampleTable.samples.map(({ label }) => label);
  const { uniqueIdentifier } = record;
  const { matrix, features, sampleLabels } = await readMatrix(tree, paths.analyte, {
    labels,
    uniqueIdentifier,
  });
  return { record, features, sampleLabels, values: [...matrix.values] };
}

const text = (name: string) => readFile(path.join(folder, name), 'utf8');

describe('a written folder', () => {
  test('is taken by the intake without a fault, and no file is left', async () => {
    const about = { title: 'Gliomas', accession: 'GSE9', organism: 'Homo sapiens', technology: 'Microarray' };
    await write(studyOf([LOG2], { sheets: [SHEET], about }));
    const { faults, notUnderstood, dataSets } = await takeIn();
    expect([faults, notUnderstood]).toEqual([[], []]);
    const [only] = dataSets;
    expect(only?.record).toMatchObject({
      title: 'Gliomas Microarray EXT',
      versionCode: 'A.1',
      uniqueIdentifier: 'PROBEID',
      features: ['1007_s_at', '1053_at', '117_at'],
    });
    expect(only?.record.sampleTable.samples[3]?.attributes).toEqual(
      new Map([
        ['Organism', 'Homo sapiens'],
        ['Sex', null],
        ['Age', '60'],
        ['Disease', 'astrocytoma'],
        ['Tissue', 'brain'],
        ['Batch', '2'],
        ['Individual', 'p4'],
      ]),
    );
    const attributes = only?.record.attributes;
    expect(attributes?.get('Source Files')).toBe('GSE9.txt.gz (SHA-256 ab12)');
    expect(attributes?.get('Program')).toBe('Omicon 0.1.0');
    expect(attributes?.get('Parameters')).toContain('gender as Sex (missing n/a)');
  });

  test('has the values of the source to the last digit, and NA where it has none', async () => {
    const rows = [
      ['g1', '0.1', '1e-300', '-12.345678901234567'],
      ['g2', '5e-324', '1.7976931348623157E+308', '100000000000000000000'],
      ['g3', 'NA', '', 'n/a'],
      ['g4', '7.10', '.5', '+3.'],
      ['g5', '0.30000000000000004', '-0', 'Inf'],
    ];
    const study = studyOf([
      matrixOf(['gene A B C', ...rows.map((row) => row.map((cell) => cell || '_').join(' '))]),
    ]);
    const { emptied } = await write(study, {
      transformation: 'none',
      scale: 'other',
      annotation_columns: [],
    });
    const { faults, dataSets } = await takeIn();
    expect([faults, emptied]).toEqual([[], 2]);
    const expected = rows.flatMap(([, ...cells]) =>
      cells.map((cell) => (/\d/.test(cell) ? Number(cell) : Number.NaN)),
    );
    expect(dataSets[0]?.values).toEqual(expected);
    expect(await text('GSE9_makeDC_00-00-00/GSE9_DS1_00-00-00/GSE9_DS1.csv')).toContain(
      '4,"g4",7.10,.5,+3.\n',
    );
  });

  test('has numbers with points where the source has commas and thousands', async () => {
    const study = studyOf([matrixOf(['gene A B C', 'TP53 1,50 2,25 1.234,5', 'IDH1 3,5 4,5 5,5'])]);
    await write(study, { transformation: 'none' });
    const { faults, dataSets } = await takeIn();
    expect([faults, dataSets[0]?.values]).toEqual([[], [1.5, 2.25, 1234.5, 3.5, 4.5, 5.5]]);
  });

  test('has log2 CPM of counts by the formula of voom, and the counts as a data set of their own', async () => {
    const study = studyOf([
      matrixOf(['gene A B C', 'TP53 0 5000 10', 'IDH1 100 NA 20', 'OLIG2 900 5000 30']),
    ]);
    await write(study);
    const { faults, dataSets } = await takeIn();
    expect(faults).toEqual([]);
    const [cpm, counts] = dataSets;
    const sizes = [1000, 10_000, 60];
    const expected = (counts?.values ?? []).map((count, at) =>
      Math.log2(((count + 0.5) / (f64At(Float64Array.from(sizes), at % 3) + 1)) * 1e6),
    );
    expect(counts?.values).toEqual([0, 5000, 10, 100, Number.NaN, 20, 900, 5000, 30]);
    expect(cpm?.values).toEqual(expected);
    expect(cpm?.values[0]).toBeCloseTo(Math.log2((0.5 / 1001) * 1e6), 12);
    expect([cpm, counts].map((each) => each?.record.attributes.get('Quantification Scale'))).toEqual([
      'log2 CPM',
      'counts',
    ]);
    expect([cpm, counts].map((each) => each?.record.versionCode)).toEqual(['A.1', 'B.1']);
    expect(cpm?.record.title).not.toBe(counts?.record.title);
  });

  test('has log2(x + 1) of intensities; values without one are missing and counted', async () => {
    const study = studyOf([matrixOf(['gene A B C', 'TP53 0 1023 -1', 'IDH1 -0.5 3000.5 -7'])]);
    expect(await write(study)).toEqual({ emptied: 2 });
    const { faults, dataSets } = await takeIn();
    expect(faults).toEqual([]);
    expect(dataSets[0]?.values).toEqual([0, 10, Number.NaN, -1, Math.log2(3001.5), Number.NaN]);
  });

  test('has samples of rows as columns', async () => {
    const study = studyOf([
      matrixOf(['id TP53 _ TP53 IDH1', 'S1 1 9 2 3.5', 'S2 4 9 5 NA', 'S3 7 9 8 9', 'S4 1 1 1 1']),
    ]);
    await write(study, {
      samples_in: 'rows',
      id_column: 'id',
      left_out: ['S4'],
      scale: 'log2',
      annotation_columns: [],
    });
    const { faults, dataSets } = await takeIn();
    expect(faults).toEqual([]);
    expect(dataSets[0]).toMatchObject({
      features: ['TP53', 'TP53.1', 'IDH1'],
      sampleLabels: ['S1', 'S2', 'S3'],
      values: [1, 4, 7, 2, 5, 8, 3.5, Number.NaN, 9],
    });
  });

  test('has no identifier twice, none empty and no date, and the rows of all others', async () => {
    const study = studyOf([
      matrixOf([
        'gene A B C',
        'TP53 1 2 3',
        'TP53 4 5 6',
        '_ 7 8 9',
        '7-Sep 1 1 2',
        '1-Mar 2 1 1',
        'TP53.1 3 2 1',
      ]),
    ]);
    await write(study, { id_kind: 'SYMBOL' });
    const { faults, dataSets } = await takeIn();
    expect(faults).toEqual([]);
    expect(dataSets[0]?.features).toEqual(['TP53', 'TP53.1', 'SEPTIN7', '1_Mar', 'TP53.1.1']);
    expect(dataSets[0]?.values.slice(0, 9)).toEqual([1, 2, 3, 4, 5, 6, 1, 1, 2]);
  });

  test('has symbols of the table of features, with other annotation under titles of its own', async () => {
    const features = {
      file: 'GPL96.annot',
      idColumn: 'ID',
      columns: ['ID', 'Gene Symbol', 'index', 'Description'],
      rows: new Map([
        ['1007_s_at', ['1007_s_at', 'DDR1 /// MIR4640', '1', 'a "b", c']],
        ['117_at', ['117_at', '---', '3', '']],
      ]),
    };
    await write(studyOf([LOG2], { features }));
    expect((await takeIn()).faults).toEqual([]);
    const written = await text('GSE9_makeDC_00-00-00/GSE9_DS1_00-00-00/GSE9_DS1_feature_metadata.csv');
    expect(written.split('\n')).toEqual([
      'Index,PROBEID,SYMBOL,index_2,Description',
      '1,1007_s_at,DDR1 | MIR4640,1,"a ""b"", c"',
      '2,1053_at,,,',
      '3,117_at,,3,',
      '',
    ]);
  });

  test('has the symbols of pairs as identifiers, and their Entrez ids as annotation', async () => {
    const rows = ['TP53|7157 1 2.5 3', '?|100130426 4 5 6', 'IDH1|3417 7 8 9'];
    const written = async (id_kind: DataMap['id_kind']) => {
      await write(studyOf([matrixOf(['gene_id A B C', ...rows])]), { id_kind, accession: 'GSE9' });
      expect((await takeIn()).faults).toEqual([]);
      return (await text('GSE9_makeDC_00-00-00/GSE9_DS1_00-00-00/GSE9_DS1_feature_metadata.csv')).split('\n');
    };
    expect(await written('SYMBOL')).toEqual([
      'Index,SYMBOL,ENTREZID',
      '1,TP53,7157',
      '2,LOC100130426,100130426',
      '3,IDH1,3417',
      '',
    ]);
    expect(await written('ENTREZID')).toEqual([
      'Index,ENTREZID,SYMBOL',
      '1,7157,TP53',
      '2,100130426,',
      '3,3417,IDH1',
      '',
    ]);
    expect((await written('other'))[1]).toBe('1,TP53|7157');
  });

  test('has the first symbol of an assignment of Affymetrix', async () => {
    const matrix = matrixOf(['ID gene_assignment A B C', '7892501 x 1 2 3', '7892502 x 2 3 4']);
    const assignment = 'NM_004333 // BRAF // B-Raf // 7q34 // 673 /// NM_1 // KRAS // K';
    const withSpaces = {
      ...matrix,
      async *rows() {
        for await (const row of matrix.rows())
          yield { ...row, cells: row.cells.map((cell) => (cell === 'x' ? assignment : cell)) };
      },
    };
    await write(studyOf([withSpaces]), {
      id_column: 'ID',
      annotation_columns: ['gene_assignment'],
      id_kind: 'other',
    });
    expect((await takeIn()).faults).toEqual([]);
    const written = await text('GSE9_makeDC_00-00-00/GSE9_DS1_00-00-00/GSE9_DS1_feature_metadata.csv');
    expect(written.split('\n')[0]).toBe('Index,ID,SYMBOL,gene_assignment');
    expect(written.split('\n')[1]).toMatch(/^1,7892501,BRAF,/);
  });

  test('is not written by a map that does not fit', async () => {
    const study = studyOf([LOG2]);
    await expect(write(study, { matrix: 'x' })).rejects.toMatchObject({ name: 'IntakeRefusal' });
    await expect(write(study, { accession: '../x' })).rejects.toMatchObject({ name: 'IntakeRefusal' });
    await expect(write(study, { accession: 'GSE1_attributes' })).rejects.toMatchObject({
      name: 'IntakeRefusal',
    });
  });

  test('keeps texts that only look like numbers, and names with commas and quotes', async () => {
    const matrix = { ...LOG2, columns: ['ID_REF', 'a "b", c', '007', '+1', '=2'] };
    const sheet = {
      file: 's',
      labelColumn: null,
      columns: ['name', 'code'],
      rows: matrix.columns.slice(1).map((name, at) => [name, `00${at % 2}`]),
    };
    await write(studyOf([matrix], { sheets: [sheet] }));
    const { faults, dataSets } = await takeIn();
    expect(faults).toEqual([]);
    expect(dataSets[0]?.sampleLabels).toEqual(['a "b", c', '007', '+1', '=2']);
    expect(await text('GSE9_makeDC_00-00-00/GSE9_sample_attributes.csv')).toContain('2,"007","001"');
  });
});
