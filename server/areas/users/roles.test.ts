/** What roles may do: changed by administrators, within the rules of the product, with a history. */
import { getPermissions } from '@omicon/contract/areas/people/sign-in.ts';
import {
  getRolePermissions,
  listPermissionChanges,
  listRolePermissions,
  updatePermissionsOfRoles,
  updateRolePermissions,
} from '@omicon/contract/areas/people/users.ts';
import {
  listDefaultPermissions,
  PERMISSION_CODES,
  ROLES,
  type Role,
} from '@omicon/domain/permissions/permissions.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { personTopic } from '../../base/connections/sockets.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeEach(async () => {
  portal = await openTestPortal();
  admin = await portal.signInAs('admin', { first_name: 'Ada', last_name: 'Nissl' });
});
afterEach(() => portal.close());

async function setCodes(role: Role, permissions: readonly string[], as: Caller = admin) {
  return portal.call(updateRolePermissions, {
    as,
    params: { role },
    body: { permissions: [...permissions] },
  });
}

async function codesOf(role: Role): Promise<string[]> {
  return (await portal.call(getRolePermissions, { as: admin, params: { role } })).reply.permissions;
}

async function changes() {
  return (await portal.call(listPermissionChanges, { as: admin })).reply;
}

test.each(ROLES)('a fresh installation gives %s its defaults', async (role) => {
  const { reply } = await portal.call(getRolePermissions, { as: admin, params: { role } });
  expect(reply).toEqual({
    role,
    permissions: listDefaultPermissions(role),
    defaults: listDefaultPermissions(role),
  });
});

test('a code taken from a role is gone at the next call of everybody who has it, and can be given back', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('LAB')];
  const holds = async (as: Caller) =>
    (await portal.call(getPermissions, { as })).reply.permissions.includes('FILE_DOWNLOAD');
  const without = listDefaultPermissions('RU').filter((code) => code !== 'FILE_DOWNLOAD');
  expect((await setCodes('RU', without)).reply.permissions).toEqual(without);
  expect([await holds(person), await holds(other)]).toEqual([false, true]);
  await setCodes('RU', listDefaultPermissions('RU'));
  expect(await holds(person)).toBe(true);
});

describe('several roles at once', () => {
  const setRoles = (permissions: Partial<Record<Role, string[]>>) =>
    portal.call(updatePermissionsOfRoles, { as: admin, body: { permissions } });
  const without = (role: Role, code: string) => listDefaultPermissions(role).filter((held) => held !== code);

  test('change those that are named, each with a line in the history', async () => {
    const { reply } = await setRoles({
      RU: without('RU', 'FILE_DOWNLOAD'),
      GU: without('GU', 'FILE_PREVIEW'),
      LAB: listDefaultPermissions('LAB'),
    });
    expect(reply.roles.map(({ role }) => role)).toEqual([...ROLES]);
    for (const { role, permissions, defaults } of reply.roles) {
      expect(permissions).toEqual(await codesOf(role));
      expect(defaults.filter((code) => !permissions.includes(code))).toEqual(
        { RU: ['FILE_DOWNLOAD'], GU: ['FILE_PREVIEW'] }[role as string] ?? [],
      );
    }
    expect((await portal.call(listRolePermissions, { as: admin })).reply).toEqual(reply);
    expect((await changes()).results.map(({ role, removed }) => [role, removed])).toEqual([
      ['GU', ['FILE_PREVIEW']],
      ['RU', ['FILE_DOWNLOAD']],
    ]);
  });

  test('none changes if one is refused', async () => {
    const answer = await setRoles({ LAB: without('LAB', 'FILE_DOWNLOAD'), GU: ['COLLECTION_CREATE'] });
    expect([answer.status, answer.refusal.detail]).toEqual([
      400,
      'The role GU may not hold: COLLECTION_CREATE.',
    ]);
    expect(await codesOf('LAB')).toEqual(listDefaultPermissions('LAB'));
    expect((await changes()).total).toBe(0);
  });
});

