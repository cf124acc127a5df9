/** Who may open a saved query: its owner by number, others only by a link that the owner shares. */
import type { SearchQueryInput } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { searchAdvanced } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  createSavedQuery,
  deleteSavedQuery,
  exportSearchQuery,
  getSearchQuery,
  getSharedQuery,
  listRecentQueries,
  listSavedQueries,
  restoreSavedQuery,
  shareSavedQuery,
  stopSharingQuery,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { deleteUser } from '@omicon/contract/areas/people/users.ts';
import { ROLES } from '@omicon/domain/permissions/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../base/postgres/database.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';

let portal: TestPortal;
let owner: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  owner = await portal.signInAs('RU');
});
afterAll(() => portal.close());

const GLIOMAS: SearchQueryInput = {
  result_type: 'data-sets',
  filters: { dataset: { rules: [{ field: 'Title', operator: 'contains', value: 'glioma' }] } },
};

async function saveOne(as = owner): Promise<number> {
  const body = { description: 'Gliomas', query: GLIOMAS };
  return (await portal.call(createSavedQuery, { as, body })).reply.uId;
}

async function share(id: number, as = owner): Promise<string> {
  return (await portal.call(shareSavedQuery, { as, params: { id } })).reply.shareLink ?? '';
}

const tokenIn = (link: string) => new URL(link, 'http://portal.test').searchParams.get('share') ?? '';

async function openShared(as: Caller | null, token: string): Promise<number> {
  return (await portal.ask(getSharedQuery, { as, params: { token } })).status;
}

async function tokenStored(id: number): Promise<string | null> {
  const { rows } = await sql<{ share_token: string | null }>`
    select share_token from search_query where id = ${id}`.execute(portal.services.db);
  return rows[0]?.share_token ?? null;
}

describe('by its number', () => {
  const BY_NUMBER = [
    { endpoint: getSearchQuery, query: {} },
    { endpoint: getSearchQuery, query: { queryType: 'saved' } },
    { endpoint: exportSearchQuery, query: {} },
    { endpoint: exportSearchQuery, query: { queryType: 'saved' } },
  ];

  test.each(ROLES)('%s cannot tell a saved query of another person from one that is absent', async (role) => {
    const [foreign, shared] = [await saveOne(), await saveOne()];
    await share(shared);
    const as = await portal.signInAs(role);
    for (const { endpoint, query } of BY_NUMBER) {
      const absent = await portal.ask(endpoint, { as, params: { id: 2_147_483_647 }, query });
      for (const id of [foreign, shared]) {
        const answer = await portal.ask(endpoint, { as, params: { id }, query });
        expect([answer.status, { ...answer.refusal, request_id: '' }]).toEqual([
          404,
          { ...absent.refusal, request_id: '' },
        ]);
      }
    }
  });

  test('trying all numbers finds only own queries of the caller', async () => {
    const guest = await portal.signInAs('GU');
    await portal.call(searchAdvanced, { as: guest, body: GLIOMAS });
    const last = await saveOne();
    const opened: number[] = [];
    for (let id = 1; id <= last; id += 1) {
      const { status } = await portal.ask(getSearchQuery, { as: guest, params: { id } });
      if (status === 200) opened.push(id);
    }
    const recent = (await portal.call(listRecentQueries, { as: guest })).reply.results;
    expect(opened).toEqual(recent.map(({ rId }) => rId));
  });

  test('own recent, own saved and sample queries can be opened without naming their kind', async () => {
    const person = await portal.signInAs('RU');
    await portal.call(searchAdvanced, { as: person, body: GLIOMAS });
    const recent = (await portal.call(listRecentQueries, { as: person })).reply.results[0]?.rId;
    const saved = await saveOne(person);
    const linkOf = async (id: string) =>
      (await portal.call(getSearchQuery, { as: person, params: { id } })).reply.searchLink;
    expect([await linkOf(String(recent)), await linkOf(String(saved)), await linkOf('q4')]).toEqual([
      `/home/advanced-search?queryId=${recent}&queryType=recent`,
      `/home/advanced-search?queryId=${saved}`,
      '/home/advanced-search?queryId=q4&queryType=sample',
    ]);
  });
});

