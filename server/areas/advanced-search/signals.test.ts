/** Modules in results with their signals: what they say, how they fold, and who reads what. */
import {
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  getSearchResults,
  listRecentQueries,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { MODULE_FOLDS } from '@omicon/domain/records/module-fold.ts';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { computeAtlas } from '../atlas/compute-atlas.ts';

const OTHER = { accession: 'GSE1111', study: 'Other 2019 GSE1111' };
const LATER = { accession: 'GSE2222', study: 'Later 2021 GSE2222' };
const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

const MODULES: SearchQueryInput = { result_type: 'covariation-modules', filters: {}, page_size: 1000 };
const WITH_GENES: SearchQueryInput = {
  ...MODULES,
  filters: { modules: { rules: [{ field: 'features', operator: 'any', value: ['CD68', 'AIF1', 'OLIG2'] }] } },
};

let portal: TestPortal;
let guest: Caller;
let member: Caller;

type Asked = Partial<SearchQueryInput>;
const answer = async (asked: Asked, as = guest) =>
  (await portal.call(searchAdvanced, { as, body: { ...MODULES, ...asked } })).reply.data.searchResults;
const numberOf = (id: unknown) => Number(String(id).split('.')[2]);
type Cells = Awaited<ReturnType<typeof answer>>['results'][number];

/** A row without what folding adds. */
function plain({ Folded: _, ...row }: Cells): Cells {
  return row;
}

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(OTHER)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  await computeAtlas(portal.services, undefined);
  // Its modules are in no meta-module yet.
  expect((await takeIn(portal, smallLaboratory(LATER))).faults).toEqual([]);
}, 60_000);
afterAll(() => portal.close());

describe('a row of a module', () => {
  test('names its meta-module with the support that is stored, and has nothing without one', async () => {
    const { rows: stored } = await sql<{ module: number; title: string; number: number }>`
      select m.number as module, x.title, x.number from recurring_module_member r
        join meta_module x on x.audience = r.audience and x.number = r.meta_module_number
        join covariation_module m on m.id = r.module_id where r.audience = 'public'`.execute(
      portal.services.db,
    );
    expect(stored).toHaveLength(4);
    const { results, columns } = await answer({});
    expect(columns.slice(2, 8)).toEqual([
      ...['Module', 'Theme', 'Meta_module', 'Support_found', 'Support_findable', 'Mod_Def'],
    ]);
    expect(columns).toContain('Meta_module_Omicon_ID');
    for (const row of results) {
      const known = stored.find(({ module }) => module === numberOf(row.Covariation_Module_Omicon_ID));
      expect(row).toMatchObject({
        Meta_module: known?.title ?? null,
        Support_found: known ? 2 : null,
        Support_findable: known ? 2 : null,
        Meta_module_Omicon_ID: known ? `OM.MM.${known.number}` : null,
      });
    }
    expect(results.filter(({ Meta_module }) => Meta_module === null)).not.toEqual([]);
  });

  test.each(['Support_found', 'Meta_module', 'Meta_module_Omicon_ID'])('is sorted by %s', async (sort) => {
    for (const order of ['asc', 'desc'] as const) {
      const { results } = await answer({ sort, order });
      const values = results.map((row) => row[sort] ?? null);
      const known = values.filter((value) => value !== null).map(String);
      expect(known).toEqual(order === 'asc' ? known.toSorted() : known.toSorted().toReversed());
      // Modules without a signal are last in both directions.
      expect(values.slice(known.length)).toEqual(values.slice(known.length).map(() => null));
    }
  });

  test('of a query of other records has no signal', async () => {
    expect((await answer({ result_type: 'covariation-networks' })).columns).not.toContain('Meta_module');
  });
});

describe.each([
  ['every module', MODULES],
  ['modules with genes', WITH_GENES],
])('a folded list of %s', (_, body) => {
  const foldings = MODULE_FOLDS.filter((fold) => fold !== 'module').flatMap((fold) =>
    [undefined, 'Module', 'Support_found', 'Dataset'].map((sort) => ({ fold, sort })),
  );

  test.each(foldings)(
    'has the first row of each $fold by $sort, and opens exactly the others',
    async (folding) => {
      const { fold, sort } = folding;
      const asked = { ...body, ...(sort === undefined ? {} : { sort }) };
      const all = await answer(asked);
      const listed = await answer({ ...asked, fold });
      const modules = new Set(all.results.map((row) => row.Covariation_Module_Omicon_ID)).size;
      expect(listed.folded).toEqual({ rows: all.result_count, modules });
      expect(listed.result_count).toBe(listed.results.length);
      const shown: Cells[] = [];
      for (const row of listed.results) {
        const folded_under = numberOf(row.Covariation_Module_Omicon_ID);
        const opened = await answer({ ...asked, fold, folded_under });
        expect(opened.result_count).toBe(row.Folded);
        const group = [row, ...opened.results].map(plain);
        const places = group.map((each) => all.results.findIndex((one) => isSame(one, each)));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        const signals = new Set(
          group.map((each) =>
            fold === 'meta-module' && each.Meta_module_Omicon_ID !== null
              ? each.Meta_module_Omicon_ID
              : each.Covariation_Module_Omicon_ID,
          ),
        );
        expect(signals.size).toBe(1);
        shown.push(...group);
      }
      const asText = (rows: readonly Cells[]) =>
        rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
      expect(asText(shown)).toEqual(asText(all.results));
    },
  );

  test('is read page by page without a row twice or left out', async () => {
    const whole = await answer({ ...body, fold: 'meta-module' });
    const pages: Cells[] = [];
    for (let page = 1; page <= whole.result_count + 1; page += 1)
      pages.push(...(await answer({ ...body, fold: 'meta-module', page, page_size: 1 })).results);
    expect(pages).toEqual(whole.results);
    expect(whole.results.length).toBeGreaterThan(2);
  });
});

