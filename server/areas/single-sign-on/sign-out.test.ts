/** Sign-out: always of the portal, and of the institution if used to sign in. */
import { logout } from '@omicon/contract/areas/people/sign-in.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PAGE } from '../../test-support/pages.ts';
import type { TestPortal } from '../../test-support/portal.ts';
import { openSignOnPortal, type SignOnPortal, TestBrowser, whitelist } from '../../test-support/sign-on.ts';

const GOLGI = {
  subject: 'g',
  given_name: 'Camillo',
  family_name: 'Golgi',
  email: 'golgi@uni.test',
  about: '',
};
const CARBERRY = { subject: '0000-0002-1825-0097', given_name: 'Josiah', family_name: 'Carberry', about: '' };

let signOn: SignOnPortal;
let portal: TestPortal;
beforeEach(async () => {
  signOn = await openSignOnPortal({ institution: [GOLGI], orcid: [CARBERRY] });
  portal = signOn.portal;
  await whitelist(portal, GOLGI.email);
});
afterEach(() => signOn.close());

async function leave(browser: TestBrowser) {
  const response = await browser.ask('/api/logout/', { body: {} });
  const me = await browser.ask('/api/me/', { headers: PAGE });
  return {
    status: response.statusCode,
    address: response.json().sign_out_url as string | null,
    me: me.statusCode,
  };
}

test('members get the sign-out address of the institution', async () => {
  const browser = new TestBrowser(portal);
  await browser.signIn(GOLGI.subject);
  const { issuer } = signOn.institution.settings;
  expect(await leave(browser)).toEqual({
    status: 200,
    address: `${issuer}/session/end?client_id=omicon`,
    me: 401,
  });
});

test('people who used ORCID or a password get none', async () => {
  const browser = new TestBrowser(portal);
  await browser.signIn(CARBERRY.subject, 'orcid');
  expect(await leave(browser)).toEqual({ status: 200, address: null, me: 401 });
  const caller = await portal.signInAs('LAB');
  expect((await portal.call(logout, { as: caller })).reply.sign_out_url).toBeNull();
});

test('a member demoted to registered user gets none', async () => {
  const browser = new TestBrowser(portal);
  const { user } = await browser.signIn(GOLGI.subject);
  await portal.services.db
    .updateTable('person')
    .set({ role: 'RU' })
    .where('id', '=', user?.id ?? 0)
    .execute();
  expect(await leave(browser)).toMatchObject({ status: 200, address: null });
});

test('signing out works while the provider is down, known to this process or not', async () => {
  const browser = new TestBrowser(portal);
  await browser.signIn(GOLGI.subject);
  await signOn.institution.stop();
  expect(await leave(browser)).toMatchObject({ status: 200, me: 401 });
  const { db } = portal.services;
  const caller = await portal.signInAs('LAB');
  await db
    .updateTable('session')
    .set({ came_by: 'institution' })
    .where('person_id', '=', caller.person_id)
    .execute();
  const { createIdentityProviders } = await import('../../base/sign-in/identity-providers.ts');
  portal.services.identityProviders = createIdentityProviders(portal.services.config);
  expect((await portal.call(logout, { as: caller })).reply.sign_out_url).toBeNull();
  expect((await portal.call(logout, { as: caller })).status).toBe(401);
});

test('a popup whose provider is down shows the error page', async () => {
  await signOn.institution.stop();
  const start = await new TestBrowser(portal).begin();
  expect(`${start.pathname}${start.hash}`).toBe('/loading#status_code=500');
});
