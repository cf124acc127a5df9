/** Results are cached for the same permissions until the corpus changes. */
import {
  countAdvancedSearch,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { rankModules } from '@omicon/contract/areas/genes/gene-lists.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let asked: MockInstance;
beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal, { visibility: 'public' });
});
beforeEach(() => {
  asked = vi.spyOn(portal.services.searchThreads, 'ask');
});
afterEach(() => asked.mockRestore());
afterAll(() => portal.close());

const DATA_SETS = { result_type: 'data-sets', filters: {} } as const;

async function search(as: Caller, more: object = {}) {
  const { reply } = await portal.call(searchAdvanced, { as, body: { ...DATA_SETS, ...more } });
  return reply.data.searchResults;
}

test('the same query is served from the cache; another page or order is not', async () => {
  const member = await portal.signInAs('RU');
  const first = await search(member);
  expect(first.results.length).toBeGreaterThan(0);
  expect(await search(member)).toEqual(first);
  expect(asked).toHaveBeenCalledTimes(1);
  await search(member, { page_size: 1 });
  await search(member, { sort: 'Dataset', order: 'desc' });
  expect(asked).toHaveBeenCalledTimes(3);
});

test('results are not shared between people with different rights', async () => {
  const [member, colleague] = [await portal.signInAs('LAB'), await portal.signInAs('RU')];
  await portal.services.db
    .updateTable('data_set')
    .set({ visibility: 'private' })
    .where('number', '=', numbers.loaded)
    .execute();
  await sql`update corpus_version set number = number + 1`.execute(portal.services.db);
  const all = await search(member);
  const fewer = await search(colleague);
  expect(fewer.result_count).toBe(all.result_count - 1);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('changes of the corpus are visible at once', async () => {
  const member = await portal.signInAs('LAB');
  const before = await search(member);
  await aLaboratory(portal, { accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' });
  expect((await search(member)).result_count).toBeGreaterThan(before.result_count);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('counts and rankings are cached, too', async () => {
  const member = await portal.signInAs('RU');
  const count = async () => (await portal.call(countAdvancedSearch, { as: member, body: DATA_SETS })).reply;
  expect(await count()).toEqual(await count());
  const rank = async () =>
    (await portal.call(rankModules, { as: member, body: { identifiers: ['GFAP', 'OLIG2'] } })).reply.results;
  expect(await rank()).toEqual(await rank());
  // Whether data that the person may read know an unlisted name is asked each time.
  const searches = asked.mock.calls.filter(([{ kind }]) => kind !== 'measured-genes');
  expect(searches.length).toBe(2);
});
