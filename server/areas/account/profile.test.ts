/** Profile, and signing out everywhere else (SEC-4, SEC-16). */
import { createToken, logoutElsewhere, updateMe } from '@omicon/contract/areas/people/account.ts';
import { getMe } from '@omicon/contract/areas/people/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSession } from '../../base/sign-in/sessions.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

function meBy(token: string) {
  return portal.call(getMe, { headers: { authorization: `Token ${token}` } });
}

describe('signing out elsewhere', () => {
  test('ends all other sessions of the person, but not this one, API tokens or those of other people', async () => {
    const caller = await portal.signInAs('RU');
    const { token } = (await portal.call(createToken, { as: caller, body: { name: 'script', days: 1 } }))
      .reply;
    const bystander = await portal.signInAs('RU');
    const others = await Promise.all(
      (['header', 'cookie'] as const).map((carrier) =>
        createSession(portal.services.db, { id: caller.person_id, expires_at: null }, carrier),
      ),
    );
    expect((await portal.call(logoutElsewhere, { as: caller })).reply.detail).toBe(
      'You are signed out everywhere else.',
    );
    expect((await meBy(others[0] ?? '')).status).toBe(401);
    const asPage = await portal.app.inject({
      url: '/api/me/',
      headers: { cookie: `__Host-omicon=${others[1]}` },
    });
    expect(asPage.statusCode).toBe(401);
    for (const living of [caller.token, token, bystander.token])
      expect((await meBy(living)).status).toBe(200);
  });
});

describe('the profile', () => {
  const PROFILE = { first_name: 'Camillo', last_name: 'Golgi', institution: 'Pavia', orcid_id: null };

  test('can be changed by its owner', async () => {
    const as = await portal.signInAs('RU');
    await portal.call(updateMe, { as, body: PROFILE });
    expect((await portal.call(getMe, { as })).reply).toMatchObject({ ...PROFILE, name: 'Camillo Golgi' });
  });

  test.each([
    'role',
    'permissions',
    'username',
    'email',
    'id',
    'verified_at',
    'phone_number',
    'tos_accepted_at',
  ])('takes no %s', async (field) => {
    const as = await portal.signInAs('RU');
    const answer = await portal.ask(updateMe, { as, body: { ...PROFILE, [field]: 'admin' } });
    expect(answer.status).toBe(400);
    expect((await portal.call(getMe, { as })).reply.first_name).toBeNull();
  });

  test.each([
    ['guests', 'GU', 403],
    ['reviewers', 'REVIEWER', 200],
  ] as const)('of %s', async (_, role, status) => {
    const as = await portal.signInAs(role);
    expect((await portal.call(updateMe, { as, body: PROFILE })).status).toBe(status);
  });
});
