/** Malformed forms: each is refused with a message, and its connection is reused or closed (SEC-40). */
import { createBugReport } from '@omicon/contract/areas/feedback.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PICTURES } from '../../test-support/files/pictures.ts';
import { METADATA } from '../../test-support/files/report-forms.ts';
import { listen } from '../../test-support/pages.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { askOverWire } from '../../test-support/wire.ts';

let portal: TestPortal;
let address: string;
let token: string;
beforeAll(async () => {
  portal = await openTestPortal();
  // Members are not rate limited by address.
  token = (await portal.signInAs('RU')).token;
  address = await listen(portal);
});
afterEach(async () => {
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});
afterAll(() => portal.close());

const B = 'omicon-test';
const DISPOSITION = 'Content-Disposition: form-data; name="metadata"';
const TEXT = JSON.stringify(METADATA);
const PICTURE = PICTURES['picture.png'].toString('latin1');

const part = (head: string, body: string, boundary = B) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`;
const form = (...parts: string[]) => `${parts.join('')}--${B}--\r\n`;
const withBoundary = (boundary: string) => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: `${part(DISPOSITION, TEXT, boundary)}--${boundary}--\r\n`,
});
const whole = (body: string) => ({ type: `multipart/form-data; boundary=${B}`, body });

const BAD_BOUNDARY = 'The form names no boundary of 1 to 70 characters, so its parts cannot be told apart.';
const UNREADABLE = 'The form could not be read.';
const WITHOUT_TEXT = 'The form lacks its part "metadata".';
const OTHER_PART = 'The form has a part that is neither "metadata" nor "screenshots".';
const TOO_MANY = 'A report has one text and at most 5 screenshots.';

const FORMS: [name: string, { type: string; body: string; isCutShort?: boolean }, detail: string | RegExp][] =
  [
    ['no boundary', { type: 'multipart/form-data', body: form(part(DISPOSITION, TEXT)) }, BAD_BOUNDARY],
    ['an empty boundary', { ...withBoundary(''), type: 'multipart/form-data; boundary=' }, BAD_BOUNDARY],
    [
      'a boundary in quotes that is empty',
      { ...whole(''), type: 'multipart/form-data; boundary=""' },
      BAD_BOUNDARY,
    ],
    ['a boundary of 71 characters', withBoundary('b'.repeat(71)), BAD_BOUNDARY],
    ['a boundary of 257 characters', withBoundary('b'.repeat(257)), BAD_BOUNDARY],
    ['a boundary of 10,000 characters', withBoundary('b'.repeat(10_000)), BAD_BOUNDARY],
    ['a boundary that is not ASCII', withBoundary('gr\xfc\xdfe'), BAD_BOUNDARY],
    [
      'a boundary with a space at its end',
      { ...whole(''), type: 'multipart/form-data; boundary="a "' },
      BAD_BOUNDARY,
    ],
    [
      'a boundary with an encoded letter',
      { ...whole(''), type: "multipart/form-data; boundary*=utf-8''%E2%82%AC" },
      BAD_BOUNDARY,
    ],
    [
      'two boundaries',
      { ...whole(form(part(DISPOSITION, TEXT))), type: `multipart/form-data; boundary=other; boundary=${B}` },
      UNREADABLE,
    ],
    [
      'another boundary than it says',
      { ...whole(form(part(DISPOSITION, TEXT))), type: 'multipart/form-data; boundary=other' },
      UNREADABLE,
    ],
    ['nothing in it', whole(''), WITHOUT_TEXT],
    ['no parts', whole(`--${B}--\r\n`), WITHOUT_TEXT],
    ['an empty part', whole(form(`--${B}\r\n\r\n\r\n`)), WITHOUT_TEXT],
    ['a hundred empty parts', whole(form(`--${B}\r\n\r\n\r\n`.repeat(100))), TOO_MANY],
    ['a part without headers and text', whole(form(`--${B}\r\n`)), WITHOUT_TEXT],
    ['a part without a name', whole(form(part('Content-Disposition: form-data', TEXT))), OTHER_PART],
    [
      'a part with an empty name',
      whole(form(part('Content-Disposition: form-data; name=""', TEXT))),
      OTHER_PART,
    ],
    [
      'a part that is no form data',
      whole(form(part('Content-Disposition: attachment; name="metadata"', TEXT))),
      WITHOUT_TEXT,
    ],
    ['a part with an empty disposition', whole(form(part('Content-Disposition:', TEXT))), WITHOUT_TEXT],
    ['a part with a broken disposition', whole(form(part('Content-Disposition: ;;;="', TEXT))), WITHOUT_TEXT],
    [
      'a part with broken percent signs',
      whole(form(part("Content-Disposition: form-data; name*=utf-8''%E0%A4%A", TEXT))),
      OTHER_PART,
    ],
    [
      'a part named after a prototype',
      whole(form(part('Content-Disposition: form-data; name="__proto__"', TEXT))),
      'The form has a part with a forbidden name.',
    ],
    [
      'a part in an unknown encoding',
      whole(form(part(`${DISPOSITION}\r\nContent-Type: text/plain; charset=klingon`, 'x'))),
      'The part metadata is not valid JSON.',
    ],
    [
      'a part of an empty type',
      whole(form(part(`${DISPOSITION}\r\nContent-Type: ;`, 'x'))),
      'The part metadata is not valid JSON.',
    ],
    [
      'a part of JSON that is none',
      whole(form(part(`${DISPOSITION}\r\nContent-Type: application/json`, '{'))),
      /^The part metadata is not valid JSON\.$/,
    ],
    [
      'a part with a header of 100,000 letters',
      whole(form(part(`X-Long: ${'x'.repeat(100_000)}\r\n${DISPOSITION}`, TEXT))),
      WITHOUT_TEXT,
    ],
    [
      'a part with a name of 100,000 letters',
      whole(form(part(`Content-Disposition: form-data; name="${'x'.repeat(100_000)}"`, TEXT))),
      OTHER_PART,
    ],
    [
      'a part with 10,000 headers',
      whole(form(part(`${'X: y\r\n'.repeat(10_000)}${DISPOSITION}`, TEXT))),
      WITHOUT_TEXT,
    ],
    ['a header without a colon', whole(form(part('no colon', TEXT))), WITHOUT_TEXT],
    ['5,000 parts', whole(form(...Array.from({ length: 5000 }, () => part(DISPOSITION, TEXT)))), /./],
    [
      '5,000 screenshots',
      whole(
        form(
          ...Array.from({ length: 5000 }, () =>
            part('Content-Disposition: form-data; name="screenshots"; filename="a.png"', PICTURE),
          ),
        ),
      ),
      TOO_MANY,
    ],
    ['no end', whole(part(DISPOSITION, TEXT)), UNREADABLE],
    ['an end in the middle of a part', whole(`--${B}\r\n${DISPOSITION}\r\n\r\n{"first`), UNREADABLE],
    ['an end in the middle of a header', whole(`--${B}\r\nContent-Disp`), UNREADABLE],
    [
      'an end in the middle of a screenshot',
      whole(
        `--${B}\r\nContent-Disposition: form-data; name="screenshots"; filename="a.png"\r\n\r\n${PICTURE.slice(0, 20)}`,
      ),
      UNREADABLE,
    ],
    [
      'an end in the middle of a part that is passed over',
      whole(`--${B}\r\nContent-Disposition: other\r\n\r\nabc`),
      UNREADABLE,
    ],
    [
      'text before and after',
      whole(`before\r\n${form(part('Content-Disposition: form-data; name="other"', 'x'))}after`),
      OTHER_PART,
    ],
    [
      'lines that end without a return',
      whole(form(part(DISPOSITION, TEXT)).replaceAll('\r', '')),
      UNREADABLE,
    ],
    [
      'bytes without meaning',
      whole(Array.from({ length: 5000 }, (_, at) => String.fromCharCode((at * 7919) % 256)).join('')),
      UNREADABLE,
    ],
    ['no form in it', { type: 'multipart/mixed; boundary=x', body: '--x--' }, /./],
  ];

