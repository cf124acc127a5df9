import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../test-tree.ts';
import { eachRow } from './csv-rows.ts';
import { FileReading, parseNumber, ReadLog } from './read-log.ts';

/** Rows without any value are left out. */
function withValues(rows: string[][]): string[][] {
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
}

interface ReadRows {
  rows: string[][];
  lines: number[];
  log: ReadLog;
}

async function rowsInChunks(content: string | Buffer, chunkBytes: number): Promise<ReadRows> {
  const log = new ReadLog();
  const rows: string[][] = [];
  const lines: number[] = [];
  const tree = treeOf({ 'a.csv': content }, [], chunkBytes);
  await eachRow(new FileReading(tree, 'a.csv', log), (cells, line) => {
    rows.push(cells);
    lines.push(line);
  });
  return { rows, lines, log };
}

/** The rows of a file; the same in small chunks, which hold a record each, and in one. */
async function rowsOf(content: string | Buffer): Promise<ReadRows> {
  const read = await rowsInChunks(content, 7);
  const whole = await rowsInChunks(content, 2 ** 24);
  expect(whole.log.faults()).toEqual(read.log.faults());
  if (read.log.count === 0) expect([whole.rows, whole.lines]).toEqual([read.rows, read.lines]);
  return read;
}

describe('rows of a CSV file', () => {
  test('lines are counted as an editor counts them, newlines inside quotation marks included', async () => {
    const { rows, lines } = await rowsOf('a,b\n"one\ntwo",2\n\n3,"x, y"\r\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['one\ntwo', '2'],
      ['3', 'x, y'],
    ]);
    expect(lines).toEqual([1, 2, 5]);
  });

  test('a byte order mark is left out', async () => {
    expect((await rowsOf('\uFEFFIndex,Label\n')).rows).toEqual([['Index', 'Label']]);
  });

  test('rows without any value are left out, as spreadsheets add them at the end', async () => {
    const { rows, lines, log } = await rowsOf('a,b\n1,2\n,\n3,4\n,\n , \r\n');
    expect([rows, lines, log.count]).toEqual([
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
      [1, 2, 4],
      0,
    ]);
  });

  test('law: any table is read as csv-parse reads it', async () => {
    const cell = fc.oneof(
      fc.double({ noNaN: true }).map(String),
      fc.constantFrom('', 'NA', 'IDH1', 'naïve'),
      fc.constantFrom('"OLIG2"', '"a,b"', '"say ""x"""', '"two\nlines"', '""'),
    );
    const line = fc.tuple(fc.array(cell, { minLength: 2, maxLength: 5 }), fc.constantFrom('\n', '\r\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (lines, isEnded) => {
          const whole = lines.map(([cells, ending]) => cells.join(',') + ending).join('');
          const text = isEnded ? whole : whole.replace(/\r?\n$/, '');
          const expected = parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n'] });
          expect((await rowsOf(text)).rows).toEqual(withValues(expected));
        },
      ),
    );
  });

  test('law: text with stray quotation marks is refused or read as csv-parse does, never otherwise', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '1') });
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const { rows, log } = await rowsOf(content);
        let expected: string[][] | null = null;
        try {
          expected = parse(content, { relax_column_count: true });
        } catch {
          expected = null;
        }
        if (expected === null) expect(log.count).toBeGreaterThan(0);
        else expect(rows).toEqual(withValues(expected));
      }),
    );
  });

  test.each([
    ['a,b\n1,2\n3,"x\n4,5\n', 3, 'The quotation mark opened here is never closed.'],
    ['a,b\n1,5" array "x"\n', 2, 'A quotation mark is inside a cell that is not quoted.'],
    ['a,b\n1,"x"y\n', 2, 'Text follows a closing quotation mark; a comma is missing.'],
    ['', null, 'The file is empty.'],
  ])('%j is refused', async (content, line, sentence) => {
    const { log } = await rowsOf(content);
    expect(log.faults()).toEqual([expect.objectContaining({ line, sentence, file: 'a.csv' })]);
  });

  test.each([
    [
      Buffer.from('a,b\nna\u00efve,x,\u00e9\n', 'latin1'),
      2,
      1,
      'The byte 0xEF is not UTF-8 text; save the file as UTF-8.',
    ],
    [
      Buffer.from('a,b\nx,\u00e9t\u00e9\n', 'latin1'),
      2,
      2,
      'The byte 0xE9 is not UTF-8 text; save the file as UTF-8.',
    ],
    [Buffer.from('\uFEFFa,b\n', 'utf16le'), 1, 1, 'The file is UTF-16 text; save it as UTF-8.'],
    [Buffer.from('a,b\n', 'utf16le'), 1, 1, 'The file is UTF-16 text; save it as UTF-8.'],
    [Buffer.from('a,b\n1,\0\n'), 2, 2, 'A NUL character does not belong in text; is this a binary file?'],
  ])('wrong encoding is refused with line and column', async (content, line, column, sentence) => {
    const { log } = await rowsOf(content);
    expect(log.faults()).toEqual([{ kind: 'wrong', file: 'a.csv', line, column, sentence }]);
  });

  test('too many columns, too long cells and too long lines are refused', async () => {
    const big = (content: string): Promise<string[]> =>
      rowsOf(content).then(({ log }) => log.faults().map((fault) => fault.sentence));
    expect(await big(`${','.repeat(100_000)}\n`)).toEqual(['The line has more than 100,000 columns.']);
    expect(await big(`a${','.repeat(99_999)}\n`)).toEqual([]);
    expect(await big(`a,${'x'.repeat(1024 * 1024 + 1)}\n`)).toEqual(['The cell is longer than 1 MiB.']);
    expect(await big(`a,"${'x'.repeat(1024 * 1024 + 1)}"\n`)).toEqual(['The cell is longer than 1 MiB.']);
  });
});

describe('numbers in cells', () => {
  test.each([
    ['1.5', 1.5],
    ['-2e-300', -2e-300],
    [' 0.311', 0.311],
    ['7 ', 7],
    ['', null],
    ['NA', null],
    ['NaN', null],
    ['0x10', undefined],
    [' 0b1', undefined],
    ['1,5', undefined],
    ['abc', undefined],
    ['1e999', undefined],
    ['Infinity', undefined],
  ])('%j is %s', (cell, expected) => {
    expect(parseNumber(cell)).toBe(expected);
  });

  test('law: every finite number comes back', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value) => parseNumber(String(value)) === value,
      ),
    );
  });
});

test('at most 200 faults are listed, and the last one counts the rest', () => {
  const log = new ReadLog();
  for (let line = 1; line <= 250; line += 1)
    log.add({ kind: 'wrong', file: 'a.csv', line, column: 1, sentence: 'x' });
  expect(log.faults()).toHaveLength(201);
  expect(log.faults().at(-1)?.sentence).toBe('50 more faults are not listed.');
});
