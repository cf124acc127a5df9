/** What the page of a gene lists: its modules, data sets and topics. */
import { expect, test } from 'vitest';
import { TOP_SETS } from '../kit/posting-format.ts';
import type { GeneSetEntry } from '../read/catalog-entries.ts';
import type { KmeSegments } from '../read/kme-segments.ts';
import type { ModuleColumns, TopSets } from '../read/module-columns.ts';
import { fakeCatalog, fakeDataSet, fakeNetwork } from '../test-support/fake-catalog.ts';
import { fakeClient, int16, packed } from '../test-support/fake-client.ts';
import { listGeneDataSets } from './gene-data-sets.ts';
import { type GeneModulesRequest, listGeneModules } from './gene-modules.ts';
import { listGeneTopics } from './gene-topics.ts';

const FEATURE = 5;
const GUEST = { person_id: null, readsLab: false };
const lgg = fakeDataSet(1, 'TCGA LGG');
const gravendeel = fakeDataSet(2, 'Gravendeel', { collection_number: 2 });
const hiddenSet = fakeDataSet(3, 'Hidden', { visibility: 'private' });

const geneSet = (number: number): GeneSetEntry => ({
  visibility: 'public',
  owner_id: null,
  named_by: [],
  number,
  set_id: `MOSET${number}`,
  name: `set ${number}`,
  key: '',
  words: '',
  fields: new Map(),
});

const catalog = fakeCatalog(
  [
    fakeNetwork(7, lgg, [1, 2]),
    fakeNetwork(8, gravendeel, [3]),
    fakeNetwork(9, gravendeel, [4], { isHidden: true }),
  ],
  5,
  {
    dataSets: [lgg, gravendeel, hiddenSet],
    geneSetByNumber: new Map([1, 2, 3].map((number) => [number, geneSet(number)])),
  },
);

/** Top sets of a network: of each module its sets with their P. */
function topSets(modules: readonly (readonly [set: number, p: number][])[]): TopSets {
  const padded = modules.map((sets) =>
    Array.from({ length: TOP_SETS }, (_, at) => sets[at] ?? ([0, 1] as const)),
  );
  return {
    sets: Uint32Array.from(padded.flatMap((sets) => sets.map(([set]) => set))),
    pValues: Float64Array.from(padded.flatMap((sets) => sets.map(([, p]) => p))),
  };
}

const engine = {
  catalog,
  client: fakeClient({
    // The seed contains the gene in module 1, the Bonferroni definition in modules 1, 3 and 4.
    gene_post: [
      [int16(0), packed(Uint32Array.of(1))],
      [int16(1), packed(Uint32Array.of(1, 3, 4))],
    ],
  }),
  columns: {
    loadPresent: async () => [
      { id: 1, feature_list_id: 1, symbols: 8, present: Uint8Array.of(1 << FEATURE) },
    ],
    loadLists: async () => new Map([[1, Uint32Array.of(3, FEATURE)]]),
    loadTopSets: async () =>
      new Map([
        // The second module of the network does not contain the gene.
        [
          7,
          topSets([
            [
              [1, 1e-30],
              [2, 1e-9],
            ],
            [[3, 1e-40]],
          ]),
        ],
        [8, topSets([[[2, 1e-12]]])],
        [9, topSets([[[2, 1e-50]]])],
      ]),
  } as unknown as ModuleColumns,
  kme: {
    read: async () => ({
      networks: Uint32Array.of(7, 8, 9),
      features: Uint32Array.of(FEATURE, FEATURE, FEATURE),
      starts: Uint32Array.of(0, 2, 3, 4),
      values: Float32Array.of(0.25, -0.75, 0.5, 1),
    }),
  } as unknown as KmeSegments,
};

async function modules(more: Partial<GeneModulesRequest> = {}): Promise<number[]> {
  const { rows, total } = await listGeneModules(engine, {
    viewer: GUEST,
    features: [FEATURE],
    membership: 'all',
    definition: 'Any',
    bestOf: 'all',
    search: '',
    sort: 'strength',
    order: 'desc',
    from: 0,
    to: 10,
    ...more,
  });
  expect(total).toBe(rows.length);
  return rows.map(({ module }) => module);
}

