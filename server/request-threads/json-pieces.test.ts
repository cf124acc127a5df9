/** JSON in pieces: the same text as in one step. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

const written = (value: unknown) => [...jsonPieces(value)].join('');

test('joined, the pieces are the JSON of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(written(value)).toBe(JSON.stringify(value));
    }),
  );
  const odd = [
    {},
    {
      a: undefined,
      b: [undefined, new Date(0)],
      c: new Date(0),
      d: Number.NaN,
      '"\n': { toJSON: () => 1 },
    },
    { a: undefined },
    Object.assign(Object.create(null), { a: 1 }),
  ];
  for (const value of odd) expect(written(value)).toBe(JSON.stringify(value));
});

test('a long array, of rows or of arrays, at any depth, is many pieces of bounded length; a short value is one', () => {
  const rows = Array.from({ length: 5000 }, (_, at) => ({
    symbol: `LOC${at}`,
    kme: at / 7,
    of: [null, 'x'],
  }));
  const matrix = Array.from({ length: 657 }, (_, row) =>
    Array.from({ length: 657 }, (__, at) => row / (at + 7)),
  );
  for (const value of [rows, { count: 5000, inner: { rows } }, { rho: matrix, of: matrix.slice(0, 200) }]) {
    const pieces = [...jsonPieces(value)];
    expect(pieces.join('')).toBe(JSON.stringify(value));
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(128 * 1024);
  }
  for (const length of [255, 256, 257, 512, 513]) {
    const value = { at: Array.from({ length }, (_, at) => at) };
    expect([...jsonPieces(value)]).toEqual([JSON.stringify(value)]);
  }
});
