/**
 * Removing people and changing roles: effective at once for all sessions and sockets, and never for the last
 * administrator (SEC-5, SEC-16).
 */
import { getPermissions } from '@omicon/contract/areas/people/sign-in.ts';
import {
  createWhitelistUser,
  deleteUser,
  listUsers,
  restoreUser,
  updateRole,
} from '@omicon/contract/areas/people/users.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '../../base/sign-in/sessions.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeEach(async () => {
  portal = await openTestPortal();
  admin = await portal.signInAs('admin');
});
afterEach(() => portal.close());

async function remove(id: number, as: Caller = admin) {
  return portal.call(deleteUser, { as, params: { id } });
}

async function giveRole(id: number, role: 'admin' | 'LAB' | 'REVIEWER' | 'RU', as: Caller = admin) {
  return portal.call(updateRole, { as, params: { id }, body: { role } });
}

async function administrators(): Promise<number[]> {
  const rows = await portal.services.db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

async function eventOf(action: string) {
  return portal.services.db
    .selectFrom('audit_event')
    .select(['person_id', 'object_number', 'detail'])
    .where('action', '=', action)
    .execute();
}

/** Opens a socket of an upload of this person. @returns what happens to it within a second */
async function watchSocket(caller: Caller): Promise<() => Promise<string>> {
  const row = { kind: 'collection', file_name: 'GSE4271.zip', size_bytes: 10, part_size: 8 } as const;
  const { id } = await portal.services.db
    .insertInto('upload')
    .values({ ...row, person_id: caller.person_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const headers = { authorization: `Token ${caller.token}` };
  const socket = await portal.app.injectWS(`/ws/import-progress/${id}/`, { headers });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')));
  return async () => {
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 1000));
    const outcome = await Promise.race([closed, late]);
    socket.terminate();
    return outcome;
  };
}

describe('a person who is removed', () => {
  test('loses all sessions and tokens at once; the row stays', async () => {
    const person = await portal.signInAs('LAB', { first_name: 'Camillo', last_name: 'Golgi' });
    const second = await createSession(
      portal.services.db,
      { id: person.person_id, expires_at: null },
      'header',
    );
    await portal.services.db
      .insertInto('api_token')
      .values({
        person_id: person.person_id,
        name: 'script',
        token_hash: Buffer.alloc(32, 7),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    expect((await remove(person.person_id)).reply.detail).toBe('Camillo Golgi is removed.');
    for (const token of [person.token, second])
      expect(
        (await portal.call(getPermissions, { headers: { authorization: `Token ${token}` } })).status,
      ).toBe(401);
    for (const table of ['session', 'api_token'] as const)
      expect(
        await portal.services.db
          .selectFrom(table)
          .select('person_id')
          .where('person_id', '=', person.person_id)
          .execute(),
      ).toEqual([]);
    const row = await portal.services.db
      .selectFrom('person')
      .select(['username', 'removed_at'])
      .where('id', '=', person.person_id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ username: person.username, removed_at: expect.any(Date) });
    expect(await eventOf('remove user')).toEqual([
      { person_id: admin.person_id, object_number: person.person_id, detail: { role: 'LAB' } },
    ]);
  });

  test('loses open sockets within a second', async () => {
    const person = await portal.signInAs('LAB');
    const outcome = await watchSocket(person);
    await remove(person.person_id);
    expect(await outcome()).toBe('closed');
  });

  test('is no longer listed, and cannot be removed again', async () => {
    const person = await portal.signInAs('RU');
    await remove(person.person_id);
    expect((await portal.call(listUsers, { as: admin })).reply.total).toBe(1);
    expect((await remove(person.person_id)).status).toBe(404);
  });

  test('is reported if still on the whitelist', async () => {
    const person = await portal.signInAs('LAB');
    const { db } = portal.services;
    await db
      .updateTable('person')
      .set({ email: 'Golgi@lab.test' })
      .where('id', '=', person.person_id)
      .execute();
    const body = { userName: 'Golgi', email: 'golgi@lab.test' };
    await portal.call(createWhitelistUser, { as: admin, body });
    expect((await remove(person.person_id)).reply.detail).toBe(
      `${person.username} is removed. Their address is still on the whitelist.`,
    );
  });
});

async function restore(id: number, as: Caller = admin) {
  return portal.call(restoreUser, { as, params: { id } });
}

async function namesRemoved(): Promise<string[]> {
  const { results } = (await portal.call(listUsers, { as: admin, query: { list: 'removed' } })).reply;
  return results.map((row) => row.name);
}

describe('a person who was removed', () => {
  test('is listed as such and can be restored, without sessions', async () => {
    const person = await portal.signInAs('LAB', { first_name: 'Rita', last_name: 'Levi' });
    await remove(person.person_id);
    expect(await namesRemoved()).toEqual(['Rita Levi']);
    const { reply } = await restore(person.person_id);
    expect(reply.detail).toBe('Rita Levi is back. Their tokens for scripts are gone.');
    expect(await namesRemoved()).toEqual([]);
    expect((await portal.call(getPermissions, { as: person })).status).toBe(401);
    const row = await portal.services.db
      .selectFrom('person')
      .select(['role', 'removed_at', 'removed_by'])
      .where('id', '=', person.person_id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ role: 'LAB', removed_at: null, removed_by: null });
    expect(await eventOf('restore user')).toEqual([
      { person_id: admin.person_id, object_number: person.person_id, detail: { role: 'LAB' } },
    ]);
    expect((await restore(person.person_id)).status).toBe(404);
  });

  test('cannot be restored after 30 days', async () => {
    const person = await portal.signInAs('RU');
    await remove(person.person_id);
    const removed_at = new Date(Date.now() - 30 * 24 * 3600 * 1000 - 60_000);
    await portal.services.db
      .updateTable('person')
      .set({ removed_at })
      .where('id', '=', person.person_id)
      .execute();
    expect(await namesRemoved()).toEqual([]);
    expect((await restore(person.person_id)).status).toBe(404);
  });

  test('can be restored only by administrators', async () => {
    await portal.services.db
      .insertInto('role_permission')
      .values({ role: 'LAB', permission: 'USER_MANAGEMENT_DELETE' })
      .execute();
    const person = await portal.signInAs('RU');
    await remove(person.person_id);
    expect((await restore(person.person_id, await portal.signInAs('LAB'))).status).toBe(403);
    expect(await namesRemoved()).toEqual([person.username]);
  });

  test('cannot be restored while another account has the address', async () => {
    const [gone, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
    const { db } = portal.services;
    const giveAddress = (id: number, email: string) =>
      db.updateTable('person').set({ email }).where('id', '=', id).execute();
    await giveAddress(gone.person_id, 'golgi@lab.test');
    await remove(gone.person_id);
    await giveAddress(other.person_id, 'Golgi@lab.test');
    const answer = await restore(gone.person_id);
    expect([answer.status, answer.refusal.detail]).toEqual([
      409,
      `Another account has the address of ${gone.username} now.`,
    ]);
  });

  test('is not a row that only reserves a user name', async () => {
    const { id } = await portal.services.db
      .insertInto('person')
      .values({ username: 'kept', role: 'RU', removed_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await namesRemoved()).toEqual([]);
    expect((await restore(id)).status).toBe(404);
  });
});

describe('nobody removes', () => {
  test('themselves', async () => {
    await portal.signInAs('admin');
    const answer = await remove(admin.person_id);
    expect([answer.status, answer.refusal.detail]).toEqual([409, 'You cannot remove yourself.']);
    expect((await portal.call(getPermissions, { as: admin })).status).toBe(200);
  });

  test('a guest, or somebody who is not there', async () => {
    const guest = await portal.signInAs('GU');
    expect((await remove(guest.person_id)).status).toBe(404);
    expect((await remove(99_999_999)).status).toBe(404);
    expect((await giveRole(guest.person_id, 'LAB')).status).toBe(404);
  });

  test('an administrator without being one', async () => {
    await portal.services.db
      .insertInto('role_permission')
      .values({ role: 'LAB', permission: 'USER_MANAGEMENT_DELETE' })
      .execute();
    const manager = await portal.signInAs('LAB');
    const second = await portal.signInAs('admin');
    const answer = await remove(second.person_id, manager);
    expect([answer.status, answer.refusal.detail]).toEqual([
      403,
      'Only an administrator removes an administrator.',
    ]);
    expect((await remove((await portal.signInAs('RU')).person_id, manager)).status).toBe(200);
  });
});

describe('the last administrator', () => {
  test('stays one', async () => {
    const answer = await giveRole(admin.person_id, 'RU');
    expect([answer.status, answer.refusal.detail]).toEqual([
      409,
      'This is the last administrator. Make somebody else an administrator first.',
    ]);
    expect(await administrators()).toEqual([admin.person_id]);
    expect((await portal.call(getPermissions, { as: admin })).status).toBe(200);
  });

  test('can hand over to another', async () => {
    const heir = await portal.signInAs('LAB');
    expect((await giveRole(heir.person_id, 'admin')).status).toBe(200);
    expect((await giveRole(admin.person_id, 'RU')).status).toBe(200);
    expect(await administrators()).toEqual([heir.person_id]);
  });

  test.each(['removed', 'demoted', 'either'] as const)(
    'is left when two have each other %s at the same time',
    async (how) => {
      for (let round = 0; round < 5; round += 1) {
        const other = await portal.signInAs('admin');
        const answers = await Promise.all([
          how === 'demoted' ? giveRole(other.person_id, 'RU') : remove(other.person_id),
          how === 'removed' ? remove(admin.person_id, other) : giveRole(admin.person_id, 'LAB', other),
        ]);
        expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(1);
        const left = await administrators();
        expect(left).toHaveLength(1);
        if (left[0] !== admin.person_id) admin = other;
      }
    },
  );

  test('is left if ten administrators remove each other in a ring', async () => {
    const ring = [admin];
    for (let index = 0; index < 9; index += 1) ring.push(await portal.signInAs('admin'));
    await Promise.all(ring.map((one, index) => remove(ring[(index + 1) % 10]?.person_id ?? 0, one)));
    expect((await administrators()).length).toBeGreaterThanOrEqual(1);
  });
});

describe('a role change', () => {
  test('removes permissions at the next call, and persists at the next sign-in', async () => {
    const person = await portal.signInAs('admin');
    expect((await portal.call(listUsers, { as: person })).status).toBe(200);
    await giveRole(person.person_id, 'RU');
    expect((await portal.call(listUsers, { as: person })).status).toBe(401);
    const token = await createSession(
      portal.services.db,
      { id: person.person_id, expires_at: null },
      'header',
    );
    const again = { ...person, token };
    expect((await portal.call(listUsers, { as: again })).status).toBe(403);
    expect((await portal.call(getPermissions, { as: again })).reply.role).toBe('RU');
    expect(await eventOf('change role')).toEqual([
      { person_id: admin.person_id, object_number: person.person_id, detail: { from: 'admin', to: 'RU' } },
    ]);
  });

  test('closes open sockets within a second', async () => {
    const person = await portal.signInAs('LAB');
    const outcome = await watchSocket(person);
    await giveRole(person.person_id, 'RU');
    expect(await outcome()).toBe('closed');
  });

  test('to what it is already ends nothing', async () => {
    const person = await portal.signInAs('LAB');
    await giveRole(person.person_id, 'LAB');
    expect((await portal.call(getPermissions, { as: person })).status).toBe(200);
    expect(await eventOf('change role')).toEqual([]);
  });

  test.each(['GU', 'root', '', null])('is never %s', async (role) => {
    const person = await portal.signInAs('RU');
    const params = { id: person.person_id };
    expect((await portal.ask(updateRole, { as: admin, params, body: { role } })).status).toBe(400);
  });
});
