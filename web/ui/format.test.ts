import { expect, test } from 'vitest';
import { countOf, cutMiddle, formatDate, formatDuration, formatLongDate } from './format.ts';

test('a long name keeps both ends', () => {
  expect(cutMiddle('Bicor-None_signum0.849_minSize10', 12)).toBe('Bicor-…ize10');
  expect(cutMiddle('U133A', 12)).toBe('U133A');
});

test('counts agree with their nouns', () => {
  expect(countOf(1, 'data set')).toBe('1 data set');
  expect(countOf(23_479, 'row')).toBe('23,479 rows');
});

test('times are dates and time left is rough', () => {
  expect(formatDate('2024-04-05T09:00:00Z')).toBe('2024-04-05');
  expect(formatLongDate('2024-04-05')).toBe('April 5, 2024');
  expect(formatDuration(12.4)).toBe('12 s');
  expect(formatDuration(600)).toBe('10 min');
  expect(formatDuration(7500)).toBe('2 h 5 min');
});
