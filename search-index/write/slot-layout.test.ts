/** Segments of an index for shards hold networks of one slot, and every row of a network has its slot. */
import { maintainSearchIndex } from '@omicon/server/areas/advanced-search/maintain-index.ts';
import { mapFeatures } from '@omicon/server/records/data-set/feature-mapping.ts';
import { createPlainTables, storeCorpus } from '@omicon/server/test-support/corpus/random-corpus.ts';
import { aDataSet } from '@omicon/server/test-support/corpus/small-corpus.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOTS, slotOf } from '../kit/slot-of-data-set.ts';
import { listSegments } from './maintain-index.ts';
import { setSlots } from './slot-layout.ts';
import { rebuildIndex, verifyIndex } from './verify-index.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  const { person_id } = await portal.signInAs('LAB');
  const dataSet = aDataSet([{ relSignum: 0.99 }, { relSignum: 0.9 }]);
  await storeCorpus(portal, Array<typeof dataSet>(40).fill(dataSet), person_id);
});
afterAll(() => portal.close());

const useSlots = (count: 1 | typeof SLOTS) =>
  portal.services.db.transaction().execute(async (tx) => {
    await setSlots(tx, count);
    await rebuildIndex(tx, (kind, names) => mapFeatures(tx, kind, names));
  });

/** Of every network: the number of its data set, and the slots of its segment and of its rows. */
async function listSlots() {
  const { rows } = await portal.pool.query<{ data_set: number; segment: number; rows: number[] }>(
    `select a.input_data_set_number as data_set, s.block_id % 8 as segment,
            array(select slot from net_best b where b.covariation_network_id = n.id
                  union all select e.slot from module_enrichment e join covariation_module m on m.id = e.covariation_module_id
                   where m.covariation_network_id = n.id
                  union all select e.slot from module_member e join covariation_module m on m.id = e.covariation_module_id
                   where m.covariation_network_id = n.id) as rows
       from covariation_network n join analysis a on a.id = n.analysis_id
       join search_network s on s.covariation_network_id = n.id`,
  );
  return rows;
}

test('a slot is the same for the program and the database, and all are used evenly', async () => {
  const numbers = Array.from({ length: 8000 }, (_, at) => at + 1);
  const { rows } = await portal.pool.query<{ slot: number }>(
    'select (((number::bigint * 2654435761) & 4294967295) >> 29)::int as slot from unnest($1::int[]) with ordinality as n(number, at) order by at',
    [numbers],
  );
  expect(numbers.map(slotOf)).toEqual(rows.map(({ slot }) => slot));
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const share = numbers.filter((number) => slotOf(number) === slot).length;
    expect(share).toBeGreaterThan(900);
    expect(share).toBeLessThan(1100);
  }
});

test('without shards there is one slot, and all networks become one segment after another', async () => {
  await maintainSearchIndex(portal.services);
  const segments = await listSegments(portal.services.db);
  expect(new Set(segments.map(({ slot }) => slot))).toEqual(new Set([0]));
  expect(segments.length).toBeLessThan(8);
});

test('with shards, segments and rows have the slot of the data set, also after merging', async () => {
  await useSlots(SLOTS);
  const check = async () => {
    const networks = await listSlots();
    expect(networks).toHaveLength(80);
    for (const { data_set, segment, rows } of networks) {
      expect(segment).toBe(slotOf(data_set));
      expect(new Set(rows)).toEqual(new Set([slotOf(data_set)]));
    }
  };
  await check();
  const before = await listSegments(portal.services.db);
  await maintainSearchIndex(portal.services);
  const after = await listSegments(portal.services.db);
  expect(after.length).toBeLessThan(before.length);
  expect(new Set(after.map(({ slot }) => slot)).size).toBe(new Set(before.map(({ slot }) => slot)).size);
  await check();
  expect(await verifyIndex(portal.services.db)).toEqual({ gene_post: 0, set_post: 0, missing: 0 });
});

test('an installation can go back to one slot', async () => {
  await useSlots(1);
  await maintainSearchIndex(portal.services);
  expect(new Set((await listSegments(portal.services.db)).map(({ slot }) => slot))).toEqual(new Set([0]));
  expect(await verifyIndex(portal.services.db)).toEqual({ gene_post: 0, set_post: 0, missing: 0 });
});
