/** Remaining time of an idle session, read without prolonging it; and sign-out of a page of another version. */
import { getSignIn } from '@omicon/contract/areas/people/account.ts';
import { getMe, logout } from '@omicon/contract/areas/people/sign-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../base/sign-in/sessions.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Moves the last use of a session, or its end, in time. */
async function shift(as: Caller, change: { last_seen_at?: Date; expires_at?: Date }): Promise<void> {
  await portal.services.db
    .updateTable('session')
    .set(change)
    .where('token_hash', '=', hashToken(as.token))
    .execute();
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}

async function lastSeen(as: Caller): Promise<number> {
  const row = await portal.services.db
    .selectFrom('session')
    .select('last_seen_at')
    .where('token_hash', '=', hashToken(as.token))
    .executeTakeFirstOrThrow();
  return row.last_seen_at.getTime();
}

async function ask(as: Caller) {
  return (await portal.call(getSignIn, { as })).reply;
}

test('a new session lasts an hour if idle', async () => {
  const { seconds_left, is_extendable } = await ask(await portal.signInAs('RU'));
  expect(seconds_left).toBeGreaterThan(3590);
  expect(seconds_left).toBeLessThanOrEqual(3600);
  expect(is_extendable).toBe(true);
});

test('reading the time does not prolong it, any other call does', async () => {
  const as = await portal.signInAs('LAB');
  const before = ago(59 * MINUTE_MS);
  await shift(as, { last_seen_at: before });
  for (let round = 0; round < 3; round += 1) expect((await ask(as)).seconds_left).toBeLessThanOrEqual(60);
  expect(await lastSeen(as)).toBe(before.getTime());
  await portal.call(getMe, { as });
  expect((await ask(as)).seconds_left).toBeGreaterThan(3590);
});

test('an open socket does not prolong it', async () => {
  const as = await portal.signInAs('LAB');
  const before = ago(50 * MINUTE_MS);
  await shift(as, { last_seen_at: before });
  const headers = { authorization: `Token ${as.token}` };
  const socket = await portal.app.injectWS(`/ws/session/${as.person_id}/`, { headers });
  socket.terminate();
  expect(await lastSeen(as)).toBe(before.getTime());
});

test('the absolute end of a session is reported as such', async () => {
  const as = await portal.signInAs('GU');
  await shift(as, { expires_at: new Date(Date.now() + HOUR_MS / 4) });
  const { seconds_left, is_extendable } = await ask(as);
  expect(seconds_left).toBeLessThanOrEqual(900);
  expect(is_extendable).toBe(false);
});

test('after an idle hour the session is gone', async () => {
  const as = await portal.signInAs('RU');
  await shift(as, { last_seen_at: ago(HOUR_MS + 1000) });
  const answer = await portal.call(getSignIn, { as });
  expect([answer.status, answer.refusal.code]).toEqual([401, 'invalid_token']);
});

test('a page of another version is refused but can still log out', async () => {
  const as = await portal.signInAs('RU');
  const headers = { 'api-version': '0.9' };
  expect((await portal.call(getMe, { as, headers })).refusal.detail).toBe('invalid api version.');
  expect((await portal.call(logout, { as, headers })).status).toBe(200);
  expect((await portal.call(getMe, { as })).status).toBe(401);
});