test('strength is |kME|; modules of hidden analyses are not listed', async () => {
  expect(await modules()).toEqual([2, 3, 1]);
  expect(await modules({ sort: 'kme' })).toEqual([3, 1, 2]);
  expect(await modules({ viewer: { person_id: 1, readsLab: true } })).toEqual([4, 2, 3, 1]);
});

test('the best module of each data set comes first in the chosen order', async () => {
  expect(await modules({ bestOf: 'data-set' })).toEqual([2, 3]);
});

test('members under any definition are members under one of them', async () => {
  expect(await modules({ membership: 'members' })).toEqual([3, 1]);
  expect(await modules({ membership: 'members', definition: 'Seed' })).toEqual([1]);
});

test('data sets are counted and ordered as far as they can be read', async () => {
  const list = (order: 'asc' | 'desc') =>
    listGeneDataSets(engine, {
      viewer: GUEST,
      features: [FEATURE],
      data_set: null,
      search: '',
      sort: 'number_of_samples',
      order,
      from: 0,
      to: 10,
    });
  const { rows, total, readable, collections, readableCollections } = await list('desc');
  expect(rows.map(({ title, featureIndexes }) => [title, featureIndexes])).toEqual([
    ['Gravendeel', [1]],
    ['TCGA LGG', [1]],
  ]);
  expect([total, readable, collections, readableCollections]).toEqual([2, 2, 2, 2]);
  expect((await list('asc')).rows.map(({ title }) => title)).toEqual(['TCGA LGG', 'Gravendeel']);
});

test('topics are the sets enriched in most data collections, with their best P', async () => {
  const { topics, number_of_modules } = await listGeneTopics(engine, {
    viewer: GUEST,
    features: [FEATURE],
    definition: 'Any',
  });
  expect(number_of_modules).toBe(2);
  expect(topics.map((topic) => [topic.gene_set, topic.number_of_data_sets, topic.best_p_value])).toEqual([
    [2, 2, 1e-12],
    [1, 1, 1e-30],
  ]);
});

test('topics under a definition are those of modules that contain the gene under it', async () => {
  const { topics } = await listGeneTopics(engine, {
    viewer: GUEST,
    features: [FEATURE],
    definition: 'Seed',
  });
  expect(topics.map((topic) => [topic.gene_set, topic.number_of_data_sets, topic.number_of_modules])).toEqual(
    [
      [1, 1, 1],
      [2, 1, 1],
    ],
  );
});

test('a data set counts once for all its modules with the gene', async () => {
  const { topics } = await listGeneTopics(engine, {
    viewer: { person_id: 1, readsLab: true },
    features: [FEATURE],
    definition: 'Bonferroni',
  });
  expect(topics.map((topic) => [topic.gene_set, topic.number_of_data_sets, topic.number_of_modules])).toEqual(
    [
      [2, 2, 3],
      [1, 1, 1],
    ],
  );
});

test('data sets of one collection are one piece of evidence, not several', async () => {
  const stage = fakeDataSet(2, 'TCGA LGG, outliers removed');
  const ofOne = fakeCatalog([fakeNetwork(7, lgg, [1, 2]), fakeNetwork(8, stage, [3])], 5, {
    dataSets: [lgg, stage],
    geneSetByNumber: catalog.geneSetByNumber,
  });
  const asked = { viewer: GUEST, features: [FEATURE] };
  const { topics } = await listGeneTopics({ ...engine, catalog: ofOne }, { ...asked, definition: 'Any' });
  expect(
    topics.map((topic) => [topic.gene_set, topic.number_of_collections, topic.number_of_data_sets]),
  ).toEqual([
    [1, 1, 1],
    [2, 1, 2],
  ]);
  const { total, collections } = await listGeneDataSets(
    { ...engine, catalog: ofOne },
    { ...asked, data_set: null, search: '', sort: 'title', order: 'asc', from: 0, to: 0 },
  );
  expect([total, collections]).toEqual([2, 1]);
});
