/** Meta-modules of small laboratories: what recurs, who sees it, and what lasts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { searchAdvanced } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  exportMetaModules,
  getAtlas,
  getMetaModule,
  getMetaModuleOfModule,
  listGenesOfMetaModule,
  listMetaModulesOfGene,
  listModulesOfMetaModule,
  listTraitsOfMetaModule,
  setMetaModuleTitle,
} from '@omicon/contract/areas/analyses/atlas.ts';
import { deleteDataCollection, restoreDataCollection } from '@omicon/contract/areas/collections.ts';
import { rankModules } from '@omicon/contract/areas/genes/gene-lists.ts';
import { listSuggestions } from '@omicon/contract/areas/search.ts';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { computeAtlas } from './compute-atlas.ts';

const OTHER = { accession: 'GSE1111', study: 'Other 2019 GSE1111' };
const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };
const TABS = [getMetaModule, listGenesOfMetaModule, listModulesOfMetaModule, listTraitsOfMetaModule] as const;

let portal: TestPortal;
let guest: Caller;
let member: Caller;
let admin: Caller;

const compute = () => computeAtlas(portal.services, undefined);
const atlasOf = async (as: Caller, query: Record<string, string> = {}) =>
  (await portal.call(getAtlas, { as, query })).reply;
const numbersOf = async (as: Caller) => (await atlasOf(as)).results.map(({ id }) => id);
const first = async () => (await numbersOf(guest))[0] ?? 0;

async function withGene(symbol: string): Promise<number> {
  return (await atlasOf(guest, { search: symbol })).results[0]?.id ?? 0;
}

/** Every reply about the atlas, as text. */
async function everythingOf(as: Caller): Promise<string> {
  const atlas = await portal.ask(getAtlas, { as });
  const replies = [atlas.text];
  for (const id of await numbersOf(as))
    for (const endpoint of TABS) replies.push((await portal.ask(endpoint, { as, params: { id } })).text);
  return replies.join('\n');
}

