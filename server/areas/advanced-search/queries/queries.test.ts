/** Recent, saved and sample queries: owners, storage, and links. */
import {
  countAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  createSavedQuery,
  deleteSavedQuery,
  exportSearchQuery,
  getSearchQuery,
  getSharedQuery,
  listRecentQueries,
  listSampleQueries,
  listSavedQueries,
  renameSavedQuery,
  restoreSavedQuery,
  shareSavedQuery,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweep } from '../../../base/jobs/sweep.ts';
import { sql } from '../../../base/postgres/database.ts';
import { aLaboratory } from '../../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await aLaboratory(portal, { visibility: 'public' });
});
afterAll(() => portal.close());

function withValue(value: string): SearchQueryInput {
  return {
    result_type: 'data-sets',
    filters: { dataset: { rules: [{ field: 'Title', operator: 'contains', value }] } },
  };
}

const PHILLIPS = withValue('Phillips');

async function search(as: Caller, body: SearchQueryInput) {
  return (await portal.call(searchAdvanced, { as, body })).reply;
}

async function recentOf(as: Caller, query = {}) {
  return (await portal.call(listRecentQueries, { as, query })).reply;
}

async function save(as: Caller, description: string, key?: string) {
  return (
    await portal.call(createSavedQuery, {
      as,
      body: { description, query: PHILLIPS },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  ).reply;
}

describe('an empty result names the rule that leaves nothing', () => {
  const titled = (value: string) => ({ field: 'Title', operator: 'contains' as const, value });
  const either = { combinator: 'or' as const, rules: [titled('no such title'), titled('Phillips')] };

  test.each([
    [
      'not an alternative that another makes up for',
      { rules: [either, titled('nor this')] },
      'dataset.rules[1]',
    ],
    [
      'the first of alternatives when none has any',
      { combinator: 'or' as const, rules: [titled('no such title'), titled('nor this')] },
      'dataset.rules[0]',
    ],
    [
      'not a rule inside a group that is turned round',
      { rules: [{ not: true, rules: [titled('no such title')] }, titled('nor this')] },
      'dataset.rules[1]',
    ],
  ])('%s', async (_name, dataset, path) => {
    const body: SearchQueryInput = { result_type: 'data-sets', filters: { dataset } };
    const { searchResults } = (await search(await portal.signInAs('GU'), body)).data;
    expect([searchResults.result_count, searchResults.emptied_by]).toEqual([0, path]);
  });
});

describe('a recent query', () => {
  test('is stored for every search with duration and total, but not for further pages, counts and refusals', async () => {
    const person = await portal.signInAs('RU');
    await search(person, { ...PHILLIPS, description: 'Gliomas of Phillips' });
    await search(person, { ...PHILLIPS, page: 2, page_size: 1 });
    await portal.call(countAdvancedSearch, { as: person, body: withValue('counted') });
    await portal.ask(searchAdvanced, {
      as: person,
      body: { result_type: 'data-sets', filters: { dataset: 1 } },
    });
    const { results, total } = await recentOf(person);
    expect(total).toBe(1);
    expect(results[0]).toEqual({
      rId: expect.any(Number),
      description: 'Gliomas of Phillips',
      searchLink: `/home/advanced-search?queryId=${results[0]?.rId}&queryType=recent`,
      createdBy: person.username,
      resultType: 'data-sets',
      createdAt: expect.any(String),
      executionTime: expect.any(Number),
      result_count: 3,
    });
  });

  test('that is repeated moves to the top, regardless of sort order', async () => {
    const person = await portal.signInAs('RU');
    await search(person, withValue('first'));
    await search(person, withValue('second'));
    await search(person, { ...withValue('first'), sort: 'Dataset', order: 'desc' });
    const { results } = await recentOf(person);
    expect(results.map(({ description }) => description)).toEqual([
      'Data sets: Title contains first',
      'Data sets: Title contains second',
    ]);
  });

  test('is kept among the last 200 of its owner', async () => {
    const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
    await search(other, PHILLIPS);
    await sql`
      insert into search_query (kind, person_id, description, query, query_hash, result_type, created_at)
      select 'recent', ${person.person_id}, 'old ' || n, '{}', decode(lpad(to_hex(n), 8, '0'), 'hex'), 'samples', now() - interval '1 day' + n * interval '1 second'
        from generate_series(1, 205) n`.execute(portal.services.db);
    await search(person, PHILLIPS);
    const { results, total } = await recentOf(person, { page_size: 100, page: 2 });
    expect([total, results.at(-1)?.description]).toEqual([200, 'old 7']);
    expect((await recentOf(other)).total).toBe(1);
  });

  test('of a guest is deleted with the guest', async () => {
    const guest = await portal.signInAs('GU');
    await search(guest, PHILLIPS);
    expect((await recentOf(guest)).total).toBe(1);
    await sql`update person set expires_at = now() - interval '2 hours' where id = ${guest.person_id}`.execute(
      portal.services.db,
    );
    await sweep(portal.services);
    const { rows } = await sql`select id from search_query where person_id = ${guest.person_id}`.execute(
      portal.services.db,
    );
    expect(rows).toEqual([]);
  });

  test('can be opened by its link only by its owner', async () => {
    const [person, admin] = [await portal.signInAs('RU'), await portal.signInAs('admin')];
    await search(person, PHILLIPS);
    const id = String((await recentOf(person)).results[0]?.rId);
    const open = (as: Caller, queryType: 'recent' | 'saved') =>
      portal.call(getSearchQuery, { as, params: { id }, query: { queryType } });
    expect((await open(person, 'recent')).reply.query).toMatchObject({ result_type: 'data-sets' });
    expect([(await open(admin, 'recent')).status, (await open(person, 'saved')).status]).toEqual([404, 404]);
  });
});

describe('a saved query', () => {
  test('is created once per idempotency key', async () => {
    const person = await portal.signInAs('RU');
    const made = await Promise.all([1, 2, 3].map(() => save(person, 'Gliomas', 'one key')));
    expect(new Set(made.map(({ uId }) => uId)).size).toBe(1);
    expect((await portal.call(listSavedQueries, { as: person })).reply.total).toBe(1);
  });

  test('has the duration of its last run', async () => {
    const person = await portal.signInAs('RU');
    expect((await save(person, 'Never asked')).executionTime).toBeNull();
    await search(person, PHILLIPS);
    expect((await save(person, 'Asked')).executionTime).toBeGreaterThan(0);
  });

  test('is renamed by its version; a stale edit changes nothing', async () => {
    const person = await portal.signInAs('RU');
    const { uId, version } = await save(person, 'Gliomas');
    const rename = (description: string, of: number) =>
      portal.call(renameSavedQuery, { as: person, params: { id: uId }, body: { description, version: of } });
    expect((await rename('Astrocytomas', version)).reply).toMatchObject({
      description: 'Astrocytomas',
      version: version + 1,
    });
    expect((await rename('Ependymomas', version)).status).toBe(409);
    const opened = await portal.call(getSearchQuery, { as: person, params: { id: String(uId) } });
    expect(opened.reply).toMatchObject({
      description: 'Astrocytomas',
      query: { description: 'Astrocytomas' },
    });
  });

  test('is found by its description, literally', async () => {
    const person = await portal.signInAs('RU');
    for (const description of ['100 % glioma', 'Microglia']) await save(person, description);
    const find = async (text: string) =>
      (await portal.call(listSavedQueries, { as: person, query: { search: text } })).reply.results.map(
        ({ description }) => description,
      );
    expect([await find('%'), await find('GLIA'), await find('')]).toEqual([
      ['100 % glioma'],
      ['Microglia'],
      ['Microglia', '100 % glioma'],
    ]);
  });

  test('that is deleted is not listed and cannot be opened until its owner restores it', async () => {
    const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('admin')];
    const { uId: id } = await save(person, 'Gliomas');
    const open = async () =>
      (await portal.call(getSearchQuery, { as: person, params: { id: String(id) } })).status;
    const act = async (as: Caller, endpoint: typeof deleteSavedQuery | typeof restoreSavedQuery) =>
      (await portal.ask(endpoint, { as, params: { id } })).status;
    expect([await open(), await act(other, deleteSavedQuery)]).toEqual([200, 404]);
    expect([await act(person, deleteSavedQuery), await act(person, deleteSavedQuery)]).toEqual([200, 404]);
    expect((await portal.call(listSavedQueries, { as: person })).reply.total).toBe(0);
    expect([await open(), await act(other, restoreSavedQuery)]).toEqual([404, 404]);
    expect([await act(person, restoreSavedQuery), await open()]).toEqual([200, 200]);
  });

  test('can be restored for thirty days', async () => {
    const person = await portal.signInAs('RU');
    const { uId: id } = await save(person, 'Gliomas');
    await portal.call(deleteSavedQuery, { as: person, params: { id } });
    await sql`update search_query set deleted_at = now() - interval '31 days' where id = ${id}`.execute(
      portal.services.db,
    );
    await sweep(portal.services);
    expect((await portal.call(restoreSavedQuery, { as: person, params: { id } })).status).toBe(404);
  });

  test('of another person can be opened by its shared link, and finds what the caller may see', async () => {
    const lab = await portal.signInAs('LAB');
    const guest = await portal.signInAs('GU');
    await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' });
    const body = { description: 'CGGA', query: withValue('Zhao') };
    const { searchLink, uId } = (await portal.call(createSavedQuery, { as: lab, body })).reply;
    expect(searchLink).toBe(`/home/advanced-search?queryId=${uId}`);
    const shared = await portal.call(shareSavedQuery, { as: lab, params: { id: uId } });
    const token = shared.reply.shareLink?.split('share=')[1] ?? '';
    const { reply } = await portal.call(getSharedQuery, { as: guest, params: { token } });
    expect(reply.filters).toEqual([
      ['Result', '', 'result_type', 'equal', 'data-sets'],
      ['Dataset', 'and', 'Title', 'contains', 'Zhao'],
    ]);
    const query = reply.query as SearchQueryInput;
    expect((await search(lab, query)).data.searchResults.result_count).toBe(3);
    expect((await search(guest, query)).data.searchResults.result_count).toBe(0);
  });

  test('with an unknown or malformed number is not found', async () => {
    const person = await portal.signInAs('RU');
    const open = async (id: string, queryType: string) =>
      (await portal.ask(getSearchQuery, { as: person, params: { id }, query: { queryType } })).status;
    for (const queryType of ['saved', 'recent', 'sample'])
      expect([
        await open('999999999', queryType),
        await open('99999999999999999999', queryType),
        await open('q3', queryType),
      ]).toEqual([404, 400, 404]);
  });

  test('can be downloaded as a spreadsheet without formulas', async () => {
    const person = await portal.signInAs('RU');
    const query = withValue('=HYPERLINK("x")');
    const { uId } = (await portal.call(createSavedQuery, { as: person, body: { description: 'x', query } }))
      .reply;
    const file = await portal.ask(exportSearchQuery, { as: person, params: { id: uId } });
    expect(file.text).toBe(
      'Section,Group,Field,Operator,Value\r\nResult,,result_type,equal,data-sets\r\nDataset,and,Title,contains,"\'=HYPERLINK(""x"")"\r\n',
    );
  });
});

describe('the sample queries', () => {
  test('are eighteen of one author, and each can be opened by its link', async () => {
    const guest = await portal.signInAs('GU');
    const { results } = (await portal.call(listSampleQueries, { as: guest })).reply;
    expect(results).toHaveLength(18);
    expect(new Set(results.map(({ createdBy }) => createdBy))).toEqual(new Set(['Omicon']));
    for (const { qId, description, searchLink } of results) {
      expect(searchLink).toBe(`/home/advanced-search?queryId=${qId}&queryType=sample`);
      const opened = await portal.call(getSearchQuery, {
        as: guest,
        params: { id: qId },
        query: { queryType: 'sample' },
      });
      expect(opened.reply).toMatchObject({ description, searchLink });
      expect(opened.reply.filters.length).toBeGreaterThan(1);
    }
  });
});
