/** Modules found by the data sets in which their signal recurs, as far as the reader may know it. */
import {
  countAdvancedSearch,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { Audience } from '@omicon/domain/permissions/audience.ts';
import type { Operator, Rule } from '@omicon/domain/query/query.ts';
import { sql, type Tx } from '@omicon/server/base/postgres/database.ts';
import { createNumbers } from '@omicon/server/records/lists/numbers.ts';
import { invalidateSearches } from '@omicon/server/records/search/corpus-version.ts';
import { takeIn } from '@omicon/server/test-support/intake.ts';
import {
  type LabFiles,
  smallLaboratory,
  smallResources,
} from '@omicon/server/test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSearchThreads } from '../../threads.ts';

/** Gliomas and normal brain for everybody, and a meningioma for the laboratory, each with modules turquoise and blue. */
const STUDIES = [
  { accession: 'GSE4271', study: 'Glioma', disease: 'glioblastoma', availability: 'Public' },
  { accession: 'GSE1111', study: 'Normal', disease: 'Normal', availability: 'Public' },
  { accession: 'GSE9999', study: 'Hidden', disease: 'Meningioma', availability: 'Lab' },
] as const;

let portal: TestPortal;
let guest: Caller;
let member: Caller;

function withDisease(files: LabFiles, disease: string): LabFiles {
  const write = (text: LabFiles[string]) =>
    typeof text === 'string' ? text.replaceAll(/glioblastoma|astrocytoma/g, disease) : text;
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, write(text)]));
}

type State = 'found' | 'absent' | 'not measurable';

/** State of the meta-module of each name of modules, in the data set of each study. */
type Places = Readonly<Record<'blue' | 'turquoise', Readonly<Record<string, State>>>>;

const PUBLIC_PLACES: Places = {
  blue: { Glioma: 'found', Normal: 'absent' },
  turquoise: { Glioma: 'not measurable', Normal: 'found' },
};
const LABORATORY_PLACES: Places = {
  blue: { ...PUBLIC_PLACES.blue, Hidden: 'absent' },
  turquoise: { ...PUBLIC_PLACES.turquoise, Hidden: 'found' },
};

/** Every module as a recurring module of its own, without meta-modules. */
async function storeModules(tx: Tx, audience: Audience): Promise<void> {
  await sql`delete from atlas where audience = ${audience}`.execute(tx);
  await sql`
    insert into atlas (audience, fingerprint, networks, counts) values (${audience}, '\\x00', '', '{}')`.execute(
    tx,
  );
  await sql`
    insert into recurring_module_member (audience, module_id, data_set_number, recurring_module, is_representative)
    select ${audience}, m.id, a.input_data_set_number, m.id, true from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id and a.is_current
     where ${audience} = 'laboratory' or a.visibility = 'public'`.execute(tx);
  await sql`
    insert into atlas_data_set (audience, data_set_number, cohort, networks, modules, recurring_modules, analysis_numbers,
                                samples)
    select distinct audience, data_set_number, data_set_number, 1, 2, 2, '{}'::int[], '{}'::jsonb
      from recurring_module_member where audience = ${audience}`.execute(tx);
}

/** One meta-module, with its modules of this name. */
async function storeMetaModule(
  tx: Tx,
  audience: Audience,
  { number, name, states }: { number: number; name: string; states: Readonly<Record<string, State>> },
): Promise<void> {
  await sql`
    insert into meta_module (audience, number, title, made_title, genes, theme_number, found, findable, modules,
                             data_set_numbers, analysis_numbers)
    values (${audience}, ${number}, ${name}, ${name}, '{}', ${number}, 1, 2, 1, '{}', '{}')`.execute(tx);
  for (const [study, state] of Object.entries(states)) {
    const dataSet = sql`(select number from data_set where title like ${`${study}%Primary OR`} and is_current)`;
    await sql`
      insert into meta_module_place (audience, number, data_set_number, state, modules, features, measured)
      values (${audience}, ${number}, ${dataSet}, ${state}, 1, 1, 1)`.execute(tx);
    await sql`
      update recurring_module_member x set meta_module_number = ${number} from covariation_module m
       where m.id = x.module_id and m.name = ${name} and x.audience = ${audience} and x.data_set_number = ${dataSet}
         and ${state} = 'found'`.execute(tx);
  }
}

/** Replaces what was computed: here one decides where a signal is absent, and where it cannot be measured. */
async function storeAtlas(tx: Tx): Promise<void> {
  const [blue = 0, turquoise = 0] = await createNumbers(tx, 'MM', 2);
  for (const [audience, places] of [
    ['public', PUBLIC_PLACES],
    ['laboratory', LABORATORY_PLACES],
  ] as const) {
    await storeModules(tx, audience);
    await storeMetaModule(tx, audience, { number: blue, name: 'blue', states: places.blue });
    await storeMetaModule(tx, audience, { number: turquoise, name: 'turquoise', states: places.turquoise });
  }
  await invalidateSearches(tx);
}

