import { expect, test } from 'vitest';
import { searchKey } from './search-key.ts';

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
