/** The first administrator is created from the operator's terminal, with a one-time link. */

import { resetPassword } from '@omicon/contract/areas/people/registration.ts';
import { getPermissions, login } from '@omicon/contract/areas/people/sign-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askFromNewAddress } from '../../test-support/open-calls.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { AdministratorRefused, makeAdministrator } from './make-administrator.ts';

const PASSWORD = 'Substantia nigra 5';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.lab.test/' });
});
afterAll(() => portal.close());

async function choosePassword(link: string): Promise<number> {
  const { origin, pathname, searchParams } = new URL(link);
  expect([origin, pathname]).toEqual(['https://omicon.lab.test', '/reset-password']);
  const body = { token: searchParams.get('token') ?? '', password: PASSWORD, confirm_password: PASSWORD };
  return (await askFromNewAddress(portal, resetPassword, { body })).status;
}

async function roleOf(username: string): Promise<string | null> {
  const { text } = await askFromNewAddress(portal, login, { body: { username, password: PASSWORD } });
  const { token } = login.reply.parse(JSON.parse(text));
  const caller: Caller = { person_id: 0, username, role: 'admin', token };
  return (await portal.call(getPermissions, { as: caller })).reply.role;
}

test('creates an account for a new address, with a one-time link to choose a password', async () => {
  const { isNew, link } = await makeAdministrator(portal.services, {
    email: 'ines@neuro.test',
    username: 'ines',
  });
  expect(isNew).toBe(true);
  expect([await choosePassword(link), await choosePassword(link)]).toEqual([200, 403]);
  expect(await roleOf('ines')).toBe('admin');
});

test('makes a person with an account an administrator, and invalidates older links', async () => {
  const person = await portal.signInAs('RU');
  await portal.services.db
    .updateTable('person')
    .set({ email: 'rui@neuro.test' })
    .where('id', '=', person.person_id)
    .execute();
  const first = await makeAdministrator(portal.services, { email: 'RUI@neuro.test' });
  const second = await makeAdministrator(portal.services, { email: 'rui@neuro.test' });
  expect([first.isNew, second.isNew]).toEqual([false, false]);
  expect([await choosePassword(first.link), await choosePassword(second.link)]).toEqual([403, 200]);
  expect(await roleOf(person.username)).toBe('admin');
  const events = await portal.services.db
    .selectFrom('audit_event')
    .select(['action', 'object_number'])
    .where('action', '=', 'make administrator')
    .where('object_number', '=', person.person_id)
    .execute();
  expect(events).toHaveLength(2);
});

test('refuses a user name that is taken, and stores nothing', async () => {
  const { username } = await portal.signInAs('LAB');
  const count = () => portal.services.db.selectFrom('person').select('id').execute();
  const before = (await count()).length;
  await expect(
    makeAdministrator(portal.services, { email: 'other@neuro.test', username: username.toUpperCase() }),
  ).rejects.toThrow(AdministratorRefused);
  expect((await count()).length).toBe(before);
});
