import { expect, test } from 'vitest';
import {
  countOf,
  cutEnd,
  cutMiddle,
  formatAge,
  formatCount,
  formatDate,
  formatDecimal,
  formatDuration,
  formatLongDate,
  formatTime,
} from './format.ts';

test('a long name keeps both ends', () => {
  expect(cutMiddle('Bicor-None_signum0.849_minSize10', 12)).toBe('Bicor-…ize10');
  expect(cutMiddle('U133A', 12)).toBe('U133A');
});

test('counts agree with their nouns', () => {
  expect(countOf(1, 'data set')).toBe('1 data set');
  expect(countOf(23_479, 'row')).toBe('23,479 rows');
});

test('thousands are set apart', () => {
  expect([0, 999, 1000, 123_456, 1_234_567, -12_345].map(formatCount)).toEqual([
    '0',
    '999',
    '1,000',
    '123,456',
    '1,234,567',
    '\u221212,345',
  ]);
});

test('a time is shown to the minute where the reader is', () => {
  const early = new Date(2024, 3, 5, 9, 7, 59);
  expect(formatTime(early.toISOString())).toBe('2024-04-05 09:07');
  expect(formatTime('yesterday')).toBe('yesterday');
});

test('a negative correlation has a minus sign', () => {
  expect([0.912, -0.07, -1234.6].map((value) => formatDecimal(value))).toEqual([
    '0.912',
    '\u22120.070',
    '\u22121,235',
  ]);
  expect([-0.0004, -0.0006, -0, 0.0004].map((value) => formatDecimal(value))).toEqual([
    '0.000',
    '\u22120.001',
    '0.000',
    '0.000',
  ]);
  expect(formatDecimal(-0.004, 2)).toBe('0.00');
});

test('times are shown as dates and time left is rounded', () => {
  expect(formatDate('2024-04-05T09:00:00Z')).toBe('2024-04-05');
  expect(formatLongDate('2024-04-05')).toBe('April 5, 2024');
  expect(formatDuration(12.4)).toBe('12 s');
  expect(formatDuration(600)).toBe('10 min');
  expect(formatDuration(7500)).toBe('2 h 5 min');
});

test('elapsed time is rounded, and shown as a date after a month', () => {
  const now = Date.parse('2026-04-05T12:00:00Z');
  const ages = [
    '2026-04-05T12:00:30Z',
    '2026-04-05T11:59:31Z',
    '2026-04-05T11:01:00Z',
    '2026-04-04T12:01:00Z',
    '2026-04-04T12:00:00Z',
    '2026-03-06T12:00:00Z',
    '2026-03-05T12:00:00Z',
  ].map((time) => formatAge(time, now));
  expect(ages).toEqual([
    'just now',
    'just now',
    '59 min ago',
    '23 h ago',
    '1 day ago',
    '30 days ago',
    '2026-03-05',
  ]);
});

test('long prose keeps its beginning', () => {
  expect(cutEnd('Modules of male samples', 12)).toBe('Modules of…');
  expect(cutEnd('Modules', 12)).toBe('Modules');
});
