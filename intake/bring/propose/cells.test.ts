import { describe, expect, test } from 'vitest';
import { hasDecimalCommas, plainNumber, readCell } from './cells.ts';

const points = { hasDecimalCommas: false, missingWords: new Set(['keine angabe']) };
const commas = { ...points, hasDecimalCommas: true };
const short = (cell: string, form = points) => {
  const { kind, text } = readCell(cell, form);
  return `${kind} ${text}`;
};

describe('a cell of values', () => {
  test.each(['0', '-1.5', '+4', '.5', '7.', '12e-3', '6.02214076e23', '1e5'])(
    '%s is a number with its digits',
    (cell) => {
      expect(readCell(cell, points)).toEqual({ kind: 'number', value: Number(cell), text: cell });
    },
  );

  test('of another base, an infinity or a text has no number', () => {
    for (const cell of ['0x10', '0b1', '0o7', 'Infinity', '1e999', 'abc1', '', ' 5', '-', '1 2'])
      expect([cell, plainNumber(cell)]).toEqual([cell, Number.NaN]);
    expect(['0x10', 'Inf', '-inf', '1e999', '12 months'].map((cell) => short(cell))).toEqual([
      'text ',
      'infinite ',
      'infinite ',
      'infinite ',
      'text ',
    ]);
  });

  test('may have blanks around the number', () => {
    expect(readCell(' 5.10 ', points)).toEqual({ kind: 'number', value: 5.1, text: '5.10' });
  });

  test('that means that there is no value is missing, or a word for it', () => {
    for (const cell of ['', ' ', 'NA', 'NaN', 'nan']) expect(short(cell)).toBe('missing ');
    for (const cell of ['n/a', 'null', '-99.99', '-', 'Keine Angabe', '#N/A'])
      expect(short(cell)).toBe('word ');
  });

  test('has a decimal comma only where the table has them', () => {
    expect(short('1,5', commas)).toBe('decimal comma 1.5');
    expect(short('-0,123e-4', commas)).toBe('decimal comma -0.123e-4');
    expect(short('1.234,5', commas)).toBe('thousands 1234.5');
    expect(short('1.234.567', commas)).toBe('thousands 1234567');
    expect(short('1,5')).toBe('text ');
    expect(short('1,234')).toBe('thousands 1234');
    expect(short('12,345.75')).toBe('thousands 12345.75');
    expect(short('1 234')).toBe('thousands 1234');
    expect(short('0,123')).toBe('text ');
  });

  test('of any length is read in linear time', () => {
    for (const cell of ['1,234'.repeat(200_000), `${'1'.repeat(300)},`, `${'1,234'.repeat(70)}x`])
      expect(readCell(cell, points).kind).toBe('text');
  });
});

describe('commas', () => {
  test('are decimal marks if they can be nothing else', () => {
    expect(hasDecimalCommas(['7,5', '8,25'])).toBe(true);
    expect(hasDecimalCommas(['1.234,5', '7'])).toBe(true);
    expect(hasDecimalCommas(['0,123'])).toBe(true);
  });

  test('separate thousands if a number has two of them, or a point', () => {
    expect(hasDecimalCommas(['1,234,567', '12,345'])).toBe(false);
    expect(hasDecimalCommas(['1,234.5'])).toBe(false);
    expect(hasDecimalCommas(['1,234', '15', '860'])).toBe(false);
  });

  test('before three digits are decimal marks beside whole numbers without them', () => {
    expect(hasDecimalCommas(['7,123', '1234'])).toBe(true);
    expect(hasDecimalCommas(['7,123', '8,456'])).toBe(true);
    expect(hasDecimalCommas(['7.5', 'NA'])).toBe(false);
  });
});
