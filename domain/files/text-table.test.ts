import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHECKPOINT_STEP,
  checkpointBefore,
  columnKind,
  guessDelimiter,
  RecordScanner,
  recordsIn,
} from './text-table.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function scan(text: string, pieceLength: number): RecordScanner {
  const scanner = new RecordScanner();
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += pieceLength) scanner.push(bytes.subarray(at, at + pieceLength));
  return scanner;
}

function textsIn(text: string, most = 1000): string[] {
  const bytes = bytesOf(text);
  return recordsIn(bytes, most).map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
}

describe('the records of a text table', () => {
  test.each([
    ['', 0],
    ['gene', 1],
    ['gene\nIDH1', 2],
    ['gene\nIDH1\n', 2],
    ['a,"two\nlines"\nb,c\n', 2],
    ['a,"says ""so""\n"\n', 1],
    ['\n\n', 2],
  ])('of %j are %i', (text, count) => {
    for (const piece of [1, 2, 3, 1000]) expect(scan(text, piece).total).toBe(count);
  });

  test('are cut at newlines outside quotation marks, with or without a carriage return', () => {
    expect(textsIn('gene,note\r\nIDH1,"a\nb"\nOLIG2,')).toEqual(['gene,note', 'IDH1,"a\nb"', 'OLIG2,']);
    expect(recordsIn(bytesOf('a\nb'), 10).map((record) => record.isWhole)).toEqual([true, false]);
    expect(textsIn('a\nb\nc\n', 2)).toEqual(['a', 'b']);
  });

  test('are counted the same for any chunking of the bytes', () => {
    const cell = fc.constantFrom('IDH1', '"a,b"', '"two\nlines"', '', '1.5', '"q""q"');
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 17 }), (rows, piece) => {
        const text = rows.map((row) => `${row.join(',')}\n`).join('');
        expect(scan(text, piece).total).toBe(rows.length);
        expect(textsIn(text)).toEqual(rows.map((row) => row.join(',')));
      }),
    );
  });
});

describe('checkpoints', () => {
  test('are at the start of a record, about a mebibyte apart, and follow every long record', () => {
    const row = `${'x'.repeat(99)}\n`;
    const long = `${'y'.repeat(3 * CHECKPOINT_STEP)}\n`;
    const text = row.repeat(20_000) + long + row.repeat(10);
    const { checkpoints, total } = scan(text, 65_536);
    expect(total).toBe(20_011);
    const bytes = bytesOf(text);
    for (const { offset, record } of checkpoints) {
      expect(offset === 0 || bytes[offset - 1] === 10).toBe(true);
      const isAfterLong = record > 20_000;
      expect(offset).toBe(isAfterLong ? 2_000_000 + long.length + (record - 20_001) * 100 : record * 100);
    }
    expect(checkpoints.map(({ record }) => record)).toEqual([0, 10_486, 20_001]);
  });

  test('are found by binary search', () => {
    const checkpoints = [0, 100, 250, 251].map((record) => ({ offset: record * 7, record }));
    expect(
      [0, 99, 100, 249, 250, 251, 9999].map((record) => checkpointBefore(checkpoints, record).record),
    ).toEqual([0, 0, 100, 100, 250, 251, 251]);
    expect(() => checkpointBefore([], 1)).toThrow(RangeError);
  });

  test('let an interrupted scan continue', () => {
    const text = `${'gene,1\n'.repeat(400_000)}last`;
    const whole = scan(text, 100_000);
    const bytes = bytesOf(text);
    const first = new RecordScanner();
    first.push(bytes.subarray(0, 1_500_000));
    const again = new RecordScanner(first.checkpoints);
    again.push(bytes.subarray(again.offset));
    expect(again.total).toBe(whole.total);
    expect(again.checkpoints).toEqual(whole.checkpoints);
  });
});

test('the delimiter is the character that occurs equally often in every line', () => {
  expect(guessDelimiter(['a,b', '1,2'], 'csv')).toBe(',');
  expect(guessDelimiter(['a;b', '1,5;2'], 'csv')).toBe(';');
  expect(guessDelimiter(['a'], 'csv')).toBe(',');
  expect(guessDelimiter(['a\tb', '1\t2'], 'txt')).toBe('\t');
  expect(guessDelimiter(['one line', 'two, lines'], 'txt')).toBe('');
  expect(guessDelimiter([], 'tsv')).toBe('\t');
});

test('the kind of a column is that of its non-empty cells', () => {
  expect(columnKind(['1', 'NA', '-2.5e-3', ''])).toBe('number');
  expect(columnKind(['2021-05-17', '2021-05-17 10:00'])).toBe('date');
  expect(columnKind(['1', 'IDH1'])).toBe('text');
  expect(columnKind(['', 'NA'])).toBe('empty');
});

test('quotation marks without any line end are read in linear time', () => {
  const bytes = new Uint8Array(1024 * 1024).fill(34);
  const started = performance.now();
  expect(recordsIn(bytes, 100)).toEqual([{ start: 0, end: bytes.length, isWhole: false }]);
  const scanner = new RecordScanner();
  scanner.push(bytes);
  expect(scanner.total).toBe(1);
  expect(performance.now() - started).toBeLessThan(5000);
});
