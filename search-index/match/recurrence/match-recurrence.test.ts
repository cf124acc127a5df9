import { RECURRENCES, RECURS, type Recurrence } from '@omicon/domain/query/rules/recurs.ts';
import fc from 'fast-check';
import type { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Catalog } from '../../read/catalog-entries.ts';
import { ModuleGroups } from '../../read/module-groups.ts';
import { fakeCatalog, fakeDataSet, fakeNetwork } from '../../test-support/fake-catalog.ts';
import { fakeClient, int32 } from '../../test-support/fake-client.ts';
import { SampleColumns } from '../samples.ts';
import { prepareRecurrenceTest } from './match-recurrence.ts';

type State = 'found' | 'absent' | 'not measurable';

/** By number of the meta-module: its state in each data set, by number of the data set. */
type Places = Readonly<Record<number, Readonly<Record<number, State>>>>;

interface Atlas {
  /** by number of the data set: its technology */
  technologies: Readonly<Record<number, string>>;
  places: Places;
  /** data sets that came after the atlas was computed */
  waiting?: readonly number[];
  hidden?: readonly number[];
  readsLab?: boolean;
}

/** Module 10 d + m is that of meta-module m in data set d; 10 d + 9 has none, 10 d + 8 is not in the atlas. */
function catalogOf({ technologies, places, hidden = [] }: Atlas): Catalog {
  const networks = Object.entries(technologies).map(([id, technology]) => {
    const number = Number(id);
    const found = Object.keys(places).filter((meta) => places[Number(meta)]?.[number] === 'found');
    const dataSet = fakeDataSet(number, `Data set ${id}`, {
      fields: new Map([['technology', technology]]),
      visibility: hidden.includes(number) ? 'private' : 'public',
    });
    const modules = [...found.map(Number), 8, 9].map((module) => 10 * number + module);
    return fakeNetwork(number, dataSet, modules);
  });
  return fakeCatalog(networks, 10 * (networks.length + 1));
}

/** A connection that has the atlas. */
function clientOf({ places, waiting = [] }: Atlas, { networks }: Catalog): Client {
  const compared = networks.filter(({ dataSet }) => !waiting.includes(dataSet.number));
  const members = compared.flatMap(({ modules }) => [...modules]).filter((module) => module % 10 !== 8);
  const copies = fakeClient({
    recurring_module_member: members.map((module) => [
      int32(module),
      Buffer.from(`${Math.floor(module / 10)} ${module}`),
      int32(module % 10 === 9 ? 0 : module % 10),
    ]),
    meta_module_place: Object.entries(places).flatMap(([meta, states]) =>
      Object.entries(states)
        .filter(([, state]) => state !== 'not measurable')
        .map(([dataSet, state]) => [
          int32(Number(meta)),
          int32(Number(dataSet)),
          int32(state === 'found' ? 1 : 0),
        ]),
    ),
  });
  const tables: Record<string, object[]> = {
    atlas_data_set: compared.map(({ dataSet }) => ({ data_set_number: dataSet.number })),
    meta_module: Object.keys(places).map((meta) => ({
      number: Number(meta),
      data_set_numbers: [],
      analysis_numbers: [],
    })),
  };
  const query = (statement: string | Parameters<Client['query']>[0]) => {
    if (typeof statement !== 'string') return copies.query(statement);
    const [, table = ''] = /from (\w+)/.exec(statement) ?? [];
    return Promise.resolve({ rows: tables[table] });
  };
  return { query } as unknown as Client;
}

/** Ids of the modules that satisfy the rule, in the order of their data sets. */
async function modulesThatRecur(atlas: Atlas, operator: Recurrence, value: string | string[]) {
  const catalog = catalogOf(atlas);
  const client = clientOf(atlas, catalog);
  const holds = await prepareRecurrenceTest(
    {
      catalog,
      groups: new ModuleGroups(client),
      samples: new SampleColumns(client),
      terms: { get: () => new Set() },
      reader: { person_id: null, readsLab: atlas.readsLab ?? false },
    },
    RECURS.parse({ field: 'recurs_in', operator, attribute: 'Technology', value }),
  );
  return catalog.networks.flatMap(({ modules }) => [...modules].filter(holds));
}

const ARRAYS_AND_SEQUENCING: Atlas = {
  technologies: { 1: 'Microarray', 2: 'microarray', 3: 'RNA-seq', 4: 'RNA-seq' },
  places: {
    1: { 1: 'found', 2: 'found', 3: 'absent', 4: 'not measurable' },
    2: { 1: 'found', 2: 'not measurable', 3: 'found', 4: 'absent' },
    3: { 1: 'not measurable', 2: 'not measurable', 3: 'found', 4: 'found' },
  },
};

test('a signal in all data sets with a value is found wherever it could be, and somewhere', async () => {
  expect(await modulesThatRecur(ARRAYS_AND_SEQUENCING, 'all', 'MICROARRAY')).toEqual([11, 12, 21, 32]);
  expect(await modulesThatRecur(ARRAYS_AND_SEQUENCING, 'all', 'RNA-seq')).toEqual([33, 43]);
});

