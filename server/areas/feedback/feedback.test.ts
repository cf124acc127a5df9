/** Bug reports and feedback: atomic, open to everybody, rate limited, validated by bytes, read by administrators. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  createBugReport,
  createFeedback,
  getBugReportScreenshot,
  listBugReports,
  listFeedback,
  MAX_SCREENSHOT,
  updateBugReport,
  updateFeedback,
} from '@omicon/contract/areas/feedback.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aPng, PICTURES } from '../../test-support/files/pictures.ts';
import {
  aForm,
  METADATA,
  metadataPart,
  type Part,
  screenshotPart,
} from '../../test-support/files/report-forms.ts';
import { askFromNewAddress } from '../../test-support/open-calls.ts';
import { cookieHeader, logIn, ORIGIN, PAGE } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;
/** Temporary folders of this test file only, as other test processes also receive reports. */
let temporary: string;
beforeAll(async () => {
  temporary = mkdtempSync(path.join(os.tmpdir(), 'omicon-feedback-'));
  vi.stubEnv('TMPDIR', temporary);
  portal = await openTestPortal();
  admin = await portal.signInAs('admin');
});
afterAll(async () => {
  await portal.close();
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});

const COMMENT = {
  first_name: 'Rita',
  last_name: 'Levi',
  email: 'rita@neuro.test',
  omicon_version: '0.1.0',
  comment: 'A legend would help.',
};

async function counts(): Promise<{ reports: number; screenshots: number; objects: number; folders: number }> {
  const { rows } = await sql<{ reports: number; screenshots: number }>`
    select (select count(*)::int from bug_report) as reports, (select count(*)::int from bug_report_screenshot) as screenshots`.execute(
    portal.services.db,
  );
  let objects = 0;
  for await (const _ of portal.services.store.list()) objects += 1;
  const folders = readdirSync(temporary).filter((name) => name.startsWith('omicon-report-')).length;
  return { reports: 0, screenshots: 0, ...rows[0], objects, folders };
}

