import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeCatalog } from '../test-support/fake-catalog.ts';
import { fakeClient, int32, packed } from '../test-support/fake-client.ts';
import { ModuleColumns } from './module-columns.ts';
import { symbolsOfList } from './symbols-of-list.ts';

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

/** Two lists of the features of `TARGETS`, and its symbols, as the tables hold them. */
const ROWS = {
  search_feature_list: [
    [int32(7), packed(Uint32Array.of(1, 3))],
    [int32(8), packed(Uint32Array.of(2))],
  ],
  search_target: ['AIF1', 'CSF1R', 'MKI67'].map((spelling, symbol) => {
    const features = [1, 2, 3].filter((feature) => {
      const [start, end] = [TARGETS.starts[feature], TARGETS.starts[feature + 1]];
      return TARGETS.targets.slice(start, end).includes(symbol);
    });
    return [Buffer.from(spelling), packed(Uint32Array.from(features))];
  }),
};

test('symbols of lists are made once, in the order asked for, and again for another version of the corpus', async () => {
  const columns = new ModuleColumns(fakeClient(ROWS));
  const catalog = fakeCatalog([], 0);
  const [second, first, none] = await columns.loadSymbols(catalog, [8, 7, 0]);
  expect([...(first?.symbols ?? [])]).toEqual([2, 2]);
  expect([...(second?.symbols ?? [])]).toEqual([0, 1]);
  expect(none?.symbols).toHaveLength(0);
  expect((await columns.loadSymbols(catalog, [7]))[0]).toBe(first);
  const [later] = await columns.loadSymbols({ ...catalog, version: catalog.version + 1 }, [7]);
  expect(later).not.toBe(first);
  expect(later).toEqual(first);
});