function isSame(one: Cells, other: Cells): boolean {
  return Object.keys(one).every((key) => one[key] === other[key]);
}

test('one meta-module is one row over data sets, and a module of none is a row of its own', async () => {
  const { results } = await answer({ fold: 'meta-module' });
  const byData = await answer({ fold: 'data-set' });
  const [inOne, inNone] = [
    results.filter((row) => row.Meta_module !== null),
    results.filter((row) => row.Meta_module === null),
  ];
  expect(inOne).toHaveLength(2);
  expect(inNone).toHaveLength(2);
  expect(byData.results).toHaveLength(6);
  expect(results.map(({ Folded }) => Number(Folded)).reduce((sum, count) => sum + count + 1, 0)).toBe(
    (await answer({})).result_count,
  );
});

test('a folded query is remembered as the query that it is, with the number of its rows', async () => {
  const person = await portal.signInAs('RU');
  const all = await answer({}, person);
  const { results } = await answer({ fold: 'meta-module' }, person);
  const folded_under = numberOf(results[0]?.Covariation_Module_Omicon_ID);
  await answer({ fold: 'meta-module', folded_under }, person);
  const recent = (await portal.call(listRecentQueries, { as: person })).reply.results;
  expect(recent.map(({ result_count }) => result_count)).toEqual([all.result_count]);
  const { rows } = await sql<{ query: object }>`
    select query from search_query where person_id = ${person.person_id}`.execute(portal.services.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.query).not.toHaveProperty('fold');
});

test('a search in the background stores every row, with its signal', async () => {
  const as = await portal.signInAs('RU');
  const body = { ...MODULES, fold: 'meta-module' as const, background: true };
  const { notifId } = (await portal.call(searchAdvanced, { as, body })).reply.data;
  await portal.runJobs();
  const { reply } = await portal.call(getSearchResults, {
    as,
    params: { notif_id: notifId ?? 0 },
    query: { page_size: 1000 },
  });
  const { results, columns } = reply.data.searchResults;
  const all = await answer({}, as);
  expect([columns, results]).toEqual([all.columns, all.results]);
});

async function file(body: SearchQueryInput, format: string) {
  const as = await portal.signInAs('RU');
  return portal.app.inject({
    method: 'POST',
    url: `${exportAdvancedSearch.path}?format=${format}`,
    headers: { authorization: `Token ${as.token}` },
    payload: body,
  });
}

describe('an export', () => {
  test('has every row with its signal, unless folded rows are asked for', async () => {
    for (const asked of [MODULES, { ...MODULES, fold: 'meta-module' as const }]) {
      const { results, columns } = await answer(asked);
      const [head, ...rows] = parse((await file(asked, 'csv')).payload) as string[][];
      expect(head).toEqual(columns);
      expect(rows).toEqual(results.map((row) => columns.map((column) => String(row[column] ?? ''))));
    }
  });

  test('stores support and folded rows as numbers in Parquet', async () => {
    const asked: SearchQueryInput = { ...MODULES, fold: 'meta-module', sort: 'Support_found' };
    const { results } = await answer(asked);
    const bytes = new Uint8Array((await file(asked, 'parquet')).rawPayload).buffer;
    const types = new Map(parquetMetadata(bytes).schema.map(({ name, type }) => [name, type]));
    for (const name of ['Support_found', 'Support_findable', 'Folded']) expect(types.get(name)).toBe('INT32');
    for (const name of ['Meta_module', 'Meta_module_Omicon_ID']) expect(types.get(name)).toBe('BYTE_ARRAY');
    const rows = await parquetReadObjects({ file: bytes });
    expect(rows.map((row) => row.Support_found)).toEqual(results.map((row) => row.Support_found));
    expect(rows.map((row) => row.Folded)).toEqual(results.map((row) => row.Folded));
  });
});

test('signals of a guest are the same to the byte with records of the laboratory and without', async () => {
  const asked: Asked[] = [{}, { sort: 'Support_found' }, { fold: 'meta-module' }, { fold: 'data-set' }];
  const everything = async (as: Caller) =>
    JSON.stringify(await Promise.all(asked.map((one) => answer(one, as))));
  // With the laboratory that came later, whose modules are in the public meta-modules now.
  await computeAtlas(portal.services, undefined);
  const before = await everything(guest);
  expect((await takeIn(portal, smallLaboratory(HIDDEN))).faults).toEqual([]);
  await portal.runJobs();
  await computeAtlas(portal.services, undefined);
  expect((await answer({ fold: 'meta-module' }, member)).results[0]?.Support_found).toBe(4);
  expect((await answer({ fold: 'meta-module' })).results[0]?.Support_found).toBe(3);
  expect(await everything(guest)).toBe(before);
}, 60_000);
