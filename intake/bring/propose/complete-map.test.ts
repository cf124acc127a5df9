import { expect, test } from 'vitest';
import type { Study } from '../study.ts';
import { completeMap } from './complete-map.ts';
import { proposeMap } from './propose-map.ts';
import { KNOWN, matrixOf, sheetOf, studyOf } from './test-study.ts';

const VALUES = ['gene S1 S2 S3', 'TP53 1.5 2 3', 'EGFR 4 5 6.5', 'IDH1 7 8 9'];

function studyOfCells(sheet: string[], cell_type: string | null): Study {
  const columns = [
    { title: 'donor', distinct: 3 },
    { title: 'cell_type', distinct: 2 },
  ];
  return {
    ...studyOf([matrixOf(VALUES)], { sheets: [sheetOf(sheet)] }),
    cells: { cells: 900, columns, grouping: { sample: 'donor', cell_type, least_cells: 10 } },
  };
}

test('another grouping of cells brings its columns, takes those that are gone, and keeps what was said of the others', async () => {
  const whole = studyOfCells(
    ['Sample|Cells|donor|cell_type', 'S1|20|a|B', 'S2|30|b|B', 'S3|25|c|T'],
    'cell_type',
  );
  const proposed = await proposeMap(whole, KNOWN);
  const edited = {
    ...proposed,
    attributes: proposed.attributes.map((one) =>
      one.column === 'Cells' ? { ...one, name: 'Cell_Count' } : one,
    ),
  };
  const ofDonors = studyOfCells(['Sample|Cells|donor|age', 'S1|20|a|60', 'S2|30|b|70', 'S3|25|c|80'], null);
  const completed = await completeMap(ofDonors, edited, KNOWN);
  expect(completed.attributes.map(({ column, name }) => `${column} ${name}`)).toEqual([
    'Cells Cell_Count',
    expect.stringMatching(/^donor /),
    'age Age',
  ]);
  expect(await completeMap(ofDonors, completed, KNOWN)).toEqual(completed);
});

test('attributes that a map leaves out stay out, unless the samples are sums of cells', async () => {
  const study = studyOf([matrixOf(VALUES)], {
    sheets: [sheetOf(['Sample|Sex|Age', 'S1|M|60', 'S2|F|70', 'S3|F|80'])],
  });
  const proposed = await proposeMap(study, KNOWN);
  const shorter = { ...proposed, attributes: proposed.attributes.slice(0, 1) };
  expect((await completeMap(study, shorter, KNOWN)).attributes).toEqual(shorter.attributes);
});

test('whole numbers that are sums over cells are counts, however small', async () => {
  const grouping = { sample: 'donor', cell_type: null, least_cells: 10 };
  const values = studyOf([matrixOf(['gene S1 S2 S3', 'TP53 1 2 3', 'EGFR 4 5 60', 'IDH1 7 8 9'])]);
  const ofCells = { ...values, cells: { cells: 90, columns: [], grouping } };
  expect(await proposeMap(ofCells, KNOWN)).toMatchObject({ scale: 'counts', transformation: 'log2 CPM' });
  expect((await proposeMap(values, KNOWN)).scale).toBe('intensities');
});
