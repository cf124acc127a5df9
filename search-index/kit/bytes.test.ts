import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, toF32, toF64, toU32, viewOf } from './bytes.ts';
import { negLog10 } from './posting-format.ts';

/** The bytes as part of a larger buffer, as the database driver gives them. */
function shifted(bytes: Uint8Array, offset: number): Uint8Array {
  const larger = new Uint8Array(bytes.length + offset + 8).fill(255);
  larger.set(bytes, offset);
  return larger.subarray(offset, offset + bytes.length);
}

test('numbers come back from their bytes wherever those are in a buffer', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 20 });
  fc.assert(
    fc.property(numbers, fc.nat({ max: 24 }), (values, offset) => {
      const part = (array: Uint32Array | Float32Array | Float64Array) => shifted(bytesOf(array), offset);
      expect([...toU32(part(Uint32Array.from(values)))]).toEqual(values);
      expect([...toF64(part(Float64Array.from(values)))]).toEqual(values);
      expect(toF32(part(Float32Array.from(values)))).toEqual(Float32Array.from(values));
      const view = viewOf(part(Uint32Array.from(values)));
      expect(values.map((_, at) => view.getUint32(4 * at, true))).toEqual(values);
    }),
  );
});

test('a smaller P is a stronger enrichment, and P = 0 the strongest', () => {
  expect([1, 0.1, 1e-10].map(negLog10)).toEqual([-0, 1, 10]);
  expect(negLog10(0)).toBeGreaterThan(negLog10(Number.MIN_VALUE));
});
