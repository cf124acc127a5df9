/** The order of two groups. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderPair } from './group-order.ts';

test.each([
  ['Mut', 'WT'],
  ['mutated', 'wild type'],
  ['case', 'control'],
  ['yes', 'no'],
  ['Female', 'male'],
  ['codel', 'non-codel'],
  ['positive', 'negative'],
  ['dead', 'alive'],
  ['10', '9'],
  ['treated', 'Untreated'],
])('%s is compared with %s', (compared, reference) => {
  expect(orderPair([compared, reference], [])).toEqual([reference, compared]);
  expect(orderPair([reference, compared], [])).toEqual([reference, compared]);
});

test('the order of values that people gave comes first', () => {
  expect(orderPair(['WT', 'Mut'], ['mut', 'wt'])).toEqual(['Mut', 'WT']);
  // A list that knows one of the two says nothing about them.
  expect(orderPair(['WT', 'Mut'], ['Mut'])).toEqual(['WT', 'Mut']);
});

test('a letter that can mean the opposite is no reference', () => {
  expect(orderPair(['U', 'M'], [])).toEqual(['M', 'U']);
  expect(orderPair(['M', 'F'], [])).toEqual(['F', 'M']);
});

test('words that only begin like a reference are none', () => {
  expect(orderPair(['nothing', 'amplified'], [])).toEqual(['amplified', 'nothing']);
  expect(orderPair(['Normalised', 'Adjusted'], [])).toEqual(['Adjusted', 'Normalised']);
});

test('the order does not depend on that of the input', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.array(fc.string()), (a, b, listed) => {
      expect(orderPair([a, b], listed)).toEqual(orderPair([b, a], listed));
    }),
  );
});