test.each(FORMS)('a form with %s is refused with a sentence', async (_, { type, body }, detail) => {
  const headers = { 'content-type': type, authorization: `Token ${token}` };
  const answer = await askOverWire(address, { method: 'POST', path: createBugReport.path, headers, body });
  expect(answer).toEqual({
    status: expect.toSatisfy((status: number) => [400, 413, 415].includes(status)),
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    isReused: true,
  });
  expect(answer.detail).toMatch(/^[A-Z"].*\.$/);
});

test('a head with a boundary of 100,000 characters is refused, and its connection is closed', async () => {
  const { type, body } = withBoundary('b'.repeat(100_000));
  const headers = { 'content-type': type, authorization: `Token ${token}` };
  const answer = await askOverWire(address, { method: 'POST', path: createBugReport.path, headers, body });
  expect(answer).toEqual({
    status: 431,
    detail: 'The headers of this request are too long.',
    isReused: false,
  });
});

test('a form whose client closes in the middle leaves nothing behind', async () => {
  const headers = {
    'content-type': `multipart/form-data; boundary=${B}`,
    authorization: `Token ${token}`,
    'content-length': '5000',
  };
  const body = part(DISPOSITION, TEXT).slice(0, 200);
  const sent = { method: 'POST', path: createBugReport.path, headers, body, isCutShort: true };
  const countReports = async () => (await portal.pool.query('select from bug_report')).rowCount;
  const before = await countReports();
  expect((await askOverWire(address, sent)).isReused).toBe(false);
  expect(await countReports()).toBe(before);
});

test('forms are refused with a message even without a session', async () => {
  const { type, body } = withBoundary('b'.repeat(300));
  const sent = { method: 'POST', path: createBugReport.path, headers: { 'content-type': type }, body };
  expect(await askOverWire(address, sent)).toMatchObject({ status: 400, detail: BAD_BOUNDARY });
});

test('boundaries of 1 and of 70 characters, also in quotes, are read', async () => {
  for (const boundary of ['b', "'()+_,-./:=?b".padEnd(70, 'b')]) {
    const body = `${part(DISPOSITION, TEXT, boundary)}--${boundary}--\r\n`;
    const headers = {
      'content-type': `multipart/form-data; boundary="${boundary}"`,
      authorization: `Token ${token}`,
    };
    const sent = { method: 'POST', path: createBugReport.path, headers, body };
    expect((await askOverWire(address, sent)).status).toBe(201);
  }
});
