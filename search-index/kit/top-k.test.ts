/** The first rows of many are those of a full sort. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nthSmallest, sortSpread, topK } from './top-k.ts';

const someValues = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
  minLength: 1,
  maxLength: 300,
});

test('the n-th value is the one at that place of a sort', () => {
  fc.assert(
    fc.property(someValues, fc.nat(), (given, at) => {
      const n = at % given.length;
      const sorted = Float64Array.from(given).sort();
      // Zero and its negative are one place.
      expect(nthSmallest(Float64Array.from(given), n) === sorted[n]).toBe(true);
    }),
  );
});

test('values that are sorted, reversed or all the same take no longer path', () => {
  const size = 100_000;
  const up = Float64Array.from({ length: size }, (_, at) => at);
  expect(nthSmallest(up.slice(), 99)).toBe(99);
  expect(nthSmallest(up.slice().reverse(), 99)).toBe(99);
  expect(nthSmallest(new Float64Array(size).fill(7), 99)).toBe(7);
});

test('the places of the first rows hold the first rows of a sort, and every row that ties with the last', () => {
  fc.assert(
    fc.property(someValues, fc.nat({ max: 400 }), (given, to) => {
      const values = Float64Array.from(given);
      const places = topK(values, to);
      const sorted = values.slice().sort();
      const last = sorted[to] ?? Number.POSITIVE_INFINITY;
      expect([...places]).toEqual([...values.keys()].filter((at) => (values[at] ?? 0) <= last));
    }),
  );
});

test('what is spread over buckets ends up as a sort leaves it', () => {
  const spread = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 400 });
  const heaped = fc.array(fc.constantFrom(0, 5e-324, 1e-300, 0.5, 1), { maxLength: 400 });
  const small = fc.array(fc.constantFrom(0, 5e-324, 1e-323), { maxLength: 40 });
  fc.assert(
    fc.property(
      fc.oneof(
        spread,
        heaped,
        small,
        fc.tuple(spread, heaped).map((both) => both.flat()),
      ),
      (given) => {
        const values = Float64Array.from(given);
        expect(sortSpread(values)).toEqual(values.slice().sort());
        expect([...values]).toEqual(given);
      },
    ),
  );
});
