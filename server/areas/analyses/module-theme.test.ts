/** Themes of modules: from the gene sets, changed by people, and the same wherever a module is named. */
import { getAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import {
  getModule,
  getModuleTheme,
  listModules,
  setModuleTheme,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { listSuggestions } from '@omicon/contract/areas/search.ts';
import { themeOfSetName } from '@omicon/domain/records/names/module-theme.ts';
import { saveThemes } from '@omicon/search-index/write/themes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let member: Caller;
let network: number;

beforeAll(async () => {
  portal = await openTestPortal();
  member = await portal.signInAs('LAB');
  await aLaboratory(portal);
  const row = await portal.services.db
    .selectFrom('covariation_network')
    .select('number')
    .executeTakeFirstOrThrow();
  network = row.number;
});
afterAll(() => portal.close());

async function modules() {
  const { reply } = await portal.call(listModules, { as: member, params: { id: network } });
  return reply.results;
}

/** Makes one set the top set of every module of the network, as if it were enriched at this P. */
async function enrich(p: number) {
  const { db } = portal.services;
  const { rows } = await sql<{ number: number; name: string; id: number; n: number }>`
    select g.number, g.name, s.covariation_network_id as id, s.number_of_modules as n
      from gene_set g cross join search_network s order by g.number limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('There is no gene set.');
  const sets = new Uint32Array(10 * row.n);
  const pValues = new Float64Array(10 * row.n).fill(1);
  for (let module = 0; module < row.n; module += 1) {
    sets[10 * module] = row.number;
    pValues[10 * module] = p;
  }
  await sql`update search_network set top_sets = ${Buffer.from(sets.buffer)}, top_p_values = ${Buffer.from(pValues.buffer)}`.execute(
    db,
  );
  await db.transaction().execute((tx) => saveThemes(tx, row.id));
  return row;
}

test('modules in which no set is enriched at P < 1e-6 have no theme, and say so', async () => {
  const [first] = await modules();
  expect(first?.theme).toBeNull();
  const { reply } = await portal.call(getModuleTheme, { as: member, params: { id: first?.id ?? 0 } });
  expect(reply).toEqual({ theme: null, set: null, changes: [] });
});

test('a theme comes from the most enriched set and names the module in lists, titles and suggestions', async () => {
  const set = await enrich(1e-20);
  const theme = themeOfSetName(set.name);
  const [first] = await modules();
  expect(first?.theme).toBe(theme);
  const { reply } = await portal.call(getModule, { as: member, params: { id: first?.id ?? 0 } });
  expect(reply.title).toBe(`${first?.name} · ${theme}`);
  const { reply: suggested } = await portal.call(listSuggestions, {
    as: member,
    query: { q: first?.name ?? '' },
  });
  expect(suggested.results.map(({ title }) => title)).toContain(`${first?.name} · ${theme}`);
});

test('the list of networks counts different themes, and says which share of the features is in a module', async () => {
  const { db } = portal.services;
  const { id } = await db
    .selectFrom('covariation_network as n')
    .innerJoin('analysis as a', 'a.id', 'n.analysis_id')
    .where('n.number', '=', network)
    .select('a.number as id')
    .executeTakeFirstOrThrow();
  const listed = async () => {
    const { reply } = await portal.call(getAnalysis, { as: member, params: { id } });
    return reply.networks.find((item) => item.id === network);
  };
  const statistics = JSON.stringify([['ALLreachPcnt', '67.6444']]);
  await db.updateTable('covariation_network').set({ statistics }).where('number', '=', network).execute();
  const last = (await modules()).at(-1);
  expect(new Set((await modules()).map(({ theme }) => theme)).size).toBe(1);
  expect(await listed()).toMatchObject({ themes: 1, coverage: 67.6444 });
  const params = { id: last?.id ?? 0 };
  await portal.call(setModuleTheme, { as: member, params, body: { theme: 'another' } });
  await db
    .updateTable('covariation_network')
    .set({ statistics: '[]' })
    .where('number', '=', network)
    .execute();
  expect(await listed()).toMatchObject({ themes: 2, coverage: null });
  await portal.call(setModuleTheme, { as: member, params, body: { theme: null } });
});

test('a theme that a person gave stays when themes are computed again, and can be taken back', async () => {
  const [first] = await modules();
  const params = { id: first?.id ?? 0 };
  const given = await portal.call(setModuleTheme, { as: member, params, body: { theme: ' homeostatic ' } });
  expect(given.reply.theme).toBe('homeostatic');
  expect(given.reply.changes).toMatchObject([{ theme: 'homeostatic' }]);
  const set = await enrich(1e-30);
  const [again, other] = await modules();
  expect([again?.theme, other?.theme]).toEqual(['homeostatic', themeOfSetName(set.name)]);
  const back = await portal.call(setModuleTheme, { as: member, params, body: { theme: null } });
  expect(back.reply.theme).toBe(themeOfSetName(set.name));
  expect(back.reply.changes.map(({ theme }) => theme)).toEqual([null, 'homeostatic']);
  await enrich(1e-30);
  const [last] = await modules();
  expect(last?.theme).toBe(themeOfSetName(set.name));
});

test('an empty theme is refused', async () => {
  const [first] = await modules();
  const params = { id: first?.id ?? 0 };
  for (const theme of ['', '  ', 'x'.repeat(61)]) {
    const answer = await portal.ask(setModuleTheme, { as: member, params, body: { theme } });
    expect(answer.status).toBe(400);
  }
});
