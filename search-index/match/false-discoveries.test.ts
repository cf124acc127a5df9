import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustment, topKByP } from './false-discoveries.ts';

function adjust(pValues: readonly number[], tested: number): number[] {
  return pValues.map(adjustment(Float64Array.from(pValues), tested));
}

test('q values are those of R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "BH")', () => {
  expect(adjust([0.01, 0.02, 0.03, 0.04, 0.05], 5).map((q) => q.toFixed(10))).toEqual(
    new Array(5).fill('0.0500000000'),
  );
});

test('q values are those of R: p.adjust(c(0.001, 0.5, 0.02, 0.8), "BH"), whatever the order', () => {
  expect(adjust([0.5, 0.001, 0.8, 0.02], 4)).toEqual([0.5 * (4 / 3), 0.004, 0.8, 0.04]);
});

test('tests that are not listed count as P = 1', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
      fc.integer({ min: 0, max: 20 }),
      (pValues, others) => {
        const tested = pValues.length + others;
        const whole = adjust([...pValues, ...new Array<number>(others).fill(1)], tested);
        expect(adjust(pValues, tested)).toEqual(whole.slice(0, pValues.length));
      },
    ),
  );
});

test('q is never below P, never above 1, and keeps the order of P', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }),
      (pValues) => {
        const q = adjust(pValues, pValues.length);
        pValues.forEach((p, at) => {
          // Rounding may lose the last bit.
          expect(q[at]).toBeGreaterThanOrEqual(p * (1 - 1e-15) - Number.MIN_VALUE);
          expect(q[at]).toBeLessThanOrEqual(1);
          pValues.forEach((other, second) => {
            if (p < other) expect(q[at]).toBeLessThanOrEqual(q[second] ?? 0);
          });
        });
      },
    ),
  );
});

/** P values of long lists: many ties, some near zero, and a dense range. */
const somePValues = fc
  .tuple(
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 }),
    fc.array(fc.constantFrom(0, 5e-324, 1e-300, 1e-12, 0.25, 0.5, 1), { maxLength: 60 }),
    fc.array(fc.double({ min: 0.01, max: 0.0101, noNaN: true }), { maxLength: 60 }),
  )
  .map((parts) => parts.flat());

test('the first rows by P and their q agree with a sort and adjustment of all rows', () => {
  fc.assert(
    fc.property(somePValues, fc.nat({ max: 300 }), fc.integer({ min: 1, max: 120 }), (input, others, to) => {
      const p = Float64Array.from(input);
      const ids = Uint32Array.from(input, (_, at) => (at * 7919) % 1009);
      const tested = input.length + others;
      const sorted = [...input.keys()].sort(
        (a, b) => (p[a] ?? 0) - (p[b] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0),
      );
      const { indexes, q } = topKByP({ p, ids, tested }, to);
      const page = [...indexes.subarray(0, to)];
      expect(page).toEqual(sorted.slice(0, to));
      const full = adjustment(p, tested);
      expect(page.map((at) => q(p[at] ?? 1))).toEqual(page.map((at) => full(p[at] ?? 1)));
    }),
    { numRuns: 500 },
  );
});
