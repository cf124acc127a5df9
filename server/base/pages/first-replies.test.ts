/** What a page brings along is what its visitor's own calls would have told. */

import { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import { listRecentDataCollections } from '@omicon/contract/areas/collections.ts';
import { getHome } from '@omicon/contract/areas/home.ts';
import { getPublicContents } from '@omicon/contract/areas/operations.ts';
import { getSignIn } from '@omicon/contract/areas/people/account.ts';
import { getPermissions, getSession } from '@omicon/contract/areas/people/sign-in.ts';
import { FIRST_REPLIES_ID } from '@omicon/contract/base/page-frame.ts';
import type { Role } from '@omicon/domain/permissions/permissions.ts';
import { FRAME_CALLS } from '@omicon/routes/frame-calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { aPerson } from '../../test-support/people.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { createSession, SESSION_COOKIE } from '../sign-in/sessions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal?.close());

const ELEMENT = new RegExp(`<script type="application/json" id="${FIRST_REPLIES_ID}">(.*?)</script>`, 's');

async function cookieOf(role: Role, names: { first_name?: string } = {}): Promise<string> {
  const person = await aPerson(portal.services, { role, ...names });
  return `${SESSION_COOKIE}=${await createSession(portal.services.db, person, 'cookie')}`;
}

async function openPage(url: string, headers: Record<string, string> = {}) {
  const document = { 'sec-fetch-dest': 'document', ...headers };
  const { body, statusCode, headers: sent } = await portal.app.inject({ url, headers: document });
  expect(statusCode).toBe(200);
  const [, json] = ELEMENT.exec(body) ?? [];
  const replies = json === undefined ? null : (JSON.parse(json) as Record<string, unknown>);
  return { body, replies, caching: sent['cache-control'] };
}

/** What the calls of the page tell this visitor, those that are not refused. */
async function callAll(
  frame: 'home' | 'public',
  cookie: string,
  own: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  for (const path of [...FRAME_CALLS[frame].map(({ path }) => path), ...own]) {
    const { statusCode, body } = await portal.app.inject({
      url: path,
      headers: { cookie, 'x-omicon-client': 'web' },
    });
    if (statusCode === 200) told[path] = JSON.parse(body);
  }
  return told;
}

test.each<Role>(['GU', 'RU', 'REVIEWER', 'LAB', 'admin'])(
  'the page of a visitor with role %s has the replies of their own calls, and no others',
  async (role) => {
    const cookie = await cookieOf(role);
    const { replies, caching } = await openPage('/home/recent-files', { cookie });
    const list = '/api/files/recent/?page=1&page_size=20&sort=uploaded_on&order=desc';
    const atlas = `${getAtlas.path}?page_size=5`;
    const told = await callAll('home', cookie, [list, getHome.path, getPublicContents.path, atlas]);
    // A second less is left by now.
    expect(Object.keys(replies ?? {})).toEqual(Object.keys(told));
    expect({ ...replies, [getSignIn.path]: told[getSignIn.path] }).toEqual(told);
    expect(replies).toHaveProperty([getPermissions.path, 'role'], role);
    expect(caching).toBe('no-store');
  },
);

test('the page of a record has it for those who may read it, and for nobody else', async () => {
  const { collection } = await aLaboratory(portal);
  const { collection: hidden } = await aLaboratory(portal, {
    accession: 'GSE9999',
    study: 'Hidden 2020 GSE9999',
    availability: 'Lab',
  });
  const pageOf = (id: number) => `/home/collections/data-collections/attributes?dcId=${id}`;
  for (const [role, mayRead] of [
    ['GU', false],
    ['LAB', true],
  ] as const) {
    const cookie = await cookieOf(role);
    const own = await openPage(pageOf(collection), { cookie });
    expect(own.replies).toHaveProperty([`/api/data-collections/${collection}/`, 'id'], collection);
    const other = await openPage(pageOf(hidden), { cookie });
    expect(Object.keys(other.replies ?? {}).includes(`/api/data-collections/${hidden}/`)).toBe(mayRead);
    const none = await openPage(pageOf(999_999), { cookie });
    expect(none.replies).not.toHaveProperty(['/api/data-collections/999999/']);
    expect(none.replies).toHaveProperty([getSession.path]);
  }
});

test('the page of a module has what its screen asks for, for those who may read it', async () => {
  const { analysis } = await aLaboratory(portal, {
    accession: 'GSE9997',
    study: 'Hidden 2022 GSE9997',
    availability: 'Lab',
  });
  const [lab, guest] = [await cookieOf('LAB'), await cookieOf('GU')];
  const read = async (url: string) => {
    const reply = await portal.app.inject({ url, headers: { cookie: lab, 'x-omicon-client': 'web' } });
    return reply.json<{ networks: { id: number }[]; results: { id: number }[] }>();
  };
  const { networks } = await read(`/api/analyses/${analysis}/`);
  const { results } = await read(`/api/covariation-networks/${networks[0]?.id}/modules/`);
  const id = results[0]?.id;
  const ofModule = async (cookie: string) => {
    const { replies } = await openPage(`/home/modules/OM.CM.${id}?tab=members`, { cookie });
    return Object.entries(replies ?? {}).filter(([path]) => path.includes(`/${id}/`));
  };
  const told = await ofModule(lab);
  expect(told.map(([path]) => path)).toEqual([
    `/api/covariation-modules/${id}/`,
    `/api/starred/covariation-module/${id}/`,
    `/api/file-comments-count/${id}/`,
    `/api/covariation-modules/${id}/enrichment/?sort=p_value&page_size=1&version=1`,
    `/api/covariation-modules/${id}/closest-trait/?version=1`,
    `/api/covariation-modules/${id}/members/?page=1&page_size=20&sort=kme&order=desc&definition=Seed&version=1`,
  ]);
  for (const [path, reply] of told) expect(reply, path).toEqual(await read(path));
  expect(await ofModule(guest)).toEqual([]);
});

test('the page of a list has its first page as this visitor may read it', async () => {
  await aLaboratory(portal, { accession: 'GSE9998', study: 'Hidden 2021 GSE9998', availability: 'Lab' });
  const list = '/api/data-collections/?page=1&page_size=20&sort=title&order=asc&search=GSE9998';
  for (const [role, total] of [
    ['GU', 0],
    ['LAB', 1],
  ] as const) {
    const { replies } = await openPage('/home/collections/data-collections?search=GSE9998', {
      cookie: await cookieOf(role),
    });
    expect(replies).toHaveProperty([list, 'total'], total);
  }
});

test('without a sign-in, a page under /home has nothing of anybody', async () => {
  const { replies } = await openPage('/home/recent-files');
  expect(replies).toMatchObject({ [getSession.path]: { me: null } });
  expect(replies).not.toHaveProperty([getPermissions.path]);
  expect(replies).not.toHaveProperty([listRecentDataCollections.path]);
});

test('public pages have what they show', async () => {
  const { replies } = await openPage('/login');
  expect(replies).toEqual(await callAll('public', ''));
  expect(Object.keys(replies ?? {})).toEqual(FRAME_CALLS.public.map(({ path }) => path));
});

test('a name cannot end the element', async () => {
  const name = '</script><script>alert(1)</script><!--';
  const { replies, body } = await openPage('/home', { cookie: await cookieOf('LAB', { first_name: name }) });
  expect(replies).toHaveProperty([getSession.path, 'me', 'first_name'], name);
  expect(body).not.toContain('alert(1)</script>');
});

test('only a document that a browser opens has replies', async () => {
  const cookie = await cookieOf('LAB');
  for (const dest of ['empty', 'iframe', 'script', 'image']) {
    const { replies } = await openPage('/home', { cookie, 'sec-fetch-dest': dest });
    expect(replies).toBeNull();
  }
});

test('without a database the page is sent, without replies that need one', async () => {
  const cookie = await cookieOf('LAB');
  const cut = await openTestPortal();
  await cut.cutConnections();
  const { statusCode, body } = await cut.app.inject({
    url: '/home/recent-files',
    headers: { cookie, 'sec-fetch-dest': 'document' },
  });
  expect(statusCode).toBe(200);
  expect(body).toContain('id="root"');
  await cut.close();
});
