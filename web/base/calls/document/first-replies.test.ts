// @vitest-environment jsdom
import { listPdfComments } from '@omicon/contract/areas/comments.ts';
import { checkVersion, getSession } from '@omicon/contract/areas/people/sign-in.ts';
import { acceptTerms } from '@omicon/contract/areas/people/terms.ts';
import { FIRST_REPLIES_ID } from '@omicon/contract/base/page-frame.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { callEndpoint, firstReplyTo } from '../call.ts';
import { confirmVersion } from '../version/version.ts';
import { keepFirstReplies } from './first-replies.ts';

const NOBODY = { me: null };
const VERSION = {
  version: '1.0',
  product_version: '0.1.0',
  guests: true,
  single_sign_on: false,
  orcid: false,
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page with these replies, and the paths of the calls that it makes after all. */
function openPage(replies: Record<string, unknown>): string[] {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = FIRST_REPLIES_ID;
  element.textContent = JSON.stringify(replies);
  document.body.append(element);
  keepFirstReplies(document);
  const calls: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address);
    return Promise.resolve(Response.json(address === checkVersion.path ? VERSION : NOBODY));
  });
  return calls;
}

test('a reply that came with the page spares its call, once', async () => {
  const calls = openPage({ [checkVersion.path]: { ...VERSION, product_version: '9.9.9' } });
  expect((await callEndpoint(checkVersion, {})).product_version).toBe('9.9.9');
  expect(calls).toEqual([]);
  expect((await callEndpoint(checkVersion, {})).product_version).toBe('0.1.0');
  expect(calls).toEqual([checkVersion.path]);
  expect(document.getElementById(FIRST_REPLIES_ID)).toBeNull();
});

test('the version is asked for before a sign-in, although it came with the page', async () => {
  const calls = openPage({ [checkVersion.path]: VERSION });
  await confirmVersion();
  expect(calls).toEqual([checkVersion.path]);
});

test('a screen has such a reply before it makes a call, unless it is of another version', () => {
  openPage({ [checkVersion.path]: VERSION, [getSession.path]: { me: 'somebody' } });
  expect(firstReplyTo(checkVersion, {})).toEqual(VERSION);
  expect(firstReplyTo(checkVersion, {})).toBeUndefined();
  expect(firstReplyTo(getSession, {})).toBeUndefined();
});

test('after half a minute, or a change, the call is made', async () => {
  const late = openPage({ [getSession.path]: NOBODY });
  vi.spyOn(performance, 'now').mockReturnValue(30_001);
  await callEndpoint(getSession, {});
  expect(late).toEqual([getSession.path]);
  vi.restoreAllMocks();

  const changed = openPage({ [getSession.path]: NOBODY });
  await callEndpoint(acceptTerms, { body: { version: 1 } }).catch(() => undefined);
  await callEndpoint(getSession, {});
  expect(changed).toEqual([acceptTerms.path, getSession.path]);
});

test('a read that has a body leaves the replies', async () => {
  const calls = openPage({ [getSession.path]: NOBODY });
  const question = { body: { covariation_network: 7 }, isRead: true } as const;
  await callEndpoint(listPdfComments, question).catch(() => undefined);
  await callEndpoint(getSession, {});
  expect(calls).toEqual([listPdfComments.path]);
});

test('a reply of another shape, as of an older server, is not used', async () => {
  const calls = openPage({ [checkVersion.path]: { version: 1 } });
  expect(await callEndpoint(checkVersion, {})).toEqual(VERSION);
  expect(calls).toEqual([checkVersion.path]);
});