const report = (parts: readonly Part[], headers: Record<string, string> = {}) => {
  const form = aForm(parts);
  return askFromNewAddress(portal, createBugReport, {
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};

async function newest() {
  const { results } = (await portal.call(listBugReports, { as: admin })).reply;
  const [first] = results;
  if (!first) throw new Error('There is no report.');
  return first;
}

describe('a bug report', () => {
  test('from a public page is stored with its screenshots, and read back unchanged', async () => {
    const before = await counts();
    const answer = await report([
      metadataPart(),
      screenshotPart(PICTURES['picture.png'], '../../Bild schirm\u202E.png'),
      screenshotPart(PICTURES['lossy.webp'], 'screen.webp'),
    ]);
    expect([answer.status, answer.reply]).toEqual([
      201,
      { id: expect.any(Number), detail: 'Your response is recorded!' },
    ]);
    expect(await newest()).toEqual({
      ...METADATA,
      id: (answer.reply as { id: number }).id,
      reporter_phone: null,
      screenshots: [
        {
          place: 1,
          name: 'Bild schirm_.png',
          media_type: 'image/png',
          width: 7,
          height: 5,
          size_bytes: PICTURES['picture.png'].length,
        },
        {
          place: 2,
          name: 'screen.webp',
          media_type: 'image/webp',
          width: 7,
          height: 5,
          size_bytes: PICTURES['lossy.webp'].length,
        },
      ],
      reported_by: null,
      status: 'new',
      version: 1,
      created_at: expect.any(String),
    });
    expect(await counts()).toEqual({
      reports: before.reports + 1,
      screenshots: before.screenshots + 2,
      objects: before.objects + 2,
      folders: before.folders,
    });
    expect(await verifyConsistency(portal.services)).toMatchObject({
      lost_refs: 0,
      orphans: 0,
      mismatches: 0,
    });
  });

  test('of a signed-in person belongs to their account, whatever names they enter', async () => {
    const person = await portal.signInAs('RU');
    const form = aForm([metadataPart()]);
    const answer = await portal.ask(createBugReport, { as: person, ...form });
    expect(answer.status).toBe(201);
    expect((await newest()).reported_by).toBe(person.username);
    const forged = aForm([metadataPart({ reported_by: 'demo_admin', person_id: 1 })]);
    expect((await portal.ask(createBugReport, { as: person, ...forged })).status).toBe(400);
  });

  test('sent twice with one idempotency key is stored once; another report with that key is refused', async () => {
    const person = await portal.signInAs('RU');
    const before = await counts();
    const send = (parts: readonly Part[]) => {
      const { body, headers } = aForm(parts);
      return portal.ask(createBugReport, {
        as: person,
        body,
        headers: { ...headers, 'idempotency-key': 'one report' },
      });
    };
    const parts = [metadataPart(), screenshotPart(PICTURES['picture.jpg'])];
    const answers = await Promise.all([send(parts), send(parts), send(parts)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const other = [metadataPart(), screenshotPart(PICTURES['lossless.webp'])];
    expect((await send(other)).status).toBe(409);
    const after = await counts();
    expect([after.reports - before.reports, after.screenshots - before.screenshots]).toEqual([1, 1]);
  });
});

const TOO_LARGE_PICTURE = aPng(100, 100, Buffer.alloc(MAX_SCREENSHOT));
const FIVE = Array.from({ length: 5 }, () => screenshotPart(PICTURES['picture.png']));

describe('a form is refused with a message, and leaves nothing behind:', () => {
  test.each<[string, Part[], number, RegExp]>([
    ['SVG', [metadataPart(), screenshotPart('<svg/>', 'a.svg')], 415, /a\.svg is no whole PNG, JPEG or WebP/],
    [
      'HTML named .png',
      [metadataPart(), screenshotPart('<script>alert(1)</script>')],
      415,
      /screen\.png is no whole/,
    ],
    [
      'a picture of 10^9 pixels',
      [metadataPart(), screenshotPart(aPng(100_000, 10_000))],
      413,
      /50 megapixels/,
    ],
    [
      'a picture of more than 5 MiB',
      [metadataPart(), screenshotPart(TOO_LARGE_PICTURE)],
      413,
      /5 MB at most/,
    ],
    [
      'a good picture before a bad one',
      [metadataPart(), FIVE[0] as Part, screenshotPart('x')],
      415,
      /no whole/,
    ],
    ['six pictures', [metadataPart(), ...FIVE, FIVE[0] as Part], 400, /at most 5 screenshots/],
    [
      '1,000 parts',
      Array.from({ length: 1000 }, () => ({ name: 'x', bytes: 'y' })),
      400,
      /neither "metadata" nor "screenshots"/,
    ],
    ['1,000 texts', Array.from({ length: 1000 }, () => metadataPart()), 400, /one text|neither/],
    ['an empty name', [metadataPart(), { name: '', bytes: 'x' }], 400, /one text|neither/],
    ['no name', [{ name: null, bytes: 'x' }, metadataPart()], 400, /neither/],
    [
      'a name that reaches prototypes',
      [{ name: '__proto__', bytes: 'x' }],
      400,
      /part with a forbidden name/,
    ],
    [
      'an unknown file',
      [metadataPart(), { name: 'malware', filename: 'x.exe', bytes: 'MZ' }],
      400,
      /neither/,
    ],
    ['no text', [FIVE[0] as Part], 400, /lacks its part "metadata"/],
    ['text that is no JSON', [{ name: 'metadata', bytes: '{' }], 400, /not valid JSON/],
    [
      'text that reaches prototypes',
      [{ name: 'metadata', bytes: '{"__proto__": {}}' }],
      400,
      /forbidden name/,
    ],
    ['too much text', [metadataPart({ bug_description: 'x'.repeat(200_000) })], 413, /too long/],
    ['nothing', [], 400, /lacks its part|could not be read/],
    ['no description', [metadataPart({ bug_description: ' ' })], 400, /^Enter bug description$/],
    ['no first name', [metadataPart({ first_name: '' })], 400, /^Enter first name$/],
    ['no last name', [metadataPart({ last_name: '' })], 400, /^Enter last name$/],
    [
      'a broken address',
      [metadataPart({ reporter_email: 'rita' })],
      400,
      /^You've entered an incorrect email address\.$/,
    ],
    [
      'a phone number of letters',
      [metadataPart({ reporter_phone: 'neuron' })],
      400,
      /^Please enter a valid number$/,
    ],
    ['a short phone number', [metadataPart({ reporter_phone: '12345' })], 400, /^Minimum length is 6$/],
    [
      'a long phone number',
      [metadataPart({ reporter_phone: '1'.repeat(14) })],
      400,
      /^Maximum length is 13$/,
    ],
  ])('%s', async (_, parts, status, sentence) => {
    const before = await counts();
    const answer = await report(parts);
    expect([answer.status, answer.refusal.detail]).toEqual([status, expect.stringMatching(sentence)]);
    expect(await counts()).toEqual(before);
  });

  test('if truncated, without boundary, JSON or too large', async () => {
    const before = await counts();
    const whole = aForm([metadataPart(), ...FIVE]);
    const ask = (body: Buffer | string | Readable, headers: Record<string, string>) =>
      askFromNewAddress(portal, createBugReport, { body, headers });
    const cut = await ask(whole.body.subarray(0, whole.body.length - 60), whole.headers);
    const nowhere = await ask(whole.body, { 'content-type': 'multipart/form-data' });
    const json = await ask(JSON.stringify(METADATA), { 'content-type': 'application/json' });
    const large = await ask(Buffer.alloc(27 * 1024 * 1024), whole.headers);
    const endless = await ask(Readable.from([whole.body]), whole.headers);
    const answers = [cut, nowhere, json, large, endless];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 413, 400]);
    expect(endless.refusal.detail).toBe('The form has no Content-Length.');
    for (const answer of answers) expect(answer.refusal.detail).toMatch(/^[A-Z].*\.$/);
    expect(await counts()).toEqual(before);
    expect((await report([metadataPart()])).status).toBe(201);
  });

  test('if sent to another endpoint', async () => {
    const answer = await askFromNewAddress(portal, createFeedback, aForm([metadataPart()]));
    expect(answer.status).toBe(415);
  });

  test('if sent by another site with the cookie of a person', async () => {
    await aPerson(portal.services, { username: 'cookie', role: 'RU', password: 'Area postrema 11' });
    const cookie = cookieHeader(await logIn(portal, { username: 'cookie', password: 'Area postrema 11' }));
    const parts = [metadataPart()];
    expect((await report(parts, { ...PAGE, cookie, origin: 'https://evil.test' })).status).toBe(403);
    expect((await report(parts, { host: 'omicon.test', origin: ORIGIN, cookie })).status).toBe(403);
    expect((await report(parts, { ...PAGE, origin: 'null' })).status).toBe(403);
    expect((await report(parts, { ...PAGE, cookie })).status).toBe(201);
    expect((await newest()).reported_by).toBe('cookie');
  });
});

describe('rate limits', () => {
  test('allow ten per hour from one address, also for guests and invalid tokens, but more for accounts', async () => {
    const remoteAddress = '198.51.100.7';
    const [person, guest] = [await portal.signInAs('RU'), await portal.signInAs('GU')];
    const ask = (as: Caller | null) => portal.ask(createFeedback, { as, body: COMMENT, remoteAddress });
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) statuses.push((await ask(null)).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    expect((await ask(guest)).status).toBe(429);
    expect((await ask({ ...person, token: 'x'.repeat(43) })).status).toBe(429);
    expect((await ask(person)).status).toBe(201);
    const { body, headers } = aForm([metadataPart()]);
    const bugs: number[] = [];
    for (let time = 0; time < 11; time += 1)
      bugs.push((await portal.ask(createBugReport, { body, headers, remoteAddress })).status);
    expect(bugs).toEqual([...Array(10).fill(201), 429]);
  });

  test('allow thirty per hour and person, both kinds together', async () => {
    const person = await portal.signInAs('RU');
    const ask = () => portal.ask(createFeedback, { as: person, body: COMMENT });
    const statuses = (await Promise.all(Array.from({ length: 31 }, ask))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    const late = await portal.ask(createBugReport, { as: person, ...aForm([metadataPart()]) });
    expect([late.status, late.refusal.detail]).toEqual([
      429,
      expect.stringMatching(/thirty reports in an hour/),
    ]);
  });
});

describe('administrators', () => {
  test('can download a screenshot as a file that no browser executes', async () => {
    await report([metadataPart(), screenshotPart(PICTURES['picture.jpg'], 'evil.html')]);
    const { id } = await newest();
    const answer = await portal.ask(getBugReportScreenshot, { as: admin, params: { id, place: 1 } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="bug-report-${id}-screenshot-1.jpeg"; filename*=UTF-8''bug-report-${id}-screenshot-1.jpeg`,
      'x-content-type-options': 'nosniff',
      'content-length': String(PICTURES['picture.jpg'].length),
    });
    const raw = await portal.app.inject({
      url: `/api/bug-reports/${id}/screenshots/1/`,
      headers: { authorization: `Token ${admin.token}` },
    });
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(raw.rawPayload)).toBe(hash(PICTURES['picture.jpg']));
    expect((await portal.ask(getBugReportScreenshot, { as: admin, params: { id, place: 2 } })).status).toBe(
      404,
    );
  });

  test('can find reports by text, name and status, in both orders', async () => {
    await report([metadataPart({ last_name: 'Golgi', bug_description: '100% of rows_are gone' })]);
    const find = async (query: object) =>
      (await portal.call(listBugReports, { as: admin, query })).reply.results.map((row) => row.last_name);
    expect(await find({ search: '100% of' })).toEqual(['Golgi']);
    expect(await find({ search: 'golgi' })).toEqual(['Golgi']);
    expect(await find({ search: '%_of' })).toEqual([]);
    expect((await find({ sort: 'last_name', order: 'asc', page_size: 1 }))[0]).toBe('Golgi');
    expect(await find({ status: 'closed' })).toEqual([]);
  });

  test('set the status of a report; of two concurrent changes the later is refused', async () => {
    await report([metadataPart()]);
    const { id, version } = await newest();
    const update = (status: 'open' | 'closed') =>
      portal.call(updateBugReport, { as: admin, params: { id }, body: { status, version } });
    const statuses = (await Promise.all([update('open'), update('closed')])).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await newest()).toMatchObject({ version: 2, status: expect.stringMatching(/open|closed/) });
    const { rows } = await sql`
      select action from audit_event where object_type = 'bug report' and object_number = ${id} and action = 'change status'`.execute(
      portal.services.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('can read and close feedback', async () => {
    const person = await portal.signInAs('LAB');
    await portal.call(createFeedback, {
      as: person,
      body: { ...COMMENT, comment: '<img src=x onerror=alert(1)>' },
    });
    const list = async () => (await portal.call(listFeedback, { as: admin })).reply.results[0];
    const item = await list();
    expect(item).toMatchObject({
      comment: '<img src=x onerror=alert(1)>',
      reported_by: person.username,
      status: 'new',
    });
    const body = { status: 'closed', version: item?.version ?? 0 } as const;
    await portal.call(updateFeedback, { as: admin, params: { id: item?.id ?? 0 }, body });
    expect(await list()).toMatchObject({ status: 'closed', version: 2 });
  });
});

test('all fields of feedback are required', async () => {
  for (const [field, sentence] of [
    ['first_name', 'Enter first name'],
    ['last_name', 'Enter last name'],
    ['email', 'Enter email address'],
    ['comment', 'Enter comment'],
  ] as const) {
    const answer = await askFromNewAddress(portal, createFeedback, { body: { ...COMMENT, [field]: '' } });
    expect([answer.status, answer.refusal.fields?.[field]]).toEqual([400, sentence]);
  }
});

test('reports of a removed person are kept', async () => {
  const guest = await portal.signInAs('GU');
  await portal.ask(createBugReport, {
    as: guest,
    ...aForm([metadataPart({ last_name: 'Guest' })]),
    remoteAddress: '198.51.100.9',
  });
  await sql`delete from person where id = ${guest.person_id}`.execute(portal.services.db);
  expect(await newest()).toMatchObject({ last_name: 'Guest', reported_by: null });
});