async function collectionOf(study: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number from data_collection where title like ${`${study}%`} and is_current`.execute(
    portal.services.db,
  );
  return rows[0]?.number ?? 0;
}

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  admin = await portal.signInAs('admin');
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(OTHER)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  await compute();
}, 60_000);
afterAll(() => portal.close());

describe('what two cohorts have', () => {
  test('is a meta-module, found in 2 of 2, with its module in each data set', async () => {
    const { results, total, status } = await atlasOf(guest);
    expect(total).toBe(2);
    expect(status).toMatchObject({
      ...{ is_outdated: false, data_sets: 2, cohorts: 2, networks: 2, waiting_networks: 0 },
      ...{ modules: 4, recurring_modules: 4, meta_modules: 2 },
    });
    for (const { found, findable, modules, places } of results) {
      expect([found, findable, modules]).toEqual([2, 2, 2]);
      expect(places.map(({ state }) => state)).toEqual(['found', 'found']);
      expect(new Set(places.map(({ module }) => module?.name)).size).toBe(1);
      for (const { r } of places) expect(r).toBeCloseTo(1, 10);
    }
  });

  test('has its genes, the strongest first, with kME in each data set', async () => {
    const { reply } = await portal.call(listGenesOfMetaModule, { as: guest, params: { id: await first() } });
    expect(reply.data_sets).toHaveLength(2);
    const strengths = reply.genes.map(({ kme }) => kme);
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
    for (const { kme, kme_by_data_set, measured_by } of reply.genes) {
      expect(measured_by).toBe(2);
      for (const value of kme_by_data_set) expect(value).toBeCloseTo(kme, 6);
    }
  });

  test('lists its modules with network and data set', async () => {
    const { reply } = await portal.call(listModulesOfMetaModule, {
      as: guest,
      params: { id: await first() },
    });
    expect(reply.total).toBe(2);
    expect(new Set(reply.results.map(({ data_set }) => data_set.id)).size).toBe(2);
    expect(reply.results.every(({ is_representative }) => is_representative)).toBe(true);
  });

  test('is found by a gene, by data sets that have it, and by support', async () => {
    const { results, data_sets } = await atlasOf(guest);
    const [one] = results;
    const totalOf = async (query: Record<string, string>) => (await atlasOf(guest, query)).total;
    expect((await atlasOf(guest, { search: (one?.genes[0] ?? '').toLowerCase() })).results).toContainEqual(
      one,
    );
    expect(await totalOf({ search: 'nosuchgene' })).toBe(0);
    expect(await totalOf({ least_support: '3' })).toBe(0);
    const ids = data_sets.map(({ id }) => id).join(',');
    expect(await totalOf({ in_all: ids })).toBe(2);
    expect(await totalOf({ in_any: ids })).toBe(2);
    expect(await totalOf({ in_none: ids })).toBe(0);
    expect((await portal.ask(getAtlas, { as: guest, query: { in_all: 'x' } })).status).toBe(400);
  });
});

describe('a list of modules by their overlap with genes', () => {
  const ask = async (body: { fold?: 'data-set' | 'meta-module'; folded_under?: number }, as = guest) =>
    (await portal.call(rankModules, { as, body: { identifiers: ['CD68', 'AIF1'], ...body } })).reply;

  test('has one row for each meta-module, which says how many it stands for and opens them', async () => {
    const all = await ask({});
    const folded = await ask({ fold: 'meta-module' });
    expect([folded.total, folded.unfolded, folded.tested]).toEqual([1, all.total, all.tested]);
    const [row] = folded.results;
    const [best] = all.results;
    expect(row).toMatchObject({ ...best, Found_In: '2 of 2', Folded: all.total - 1 });
    expect(row?.Meta_Module_Omicon_ID).toBe(`OM.MM.${await withGene('CD68')}`);
    const folded_under = Number(String(row?.Covariation_Module_Omicon_ID).split('.')[2]);
    const opened = await ask({ fold: 'meta-module', folded_under });
    expect(opened.total).toBe(all.total - 1);
    expect(opened.results).not.toContainEqual(
      expect.objectContaining({ Module: best?.Module, Dataset: best?.Dataset, Mod_Def: best?.Mod_Def }),
    );
  });

  test('has one row for each data set on request', async () => {
    const { results, total } = await ask({ fold: 'data-set' });
    expect(total).toBe(2);
    expect(new Set(results.map(({ Dataset }) => Dataset)).size).toBe(2);
  });
});

test('consensus genes are exported as gene sets and as a table, by what the reader may read', async () => {
  const person = await portal.signInAs('RU');
  const read = async (query: Record<string, string | number>) =>
    (await portal.ask(exportMetaModules, { as: person, query })).text.trimEnd().split(/\r?\n/);
  const { results } = await atlasOf(person);
  const gmt = await read({ format: 'gmt' });
  expect(gmt.map((line) => line.split('\t')[0])).toEqual(
    results.map(({ omicon_id }) => omicon_id).toSorted(),
  );
  const [one] = results;
  const [head, ...rows] = await read({ format: 'tsv', id: one?.id ?? 0 });
  expect(head).toBe('Omicon ID\tTitle\tFound in\tFindable in\tRank\tGene\tkME\tMember in\tMeasured in');
  expect(rows.map((row) => row.split('\t')[5]).slice(0, 3)).toEqual(one?.genes.slice(0, 3));
  const { rawPayload } = await portal.app.inject({
    url: `${exportMetaModules.path}?format=parquet&id=${one?.id}`,
    headers: { authorization: `Token ${person.token}` },
  });
  const file = new Uint8Array(rawPayload).buffer;
  const stored = await parquetReadObjects({ file });
  expect(stored.map((row) => [row.Gene, String(row.kME)])).toEqual(
    rows.map((row) => [row.split('\t')[5], row.split('\t')[6]]),
  );
});

test('the search box suggests meta-modules by the words of their title', async () => {
  const [row] = (await atlasOf(guest)).results;
  const q = (row?.title ?? '').split(' ').at(-1) ?? '';
  const { reply } = await portal.call(listSuggestions, { as: guest, query: { q } });
  expect(reply.results).toContainEqual({
    kind: 'meta-module',
    title: row?.title,
    detail: `in 2 of 2 cohorts: ${row?.genes.slice(0, 3).join(', ')}`,
    href: `/home/meta-modules/${row?.omicon_id}`,
  });
});

test('modules are found by the support of their meta-module, as far as the reader may know it', async () => {
  const find = async (as: Caller, value: number) => {
    const rules = [{ field: 'Support', operator: 'greaterthanorequal', value }];
    const body = { result_type: 'covariation-modules' as const, filters: { modules: { rules } } };
    return (await portal.call(searchAdvanced, { as, body })).reply.data.searchResults.result_count;
  };
  const every = (await atlasOf(guest)).status.modules;
  expect([await find(guest, 1), await find(guest, 2), await find(guest, 3)]).toEqual([
    3 * every,
    3 * every,
    0,
  ]);
});

test('a gene and a module lead to their meta-module', async () => {
  const id = await withGene('CD68');
  const { results } = (await portal.call(listMetaModulesOfGene, { as: guest, params: { symbol: 'cd68' } }))
    .reply;
  expect(results.map((row) => [row.id, row.found, row.findable, row.measured_by])).toEqual([[id, 2, 2, 2]]);
  const [row] = results;
  for (const { kme } of row?.kme_by_data_set ?? []) expect(kme).toBeCloseTo(row?.kme ?? Number.NaN, 6);
  const { reply } = await portal.call(listModulesOfMetaModule, { as: guest, params: { id } });
  for (const module of reply.results) {
    const found = await portal.call(getMetaModuleOfModule, { as: guest, params: { id: module.id } });
    expect([found.reply.recurring, found.reply.meta_module?.id]).toEqual([1, id]);
  }
});

test('attributes are combined over the cohorts, with one data set of each', async () => {
  const { reply } = await portal.call(listTraitsOfMetaModule, { as: guest, params: { id: await first() } });
  expect(reply.waiting).toBe(0);
  expect(reply.traits.length).toBeGreaterThan(0);
  for (const { results, combined } of reply.traits) {
    expect(results).toHaveLength(2);
    expect(combined?.cohorts).toBe(2);
    expect(combined?.r).toBeCloseTo(results[0]?.r ?? Number.NaN, 6);
  }
});

describe('a title', () => {
  test('that a person gave is told to everybody, outlives a computation, and can be taken back', async () => {
    const id = await first();
    const titleFor = async (as: Caller) => (await portal.call(getMetaModule, { as, params: { id } })).reply;
    const made = (await titleFor(guest)).title;
    const give = (body: { title: string | null; summary: string | null }) =>
      portal.call(setMetaModuleTitle, { as: member, params: { id }, body });
    await give({ title: 'Microglia', summary: 'In every glioma.' });
    await sql`update atlas set fingerprint = '\\x00'`.execute(portal.services.db);
    await compute();
    expect(await titleFor(guest)).toMatchObject({ title: 'Microglia', summary: 'In every glioma.' });
    await give({ title: null, summary: null });
    const { title, summary, changes } = await titleFor(guest);
    expect([title, summary, changes.length]).toEqual([made, null, 2]);
  });
});

test('records of the laboratory change nothing for others, and add a cohort for its members', async () => {
  const before = await everythingOf(guest);
  expect((await takeIn(portal, smallLaboratory(HIDDEN))).faults).toEqual([]);
  expect((await atlasOf(member)).status.is_outdated).toBe(true);
  await portal.runJobs();
  expect(await everythingOf(guest)).toBe(before);
  await compute();
  expect(await everythingOf(guest)).toBe(before);
  const { results, status } = await atlasOf(member);
  expect([status.is_outdated, status.cohorts]).toEqual([false, 3]);
  expect(results.map(({ id, found, findable }) => [id, found, findable])).toEqual(
    (await numbersOf(guest)).map((id) => [id, 3, 3]),
  );
});

test('own private records are attached to the meta-modules that everybody has, for their owner only', async () => {
  const [owner, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const id = await withGene('CD68');
  const modulesOf = async (as: Caller) =>
    (await portal.call(listModulesOfMetaModule, { as, params: { id } })).reply.results;
  const [before, ofOther] = [await everythingOf(guest), await everythingOf(other)];
  const files = smallLaboratory({ accession: 'GSE7777', study: 'Own 2021 GSE7777', availability: 'Lab' });
  expect((await takeIn(portal, files, { person_id: owner.person_id, owner: 'Rita Levi' })).faults).toEqual(
    [],
  );
  await portal.runJobs();
  await compute();
  const own = (await modulesOf(owner)).filter(({ data_set }) => data_set.title.startsWith('Own'));
  expect([own.length, (await modulesOf(owner)).length, (await modulesOf(other)).length]).toEqual([1, 3, 2]);
  const params = { id: own[0]?.id ?? 0 };
  const found = await portal.call(getMetaModuleOfModule, { as: owner, params });
  expect([found.reply.meta_module?.id, found.reply.meta_module?.found]).toEqual([id, 2]);
  expect((await portal.ask(getMetaModuleOfModule, { as: other, params })).status).toBe(404);
  expect([await everythingOf(guest), await everythingOf(other)]).toEqual([before, ofOther]);
  await portal.call(deleteDataCollection, { as: admin, params: { id: await collectionOf('Own') } });
  await compute();
});

/** What an atlas says, without numbers of meta-modules. */
async function contentOf(as: Caller) {
  const { results } = await atlasOf(as, { sort: 'title', order: 'asc' });
  return results.map(({ id: _, omicon_id: __, theme: ___, ...row }) => row);
}

test('an atlas made by increments is that of a computation from nothing', async () => {
  const before = await Promise.all([contentOf(guest), contentOf(member)]);
  await sql`delete from recurring_set`.execute(portal.services.db);
  await sql`delete from atlas`.execute(portal.services.db);
  await compute();
  expect(await Promise.all([contentOf(guest), contentOf(member)])).toEqual(before);
});

/** Without when it was computed. */
const undated = (text: string) => text.replaceAll(/"computed_at":"[^"]*"/g, '');

test('a killed computation leaves the atlas as it was, and the next one completes it', async () => {
  const read = async () => [undated(await everythingOf(guest)), undated(await everythingOf(member))];
  const before = await read();
  await sql`delete from recurring_set`.execute(portal.services.db);
  await sql`update atlas set fingerprint = '\\x00'`.execute(portal.services.db);
  let kills = 0;
  for (let kill = 0; kill < 8; kill += 1) {
    const controller = new AbortController();
    const ended = computeAtlas(portal.services, controller.signal).catch((error: Error) => {
      expect(error.name).toBe('AbortError');
      kills += 1;
    });
    await sleep(40 * kill);
    controller.abort();
    await ended;
    expect(await read()).toEqual(before);
  }
  expect(kills).toBeGreaterThan(0);
  await compute();
  expect(await read()).toEqual(before);
});

test('a computation whose time is over leaves the rest to another job, and loses nothing', async () => {
  const before = await Promise.all([contentOf(guest), contentOf(member)]);
  const { db } = portal.services;
  await sql`delete from recurring_set`.execute(db);
  await sql`delete from graphile_worker._private_jobs where key = 'compute atlas'`.execute(db);
  const countOf = async (table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;
  await computeAtlas(portal.services, undefined, 0);
  expect([await countOf('recurring_set'), await countOf('graphile_worker.jobs')]).toEqual([1, 1]);
  expect(await Promise.all([contentOf(guest), contentOf(member)])).toEqual(before);
  for (let turn = 0; turn < 6; turn += 1) await computeAtlas(portal.services, undefined, 0);
  expect(await countOf('recurring_match')).toBe(3);
  expect(await Promise.all([contentOf(guest), contentOf(member)])).toEqual(before);
});

test('a deleted collection takes its meta-modules along at once; restored, they have their numbers back', async () => {
  const numbers = await numbersOf(guest);
  const params = { id: await collectionOf('Other') };
  await portal.call(deleteDataCollection, { as: admin, params });
  const { total, status } = await atlasOf(guest);
  expect([total, status.is_outdated]).toEqual([0, true]);
  await compute();
  expect((await atlasOf(guest)).status).toMatchObject({ is_outdated: false, meta_modules: 0 });
  expect((await atlasOf(member)).results.map(({ found }) => found)).toEqual([2, 2]);
  await portal.call(restoreDataCollection, { as: admin, params });
  await compute();
  expect((await numbersOf(guest)).toSorted()).toEqual(numbers.toSorted());
});

test.each(['data_set', 'analysis'] as const)(
  'where only the %s of a cohort is hidden from others, they have none of its meta-modules from then on',
  async (table) => {
    const numbers = await numbersOf(guest);
    const show = (visibility: 'public' | 'private') =>
      portal.services.db.updateTable(table).set({ visibility }).where('title', 'like', 'Other%').execute();
    await show('private');
    try {
      expect([numbers.length, await numbersOf(guest)]).toEqual([2, []]);
      for (const id of numbers)
        expect((await portal.call(getMetaModule, { as: guest, params: { id } })).status).toBe(404);
      expect(await numbersOf(member)).not.toEqual([]);
    } finally {
      await show('public');
    }
    expect(await numbersOf(guest)).toEqual(numbers);
  },
);
