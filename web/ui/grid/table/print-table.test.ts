import { expect, test } from 'vitest';
import { splitLongWords } from './print-table.ts';

test('only words too long for their column may be broken on paper', () => {
  expect(splitLongWords('of BLADDER_DYRSKJOT_All_55_ComBat.csv', 21)).toEqual([
    { text: 'of', isLong: false },
    { text: ' ', isLong: false },
    { text: 'BLADDER_DYRSKJOT_All_55_ComBat.csv', isLong: true },
  ]);
  expect(splitLongWords('Reference Analyst', 9).some(({ isLong }) => isLong)).toBe(false);
});

test('an empty cell stays empty on paper', () => {
  expect(splitLongWords('', 21)).toEqual([]);
});
