/** The cached postings of gene sets match the database at the current corpus version. */

import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Catalog, GeneSetEntry } from './catalog-entries.ts';
import { SetPostings } from './set-postings.ts';

let portal: TestPortal;
const openClient = () => portal.pool.connect();
let client: Awaited<ReturnType<typeof openClient>>;
beforeAll(async () => {
  portal = await openTestPortal();
  client = await openClient();
});
afterAll(async () => {
  client.release();
  await portal.close();
});

beforeEach(async () => {
  await client.query('delete from set_post');
  await save(1, 10, [3, 6]);
  await save(1, 11, [9]);
  await save(2, 10, [4]);
});

async function save(set: number, segment: number, moduleSlots: number[]): Promise<void> {
  const values = moduleSlots.map((moduleSlot) => moduleSlot / 2);
  await client.query(
    'insert into set_post (gene_set_number, block_id, n, places, neg_log_p) values ($1, $2, $3, $4, $5)',
    [
      set,
      segment,
      moduleSlots.length,
      Buffer.from(Uint32Array.from(moduleSlots).buffer),
      Buffer.from(Float32Array.from(values).buffer),
    ],
  );
}

const corpus = (version: number) => ({ version }) as Catalog;
const sets = (...numbers: number[]) => numbers.map((number) => ({ number }) as GeneSetEntry);

async function slotsOf(postings: SetPostings, version: number, ...numbers: number[]): Promise<number[]> {
  const found = await postings.load(corpus(version), sets(...numbers));
  for (const { moduleSlots, values } of found)
    expect([...values]).toEqual([...moduleSlots].map((moduleSlot) => moduleSlot / 2));
  return found.flatMap(({ moduleSlots }) => [...moduleSlots]).toSorted((a, b) => a - b);
}

test('postings of a set are read from every segment, and a set without enrichment has none', async () => {
  const postings = new SetPostings(client);
  expect(await slotsOf(postings, 1, 1, 3)).toEqual([3, 6, 9]);
  expect(await slotsOf(postings, 1, 1, 2)).toEqual([3, 4, 6, 9]);
  expect(await postings.count(corpus(1), sets(1, 2, 3))).toBe(4);
});

test('cached postings are reloaded when the corpus version changes', async () => {
  const postings = new SetPostings(client);
  await slotsOf(postings, 1, 1, 3);
  await save(3, 10, [5]);
  expect(await slotsOf(postings, 1, 1, 3)).toEqual([3, 6, 9]);
  expect(await slotsOf(postings, 2, 1, 3)).toEqual([3, 5, 6, 9]);
});

test('only the most recently used sets stay cached, but every requested set is returned', async () => {
  const postings = new SetPostings(client, 3 * 8);
  expect(await slotsOf(postings, 1, 2, 1)).toEqual([3, 4, 6, 9]);
  await client.query('delete from set_post');
  expect(await slotsOf(postings, 1, 1)).toEqual([3, 6, 9]);
  expect(await slotsOf(postings, 1, 2)).toEqual([]);
});

test('a failed read leaves nothing in the cache', async () => {
  const postings = new SetPostings(client);
  await client.query('alter table set_post rename to set_post_away');
  await expect(postings.load(corpus(1), sets(1))).rejects.toThrow();
  await client.query('alter table set_post_away rename to set_post');
  expect(await slotsOf(postings, 1, 1)).toEqual([3, 6, 9]);
});
