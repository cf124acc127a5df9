/** User lists and the whitelist: members, order, pages, search, additions. */
import {
  createWhitelistUser,
  deleteUser,
  deleteWhitelistUser,
  getRolePermissions,
  listUsers,
  type UserRow,
  updateRolePermissions,
} from '@omicon/contract/areas/people/users.ts';
import type { Role } from '@omicon/domain/permissions/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;

async function aMember(username: string, role: Role, more: Record<string, string> = {}): Promise<number> {
  const row = { username, role, verified_at: new Date(), ...more };
  const { id } = await portal.services.db
    .insertInto('person')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.signInAs('admin', { username: 'head', first_name: 'Ada', last_name: 'Nissl' });
  await portal.signInAs('GU');
  await aMember('camillo', 'LAB', {
    first_name: 'Camillo',
    last_name: 'Golgi',
    email: 'golgi@lab.test',
    institution: 'Pavia',
  });
  await aMember('santiago', 'RU', { first_name: 'santiago', last_name: 'Cajal', institution: '100% Madrid' });
  await aMember('santi_go', 'REVIEWER', { email: 'Reviewer@Journal.test', institution: 'Pavia' });
  const gone = await aMember('franz', 'LAB');
  await portal.services.db
    .updateTable('person')
    .set({ removed_at: new Date() })
    .where('id', '=', gone)
    .execute();
});
afterAll(() => portal.close());

async function list(query: Parameters<typeof portal.call<typeof listUsers>>[1] = {}) {
  return (await portal.call(listUsers, { as: admin, ...query })).reply;
}

async function namesFor(query: { list?: 'all' | 'lab' | 'registered' | 'whitelist'; search?: string }) {
  const { results, total } = await list({ query });
  expect(total).toBe(results.length);
  return results.map((row) => row.name);
}

describe('a list', () => {
  test('of all people excludes guests and removed people', async () => {
    expect(await namesFor({})).toEqual(['Ada Nissl', 'Camillo Golgi', 'santi_go', 'santiago Cajal']);
  });

  test('of the laboratory has LAB and administrators, that of registered users the others', async () => {
    expect(await namesFor({ list: 'lab' })).toEqual(['Ada Nissl', 'Camillo Golgi']);
    expect(await namesFor({ list: 'registered' })).toEqual(['santi_go', 'santiago Cajal']);
  });

  test('shows who accepted the current terms', async () => {
    const { db } = portal.services;
    const sections = JSON.stringify([{ heading: 'Use', body: 'Research only.' }]);
    await db.insertInto('terms_version').values({ version: 7, dated: '2026-11-01', sections }).execute();
    const accepted = { tos_accepted_at: new Date(), tos_accepted_version: 7 };
    await db.updateTable('person').set(accepted).where('username', '=', 'camillo').execute();
    const before = { tos_accepted_at: new Date(), tos_accepted_version: 6 };
    await db.updateTable('person').set(before).where('username', '=', 'santiago').execute();
    const { results } = await list();
    expect(results.filter((row) => row.tos_accepted).map((row) => row.username)).toEqual(['camillo']);
    await db.deleteFrom('terms_version').execute();
    expect((await list()).results.every((row) => row.tos_accepted)).toBe(true);
  });

  test('shows who can read records of the laboratory, by current role', async () => {
    const visible = async () =>
      Object.fromEntries((await list()).results.map(({ username, visibility }) => [username, visibility]));
    const first = { head: 'private', camillo: 'private', santi_go: 'private', santiago: 'public' };
    expect(await visible()).toEqual(first);
    const params = { role: 'REVIEWER' } as const;
    const { permissions } = (await portal.call(getRolePermissions, { as: admin, params })).reply;
    const body = { permissions: permissions.filter((code) => code !== 'LAB_RECORDS_VIEW') };
    await portal.call(updateRolePermissions, { as: admin, params, body });
    expect(await visible()).toEqual({ ...first, santi_go: 'public' });
    await portal.call(updateRolePermissions, { as: admin, params, body: { permissions } });
    expect(await visible()).toEqual(first);
  });

  test('marks only the caller', async () => {
    const { results } = await list();
    expect(results.filter((row) => row.is_current_user).map((row) => row.id)).toEqual([admin.person_id]);
  });

  test.each([
    ['GOLGI', ['Camillo Golgi']],
    ['camillo golgi', ['Camillo Golgi']],
    ['journal.TEST', ['santi_go']],
    ['pavia', ['Camillo Golgi', 'santi_go']],
    ['santi_go', ['santi_go']],
    ['%', ['santiago Cajal']],
    ['\\', []],
    ["' or true --", []],
  ])('is searched for %s literally, in name, username, e-mail and institution', async (search, names) => {
    expect(await namesFor({ search })).toEqual(names);
  });

  test('can be sorted by each of its columns in both directions, and by no other', async () => {
    const columns = [
      'name',
      'username',
      'email',
      'role',
      'institution',
      'last_login_date',
      'date_registered',
    ];
    for (const sort of columns) {
      const up = await portal.ask(listUsers, { as: admin, query: { sort } });
      const down = await portal.ask(listUsers, { as: admin, query: { sort, order: 'desc' } });
      expect([up.status, down.status], sort).toEqual([200, 200]);
    }
    for (const sort of ['password_hash', 'id; drop table person'])
      expect((await portal.ask(listUsers, { as: admin, query: { sort } })).status, sort).toBe(400);
    const byRole = await list({ query: { sort: 'role', order: 'desc' } });
    expect(byRole.results.map((row) => row.role)).toEqual(['RU', 'REVIEWER', 'LAB', 'admin']);
  });

  test('breaks ties by id, so that pages have no gaps or repeats', async () => {
    for (let index = 0; index < 23; index += 1)
      await aMember(`twin ${index}`, 'RU', { first_name: 'Twin', institution: 'Twins' });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        list({ query: { list: 'registered', search: 'twins', sort: 'name', page, page_size: 7 } }),
      ),
    );
    const ids = pages.flatMap((page) => page.results.map((row) => row.id));
    expect(pages.map((page) => [page.total, page.results.length])).toEqual([
      [23, 7],
      [23, 7],
      [23, 7],
      [23, 2],
    ]);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  });

  test('past its end is empty and keeps its total', async () => {
    const { results, total } = await list({ query: { list: 'lab', page: 9 } });
    expect([results, total]).toEqual([[], 2]);
  });
});

