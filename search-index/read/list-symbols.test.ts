import fc from 'fast-check';
import { expect, test } from 'vitest';
import { symbolsOfList } from './feature-symbols.ts';

/** Features 0 to 3 with no, one, two and one symbol. */
const TARGETS = {
  starts: Uint32Array.of(0, 0, 1, 3, 4),
  targets: Uint32Array.of(2, 0, 1, 2),
  spellings: ['AIF1', 'CSF1R', 'MKI67'],
};

test('pairs are in the order of the list, a feature of two symbols twice, one without symbols not at all', () => {
  const { features, symbols } = symbolsOfList(Uint32Array.of(2, 0, 3, 1), TARGETS);
  expect([...features]).toEqual([0, 0, 2, 3]);
  expect([...symbols]).toEqual([0, 1, 2, 2]);
});

test('features that are newer than the targets have no symbols', () => {
  const { features, symbols } = symbolsOfList(Uint32Array.of(4, 9, 3), TARGETS);
  expect([[...features], [...symbols]]).toEqual([[2], [2]]);
});

test('every list has the pairs of its features, in memory that threads share', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 6 })), (list) => {
      const { features, symbols } = symbolsOfList(Uint32Array.from(list), TARGETS);
      const pairs = list.flatMap((feature, index) => {
        const [start = 0, end = 0] = [TARGETS.starts[feature], TARGETS.starts[feature + 1]];
        return [...TARGETS.targets.slice(start, Math.max(start, end))].map((symbol) => [index, symbol]);
      });
      expect(Array.from(features, (index, at) => [index, symbols[at]])).toEqual(pairs);
      expect(features.buffer).toBeInstanceOf(SharedArrayBuffer);
    }),
  );
});
