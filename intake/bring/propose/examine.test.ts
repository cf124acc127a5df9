import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import { describe, expect, test } from 'vitest';
import type { Study } from '../study.ts';
import { examine } from './examine.ts';
import { proposeMap } from './propose-map.ts';
import { KNOWN, keysOfFindings, LOG2, matrixOf, SHEET, sheetOf, studyOf } from './test-study.ts';

async function proposal(study: Study, changes: Partial<DataMap> = {}) {
  const map = { ...(await proposeMap(study, KNOWN)), ...changes };
  return examine(study, map, KNOWN);
}

async function keys(study: Study, changes: Partial<DataMap> = {}) {
  return keysOfFindings((await proposal(study, changes)).findings);
}

const withRows = (...rows: string[]) => studyOf([matrixOf(['gene S1 S2 S3', ...rows], 'values.csv')]);
const withSheet = (...lines: string[]) =>
  studyOf([matrixOf(['gene S1 S2 S3 S4', 'TP53 1 2 3 4', 'IDH1 2 3 1 0'])], { sheets: [sheetOf(lines)] });

describe('a proposal', () => {
  test('says what is in the files', async () => {
    const found = await proposal(studyOf([LOG2], { sheets: [SHEET] }));
    expect(found).toMatchObject({
      number_of_features: 3,
      number_of_samples: 4,
      orientation: 'Samples are in columns: 4 of 4 names in columns are in the sheet of samples.',
      join: { matched: 4, only_values: [], only_sheet: [] },
      values: { least: 2, greatest: 8.5, missing: 0 },
      preview: { columns: ['ID_REF', 'GSM1', 'GSM2', 'GSM3', 'GSM4'] },
    });
    expect(found.values.histogram).toHaveLength(30);
    expect(found.values.histogram.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(found.ids.find(({ kind }) => kind === 'PROBEID')).toEqual({
      kind: 'PROBEID',
      platform: null,
      recognized: 3,
      of: 3,
    });
    expect(found.columns[0]).toEqual({
      title: 'ID_REF',
      part: 'id',
      cells: ['1007_s_at', '1053_at', '117_at'],
    });
    expect(found.sheet_columns.map(({ kind, missing }) => [kind, missing])).toEqual([
      ['unique', 0],
      ['text', 1],
      ['number', 1],
      ['text', 0],
      ['constant', 0],
      ['number', 0],
      ['unique', 0],
    ]);
  });

  test('of two columns and their batch says that they cannot be told apart', async () => {
    expect(await keys(studyOf([LOG2], { sheets: [SHEET] }))).toEqual(['warning batch:disease state']);
  });

  test('counts values in the bins of their range', async () => {
    const { values } = await proposal(withRows('A 0 29.5 30', 'B 1 1.5 NA'));
    expect([values.histogram[0], values.histogram[1], values.histogram[29], values.missing]).toEqual([
      1, 2, 2, 1,
    ]);
  });
});

describe('values', () => {
  test('that are no numbers are refused with the first place', async () => {
    const study = withRows('A 1 2 3', 'B 1 high 3', 'C 1 low 3', 'D 1 2 3');
    const { findings } = await proposal(study);
    expect(findings[0]).toMatchObject({
      key: 'not_numbers',
      level: 'refused',
      file: 'values.csv',
      line: 3,
      column: 'S2',
      count: 2,
    });
  });

  test('must be of at least three samples', async () => {
    const study = studyOf([matrixOf(['gene S1 S2', 'A 1 2'])]);
    expect(await keys(study)).toContain('refused few_samples');
    expect(await keys(studyOf([matrixOf(['gene S1', 'A x', 'B y'])]))).toContain('refused no_numbers');
  });

  test('of repeated or unnamed samples are refused', async () => {
    const study = studyOf([matrixOf(['gene S1 S1 S2 S3', 'A 1 2 3 4'])]);
    expect(await keys(study)).toContain('refused repeated_samples');
    expect(await keys(studyOf([matrixOf(['gene S1 _ S2 S3', 'A 1 2 3 4'])]))).toContain(
      'refused unnamed_samples',
    );
  });

  test('that are counts are not negative, and whole', async () => {
    const study = withRows('A 1 -2 5000', 'B 1.5 2 3');
    expect(await keys(study, { scale: 'counts', transformation: 'log2 CPM' })).toEqual(
      expect.arrayContaining(['refused negative_counts', 'warning fractional_counts']),
    );
    expect(await keys(study, { scale: 'log2', transformation: 'log2 CPM' })).toEqual(
      expect.arrayContaining(['refused transformation', 'warning not_log2']),
    );
  });

  test('with decimal commas, thousands and words are repaired, and each repair is counted', async () => {
    const { findings } = await proposal(withRows('A 1,5 2,25 n/a', 'B 1.234,5 - 3,5', 'C Inf 2 3,5'));
    const repairs = findings.filter(({ level }) => level === 'repair');
    expect(repairs.map(({ key, count }) => [key, count])).toEqual([
      ['decimal_commas', 4],
      ['thousands', 1],
      ['infinite', 1],
      ['words', 2],
    ]);
    expect(await keys(withRows('A 1,5 2,25 7.5'))).toContain('confirm decimal_marks');
  });

  test('that are missing or the same everywhere are warned of', async () => {
    const study = withRows('A 1 1 1', 'B NA NA NA', 'C 2 2 NA', 'D 3 3 NA');
    const { findings } = await proposal(study);
    const counts = Object.fromEntries(findings.map(({ key, count }) => [key, count]));
    expect(counts).toMatchObject({
      constant_features: 3,
      empty_features: 1,
      constant_samples: 1,
      equal_samples: 1,
    });
  });

  test('that differ by less than 1e-12 are those of one sample, and by 1e-9 are not', async () => {
    expect(await keys(withRows('A 7.1 7.10000000000001 3', 'B 2 2 1'))).toContain('warning equal_samples');
    expect(await keys(withRows('A 7.1 7.100000001 3', 'B 2 2 1'))).not.toContain('warning equal_samples');
  });
});

describe('identifiers', () => {
  test('that few tables know must be confirmed, and then are a warning', async () => {
    const study = withRows('A_x! 1 2 3', '?? 2 3 1', 'TP53 0 1 2');
    expect(await keys(study, { id_kind: 'SYMBOL' })).toContain('confirm few_ids');
    expect(await keys(study, { id_kind: 'SYMBOL', confirmed: ['few_ids'] })).toContain('warning few_ids');
    expect((await keys(study, { id_kind: 'other' })).join()).not.toContain('ids');
  });

  test('that are repeated, missing, versioned or dates are counted', async () => {
    const { findings, number_of_features } = await proposal(
      withRows('TP53 1 2 3', 'TP53 2 3 1', '7-Sep 1 0 1', '_ 1 2 3', 'ENSG00000141510.16 1 3 2'),
    );
    const counts = Object.fromEntries(findings.map(({ key, count }) => [key, count]));
    expect(counts).toMatchObject({ repeated_ids: 1, no_identifier: 1, dates: 1, versions: 1 });
    expect(number_of_features).toBe(4);
  });
});

describe('a sheet', () => {
  test('and values are told whom only one of them has', async () => {
    const found = await proposal(withSheet('id|sex', 'S.1|F', 'S2|M', 'S3|F', 'S9|M'));
    expect(found.join).toEqual({ matched: 3, only_values: ['S4'], only_sheet: ['S9'] });
    expect(keysOfFindings(found.findings)).toEqual([
      'warning samples_without_row',
      'warning rows_without_sample',
      'repair names',
    ]);
  });

  test('with data of persons must be confirmed, unless they are not kept', async () => {
    const study = withSheet(
      'id|patient name|mail|dob|MRN|site',
      'S1|Anna Berg|anna@example.org|1970-01-02|12|Lung, Left',
      'S2|Bo Ek|b.ek@example.org|1980-11-12|13|Lung, Left',
      'S3|Cai Li|c@li.example.org|1990-06-07|14|Lung, Right',
      'S4|Dan Oy|see notes|1975-03-04|15|Lung, Right',
    );
    expect(await keys(study)).toEqual([
      'confirm names_of_people:patient name',
      'confirm emails:mail',
      'confirm birth_dates:dob',
      'confirm record_numbers:MRN',
    ]);
    const map = await proposeMap(study, KNOWN);
    const attributes = map.attributes.map((each) => ({ ...each, is_kept: false }));
    expect(await keys(study, { attributes })).toEqual([]);
  });

  test('with two attributes of one name is refused', async () => {
    const study = withSheet('id|a|b', 'S1|1|x', 'S2|2|y', 'S3|1|x', 'S4|2|x');
    const map = await proposeMap(study, KNOWN);
    const attributes = map.attributes.map((each) => ({ ...each, name: 'Tumor Grade' }));
    expect(await keys(study, { attributes })).toEqual(['refused repeated_name:b']);
  });

  test('with codes of sex is stored as it is, and says so', async () => {
    expect(await keys(withSheet('id|gender', 'S1|0', 'S2|1', 'S3|1', 'S4|0'))).toEqual([
      'warning codes:gender',
    ]);
  });
});

describe('a map', () => {
  test('that names a file or column that is not there is refused', async () => {
    const study = studyOf([LOG2], { sheets: [SHEET] });
    expect(await keys(study, { matrix: 'x.csv' })).toEqual(['refused missing_file']);
    expect(await keys(study, { sheet: 'x.csv' })).toContain('refused missing_sheet');
    expect(await keys(study, { id_column: 'x' })).toEqual(['refused missing_column:x']);
    expect(await keys(study, { label_column: 'x' })).toContain('refused missing_column:x');
    expect(await keys(studyOf([]))).toEqual(['refused missing_file']);
  });

  test('cannot confirm what is refused', async () => {
    expect(await keys(withRows('A 1 x 3', 'B 1 2 3'), { confirmed: ['not_numbers'] })).toContain(
      'refused not_numbers',
    );
  });

  test('with samples in rows leaves out rows by the names of samples', async () => {
    const study = studyOf([matrixOf(['id TP53 IDH1', 'S1 1 2', 'S2 2 3', 'S3 4 4', 'S4 0 4'])]);
    const found = await proposal(study, { samples_in: 'rows', left_out: ['S4'], scale: 'log2' });
    expect(found).toMatchObject({
      number_of_samples: 3,
      number_of_features: 2,
      values: { least: 1, greatest: 4 },
    });
  });
});
