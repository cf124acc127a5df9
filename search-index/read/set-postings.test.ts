/** What a search thread keeps of gene sets is what the database holds at the version of the corpus. */

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

async function save(set: number, block: number, places: number[]): Promise<void> {
  const values = places.map((place) => place / 2);
  await client.query(
    'insert into set_post (gene_set_number, block_id, n, places, neg_log_p) values ($1, $2, $3, $4, $5)',
    [
      set,
      block,
      places.length,
      Buffer.from(Uint32Array.from(places).buffer),
      Buffer.from(Float32Array.from(values).buffer),
    ],
  );
}

const corpus = (version: number) => ({ version }) as Catalog;
const sets = (...numbers: number[]) => numbers.map((number) => ({ number }) as GeneSetEntry);

async function placesOf(postings: SetPostings, version: number, ...numbers: number[]): Promise<number[]> {
  const found = await postings.load(corpus(version), sets(...numbers));
  for (const { places, values } of found) expect([...values]).toEqual([...places].map((place) => place / 2));
  return found.flatMap(({ places }) => [...places]).toSorted((a, b) => a - b);
}

test('every block of a set is read, and a set that stands nowhere has none', async () => {
  const postings = new SetPostings(client);
  expect(await placesOf(postings, 1, 1, 3)).toEqual([3, 6, 9]);
  expect(await placesOf(postings, 1, 1, 2)).toEqual([3, 4, 6, 9]);
  expect(await postings.count(corpus(1), sets(1, 2, 3))).toBe(4);
});

test('what was read is read anew once the corpus has another version', async () => {
  const postings = new SetPostings(client);
  await placesOf(postings, 1, 1, 3);
  await save(3, 10, [5]);
  expect(await placesOf(postings, 1, 1, 3)).toEqual([3, 6, 9]);
  expect(await placesOf(postings, 2, 1, 3)).toEqual([3, 5, 6, 9]);
});

test('the sets asked for last are kept as far as there is room, and all are given', async () => {
  const postings = new SetPostings(client, 3 * 8);
  expect(await placesOf(postings, 1, 2, 1)).toEqual([3, 4, 6, 9]);
  await client.query('delete from set_post');
  expect(await placesOf(postings, 1, 1)).toEqual([3, 6, 9]);
  expect(await placesOf(postings, 1, 2)).toEqual([]);
});

test('a read that failed leaves nothing that counts as read', async () => {
  const postings = new SetPostings(client);
  await client.query('alter table set_post rename to set_post_away');
  await expect(postings.load(corpus(1), sets(1))).rejects.toThrow();
  await client.query('alter table set_post_away rename to set_post');
  expect(await placesOf(postings, 1, 1)).toEqual([3, 6, 9]);
});
