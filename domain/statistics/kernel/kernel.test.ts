import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dotProducts, multiplierOf, plainDot } from './kernel.ts';

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('products are those of the plain code, bit for bit, whatever the length and the number of rows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }).chain((length) => {
        const row = fc.float64Array({
          minLength: length,
          maxLength: length,
          min: -1e6,
          max: 1e6,
          noNaN: true,
        });
        return fc.tuple(
          fc.constant(length),
          fc.array(row, { maxLength: 20 }),
          fc.array(row, { maxLength: 4 }),
        );
      }),
      ([length, rows, vectors]) => {
        const products = dotProducts({ count: rows.length, length }, vectors, (index, into) =>
          into.set(rows[index] ?? []),
        );
        expect(products).toEqual(
          vectors.map((vector) => Float64Array.from(rows, (row) => plainDot(row, vector))),
        );
      },
    ),
  );
});

test('the plain code is the sum of the products, up to rounding', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 100 }), (pairs) => {
      const sum = pairs.reduce((total, [a, b]) => total + a * b, 0);
      const size = pairs.reduce((total, [a, b]) => total + Math.abs(a * b), 0);
      const own = plainDot(
        Float64Array.from(pairs, ([a]) => a),
        Float64Array.from(pairs, ([, b]) => b),
      );
      expect(Math.abs(own - sum)).toBeLessThanOrEqual(1e-13 * size);
    }),
  );
});

test('rows of more blocks than one come in their order, and a short row after a long one has nothing of it', () => {
  const length = 1000;
  const count = 700;
  const [products] = dotProducts({ count, length }, [new Float64Array(length).fill(1)], (index, into) =>
    into.fill(index),
  );
  expect(products).toEqual(Float64Array.from({ length: count }, (_, index) => index * length));
  const [short] = dotProducts({ count: 2, length: 3 }, [Float64Array.of(1, 2, 3)], (_, into) => into.fill(1));
  expect(short).toEqual(Float64Array.of(6, 6));
});

test('NaN in a row makes its product NaN and no other', () => {
  const rows = [Float64Array.of(1, Number.NaN, 1), Float64Array.of(1, 1, 1)];
  const [products] = dotProducts({ count: 2, length: 3 }, [Float64Array.of(1, 1, 1)], (index, into) =>
    into.set(rows[index] ?? []),
  );
  expect(products).toEqual(Float64Array.of(Number.NaN, 3));
});

test('vectors of another length are refused', () => {
  expect(() => dotProducts({ count: 1, length: 3 }, [Float64Array.of(1)], () => {})).toThrow(RangeError);
  expect(() => plainDot(Float64Array.of(1), Float64Array.of(1, 2))).toThrow(RangeError);
});

test.each([1, 5, 8, 13])(
  'a square matrix of %i rows is multiplied as by the plain twin, whatever was computed before',
  (size) => {
    const wave = (count: number, seed: number) =>
      Float64Array.from({ length: count }, (_, at) => Math.cos(at * 1.7 + seed));
    const noise = wave(4096, 3).map((value) => value * 1e6);
    dotProducts({ count: 8, length: 512 }, [noise.subarray(0, 512)], (row, into) =>
      into.set(noise.subarray(row * 512, (row + 1) * 512)),
    );
    const matrix = wave(size * size, 1);
    const multiply = multiplierOf(matrix, size);
    for (const seed of [2, 9]) {
      const vector = wave(size, seed);
      const product = new Float64Array(size);
      multiply(vector, product);
      const plain = Array.from({ length: size }, (_, row) =>
        plainDot(matrix.subarray(row * size, (row + 1) * size), vector),
      );
      expect([...product]).toEqual(plain);
    }
  },
);
