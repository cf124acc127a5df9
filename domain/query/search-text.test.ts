import { expect, test } from 'vitest';
import { searchedText } from './search-text.ts';

test.each([
  ['GSE4271', 'GSE4271'],
  ['  Phillips 2006 ', 'Phillips 2006'],
  ['- GSE4271 -', 'GSE4271'],
  ['... kME_table', 'kME_table'],
  ['Smith - Jones 2006', 'Smith - Jones 2006'],
  ['.csv', '.csv'],
  ['-1', '-1'],
  ['β-catenin', 'β-catenin'],
])('%j is searched as %j', (typed, searched) => expect(searchedText(typed)).toBe(searched));

test.each(['', '   ', '-', '...', '- _ %', '\t*\n', '“”'])('%j leaves nothing to look for', (typed) =>
  expect(searchedText(typed)).toBe(''),
);

test('a hundred thousand punctuation marks on either side are removed', () => {
  expect(searchedText(`${'- '.repeat(100_000)}IDH1${' -'.repeat(100_000)}`)).toBe('IDH1');
});
