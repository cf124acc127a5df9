/** Versions of the terms of service: people who accepted an older one have to accept again. */
import { getMe } from '@omicon/contract/areas/people/sign-in.ts';
import {
  acceptTerms,
  createTerms,
  getTerms,
  getTermsVersion,
  listTermsVersions,
} from '@omicon/contract/areas/people/terms.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newApiToken } from '../../base/sign-in/sessions.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ensureTerms } from './first-version.ts';

const NEW_TERMS = {
  dated: '2026-11-21',
  sections: [{ heading: 'Research', body: 'Research only.\nFor <b>everybody</b>.' }],
};

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.signInAs('admin');
});
afterAll(() => portal.close());

/** Number of people, without guests, whose last acceptance was of this version. */
async function countAccepted(version: number): Promise<number> {
  const rows = await portal.services.db
    .selectFrom('person')
    .select('id')
    .where('tos_accepted_version', '=', version)
    .where('role', '<>', 'GU')
    .execute();
  return rows.length;
}

async function isAsked(as: Caller): Promise<boolean> {
  return !(await portal.call(getMe, { as })).reply.is_accepted_TOS;
}

test('without terms there is nothing to accept', async () => {
  await portal.services.db.deleteFrom('terms_version').execute();
  expect(await isAsked(admin)).toBe(false);
  expect((await portal.call(getTerms)).status).toBe(404);
});

describe('the first terms', () => {
  test('are in force after any number of starts, even concurrent ones', async () => {
    await Promise.all([ensureTerms(portal.services.db), ensureTerms(portal.services.db)]);
    await ensureTerms(portal.services.db);
    const { reply } = await portal.call(getTerms);
    expect([reply.version, reply.dated, reply.sections.length]).toEqual([1, '2024-04-05', 10]);
  });

  test.each([
    'research and education',
    'individual account',
    'shared account',
    'train',
    'unsolicited mass mail',
    'cryptocurrenc',
    'monitored',
    'suspend or end',
    'remove any content',
    'academic or nonprofit',
    'publications',
  ])('speak of %s', async (words) => {
    const { sections } = (await portal.call(getTerms)).reply;
    const text = sections.map(({ heading, body }) => `${heading} ${body}`).join(' ');
    expect(text.toLowerCase()).toContain(words);
  });

  test.each(['GU', 'RU', 'REVIEWER', 'LAB', 'admin'] as const)(
    'ask every %s until accepted',
    async (role) => {
      const as = await portal.signInAs(role);
      expect(await isAsked(as)).toBe(true);
      expect((await portal.call(acceptTerms, { as })).status).toBe(200);
      expect(await isAsked(as)).toBe(false);
      const person = await portal.services.db
        .selectFrom('person')
        .select(['tos_accepted_version', 'tos_accepted_at'])
        .where('id', '=', as.person_id)
        .executeTakeFirstOrThrow();
      expect(person.tos_accepted_version).toBe(1);
      expect(Date.now() - (person.tos_accepted_at?.getTime() ?? 0)).toBeLessThan(60_000);
    },
  );

  test('cannot be accepted without a session or by a script', async () => {
    expect((await portal.call(acceptTerms)).status).toBe(401);
    const { person_id } = await portal.signInAs('RU');
    const token = newApiToken();
    const expires_at = new Date(Date.now() + 60_000);
    await portal.services.db
      .insertInto('api_token')
      .values({ person_id, name: 'script', token_hash: hashToken(token), expires_at })
      .execute();
    const headers = { authorization: `Token ${token}` };
    expect((await portal.call(acceptTerms, { headers })).status).toBe(403);
  });
});

