/** Permissions for users and roles; only one call can change a role (SEC-4, SEC-5). */
import { ENDPOINTS } from '@omicon/contract/api.ts';
import * as users from '@omicon/contract/areas/people/users.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { ROLES } from '@omicon/domain/permissions/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPerson } from '../../test-support/people.ts';
import { openTestPortal, type RawInput, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  // A second administrator, so that no call affects the last one.
  await portal.signInAs('admin');
});
afterAll(() => portal.close());

let count = 0;

async function aMember(): Promise<{ id: number }> {
  return { id: (await aPerson(portal.services)).id };
}

async function aWhitelistEntry(): Promise<{ id: number }> {
  count += 1;
  return portal.services.db
    .insertInto('whitelist_entry')
    .values({ name: 'Rita', email: `rita${count}@lab.test` })
    .returning('id')
    .executeTakeFirstOrThrow();
}

const CALLS: [EndpointSpec, () => Promise<RawInput>, number][] = [
  [users.listUsers, async () => ({}), 200],
  [users.createWhitelistUser, async () => ({ body: { userName: 'Rita', email: 'r@lab.test' } }), 201],
  [users.deleteWhitelistUser, async () => ({ params: await aWhitelistEntry() }), 200],
  [users.deleteUser, async () => ({ params: await aMember() }), 200],
  [users.updateRole, async () => ({ params: await aMember(), body: { role: 'LAB' } }), 200],
  [users.getRolePermissions, async () => ({ params: { role: 'RU' } }), 200],
  [
    users.updateRolePermissions,
    async () => ({ params: { role: 'REVIEWER' }, body: { permissions: ['FILE_PREVIEW'] } }),
    200,
  ],
  [users.listRolePermissions, async () => ({}), 200],
  [
    users.updatePermissionsOfRoles,
    async () => ({ body: { permissions: { REVIEWER: ['FILE_PREVIEW'] } } }),
    200,
  ],
  [users.listPermissionChanges, async () => ({}), 200],
];

test.each(CALLS)('$method $path is for administrators only', async (endpoint, input, status) => {
  const found: number[] = [];
  for (const role of [null, 'GU', 'RU', 'REVIEWER', 'LAB', 'admin'] as const) {
    const as = role === null ? null : await portal.signInAs(role);
    found.push((await portal.ask(endpoint, { ...(await input()), as })).status);
  }
  expect(found).toEqual([401, 403, 403, 403, 403, status]);
});

const WRITES = [...ENDPOINTS.values(), ...CALLS.map(([endpoint]) => endpoint)].filter(
  (endpoint) => endpoint.method !== 'GET' && endpoint !== users.updateRole,
);

test.each(WRITES)('no role comes from the body of $method $path', async (endpoint) => {
  const roleOf = async (id: number) =>
    (
      await portal.services.db
        .selectFrom('person')
        .select('role')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).role;
  const forged = { role: 'admin', is_owner: true, level: 0, user_id: 1, tos_accepted: true };
  for (const role of ROLES.filter((name) => name !== 'admin')) {
    const as = await portal.signInAs(role);
    await portal.ask(endpoint, {
      as,
      params: { id: as.person_id, role: 'RU' },
      body: {
        ...forged,
        id: as.person_id,
        username: as.username,
        password: 'Locus coeruleus 6',
        key: '1/x.csv',
        permissions: ['USER_MANAGEMENT_EDIT'],
      },
    });
    expect(await roleOf(as.person_id)).toBe(role);
  }
});
