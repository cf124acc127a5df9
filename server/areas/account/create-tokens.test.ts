/** Creating API tokens: permission, limit, idempotency (SEC-11, SEC-14). */
import { createToken, deleteToken, listTokens } from '@omicon/contract/areas/people/account.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function make(as: Caller, body = { name: 'nightly export', days: 30 }) {
  return (await portal.call(createToken, { as, body })).reply;
}

async function aToken() {
  const caller = await portal.signInAs('RU');
  return { caller, ...(await make(caller)) };
}

describe('creating tokens', () => {
  test('is refused to guests and without a sign-in', async () => {
    const body = { name: 'script', days: 1 };
    const guest = await portal.signInAs('GU');
    expect((await portal.call(createToken, { as: guest, body })).status).toBe(403);
    expect((await portal.call(createToken, { body })).status).toBe(401);
  });

  test.each([
    [{ name: '', days: 1 }],
    [{ name: ' ', days: 1 }],
    [{ name: 'NUL \u0000', days: 1 }],
    [{ name: 'half \ud800', days: 1 }],
    [{ name: 'x'.repeat(101), days: 1 }],
    [{ name: 'script', days: 0 }],
    [{ name: 'script', days: 367 }],
    [{ name: 'script', days: 1.5 }],
    [{ name: 'script', days: '1' }],
  ])('is refused with %j', async (body) => {
    const as = await portal.signInAs('RU');
    expect((await portal.ask(createToken, { as, body })).status).toBe(400);
  });

  test('is limited to 50, also for 20 concurrent requests', async () => {
    const as = await portal.signInAs('RU');
    for (let index = 0; index < 40; index += 1) await make(as);
    const body = { name: 'script', days: 1 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => portal.call(createToken, { as, body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(201),
      ...Array(10).fill(409),
    ]);
  });

  test('happens once for a retry, whose reply no longer contains the token', async () => {
    const as = await portal.signInAs('RU');
    const body = { name: 'script', days: 1 };
    const headers = { 'idempotency-key': 'make my token' };
    const first = (await portal.call(createToken, { as, body, headers })).reply;
    const retry = (await portal.call(createToken, { as, body, headers })).reply;
    expect(retry).toEqual({ ...first, token: '' });
    expect((await portal.call(listTokens, { as })).reply.total).toBe(1);
    const { rows } = await sql<{ text: string }>`select k::text as text from idempotency_key k`.execute(
      portal.services.db,
    );
    expect(rows.filter(({ text }) => text.includes(first.token))).toEqual([]);
  });

  test('is refused if the session ended during the request', async () => {
    const as = await portal.signInAs('RU');
    const { db } = portal.services;
    const body = { name: 'script', days: 1 };
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<Promise<{ status: number }>>();
    await db.transaction().execute(async (tx) => {
      await sql`select id from person where id = ${as.person_id} for update`.execute(tx);
      const request = portal.call(createToken, { as, body });
      isAsked(request);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await tx.deleteFrom('session').where('person_id', '=', as.person_id).execute();
    });
    expect((await await asked).status).toBe(401);
  });

  test('and revoking are recorded in the audit log, without the token', async () => {
    const { caller, id, token } = await aToken();
    await portal.call(deleteToken, { as: caller, params: { id } });
    const events = await portal.services.db
      .selectFrom('audit_event')
      .selectAll()
      .where('object_type', '=', 'api token')
      .where('object_number', '=', id)
      .orderBy('id')
      .execute();
    expect(events.map(({ action, person_id }) => [action, person_id])).toEqual([
      ['make token', caller.person_id],
      ['revoke token', caller.person_id],
    ]);
    expect(JSON.stringify(events)).not.toContain(token.slice(7));
  });
});