test('a signal in at least one is found there, whatever it is elsewhere', async () => {
  const found = await modulesThatRecur(ARRAYS_AND_SEQUENCING, 'any', 'RNA-seq');
  // Modules without a meta-module are found in their own data sets.
  expect(found).toEqual([12, 32, 33, 39, 43, 49]);
});

test('a signal in none could be found in at least one', async () => {
  expect(await modulesThatRecur(ARRAYS_AND_SEQUENCING, 'none', 'RNA-seq')).toEqual([11, 21]);
  // Meta-module 3 can be measured in no microarray.
  expect(await modulesThatRecur(ARRAYS_AND_SEQUENCING, 'none', 'Microarray')).toEqual([]);
});

test('several values choose the data sets with any of them; a value of none chooses nothing', async () => {
  const both = ['Microarray', 'RNA-seq'];
  expect(await modulesThatRecur(ARRAYS_AND_SEQUENCING, 'all', both)).toEqual([33, 43]);
  for (const recurrence of RECURRENCES)
    expect(await modulesThatRecur(ARRAYS_AND_SEQUENCING, recurrence, 'Mass spectrometry')).toEqual([]);
});

test('of a module without a meta-module only its own data set is known, and of one outside the atlas nothing', async () => {
  const atlas: Atlas = { technologies: { 1: 'Microarray', 2: 'RNA-seq', 3: 'RNA-seq' }, places: {} };
  expect(await modulesThatRecur(atlas, 'any', 'RNA-seq')).toEqual([29, 39]);
  // In one data set all and any are the same.
  expect(await modulesThatRecur(atlas, 'all', 'Microarray')).toEqual([19]);
  expect(await modulesThatRecur(atlas, 'all', 'RNA-seq')).toEqual([]);
  expect(await modulesThatRecur(atlas, 'none', 'RNA-seq')).toEqual([]);
  expect(await modulesThatRecur({ ...atlas, waiting: [3] }, 'all', 'RNA-seq')).toEqual([29]);
});

test('a data set that the audience may not read any more does not count', async () => {
  const hidden: Atlas = { ...ARRAYS_AND_SEQUENCING, hidden: [4] };
  expect(await modulesThatRecur(hidden, 'all', 'RNA-seq')).toEqual([12, 32, 33, 39, 43]);
  expect(await modulesThatRecur({ ...hidden, readsLab: true }, 'all', 'RNA-seq')).toEqual([33, 43]);
});

test('a part of a search is refused', async () => {
  const groups = new ModuleGroups(fakeClient({}));
  const samples = new SampleColumns(fakeClient({}));
  const rule = RECURS.parse({ field: 'recurs_in', operator: 'any', attribute: 'Technology', value: 'x' });
  const context = { catalog: fakeCatalog([], 1), groups, samples, terms: { get: () => new Set<string>() } };
  await expect(prepareRecurrenceTest({ ...context, reader: { records: new Set() } }, rule)).rejects.toThrow(
    'A part of a search cannot tell the meta-modules.',
  );
});

/** Data sets 1 to 4 with states of meta-modules 1 and 2. */
const anyAtlas: fc.Arbitrary<Atlas> = fc
  .tuple(
    fc.array(fc.constantFrom('Microarray', 'RNA-seq'), { minLength: 4, maxLength: 4 }),
    fc.array(fc.constantFrom<State>('found', 'absent', 'not measurable'), { minLength: 8, maxLength: 8 }),
  )
  .map(([technologies, states]) => {
    const byNumber = <T>(values: readonly T[]) =>
      Object.fromEntries(values.map((value, at) => [at + 1, value]));
    return {
      technologies: byNumber(technologies),
      places: { 1: byNumber(states.slice(0, 4)), 2: byNumber(states.slice(4)) },
    };
  });

test('law: all implies any, none is never any, and each says what the states of its data sets are', async () => {
  await fc.assert(
    fc.asyncProperty(anyAtlas, async (atlas) => {
      const [all = [], any = [], none = []] = await Promise.all(
        RECURRENCES.map((recurrence) => modulesThatRecur(atlas, recurrence, 'RNA-seq')),
      );
      expect(any).toEqual(expect.arrayContaining(all));
      expect(none.filter((module) => any.includes(module))).toEqual([]);
      const ofMetaModules = catalogOf(atlas)
        .networks.flatMap(({ modules }) => [...modules])
        .filter((module) => module % 10 < 8);
      for (const module of ofMetaModules) {
        const states = Object.entries(atlas.places[module % 10] ?? {})
          .filter(([dataSet]) => atlas.technologies[Number(dataSet)] === 'RNA-seq')
          .map(([, state]) => state);
        const [isFound, isAbsent] = [states.includes('found'), states.includes('absent')];
        expect([all, any, none].map((modules) => modules.includes(module))).toEqual([
          isFound && !isAbsent,
          isFound,
          !isFound && isAbsent,
        ]);
      }
    }),
    { numRuns: 200 },
  );
});
