/** What the index stores of one small network, read back byte by byte. */
import {
  isIndexIncomplete,
  maintainSearchIndex,
} from '@omicon/server/areas/advanced-search/maintain-index.ts';
import { mapFeatures } from '@omicon/server/records/data-set/feature-mapping.ts';
import { createPlainTables, storeCorpus } from '@omicon/server/test-support/corpus/random-corpus.ts';
import { aDataSet, NO_SETS } from '@omicon/server/test-support/corpus/small-corpus.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, toF32, toF64, toU32 } from '../kit/bytes.ts';
import { TOP_SETS } from '../kit/posting-format.ts';
import { listNetworksWithoutTopSets, topSetsOf } from './enrichment.ts';
import { rebuildIndex } from './verify-index.ts';

const zeros = (count: number) => Array<number>(count).fill(0);

const CORPUS = [
  aDataSet([
    {
      modules: [
        {
          members: [['GENE0', 'GENE9'], ['GENE0', 'GENE1', 'GENE2'], []],
          enrichment: [
            [1e-3, null, 0.049, null, null, null],
            [2.5e-11, null, null, null, null, null],
            NO_SETS,
          ],
        },
        {
          members: [['GENE1'], ['GENE9'], ['GENE1', 'GENE2', 'GENE3', 'GENE4']],
          enrichment: [NO_SETS, NO_SETS, [null, 1e-64, null, null, null, 1e-3]],
        },
      ],
    },
  ]),
];

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  const { person_id } = await portal.signInAs('LAB');
  await storeCorpus(portal, CORPUS, person_id);
  // A second table of the first module with the sets 0 and 2, once smaller and once larger.
  await portal.pool.query(
    `insert into module_enrichment (covariation_module_id, definition, source, n_tested, n_enriched, gene_sets, p_values)
     select m.id, 0, 'SECOND', 6, 2, $1, $2 from covariation_module m where m.name = 'module0'`,
    [bytesOf(Uint32Array.from(await listSets(['MOSET2', 'MOSET0']))), bytesOf(Float64Array.of(1e-3, 0.01))],
  );
  await portal.services.db
    .transaction()
    .execute((tx) => rebuildIndex(tx, (kind, names) => mapFeatures(tx, kind, names)));
});
afterAll(() => portal.close());

async function listSets(ids: readonly string[]): Promise<number[]> {
  const { rows } = await portal.pool.query<{ set_id: string; number: number }>(
    'select set_id, number from gene_set',
  );
  return ids.map((id) => rows.find(({ set_id }) => set_id === id)?.number ?? 0);
}