function bodyOf(rules: Rule[]) {
  return { result_type: 'covariation-modules' as const, filters: { modules: { rules } }, page_size: 100 };
}

function recursIn(operator: Operator, value: Rule['value'], attribute = 'Disease'): Rule {
  return { field: 'recurs_in', operator, attribute, value };
}

/** `Glioma blue` for each module found. */
async function find(as: Caller, ...rules: Rule[]): Promise<string[]> {
  const { reply } = await portal.call(searchAdvanced, { as, body: bodyOf(rules) });
  const found = reply.data.searchResults.results.map(
    ({ Dataset, Module }) => `${String(Dataset).split(' ')[0]} ${Module}`,
  );
  return [...new Set(found)].toSorted();
}

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  expect((await takeIn(portal, smallResources())).faults).toEqual([]);
  for (const { disease, ...study } of STUDIES)
    expect((await takeIn(portal, withDisease(smallLaboratory(study), disease))).faults).toEqual([]);
  await portal.runJobs();
  await portal.services.db.transaction().execute(storeAtlas);
}, 60_000);
afterAll(() => portal.close());

test('a signal of gliomas that normal brain does not have is found by two rules', async () => {
  const rules = [recursIn('all', 'GLIOBLASTOMA'), recursIn('none', ['normal'])];
  expect(await find(guest, ...rules)).toEqual(['Glioma blue']);
  const { reply } = await portal.call(countAdvancedSearch, { as: guest, body: bodyOf(rules) });
  // Turquoise of glioma has no meta-module: found there, unknown elsewhere. Each module has three definitions.
  expect(reply.counts.map(({ remaining }) => remaining)).toEqual([6, 3]);
});

test('where a signal cannot be measured, it is neither found nor absent', async () => {
  expect(await find(guest, recursIn('none', 'glioblastoma'))).toEqual([]);
  expect(await find(guest, recursIn('all', ['glioblastoma', 'Normal']))).toEqual(['Normal turquoise']);
  expect(await find(guest, recursIn('any', 'Normal'))).toEqual(['Normal blue', 'Normal turquoise']);
});

test('data sets are chosen by attributes of their own, too', async () => {
  expect(await find(guest, recursIn('all', 'microarray', 'Technology'))).toEqual(['Normal turquoise']);
  expect(await find(guest, recursIn('any', 'RNA-seq', 'Technology'))).toEqual([]);
});

test('records of the laboratory decide for its members only, and a value of theirs finds nothing for others', async () => {
  const inBoth = recursIn('all', ['Normal', 'Meningioma']);
  expect(await find(guest, inBoth)).toEqual(['Normal blue', 'Normal turquoise']);
  expect(await find(member, inBoth)).toEqual(['Hidden turquoise', 'Normal turquoise']);
  for (const operator of ['all', 'any', 'none'] as const)
    expect(await find(guest, recursIn(operator, 'Meningioma'))).toEqual([]);
  expect(await find(member, recursIn('none', 'Meningioma'))).toEqual(['Glioma blue']);
});

test('a data set that is hidden later does not count any more, before the atlas is computed again', async () => {
  const { db } = portal.services;
  const hide = async (visibility: 'public' | 'private') => {
    await sql`update data_set set visibility = ${visibility} where title like 'Normal%'`.execute(db);
    await db.transaction().execute(invalidateSearches);
  };
  const rule = recursIn('all', ['glioblastoma', 'Normal']);
  const before = await find(guest, rule);
  await hide('private');
  expect(await find(guest, rule)).toEqual(['Glioma blue', 'Glioma turquoise']);
  expect(await find(member, rule)).toEqual(['Hidden turquoise', 'Normal turquoise']);
  await hide('public');
  expect(await find(guest, rule)).toEqual(before);
});

test('a rule with an unknown attribute is refused by its place', async () => {
  const body = bodyOf([recursIn('all', 'glioma', 'Mood')]);
  const { status, text } = await portal.ask(searchAdvanced, { as: guest, body });
  expect([status, text]).toEqual([400, expect.stringContaining('There is no attribute \\"Mood\\"')]);
});

test('a search by recurrence is answered by one thread, the same search without it by two', async () => {
  const threads = openSearchThreads(portal.services.config.databaseUrl ?? '', {
    ...{ count: 2, parts: 2, costThreshold: 0 },
    readObjects: async () => [],
  });
  const genes: Rule = { field: 'features', operator: 'any', value: ['AIF1', 'MBP'] };
  const ask = (rules: Rule[]) =>
    threads.ask({
      kind: 'search',
      viewer: { person_id: null, readsLab: true },
      query: {
        result_type: 'covariation-modules',
        filters: { modules: { combinator: 'and', not: false, rules } },
      },
      ...{ show: 'records', page: 1, page_size: 20, sort: undefined, order: undefined },
    });
  try {
    await ask([genes, recursIn('any', 'Normal')]);
    expect(threads.splitCounts.merged).toBe(0);
    await ask([genes]);
    expect(threads.splitCounts.merged).toBe(1);
  } finally {
    await threads.close();
  }
});
