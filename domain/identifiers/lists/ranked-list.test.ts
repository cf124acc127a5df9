import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRankedList } from './ranked-list.ts';

test('each line is a gene and its value, whatever separates them', () => {
  expect(readRankedList('AIF1\t2.5\nCD68;-1e-3\n"MBP", .5\r\nOLIG2   +3\n')).toEqual({
    genes: ['AIF1', 'CD68', 'MBP', 'OLIG2'],
    values: [2.5, -0.001, 0.5, 3],
    bad: [],
    missing: 0,
  });
});

test('a header is skipped, and so are rows without a value', () => {
  expect(readRankedList('Gene\tt\nAIF1\t2\n\nCD68\tNA\nMBP\t\n')).toMatchObject({
    genes: ['AIF1'],
    bad: [],
    missing: 2,
  });
});

test('a bad row is told with its line and column', () => {
  const { genes, bad } = readRankedList('AIF1\t2\nCD68\thigh\nMBP\n\nOLIG2\t1\t0.05\nSOX10\t0x10\n');
  expect(genes).toEqual(['AIF1']);
  expect(bad).toEqual([
    { line: 2, column: 2, sentence: '“high” is not a number.' },
    { line: 3, column: 2, sentence: 'There is no value.' },
    { line: 5, column: 3, sentence: 'There are more than two columns.' },
    { line: 6, column: 2, sentence: '“0x10” is not a number.' },
  ]);
});

test.each([
  ['TP53\t1e400', '“1e400” is not a number.'],
  ['TP53\t1,25', '“1,25” is not a number.'],
  ['TP53\t−1.5', '“−1.5” is not a number.'],
  ['CX3CR1\tInf', '“Inf” is not a number.'],
  ['CX3CR1\t-Inf', '“-Inf” is not a number.'],
  ['CX3CR1\t-infinity', '“-infinity” is not a number.'],
  ['Trem2\t1.234.567', '“1.234.567” is not a number.'],
  ['AIF1\t1.5e', '“1.5e” is not a number.'],
  ['AIF1\t2×10^5', '“2×10^5” is not a number.'],
  ['AIF1\t<1e-16', '“<1e-16” is not a number.'],
  ['AIF1\t12%', '“12%” is not a number.'],
  ['AIF1\t１２', '“１２” is not a number.'],
  ['AIF1\thigh', '“high” is not a number.'],
  ['Mbp\t#DIV/0!', '“#DIV/0!” is not a number.'],
])('a first line %j is unreadable as on any other line', (line, sentence) => {
  for (const [text, at] of [
    [`${line}\nEGFR\t2`, 1],
    [`EGFR\t2\n${line}`, 2],
  ] as const)
    expect(readRankedList(text)).toMatchObject({ genes: ['EGFR'], bad: [{ line: at, column: 2, sentence }] });
});

test.each([
  'Gene\tt',
  'SYMBOL\tlogFC',
  '"","x"',
  'hgnc_symbol;stat',
  'ID\tsigned log10 P',
  'gene_name,NES',
  'Mbp\tlog2FoldChange',
])('a first line %j has titles', (line) => {
  expect(readRankedList(`${line}\nEGFR\t2`)).toMatchObject({ genes: ['EGFR'], bad: [] });
});

test('only a first line can be a header', () => {
  expect(readRankedList('AIF1\t2\nGene\tt\n').bad).toHaveLength(1);
  expect(readRankedList('')).toEqual({ genes: [], values: [], bad: [], missing: 0 });
});

test('numbers are read as they are written', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (drawn) => {
      // -0 is written as 0.
      const values = drawn.map((value) => value + 0);
      const text = values.map((value, at) => `GENE${at}\t${value}`).join('\n');
      expect(readRankedList(text).values).toEqual(values);
    }),
  );
});
