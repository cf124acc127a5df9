import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLookAlikes, skeletonOf } from './look-alike.ts';

test.each([
  ['Ada Lindqvist', 'Аda Lindqvist'],
  ['Ada Lindqvist', 'ADA  LINDQVIST'],
  ['Ada Lindqvist', 'Ada Lindqvıst'],
  ['Rosa Unger', 'Rоsа Ungеr'],
  ['Rosa Unger', 'Rosa\u200b Unger'],
  ['Rosa Unger', 'Ｒｏｓａ Ｕｎｇｅｒ'],
  ['Zoë Müller', 'Zoe\u0308 Mu\u0308ller'],
  ['Zoë Müller', 'Zoe Muller'],
  ['Marn Vale', 'Mam Vale'],
  ['Il1', 'lll'],
  ["O'Neill", 'O’Neill'],
])('%s and %s look alike', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other));
});

test.each([
  ['Ada Lindqvist', 'Ada Lundqvist'],
  ['Rosa Unger', 'Rosa Ungar'],
  ['Lena Okafor', 'Lena Okafor 2'],
  ['王芳', '王方'],
])('%s and %s do not', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});

test('all names that look like another one are found', () => {
  expect(findLookAlikes(['Ada', 'Bo', 'Аda', 'Cy', 'bo', 'Ada'])).toEqual(new Set([0, 1, 2, 4, 5]));
  expect(findLookAlikes([])).toEqual(new Set());
});

test('the skeleton of a skeleton is itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => skeletonOf(skeletonOf(name)) === skeletonOf(name)),
  );
});
