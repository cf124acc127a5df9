/** Merged segments hold what their parts held, and a damaged posting is noticed. */
import { createPlainTables, storeCorpus } from '@omicon/server/test-support/corpus/random-corpus.ts';
import { aDataSet, aModule } from '@omicon/server/test-support/corpus/small-corpus.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toF32, toU32 } from '../kit/bytes.ts';
import { chooseSegments, listSegments, mergeSegments } from './maintain-index.ts';
import { verifyIndex } from './verify-index.ts';

/** Data sets with one network of one module, enriched in the first set by different P. */
const CORPUS = ([1e-3, 1e-64, 2.5e-11, 0.049] as const).map((p) => aDataSet([{ modules: [aModule(p)] }]));

let portal: TestPortal;
let owner: number;
beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  owner = (await portal.signInAs('LAB')).person_id;
});
afterAll(() => portal.close());
beforeEach(() => storeCorpus(portal, CORPUS, owner));

/** `module slot: -log10 P` of every enrichment. */
async function listEnriched(): Promise<string[]> {
  const { rows } = await portal.pool.query<{ places: Buffer; neg_log_p: Buffer }>(
    'select places, neg_log_p from set_post',
  );
  return rows
    .flatMap(({ places, neg_log_p }) => {
      const values = toF32(neg_log_p);
      return Array.from(toU32(places), (moduleSlot, at) => `${moduleSlot}: ${values[at]}`);
    })
    .sort();
}

describe('segments', () => {
  const segments = (...sizes: number[]) =>
    sizes.map((number_of_networks, id) => ({ id, number_of_networks }));

  test('are merged four or more of similar size at a time, the smallest first', () => {
    expect(chooseSegments(segments(1, 2, 3))).toEqual([]);
    expect(chooseSegments(segments(1, 2, 3, 1))).toEqual([0, 1, 2, 3]);
    expect(chooseSegments(segments(1, 5, 7, 1, 4, 15))).toEqual([1, 2, 4, 5]);
    expect(chooseSegments(segments(64, 70, 80, 90, 4, 5, 6, 7))).toEqual([4, 5, 6, 7]);
  });

  test('of a thousand networks are not merged again', () => {
    expect(chooseSegments(segments(1024, 2000, 1500, 1100))).toEqual([]);
  });

  test('that are merged keep every module with its P', async () => {
    const { db } = portal.services;
    const before = await listEnriched();
    expect(before).toHaveLength(4);
    const chosen = chooseSegments(await listSegments(db));
    expect(chosen).toHaveLength(4);
    await db.transaction().execute((tx) => mergeSegments(tx, chosen));
    expect(await listSegments(db)).toMatchObject([{ number_of_networks: 4 }]);
    expect(await listEnriched()).toEqual(before);
    expect(await verifyIndex(db)).toEqual({ gene_post: 0, set_post: 0, missing: 0 });
  });
});

describe('the comparison of the index with its source', () => {
  test('finds no fault in what was just indexed', async () => {
    expect(await verifyIndex(portal.services.db)).toEqual({ gene_post: 0, set_post: 0, missing: 0 });
  });

  test('finds a posting with another module, and one with another P', async () => {
    await portal.pool.query(
      `update gene_post set modules = set_byte(modules, 0, get_byte(modules, 0) # 1)
        where (block_id, definition) = (select min(block_id), 0 from gene_post)`,
    );
    await portal.pool.query(
      'update set_post set neg_log_p = set_byte(neg_log_p, 1, get_byte(neg_log_p, 1) # 1) where block_id = (select min(block_id) from set_post)',
    );
    expect(await verifyIndex(portal.services.db)).toEqual({ gene_post: 1, set_post: 1, missing: 0 });
  });

  test('finds a posting without a source', async () => {
    await portal.pool.query(
      'insert into gene_post (feature_id, definition, block_id, n, modules) select 999999, 0, min(block_id), 1, min(modules) from gene_post',
    );
    expect(await verifyIndex(portal.services.db)).toEqual({ gene_post: 1, set_post: 0, missing: 0 });
  });

  test('finds a network that is not indexed', async () => {
    await portal.pool.query('delete from search_network');
    expect(await verifyIndex(portal.services.db)).toMatchObject({ missing: 4 });
  });
});
