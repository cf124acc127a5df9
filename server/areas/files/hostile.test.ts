/** Hostile files: each gets a refusal or a harmless preview, and the next preview works (SEC-31, 32, 44, 45). */
import {
  createFileLink,
  previewCsv,
  previewDocument,
  previewSheet,
} from '@omicon/contract/areas/files/files.ts';
import { fileExtension } from '@omicon/domain/files/file-kinds.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { STOPPED_FILES } from '../../test-support/attacks/hostile/plain-files.ts';
import { HONEST_FILES, HOSTILE_FILES } from '../../test-support/attacks/hostile-files.ts';
import { takeIn } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const { analysis } = pathsOf();
const prototypeBefore = Object.getOwnPropertyNames(Object.prototype);

let portal: TestPortal;
let guest: Caller;
const keys = new Map<string, string>();
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  const files = [...HONEST_FILES, ...HOSTILE_FILES].map(({ name, bytes }): [string, Buffer] => [
    `${analysis}/${name}`,
    bytes,
  ]);
  const report = await takeIn(portal, { ...smallLaboratory(), ...Object.fromEntries(files) });
  expect(report.faults).toEqual([]);
  for (const { id, name } of await portal.services.db.selectFrom('file').select(['id', 'name']).execute())
    keys.set(name, `${id}/${name}`);
});
afterAll(() => portal.close());

interface Preview {
  status: number;
  sentence: string | null;
  text: string;
}

function toPreview(answer: Awaited<ReturnType<TestPortal['ask']>>): Preview {
  return {
    status: answer.status,
    sentence: answer.status < 400 ? null : answer.refusal.detail,
    text: answer.text,
  };
}

/** The bytes of a link, as read by pages: an untyped file that browsers do not render or execute. */
async function readLinked(key: string): Promise<Preview> {
  const link = await portal.call(createFileLink, { as: guest, body: { key, purpose: 'preview' } });
  if (link.status >= 400) return toPreview(link);
  const content = await portal.app.inject({
    url: link.reply.url,
    headers: { authorization: `Token ${guest.token}` },
  });
  expect(content.headers['content-type']).toBe('application/octet-stream');
  expect(content.headers['content-disposition']).toMatch(/^attachment; /);
  expect(content.headers['content-security-policy']).toContain('sandbox');
  expect(content.headers['x-content-type-options']).toBe('nosniff');
  return { status: content.statusCode, sentence: null, text: content.rawPayload.toString() };
}

async function preview(name: string): Promise<Preview> {
  const key = keys.get(name) ?? '';
  const kind = fileExtension(name);
  if (kind === 'csv') return toPreview(await portal.call(previewCsv, { as: guest, body: { key } }));
  if (kind === 'docx') return toPreview(await portal.call(previewDocument, { as: guest, body: { key } }));
  if (kind.startsWith('xls')) return toPreview(await portal.call(previewSheet, { as: guest, body: { key } }));
  return readLinked(key);
}

/** Decodes JSON within JSON, to compare texts unescaped. */
function shownBy({ text }: Preview, name: string): string {
  if (fileExtension(name) !== 'csv') return text;
  const reply = previewCsv.reply.parse(JSON.parse(text));
  return [...reply.columns, ...JSON.parse(reply.results).flat()].join('\n');
}

describe('the preview of a hostile file', () => {
  afterEach(() => {
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototypeBefore);
  });

  test.each(HOSTILE_FILES)('$name is harmless, and the next one works', async ({ name, answer }) => {
    const got = await preview(name);
    if ('sentence' in answer) {
      expect([got.status, got.sentence]).toEqual([
        answer.status,
        typeof answer.sentence === 'string' ? answer.sentence : expect.stringMatching(answer.sentence),
      ]);
    } else {
      expect([got.status, got.sentence]).toEqual([200, null]);
      for (const text of answer.shows) expect(shownBy(got, name)).toContain(text);
    }
    expect(got.text).not.toContain('root:');
    const kind = fileExtension(name) === 'doc' ? 'docx' : fileExtension(name);
    const next = await preview(HONEST_FILES.find((file) => fileExtension(file.name) === kind)?.name ?? '');
    expect([next.status, next.text]).toEqual([200, expect.stringMatching(/./)]);
  });
});

test('files that are only named .pdf are not imported', async () => {
  for (const { name, bytes, fault } of STOPPED_FILES) {
    const report = await takeIn(portal, { ...smallLaboratory(), [`${analysis}/${name}`]: bytes });
    expect(report.faults.map(({ sentence }) => sentence)).toEqual([fault]);
    const stored = portal.services.db.selectFrom('file').select('id').where('name', '=', name);
    expect(await stored.execute()).toEqual([]);
  }
});

test('there are at least forty hostile files with distinct names', () => {
  expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(40);
  expect(new Set(HOSTILE_FILES.map(({ name }) => name)).size).toBe(HOSTILE_FILES.length);
});

describe('a workbook', () => {
  const sheet = async (name: string, index: number) =>
    portal.call(previewSheet, { as: guest, body: { key: keys.get(name) ?? '', sheet: index } });

  test.each(['honest.xlsx', 'honest.xls'])(
    '%s is shown sheet by sheet, formulas by their value',
    async (name) => {
      const { reply } = await sheet(name, 0);
      expect(reply).toEqual({
        sheets: ['Genes', 'Samples'],
        number_of_sheets: 2,
        sheet: 0,
        rows: [
          ['Gene', 'kME', 'Module'],
          ['IDH1', '0.93', 'turquoise'],
          ['OLIG2', '-0.125', 'blue'],
          ['Sum', '0.805', 'TRUE'],
        ],
        number_of_rows: 4,
        number_of_columns: 3,
      });
      expect((await sheet(name, 1)).reply.rows).toEqual([['Sample'], ['GSM97793']]);
    },
  );

  test('without the requested sheet is refused', async () => {
    const answer = await sheet('honest.xlsx', 2);
    expect([answer.status, answer.refusal.detail]).toEqual([
      400,
      'This file cannot be previewed. It has no sheet 3.',
    ]);
  });

  test('is shown up to 1,000 rows and 25 columns, with its full size', async () => {
    const { reply } = await sheet('far-cell.xlsx', 0);
    expect([reply.rows.length, reply.rows[0]]).toEqual([1000, ['IDH1']]);
    const wide = (await sheet('repeated-text.xlsx', 0)).reply;
    expect([wide.number_of_rows, wide.number_of_columns, wide.rows[0]?.length]).toEqual([1000, 25, 25]);
    expect(wide.rows.length).toBeLessThan(1000);
  });

  test('of another kind is refused', async () => {
    expect((await sheet('honest.csv', 0)).refusal.detail).toBe('Only xls and xlsx files have this preview.');
  });
});

test('a document is sent without executable parts and external links', async () => {
  const { reply } = await portal.call(previewDocument, {
    as: guest,
    body: { key: keys.get('foreign-page.docx') ?? '' },
  });
  const archive = Buffer.from(reply.content, 'base64');
  expect(archive.includes('word/document.xml')).toBe(true);
  expect(archive.includes('page.html')).toBe(false);
});