test('the history tells who changed which role, newest first', async () => {
  await setCodes('RU', [...listDefaultPermissions('RU'), 'COLLECTION_CREATE']);
  const fewer = listDefaultPermissions('LAB').filter((code) => code !== 'COMMENTS_CREATE');
  await setCodes('LAB', [...fewer, 'COLLECTION_DELETE']);
  const { results, total } = await changes();
  expect(total).toBe(2);
  expect(results.map(({ name, role, added, removed }) => ({ name, role, added, removed }))).toEqual([
    { name: 'Ada Nissl', role: 'LAB', added: ['COLLECTION_DELETE'], removed: ['COMMENTS_CREATE'] },
    { name: 'Ada Nissl', role: 'RU', added: ['COLLECTION_CREATE'], removed: [] },
  ]);
  const second = await portal.call(listPermissionChanges, { as: admin, query: { page: 2, page_size: 1 } });
  expect([second.reply.results.map((row) => row.role), second.reply.total]).toEqual([['RU'], 2]);
});

test('nothing is noted when nothing changes, also with codes named twice', async () => {
  await setCodes('RU', [...listDefaultPermissions('RU'), ...listDefaultPermissions('RU')]);
  expect((await changes()).total).toBe(0);
});

test('two administrators at the same time leave the wish of one, and a history that adds up', async () => {
  const second = await portal.signInAs('admin');
  const wishes = [['FILE_PREVIEW'], ['PROJECT_VIEW', 'FILE_SEARCH']];
  await Promise.all([setCodes('RU', wishes[0] ?? []), setCodes('RU', wishes[1] ?? [], second)]);
  const held = await codesOf('RU');
  expect(wishes.map((wish) => wish.join())).toContain(held.join());
  const told = new Set<string>(listDefaultPermissions('RU'));
  for (const { added, removed } of (await changes()).results.toReversed()) {
    for (const code of removed) expect(told.delete(code)).toBe(true);
    for (const code of added) told.add(code);
  }
  expect([...told].toSorted()).toEqual(held.toSorted());
});

test('everybody of the role is told, so that their sockets are judged again', async () => {
  const person = await portal.signInAs('RU');
  await portal.signInAs('LAB');
  const heard: string[] = [];
  const client = await portal.pool.connect();
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query('listen omicon');
  await setCodes('RU', ['FILE_PREVIEW']);
  await expect.poll(() => heard).toEqual([personTopic(person.person_id)]);
  client.release(true);
});

describe('is refused with the names', () => {
  test.each<[string, Role, string[], string]>([
    [
      'codes that do not exist',
      'RU',
      ['FILE_PREVIEW', 'FLY', '__proto__'],
      'There are no such permissions: FLY, __proto__.',
    ],
    ['guests who write', 'GU', ['COMMENTS_CREATE'], 'The role GU may not hold: COMMENTS_CREATE.'],
    [
      'guests who read the laboratory',
      'GU',
      ['LAB_RECORDS_VIEW'],
      'The role GU may not hold: LAB_RECORDS_VIEW.',
    ],
    [
      'members who change roles',
      'LAB',
      ['USER_MANAGEMENT_EDIT'],
      'The role LAB may not hold: USER_MANAGEMENT_EDIT.',
    ],
    [
      'administrators without user management',
      'admin',
      PERMISSION_CODES.filter((code) => code !== 'USER_MANAGEMENT_EDIT' && code !== 'PREFERENCES_EDIT'),
      'The role admin keeps: USER_MANAGEMENT_EDIT, PREFERENCES_EDIT.',
    ],
  ])('%s', async (_, role, codes, sentence) => {
    const answer = await setCodes(role, codes);
    expect([answer.status, answer.refusal.detail]).toEqual([400, sentence]);
    expect(await codesOf(role)).toEqual(listDefaultPermissions(role));
    expect((await changes()).total).toBe(0);
  });
});

test('there is no other role', async () => {
  const answer = await portal.ask(getRolePermissions, { as: admin, params: { role: 'root' } });
  expect(answer.status).toBe(400);
});
