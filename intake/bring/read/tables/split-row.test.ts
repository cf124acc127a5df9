import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { splitLine } from './split-row.ts';

test('quoted cells may hold separators and doubled marks', () => {
  expect(splitLine('"a,b",c,"d ""e"""', ',', 'table')).toEqual(['a,b', 'c', 'd "e"']);
  expect(splitLine('"1007_s_at",1,2', ',', 'table')).toEqual(['1007_s_at', '1', '2']);
  expect(splitLine('"",""', ',', 'table')).toEqual(['', '']);
  expect(splitLine('a,"b",', ',', 'table')).toEqual(['a', 'b', '']);
});

test('a mark inside a cell that does not begin with one is text', () => {
  expect(splitLine('5" gauge\tx', '\t', 'table')).toEqual(['5" gauge', 'x']);
});

test('a mark that is not closed, or closed too early, is told', () => {
  expect(splitLine('"a,b', ',', 'table')).toBe('open');
  expect(splitLine('a,"b""', ',', 'table')).toBe('open');
  expect(splitLine('"a"b,c', ',', 'table')).toBe('afterQuote');
});

test('GEO marks cells outside only', () => {
  expect(splitLine('"a "b" c"\t1\t"', '\t', 'outer')).toEqual(['a "b" c', '1', '"']);
});

test('rows are split as csv-parse splits them', () => {
  const alphabet = ['a', '1.5', '"x"', '"y,""z"', '', '"w w"'];
  for (let seed = 0; seed < 500; seed += 1) {
    const cells = Array.from(
      { length: 5 },
      (_, at) => alphabet[Math.floor(seed / 3 ** at + at * 7) % alphabet.length],
    );
    const line = cells.join(',');
    expect(splitLine(line, ',', 'table')).toEqual(parse(line)[0]);
  }
});