describe('a shared query', () => {
  test('has a link of 128 random bits, listed for its owner', async () => {
    const id = await saveOne();
    expect(await tokenStored(id)).toBeNull();
    const link = await share(id);
    expect(link).toMatch(/^\/home\/advanced-search\?share=[\w-]{22}$/);
    expect(Buffer.from(tokenIn(link), 'base64url')).toHaveLength(16);
    expect(await tokenStored(id)).toBe(tokenIn(link));
    const { results } = (await portal.call(listSavedQueries, { as: owner })).reply;
    expect(results.find(({ uId }) => uId === id)).toMatchObject({ shareLink: link, version: 1 });
  });

  test('can be opened by its link by each role, with its rules but without number and owner', async () => {
    const id = await saveOne();
    const link = await share(id);
    for (const role of ROLES) {
      const as = await portal.signInAs(role);
      const { reply } = await portal.call(getSharedQuery, { as, params: { token: tokenIn(link) } });
      expect(reply).toEqual({
        description: 'Gliomas',
        searchLink: link,
        query: expect.objectContaining({ result_type: 'data-sets', description: 'Gliomas' }),
        filters: [
          ['Result', '', 'result_type', 'equal', 'data-sets'],
          ['Dataset', 'and', 'Title', 'contains', 'glioma'],
        ],
      });
    }
    expect(await openShared(null, tokenIn(link))).toBe(401);
  });

  test('keeps its link when shared twice, even concurrently', async () => {
    const id = await saveOne();
    const links = await Promise.all([1, 2, 3, 4].map(() => share(id)));
    expect(new Set([...links, await share(id)]).size).toBe(1);
  });

  test('is closed when sharing ends; shared again it has another link, and the first stays invalid', async () => {
    const id = await saveOne();
    const first = tokenIn(await share(id));
    const stop = () => portal.call(stopSharingQuery, { as: owner, params: { id } });
    expect((await stop()).reply.shareLink).toBeNull();
    expect(await tokenStored(id)).toBeNull();
    const second = tokenIn(await share(id));
    expect(second).not.toBe(first);
    const guest = await portal.signInAs('GU');
    expect([await openShared(guest, first), await openShared(guest, second)]).toEqual([404, 200]);
    expect([(await stop()).status, (await stop()).status]).toEqual([200, 200]);
  });

  test('is closed while deleted, and has the same link after its owner restores it', async () => {
    const id = await saveOne();
    const token = tokenIn(await share(id));
    const guest = await portal.signInAs('GU');
    await portal.call(deleteSavedQuery, { as: owner, params: { id } });
    expect([await openShared(guest, token), await openShared(owner, token)]).toEqual([404, 404]);
    await portal.call(restoreSavedQuery, { as: owner, params: { id } });
    expect(await openShared(guest, token)).toBe(200);
  });

  test('is closed when its owner is removed, as nobody could unshare it', async () => {
    const [person, admin] = [await portal.signInAs('RU'), await portal.signInAs('admin')];
    const token = tokenIn(await share(await saveOne(person), person));
    expect(await openShared(admin, token)).toBe(200);
    await portal.ask(deleteUser, { as: admin, params: { id: person.person_id } });
    expect(await openShared(admin, token)).toBe(404);
  });

  test('can be shared and unshared only by its owner; recent and deleted queries cannot be shared', async () => {
    const id = await saveOne();
    const token = tokenIn(await share(id));
    for (const role of ROLES) {
      const as = await portal.signInAs(role);
      const status = role === 'GU' ? 403 : 404;
      for (const endpoint of [shareSavedQuery, stopSharingQuery])
        expect((await portal.ask(endpoint, { as, params: { id } })).status, role).toBe(status);
    }
    expect(await tokenStored(id)).toBe(token);

    await portal.call(searchAdvanced, { as: owner, body: GLIOMAS });
    const recent = (await portal.call(listRecentQueries, { as: owner })).reply.results[0]?.rId;
    const deleted = await saveOne();
    await portal.call(deleteSavedQuery, { as: owner, params: { id: deleted } });
    for (const each of [recent, deleted])
      expect((await portal.ask(shareSavedQuery, { as: owner, params: { id: each } })).status).toBe(404);
  });

  test('refuses all invalid links in the same way', async () => {
    const id = await saveOne();
    const guest = await portal.signInAs('GU');
    const refused = await Promise.all(
      [String(id), 'x'.repeat(22), '%', "' or ''='", 'null'].map(async (token) => {
        const { status, refusal } = await portal.ask(getSharedQuery, { as: guest, params: { token } });
        return [status, refusal.detail];
      }),
    );
    expect(new Set(refused.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([404, refused[0]?.[1]])]),
    );
  });
});