describe('new terms', () => {
  test('are signalled to the open pages of everybody signed in', async () => {
    const as = await portal.signInAs('RU');
    const headers = { authorization: `Token ${as.token}` };
    const socket = await portal.app.injectWS(`/ws/session/${as.person_id}/`, { headers });
    const changed = new Promise<string>((resolve) =>
      socket.on('message', (data) => {
        if (!String(data).includes('ready')) resolve(String(data));
      }),
    );
    await portal.services.db.deleteFrom('terms_version').where('version', '>', 1).execute();
    await portal.call(createTerms, { as: admin, body: NEW_TERMS });
    expect(JSON.parse(await changed)).toEqual({ type: 'session-changed' });
    socket.terminate();
    await portal.services.db.deleteFrom('terms_version').where('version', '>', 1).execute();
  });

  test('are in force at once and have to be accepted by everybody', async () => {
    const as = await portal.signInAs('RU');
    await portal.call(acceptTerms, { as });
    const { status, reply } = await portal.call(createTerms, { as: admin, body: NEW_TERMS });
    expect([status, reply]).toEqual([201, { version: 2, ...NEW_TERMS }]);
    expect((await portal.call(getTerms)).reply).toEqual({ version: 2, ...NEW_TERMS });
    expect(await isAsked(as)).toBe(true);
    await portal.call(acceptTerms, { as });
    expect(await isAsked(as)).toBe(false);
  });

  test('are not accepted by confirming the previous terms', async () => {
    const as = await portal.signInAs('RU');
    const answer = await portal.call(acceptTerms, { as, body: { version: 1 } });
    expect([answer.status, answer.refusal.detail]).toEqual([
      409,
      'New terms have come into force. Please read them first.',
    ]);
    expect(await isAsked(as)).toBe(true);
    expect((await portal.call(acceptTerms, { as, body: { version: 2 } })).status).toBe(200);
    expect(await isAsked(as)).toBe(false);
  });

  test('are refused if another version was published in the meantime', async () => {
    const body = { ...NEW_TERMS, based_on: 1 };
    const answer = await portal.call(createTerms, { as: admin, body });
    expect([answer.status, answer.refusal.code]).toEqual([409, 'conflict']);
    expect((await portal.call(getTerms)).reply.version).toBe(2);
  });

  test('are listed with date, author and number of acceptances', async () => {
    const { results } = (await portal.call(listTermsVersions, { as: admin })).reply;
    expect(results).toEqual([
      {
        version: 2,
        dated: '2026-11-21',
        created_at: expect.any(String),
        name: admin.username,
        accepted_by: await countAccepted(2),
      },
      {
        version: 1,
        dated: '2024-04-05',
        created_at: expect.any(String),
        name: null,
        accepted_by: await countAccepted(1),
      },
    ]);
    expect(await countAccepted(2)).toBe(2);
  });

  test('keep earlier texts readable', async () => {
    const first = await portal.call(getTermsVersion, { as: admin, params: { version: 1 } });
    expect(first.reply.sections).toHaveLength(10);
    const missing = await portal.call(getTermsVersion, { as: admin, params: { version: 99 } });
    expect(missing.status).toBe(404);
  });

  test('stay in force after a start', async () => {
    await ensureTerms(portal.services.db);
    expect((await portal.call(getTerms)).reply.version).toBe(2);
  });

  test('published concurrently get distinct numbers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => portal.call(createTerms, { as: admin, body: NEW_TERMS })),
    );
    expect(answers.map(({ reply }) => reply.version).toSorted()).toEqual([3, 4, 5, 6, 7]);
  });

  test.each(['GU', 'RU', 'REVIEWER', 'LAB'] as const)('cannot be published by %s', async (role) => {
    const as = await portal.signInAs(role);
    expect((await portal.call(createTerms, { as, body: NEW_TERMS })).status).toBe(403);
  });

  test.each([
    ['without sections', { ...NEW_TERMS, sections: [] }],
    ['without a date', { sections: NEW_TERMS.sections }],
    ['with a day that is none', { ...NEW_TERMS, dated: '2026-02-30' }],
    ['with an empty text', { ...NEW_TERMS, sections: [{ heading: 'Research', body: '' }] }],
    ['with NUL', { ...NEW_TERMS, sections: [{ heading: 'Research', body: '\u0000' }] }],
  ])('%s are refused', async (_, body) => {
    expect((await portal.ask(createTerms, { as: admin, body })).status).toBe(400);
  });
});
