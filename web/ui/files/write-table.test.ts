import { neutraliseFormula } from '@omicon/domain/files/table-text.ts';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { writeTable } from './write-table.ts';

test.each([
  ['=HYPERLINK("https://evil.example")'],
  ['+1+cmd'],
  ['-1+1'],
  ['@SUM(A1)'],
  ['\t=1'],
  ['\r=1'],
  ['＝1+1'],
  ['＠x'],
  [' =1'],
])('%j is written as text', (text) => {
  expect(neutraliseFormula(text)).toBe(`'${text}`);
});

test.each(['-1.5', '1e-3', '-3.1e-12', '+2', '.5', '0', 'Astrocyte', 'U133A', "5'-UTR"])(
  '%j stays as it is',
  (text) => {
    expect(neutraliseFormula(text)).toBe(text);
  },
);

test('quotes, separators and line breaks survive a round trip', () => {
  const rows = [
    ['glioma, adult', 'say "hi"', 'two\nlines', '3'],
    ['tab\there', '', 'IDH1', '-1.5'],
  ];
  for (const format of ['csv', 'tsv'] as const) {
    const text = writeTable(['a', 'b', 'c', 'd'], rows, format);
    const parsed = Papa.parse(text, { delimiter: format === 'csv' ? ',' : '\t', skipEmptyLines: true });
    expect(parsed.data).toEqual([['a', 'b', 'c', 'd'], ...rows]);
  }
});

test('missing values are empty and numbers keep their digits', () => {
  expect(writeTable(['p', 'n'], [[null, 0.1 + 0.2]], 'csv')).toBe('p,n\r\n,0.30000000000000004\r\n');
});