async function addToWhitelist(body: unknown) {
  return portal.ask(createWhitelistUser, { as: admin, body });
}

describe('the whitelist', () => {
  const rita = { userName: 'Rita Levi', email: 'Rita@lab.test' };

  test('accepts a person with the role LAB, recorded in the audit log', async () => {
    const answer = await portal.call(createWhitelistUser, { as: admin, body: rita });
    expect(answer.status).toBe(201);
    const expected: Partial<UserRow> = {
      name: 'Rita Levi',
      email: 'Rita@lab.test',
      role: 'LAB',
      visibility: 'private',
      username: null,
      is_whitelist: true,
      is_current_user: false,
    };
    expect(answer.reply).toMatchObject(expected);
    expect((await list({ query: { list: 'whitelist' } })).results).toEqual([answer.reply]);
    const event = await portal.services.db
      .selectFrom('audit_event')
      .select(['person_id', 'object_number', 'detail'])
      .where('action', '=', 'add to whitelist')
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      person_id: admin.person_id,
      object_number: answer.reply.id,
      detail: { email: 'Rita@lab.test' },
    });
  });

  test('accepts an address once, ignoring case', async () => {
    const answer = await addToWhitelist({ userName: 'Rita again', email: 'rita@LAB.test' });
    expect([answer.status, answer.refusal.detail]).toEqual([
      409,
      'rita@LAB.test is on the whitelist already.',
    ]);
  });

  test('accepts an address once of twenty concurrent requests', async () => {
    const body = { userName: 'Race', email: 'race@lab.test' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => addToWhitelist(body)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each([
    ['a role', { role: 'admin' }],
    ['another availability', { availability: 'admin' }],
    ['permissions', { permissions: ['USER_MANAGEMENT_EDIT'] }],
    ['an id', { id: 1 }],
    ['no name', { userName: '' }],
    ['no address', { email: 'rita' }],
  ])('takes nobody with %s', async (_, change) => {
    const body = { userName: 'Mallory', email: 'mallory@lab.test', ...change };
    expect((await addToWhitelist(body)).status).toBe(400);
    expect(await namesFor({ list: 'whitelist', search: 'mallory' })).toEqual([]);
  });

  test('is searched and sorted as the other lists', async () => {
    expect(await namesFor({ list: 'whitelist', search: 'RITA' })).toEqual(['Rita Levi']);
    const { results } = await list({ query: { list: 'whitelist', sort: 'email', order: 'desc' } });
    expect(results.map((row) => row.email)).toEqual(['Rita@lab.test', 'race@lab.test']);
  });

  test('has separate numbers, so that removing an entry cannot remove a person', async () => {
    const countLiving = async () =>
      (await portal.pool.query('select from person where removed_at is null')).rowCount ?? 0;
    const living = await countLiving();
    const people = (await portal.pool.query<{ id: number }>('select id from person')).rows.map(
      ({ id }) => id,
    );
    const body = { userName: 'Number', email: 'number@lab.test' };
    const { reply: entry } = await portal.call(createWhitelistUser, { as: admin, body });
    expect(people).not.toContain(entry.id);
    const later = await portal.signInAs('RU');
    expect(later.person_id).toBeGreaterThan(entry.id);
    const removed = await portal.call(deleteUser, { as: admin, params: { id: entry.id } });
    expect(removed.reply.detail).toBe('Number is off the whitelist.');
    expect((await portal.call(deleteUser, { as: admin, params: { id: entry.id } })).status).toBe(404);
    expect(await countLiving()).toBe(living + 1);
    expect(await namesFor({ list: 'whitelist', search: 'number' })).toEqual([]);
  });

  test('removes an entry once', async () => {
    const [entry] = (await list({ query: { list: 'whitelist', search: 'rita' } })).results;
    const params = { id: entry?.id ?? 0 };
    const { reply } = await portal.call(deleteWhitelistUser, { as: admin, params });
    expect(reply.detail).toBe('Rita Levi is off the whitelist.');
    expect((await portal.call(deleteWhitelistUser, { as: admin, params })).status).toBe(404);
    expect(await namesFor({ list: 'whitelist' })).toEqual(['Race']);
  });
});
