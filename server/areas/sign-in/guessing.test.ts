/** Password guessing is rate limited without locking people out (SEC-17). */
import { login } from '@omicon/contract/areas/people/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieHeader, logIn, PAGE } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const PASSWORD = 'Nucleus accumbens 5';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function guess(
  username: string,
  options: { remoteAddress?: string; password?: string } = {},
): Promise<number> {
  return (
    await logIn(portal, {
      username,
      password: options.password ?? 'wrong',
      headers: {},
      remoteAddress: options.remoteAddress ?? '192.0.2.10',
    })
  ).statusCode;
}

/** Inserts wrong guesses on an account at an earlier time. */
async function earlierGuesses(
  count: number,
  { account, minutesAgo, address = '192.0.2.20' }: { account: string; minutesAgo: number; address?: string },
): Promise<void> {
  await sql`insert into login_guess (account_key, address, is_right, judged_at)
    select ${account}, ${address}, false, now() - make_interval(mins => ${minutesAgo}) from generate_series(1, ${count})`.execute(
    portal.services.db,
  );
}

test('of 50 parallel guesses 10 are checked, and 40 have to wait', async () => {
  await aPerson(portal.services, { username: 'parallel', password: PASSWORD });
  const statuses = await Promise.all(Array.from({ length: 50 }, () => guess('parallel')));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});

test('a refused guess has a Retry-After', async () => {
  await earlierGuesses(10, { account: 'told', minutesAgo: 0 });
  const response = await logIn(portal, { username: 'told', password: 'wrong' });
  expect([response.statusCode, response.headers['retry-after'], response.json().code]).toEqual([
    429,
    '60',
    'too_many_requests',
  ]);
});

test.each([
  ['10 in the last minute', 10, 0],
  ['60 in the last hour', 60, 30],
  ['300 in the last day', 300, 600],
])('no guess is judged after %s, from any address, not even a right one', async (name, count, minutesAgo) => {
  await aPerson(portal.services, { username: name, password: PASSWORD });
  await earlierGuesses(count - 1, { account: name, minutesAgo });
  expect(await guess(name, { remoteAddress: '192.0.2.31' })).toBe(401);
  expect(await guess(name, { remoteAddress: '192.0.2.32', password: PASSWORD })).toBe(429);
});

test.each([
  ['10 more than a minute ago', 10, 2],
  ['60 more than an hour ago', 60, 61],
  ['300 more than a day ago', 300, 25 * 60],
])('guesses are judged again after %s', async (name, count, minutesAgo) => {
  await aPerson(portal.services, { username: name, password: PASSWORD });
  await earlierGuesses(count, { account: name, minutesAgo, address: '192.0.2.40' });
  expect(await guess(name, { password: PASSWORD, remoteAddress: '192.0.2.41' })).toBe(200);
});

test('the letter case of a username does not give a new budget', async () => {
  await earlierGuesses(10, { account: 'cased', minutesAgo: 0 });
  expect(await guess('CaSeD')).toBe(429);
});

test('an account that does not exist has the same budget as one that does', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1)
    statuses.push(await guess('phantom', { remoteAddress: '192.0.2.50' }));
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('right passwords do not use up the budget', async () => {
  await aPerson(portal.services, { username: 'frequent', password: PASSWORD });
  for (let index = 0; index < 12; index += 1)
    expect(await guess('frequent', { password: PASSWORD })).toBe(200);
});

describe('an address', () => {
  test('is refused after 100 failures in an hour, on any accounts', async () => {
    await earlierGuesses(100, { account: 'many', minutesAgo: 30, address: '192.0.2.60' });
    await aPerson(portal.services, { username: 'victim', password: PASSWORD });
    expect(await guess('victim', { remoteAddress: '192.0.2.60', password: PASSWORD })).toBe(429);
    expect(await guess('victim', { remoteAddress: '192.0.2.61', password: PASSWORD })).toBe(200);
  });

  test('cannot exceed 100 failures by guessing on many accounts concurrently', async () => {
    await earlierGuesses(98, { account: 'many', minutesAgo: 30, address: '192.0.2.70' });
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => guess(`account ${index}`, { remoteAddress: '192.0.2.70' })),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(2);
  });
});

describe('a browser that signed in before', () => {
  test('has a separate budget while others guess', async () => {
    await aPerson(portal.services, { username: 'attacked', password: PASSWORD });
    const first = await logIn(portal, { username: 'attacked', password: PASSWORD });
    const browser = cookieHeader(first);
    expect(browser).toContain('__Host-omicon-browser=');
    await earlierGuesses(300, { account: 'attacked', minutesAgo: 0 });
    const headers = { ...PAGE, cookie: browser };
    expect((await logIn(portal, { username: 'attacked', password: PASSWORD, headers })).statusCode).toBe(200);
    expect(await guess('attacked', { password: PASSWORD })).toBe(429);
  });

  test('is limited as well', async () => {
    await aPerson(portal.services, { username: 'shared', password: PASSWORD });
    const headers = {
      ...PAGE,
      cookie: cookieHeader(await logIn(portal, { username: 'shared', password: PASSWORD })),
    };
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push((await logIn(portal, { username: 'shared', password: 'wrong', headers })).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('is unknown to other accounts', async () => {
    await aPerson(portal.services, { username: 'other', password: PASSWORD });
    await aPerson(portal.services, { username: 'mine', password: PASSWORD });
    const headers = {
      ...PAGE,
      cookie: cookieHeader(await logIn(portal, { username: 'mine', password: PASSWORD })),
    };
    await earlierGuesses(10, { account: 'other', minutesAgo: 0 });
    expect((await logIn(portal, { username: 'other', password: PASSWORD, headers })).statusCode).toBe(429);
  });
});

test('of many concurrent sign-ins two are hashed, 64 wait, and the rest are refused', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      guess(`crowd ${index}`, { remoteAddress: `198.51.100.${index}` }),
    ),
  );
  const answers = new Set(statuses);
  expect([...answers].filter((status) => ![401, 503].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(66);
  const answer = await portal.ask(login, { body: { username: 'after', password: 'the crowd' } });
  expect(answer.status).toBe(401);
});
