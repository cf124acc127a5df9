/** Partial sorts agree with full sorts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nthSmallest, sortSpread, topK } from './top-k.ts';

const someValues = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
  minLength: 1,
  maxLength: 300,
});

test('the n-th smallest value is the value at index n of a sort', () => {
  fc.assert(
    fc.property(someValues, fc.nat(), (input, at) => {
      const n = at % input.length;
      const sorted = Float64Array.from(input).sort();
      // 0 and -0 are equal.
      expect(nthSmallest(Float64Array.from(input), n) === sorted[n]).toBe(true);
    }),
  );
});

test('values that are sorted, reversed or all equal take no quadratic time', () => {
  const size = 100_000;
  const up = Float64Array.from({ length: size }, (_, at) => at);
  expect(nthSmallest(up.slice(), 99)).toBe(99);
  expect(nthSmallest(up.slice().reverse(), 99)).toBe(99);
  expect(nthSmallest(new Float64Array(size).fill(7), 99)).toBe(7);
});

test('topK returns the indexes of the first values of a sort, and of every tie with the last', () => {
  fc.assert(
    fc.property(someValues, fc.nat({ max: 400 }), (input, to) => {
      const values = Float64Array.from(input);
      const indexes = topK(values, to);
      const sorted = values.slice().sort();
      const last = sorted[to] ?? Number.POSITIVE_INFINITY;
      expect([...indexes]).toEqual([...values.keys()].filter((at) => (values[at] ?? 0) <= last));
    }),
  );
});

test('a bucket sort gives the same order as the sort of the platform', () => {
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
      (input) => {
        const values = Float64Array.from(input);
        expect(sortSpread(values)).toEqual(values.slice().sort());
        expect([...values]).toEqual(input);
      },
    ),
  );
});
