import { expect, test } from 'vitest';
import { readProfile, writeProfile } from './profile-text.ts';

test('two columns are read from a spreadsheet, csv or text, with titles and missing values', () => {
  const values = [
    { sample: 'GSM1', value: 1.5 },
    { sample: 'GSM2', value: -2e-3 },
  ];
  for (const text of [
    'Sample\tScore\nGSM1\t1.5\nGSM2\t-2e-3\nGSM3\tNA\n',
    '"GSM1","1.5"\r\n"GSM2",-2e-3\r\nGSM3,\r\n',
    'GSM1;1.5\nGSM2;-2e-3\nGSM3;nan',
    '\nGSM1   1.5\nGSM2 -2e-3\n\nGSM3 NA',
  ])
    expect(readProfile(text)).toEqual({ values, faults: [], missing: 1 });
  expect(readProfile(writeProfile(values).join('\n')).values).toEqual(values);
  expect(readProfile('Tumour 12 b\t4').values).toEqual([{ sample: 'Tumour 12 b', value: 4 }]);
});

test('a line that cannot be read is named with line, column and what is wrong', () => {
  const { values, faults } = readProfile(
    'GSM1\t1\nGSM2\thigh5\n\t3\nGSM1\t4\nGSM5\nGSM6\t1\t2\nGSM7\t1e999\nGSM8\t1,5',
  );
  expect(values).toEqual([{ sample: 'GSM1', value: 1 }]);
  expect(faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 2],
    [3, 1],
    [4, 1],
    [5, 2],
    [6, 3],
    [7, 2],
    [8, 2],
  ]);
  expect(faults[0]?.message).toBe('“high5” is not a number.');
  expect(faults[2]?.message).toBe('Sample GSM1 is listed twice.');
});

test.each(['GSM1\tInf', 'GSM1\t-Inf', 'GSM1\t1e400', 'GSM1\t1,5', 'GSM1\t−1.5', 'GSM1\thigh'])(
  'the value of a first line %j is no title',
  (line) => {
    expect(readProfile(`${line}\nGSM2\t2`).faults).toMatchObject([{ line: 1, column: 2 }]);
  },
);

test('a title is skipped only as the first line', () => {
  expect(readProfile('GSM1\t1\nSample\tScore').faults).toEqual([
    { line: 2, column: 2, message: '“Score” is not a number.' },
  ]);
});
