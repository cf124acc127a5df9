import { expect, test } from 'vitest';
import { editDistance, nearestNames } from './nearest-names.ts';

test('an inserted, deleted, replaced or swapped letter is one edit', () => {
  expect(editDistance('TREM2', 'TREM2')).toBe(0);
  expect(editDistance('TREM', 'TREM2')).toBe(1);
  expect(editDistance('TREMM2', 'TREM2')).toBe(1);
  expect(editDistance('TRAM2', 'TREM2')).toBe(1);
  expect(editDistance('TERM2', 'TREM2')).toBe(1);
  expect(editDistance('', 'TREM2')).toBe(5);
});

test('the nearest names come first, names further than two edits not at all', () => {
  expect(nearestNames('term2', ['TREM1', 'TREML2', 'TREM2', 'TRPM8', 'OLIG2'], 5)).toEqual([
    'TREM2',
    'TREM1',
    'TREML2',
  ]);
  expect(nearestNames('term2', ['TREM1', 'TREM2'], 1)).toEqual(['TREM2']);
  expect(nearestNames('NTOR', ['MTOR', 'NTOX', 'Nt5r'], 5)).toEqual(['NTOX', 'Nt5r', 'MTOR']);
});
