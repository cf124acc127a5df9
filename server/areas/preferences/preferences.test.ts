/** Preferences: default from the settings, changed by administrators, and their effects. */

import { createFileLink, previewCsv } from '@omicon/contract/areas/files/files.ts';
import {
  getPreferences,
  type Preferences,
  updatePreferences,
} from '@omicon/contract/areas/people/preferences.ts';
import { checkVersion, loginAsGuest } from '@omicon/contract/areas/people/sign-in.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultPreferences } from '../../records/person/preferences.ts';
import { takeIn } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;
let defaults: Preferences;
beforeEach(async () => {
  portal = await openTestPortal({ OMICON_PREVIEW_LIMIT_BYTES: '4096' });
  admin = await portal.signInAs('admin');
  defaults = defaultPreferences(portal.services.config);
});
afterEach(() => portal.close());

async function change(body: Partial<Preferences>) {
  return portal.call(updatePreferences, { as: admin, body: { ...defaults, ...body } });
}

async function storedNames(): Promise<string[]> {
  const rows = await portal.services.db.selectFrom('preference').select('name').orderBy('name').execute();
  return rows.map((row) => row.name);
}

async function events() {
  return portal.services.db
    .selectFrom('audit_event')
    .select(['person_id', 'detail'])
    .where('action', '=', 'change preferences')
    .orderBy('id')
    .execute();
}

test('everybody, even without sign-in, sees the defaults until they are changed', async () => {
  const { reply } = await portal.call(getPreferences);
  expect(reply).toEqual(defaults);
  expect([reply.guests, reply.sign_up, reply.preview_limit_bytes]).toEqual([true, true, 4096]);
  expect(reply.welcome_text.match(/[.!?](\s|$)/g)).toHaveLength(2);
});

test('everybody can read them, administrators can change them', async () => {
  const found: number[][] = [];
  for (const role of [null, 'GU', 'RU', 'REVIEWER', 'LAB', 'admin'] as const) {
    const as = role === null ? null : await portal.signInAs(role);
    const read = await portal.call(getPreferences, { as });
    const written = await portal.call(updatePreferences, { as, body: { ...defaults, sign_up: false } });
    found.push([read.status, written.status]);
  }
  expect(found).toEqual([
    [200, 401],
    [200, 403],
    [200, 403],
    [200, 403],
    [200, 403],
    [200, 200],
  ]);
});

test('changed values are stored, values equal to the default are not', async () => {
  const { reply } = await change({ sign_up: false, welcome_text: 'Grüß Gott <b>🧠</b>.' });
  expect(reply).toEqual({ ...defaults, sign_up: false, welcome_text: 'Grüß Gott <b>🧠</b>.' });
  expect((await portal.call(getPreferences)).reply).toEqual(reply);
  expect(await storedNames()).toEqual(['sign_up', 'welcome_text']);
  await change({ sign_up: false, contact: 'omicon@lab.test' });
  expect(await storedNames()).toEqual(['contact', 'sign_up']);
  await change({ sign_up: false });
  expect(await storedNames()).toEqual(['sign_up']);
  await change({});
  expect(await storedNames()).toEqual([]);
});

test('each change is recorded with its author, without the text; unchanged values are not', async () => {
  await change({
    guests: false,
    preview_limit_bytes: 2048,
    welcome_text: 'A private word.',
    contact: 'Ask.',
  });
  await change({
    guests: false,
    preview_limit_bytes: 2048,
    welcome_text: 'A private word.',
    contact: 'Ask.',
  });
  expect(await events()).toEqual([
    {
      person_id: admin.person_id,
      detail: { guests: false, preview_limit_bytes: 2048, welcome_text: 'changed', contact: 'changed' },
    },
  ]);
});

test.each([
  ['an unknown name', { role: 'admin' }],
  ['an empty text', { welcome_text: '' }],
  ['a text instead of yes or no', { guests: 'off' }],
  ['too small a limit', { preview_limit_bytes: 1023 }],
  ['too large a limit', { preview_limit_bytes: 100 * 1024 * 1024 + 1 }],
])('%s is refused', async (_, body) => {
  const answer = await portal.ask(updatePreferences, { as: admin, body: { ...defaults, ...body } });
  expect(answer.status).toBe(400);
  expect(await storedNames()).toEqual([]);
});

test('concurrent changes of two administrators do not mix', async () => {
  const wishes = [
    { ...defaults, guests: false, sign_up: false },
    { ...defaults, welcome_text: 'Welcome.', preview_limit_bytes: 1024 },
  ];
  const second = await portal.signInAs('admin');
  await Promise.all(
    wishes.map((body, index) => portal.call(updatePreferences, { as: index === 0 ? admin : second, body })),
  );
  expect(wishes).toContainEqual((await portal.call(getPreferences)).reply);
});

describe('guests', () => {
  test('are refused if disabled, and the version check reports it', async () => {
    expect((await portal.call(checkVersion)).reply.guests).toBe(true);
    await change({ guests: false });
    expect((await portal.call(checkVersion)).reply.guests).toBe(false);
    const answer = await portal.call(loginAsGuest, { body: {} });
    expect([answer.status, answer.refusal.detail]).toEqual([403, 'This portal does not admit guests.']);
    await change({});
    expect((await portal.call(loginAsGuest, { body: {} })).status).toBe(200);
  });

  test('cannot choose another role', async () => {
    const answer = await portal.ask(loginAsGuest, {
      body: { role: 'admin', permissions: ['FILE_DOWNLOAD'] },
    });
    expect(answer.reply).toMatchObject({ user: { role: 'GU' } });
  });
});

test('the preview limit applies to the next preview, of csv and by link', async () => {
  const name = 'rows.csv';
  const extra = { [`${pathsOf().analysis}/${name}`]: `a,b\n${'1,2\n'.repeat(500)}` };
  expect((await takeIn(portal, { ...smallLaboratory(), ...extra })).faults).toEqual([]);
  const { id } = await portal.services.db
    .selectFrom('file')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const key = `${id}/${name}`;
  const statuses = async () => [
    (await portal.call(previewCsv, { as: admin, body: { key } })).status,
    (await portal.call(createFileLink, { as: admin, body: { key, purpose: 'preview' } })).status,
    (await portal.call(createFileLink, { as: admin, body: { key, purpose: 'download' } })).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  await change({ preview_limit_bytes: 2000 });
  expect(await statuses()).toEqual([413, 413, 200]);
  await change({ preview_limit_bytes: 2004 });
  expect(await statuses()).toEqual([200, 200, 200]);
});
