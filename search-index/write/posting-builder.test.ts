import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostingBuilder } from './posting-builder.ts';

interface Entry {
  key: number;
  entry: number;
  value: number;
}

/** Entries and values by key, in the order in which they were added. */
function read(builder: PostingBuilder): Map<number, [number, number][]> {
  const { keys, counts, entries, values } = builder.build();
  const postings = new Map<number, [number, number][]>();
  let from = 0;
  for (const [index, key] of keys.entries()) {
    const to = from + (counts[index] ?? 0);
    postings.set(
      key,
      Array.from({ length: to - from }, (_, at) => [entries[from + at] ?? -1, values[from + at] ?? -1]),
    );
    from = to;
  }
  expect(from).toBe(entries.length);
  return postings;
}

function check(added: readonly Entry[]): void {
  const builder = new PostingBuilder();
  for (const { key, entry, value } of added) builder.add(key, entry, value);
  const expected = Map.groupBy(added, ({ key }) => key);
  const pairs = [...expected].map(([key, entries]): [number, [number, number][]] => [
    key,
    entries.map(({ entry, value }) => [entry, value]),
  ]);
  expect(read(builder)).toEqual(new Map(pairs));
}

test('each key has its entries with their values, in the order in which they were added', () => {
  const entry = fc.record({
    key: fc.nat({ max: 6 }),
    entry: fc.nat(),
    value: fc.integer({ min: 0, max: 1000 }),
  });
  fc.assert(fc.property(fc.array(entry, { maxLength: 60 }), check));
});

test('ten thousand entries are kept while the tables grow', () => {
  check(Array.from({ length: 10_000 }, (_, at) => ({ key: (at * 7) % 31, entry: at, value: at / 2 })));
});