async function nameModules(): Promise<Map<number, string>> {
  const { rows } = await portal.pool.query<{ id: number; name: string }>(
    'select id, name from covariation_module',
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

test('every feature lists the modules that have it under each definition', async () => {
  const modules = await nameModules();
  const { rows } = await portal.pool.query<{ name: string; definition: number; modules: Buffer }>(
    'select f.name, p.definition, p.modules from gene_post p join search_feature f on f.id = p.feature_id',
  );
  const lines = rows.map(
    ({ name, definition, modules: bytes }) =>
      `${name} ${definition}: ${Array.from(toU32(bytes), (id) => modules.get(id)).join(' ')}`,
  );
  expect(lines.sort()).toEqual([
    'GENE0 0: module0',
    'GENE0 1: module0',
    'GENE1 0: module1',
    'GENE1 1: module0',
    'GENE1 2: module1',
    'GENE2 1: module0',
    'GENE2 2: module1',
    'GENE3 2: module1',
    'GENE4 2: module1',
    'GENE9 0: module0',
    'GENE9 1: module1',
  ]);
});

test('every gene set lists the modules enriched in it, by definition; of two tables the smaller P counts', async () => {
  const modules = await nameModules();
  const { rows } = await portal.pool.query<{ set_id: string; places: Buffer; neg_log_p: Buffer }>(
    'select s.set_id, p.places, p.neg_log_p from set_post p join gene_set s on s.number = p.gene_set_number',
  );
  const lines = rows.flatMap(({ set_id, places, neg_log_p }) => {
    const values = toF32(neg_log_p);
    return Array.from(toU32(places), (moduleSlot, at) => {
      const name = modules.get(Math.floor(moduleSlot / 3));
      return `${set_id} ${name} ${moduleSlot % 3}: ${values[at]?.toFixed(4)}`;
    });
  });
  expect(lines.sort()).toEqual([
    'MOSET0 module0 0: 3.0000',
    'MOSET0 module0 1: 10.6021',
    'MOSET1 module1 2: 64.0000',
    'MOSET2 module0 0: 3.0000',
    'MOSET5 module1 2: 3.0000',
  ]);
});

test('a network has the best P of each set, smallest first, and how many are below 1e-10', async () => {
  const { rows } = await portal.pool.query<{ n: number; n10: number; gene_sets: Buffer; p_values: Buffer }>(
    'select n, n10, gene_sets, p_values from net_best',
  );
  const [best] = rows;
  expect(best).toMatchObject({ n: 4, n10: 2 });
  expect([...toU32(best?.gene_sets ?? Buffer.alloc(0))]).toEqual(
    await listSets(['MOSET1', 'MOSET0', 'MOSET2', 'MOSET5']),
  );
  expect([...toF64(best?.p_values ?? Buffer.alloc(0))]).toEqual([1e-64, 2.5e-11, 1e-3, 1e-3]);
});

test('a network has the top sets of each module over its definitions, below 1e-6', async () => {
  const { rows } = await portal.pool.query<{ top_sets: Buffer; top_p_values: Buffer }>(
    'select top_sets, top_p_values from search_network',
  );
  const sets = [...toU32(rows[0]?.top_sets ?? Buffer.alloc(0))];
  const pValues = [...toF64(rows[0]?.top_p_values ?? Buffer.alloc(0))];
  const [set0 = 0, set1 = 0] = await listSets(['MOSET0', 'MOSET1']);
  expect(sets).toEqual([set0, ...zeros(TOP_SETS - 1), set1, ...zeros(TOP_SETS - 1)]);
  expect([pValues[0], pValues[1], pValues[TOP_SETS]]).toEqual([2.5e-11, 1, 1e-64]);
});

test('of many sets a module keeps the ten with the smallest P, of a tie that with the lower number', () => {
  const p = new Map(Array.from({ length: 14 }, (_, at) => [at + 1, at === 5 ? 0 : at < 12 ? 1e-20 : 1e-30]));
  const { sets, pValues } = topSetsOf([2], new Map([[6, p]]));
  expect([...sets]).toEqual([6, 13, 14, 1, 2, 3, 4, 5, 7, 8]);
  expect([...pValues.slice(0, 4)]).toEqual([0, 1e-30, 1e-30, 1e-20]);
});

test('a network indexed before there were top sets gets them by maintenance', async () => {
  const list = () =>
    portal.pool.query('select top_sets, top_p_values from search_network').then(({ rows }) => rows);
  const before = await list();
  await portal.pool.query('update search_network set top_sets = null, top_p_values = null');
  expect(await isIndexIncomplete(portal.services.db)).toBe(true);
  await maintainSearchIndex(portal.services);
  expect(await list()).toEqual(before);
  expect(await listNetworksWithoutTopSets(portal.services.db)).toEqual([]);
});

test('a network has the sizes of its modules, definition by definition', async () => {
  const { rows } = await portal.pool.query<{ sizes: Buffer }>('select sizes from search_network');
  const sizes = [...toU32(rows[0]?.sizes ?? Buffer.alloc(0))];
  expect(sizes.slice(0, 6)).toEqual([2, 1, 3, 1, 0, 4]);
});

test('a feature list has one bit for each of its features, the last included', async () => {
  const { rows } = await portal.pool.query<{ features: Buffer; present: Buffer }>(
    'select features, present from search_feature_list',
  );
  const [list] = rows;
  const ids = [...toU32(list?.features ?? Buffer.alloc(0))];
  const present = list?.present ?? Buffer.alloc(0);
  const bits = Array.from({ length: 8 * present.length }, (_, id) => id).filter(
    (id) => (present[id >> 3] ?? 0) & (1 << (id & 7)),
  );
  expect(ids).toHaveLength(10);
  expect(bits).toEqual(ids.toSorted((a, b) => a - b));
});
