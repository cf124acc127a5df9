/** The kME table of the only network that matches a query, on the small laboratory: two modules, eight genes. */
import {
  countAdvancedSearch,
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { RESULT_TYPES } from '@omicon/domain/query/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory, withChange } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let guest: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  await aLaboratory(portal, { visibility: 'public' });
  await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' });
  await portal.runJobs();
});
afterAll(() => portal.close());

const COLLECTION = {
  collection: { rules: [{ field: 'Accession_ID', operator: 'equal', value: 'GSE4271' }] },
};
const OF_PHILLIPS: SearchQueryInput = { result_type: 'kme-table', filters: COLLECTION };

async function list(query: Partial<SearchQueryInput> = {}) {
  const { reply } = await portal.call(searchAdvanced, { as: guest, body: { ...OF_PHILLIPS, ...query } });
  return reply.data.searchResults;
}

test('it has a row for every feature and module, named as in the file', async () => {
  const { columns, results, result_count } = await list();
  expect([columns, result_count, results.length]).toEqual([['SYMBOL', 'Module', 'cor', 'pval'], 16, 16]);
  expect(results[1]).toEqual({
    SYMBOL: 'OLIG2',
    Module: 'turquoise',
    cor: 0.91,
    pval: 0.0004,
  });
  expect(results.slice(8).every(({ Module }) => Module === 'blue')).toBe(true);
});

test('pages add up to the whole table in every order, across modules', async () => {
  for (const sort of [undefined, 'SYMBOL', 'Module', 'cor', 'pval'])
    for (const order of ['asc', 'desc'] as const) {
      const whole = await list({ sort, order, page_size: 1000 });
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ sort, order, page, page_size: 5 })));
      expect(
        pages.flatMap(({ results }) => results),
        `${sort} ${order}`,
      ).toEqual(whole.results);
      expect(new Set(whole.results.map((row) => `${row.SYMBOL} ${row.Module}`)).size).toBe(16);
    }
});

test('it is sorted by name, value or P; a feature without kME is last by kME', async () => {
  const column = async (sort: string, order: 'asc' | 'desc') =>
    (await list({ sort, order })).results.map((row) => row[sort]);
  const numbers = (values: unknown[]) => values.filter((value) => typeof value === 'number');
  for (const sort of ['cor', 'pval']) {
    const [up, down] = [await column(sort, 'asc'), await column(sort, 'desc')];
    expect(numbers(up)).toEqual(numbers(up).toSorted((a, b) => a - b));
    expect(numbers(down)).toEqual(numbers(up).toReversed());
  }
  expect([(await column('cor', 'asc')).at(-1), (await column('cor', 'desc')).at(-1)]).toEqual([null, null]);
  const names = await column('SYMBOL', 'asc');
  expect(names).toEqual(names.toSorted((a, b) => String(a).localeCompare(String(b), 'en')));
  expect((await column('Module', 'asc'))[0]).toBe('blue');
});

test('for several networks the refusal has their number; for none the table is empty', async () => {
  const lab = await portal.signInAs('LAB');
  const body: SearchQueryInput = { result_type: 'kme-table', filters: {} };
  const several = await portal.ask(searchAdvanced, { as: lab, body });
  expect([several.status, several.refusal.detail]).toEqual([
    400,
    'This query leaves 2 covariation networks, and a kME table is of one. Please narrow it.',
  ]);
  // A guest sees one of the two, and must not learn of the other.
  expect((await portal.call(searchAdvanced, { as: guest, body })).reply.data.searchResults.result_count).toBe(
    16,
  );
  const filters = { networks: { rules: [{ field: 'MinSize', operator: 'equal', value: 99 }] } };
  expect(await list({ filters })).toMatchObject({
    results: [],
    result_count: 0,
    emptied_by: 'networks.rules[0]',
  });
});

test('an unknown column is refused with a list of the columns', async () => {
  const answer = await portal.ask(searchAdvanced, { as: guest, body: { ...OF_PHILLIPS, sort: 'kme' } });
  expect([answer.status, answer.refusal.fields?.sort]).toEqual([
    400,
    'There is no column "kme"; SYMBOL, Module, cor, pval are there.',
  ]);
});

test('until the table is computed, the reply is "unavailable"', async () => {
  const files = withChange(
    smallLaboratory({ accession: 'GSE15824', study: 'Grzmil 2011 GSE15824' }),
    pathsOf('GSE15824').kmeTable,
    (text) =>
      text
        .split('\n')
        .map((line) => line.split(',').slice(0, 9).join(','))
        .join('\n'),
  );
  await aLaboratory(portal, { files, visibility: 'public' });
  const filters = {
    collection: { rules: [{ field: 'Accession_ID', operator: 'equal', value: 'GSE15824' }] },
  };
  const body = { result_type: 'kme-table', filters };
  expect((await portal.ask(searchAdvanced, { as: guest, body })).status).toBe(503);
  await portal.runJobs();
  expect((await portal.ask(searchAdvanced, { as: guest, body })).status).toBe(200);
});

test('its rules leave networks, and its rows are counted once a single network is left', async () => {
  const count = async (query: Partial<SearchQueryInput>, as = guest) =>
    (await portal.call(countAdvancedSearch, { as, body: { ...OF_PHILLIPS, ...query } })).reply;
  expect(await count({})).toMatchObject({
    counts: [{ path: 'collection.rules[0]', remaining: 1, of: 'covariation-networks' }],
    total: 16,
  });
  const none = { collection: { rules: [{ field: 'Accession_ID', operator: 'equal', value: 'GSE1' }] } };
  expect(await count({ filters: none })).toMatchObject({ counts: [{ remaining: 0 }], total: 0 });
  // Two networks have no table together.
  const member = await portal.signInAs('LAB');
  expect(await count({ filters: {} }, member)).toMatchObject({ counts: [], total: 0 });
});

test.each(RESULT_TYPES)('results, count and file of %s have the same number of rows', async (result_type) => {
  const as = await portal.signInAs('RU');
  const ofFeatures = { modules: { rules: [{ field: 'features', operator: 'any', value: ['MBP'] }] } };
  const filters = result_type === 'features' ? { ...COLLECTION, ...ofFeatures } : COLLECTION;
  const body: SearchQueryInput = { result_type, filters, page_size: 1000 };
  const { searchResults } = (await portal.call(searchAdvanced, { as, body })).reply.data;
  const counted = (await portal.call(countAdvancedSearch, { as, body })).reply;
  const file = await portal.ask(exportAdvancedSearch, { as, body, query: { format: 'tsv' } });
  expect(file.status).toBe(200);
  const lines = file.text.trimEnd().split(/\r?\n/).length - 1;
  expect([searchResults.results.length, searchResults.result_count, lines]).toEqual(
    Array(3).fill(counted.total),
  );
  // The small laboratory has no PDFs of enrichment.
  if (result_type !== 'enrichment-files') expect(counted.total).toBeGreaterThan(0);
});
