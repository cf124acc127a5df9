import { expect, test } from 'vitest';
import { searchedText, searchKey } from './search-text.ts';

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

test.each([
  ['Zoë Ángela O’Brien-Nuñez', 'zoe angela obrien-nunez'],
  ["O'Brien", 'obrien'],
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Søren Ærø', 'soren aero'],
  ['Weiß', 'weiss'],
  ['Zoe\u0308', 'zoe'],
  ['HLA–DRA\u200B', 'hla-dra'],
  ['kME_table 100%.csv', 'kme_table 100%.csv'],
])('%j is compared as %j', (text, key) => expect(searchKey(text)).toBe(key));
