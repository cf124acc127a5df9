/** Text files without line breaks, and files whose content does not match their name: each gets a message. */
import { gzipSync } from 'node:zlib';
import { exploreTable, findInTable } from '@omicon/contract/areas/files/explore.ts';
import {
  createFileLink,
  previewCsv,
  previewDocument,
  previewSheet,
} from '@omicon/contract/areas/files/files.ts';
import { zipOf } from '@omicon/intake/tree/test-zip.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aFileOf } from '../../../test-support/downloads.ts';
import { aDocument, aWorkbook } from '../../../test-support/files/office-files.ts';
import { pdfOf } from '../../../test-support/files/pdf-files.ts';
import { aPng } from '../../../test-support/files/pictures.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';

const MIB = 1024 * 1024;
const TOO_LONG = 'Line 1 is longer than 1 MiB, so this file cannot be shown as a table. Download it instead.';

let portal: TestPortal;
let lab: Caller;
let numbers: LaboratoryNumbers;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  numbers = await aLaboratory(portal);
});
afterAll(() => portal.close());

describe('a first line of 30 MiB', () => {
  const filled = (text: string) => Buffer.alloc(30 * MIB, text);

  test.each([
    ['letters.csv', filled('x')],
    ['commas.csv', filled('a,')],
    ['quotes.csv', filled('"')],
    ['unclosed.csv', Buffer.concat([Buffer.from('"'), filled('a,')])],
    ['letters.txt', filled('x')],
    ['tabs.tsv', filled('a\t')],
    ['packed.csv.gz', gzipSync(filled('a,'))],
  ])('in %s is refused with a sentence at once, before and after its index', async (name, bytes) => {
    const { key } = await aFileOf(portal, numbers.loaded, { name, bytes });
    for (const isIndexed of [false, true]) {
      const answer = await portal.call(exploreTable, { as: lab, body: { key } });
      expect([answer.status, answer.refusal.detail]).toEqual([413, TOO_LONG]);
      if (!isIndexed) await portal.runJobs();
    }
  });

  test('is also refused for a text search', async () => {
    const { key } = await aFileOf(portal, numbers.loaded, { name: 'find.csv', bytes: filled('"') });
    const answer = await portal.call(findInTable, { as: lab, body: { key, text: 'IDH1' } });
    expect([answer.status, answer.refusal.detail]).toEqual([413, TOO_LONG]);
  });
});

test('a later line of several megabytes is cut, whatever its content', async () => {
  for (const [name, text] of [
    ['later.csv', 'x'],
    ['later-quotes.csv', '"'],
  ] as const) {
    const bytes = Buffer.concat([
      Buffer.from('Gene,P\nIDH1,1\n'),
      Buffer.alloc(30 * MIB, text),
      Buffer.from('\nOLIG2,2\n'),
    ]);
    const { key } = await aFileOf(portal, numbers.loaded, { name, bytes });
    await portal.call(exploreTable, { as: lab, body: { key } });
    await portal.runJobs();
    const { rows } = (await portal.call(exploreTable, { as: lab, body: { key } })).reply;
    expect(rows.slice(0, 2).map(({ cells, is_cut }) => [cells[0]?.slice(0, 4), is_cut])).toEqual([
      ['IDH1', false],
      [text.repeat(4), true],
    ]);
  }
});

test('a page of long rows full of quotation marks is shown without delay', async () => {
  const row = `${'"a"b'.repeat(128 * 1024)},1\n`;
  const bytes = Buffer.from(`Gene,P\n${row.repeat(30)}`);
  const { key } = await aFileOf(portal, numbers.loaded, { name: 'quoted-rows.csv', bytes });
  await portal.call(exploreTable, { as: lab, body: { key } });
  await portal.runJobs();
  const { rows } = (await portal.call(exploreTable, { as: lab, body: { key } })).reply;
  expect(rows.map(({ cells, is_cut }) => [cells[0]?.slice(0, 4), cells[1], is_cut])).toEqual(
    Array(30).fill(['"a"b', '1', false]),
  );
});

const PAGE = Buffer.from('<!doctype html><html><body>404 Not Found</body></html>');
const TEXT = Buffer.from('Gene,P\nIDH1,1\n');

describe('the type of a file is detected from its bytes:', () => {
  test.each([
    ['a.csv', pdfOf({}), 'This file is named .csv but holds a PDF.'],
    ['b.csv', aPng(4, 4), 'This file is named .csv but holds a PNG picture.'],
    [
      'c.csv',
      zipOf([{ name: 'a.txt', content: 'x' }]),
      'This file is named .csv but holds a zip archive or Office document.',
    ],
    [
      'd.csv',
      aWorkbook('xlsx'),
      /^This file is named \.csv but holds (an Excel workbook|a zip archive or Office document)\.$/,
    ],
    [
      'e.csv',
      aWorkbook('biff8'),
      'This file is named .csv but holds an Excel 97 workbook or another old Office document.',
    ],
    ['f.csv', PAGE, 'This file is named .csv but holds a web page (HTML).'],
    ['g.csv', gzipSync(TEXT), 'This file is named .csv but holds gzip-compressed data.'],
    ['h.txt', pdfOf({}), 'This file is named .txt but holds a PDF.'],
    ['i.R', gzipSync(TEXT), 'This file is named .r but holds gzip-compressed data.'],
    ['j.pdf', PAGE, 'This file is named .pdf but holds a web page (HTML).'],
    ['k.xlsx', TEXT, 'This file is named .xlsx but holds plain text.'],
    [
      'l.xlsx',
      aDocument(),
      /^This file is named \.xlsx but holds a Word document\.$|^This file cannot be previewed\./,
    ],
    ['m.docx', pdfOf({}), 'This file is named .docx but holds a PDF.'],
  ])('%s', async (name, bytes, sentence) => {
    const { key } = await aFileOf(portal, numbers.loaded, { name, bytes });
    const extension = name.split('.').at(-1);
    const call =
      extension === 'csv'
        ? portal.ask(previewCsv, { as: lab, body: { key } })
        : extension === 'xlsx'
          ? portal.ask(previewSheet, { as: lab, body: { key } })
          : extension === 'docx'
            ? portal.ask(previewDocument, { as: lab, body: { key } })
            : portal.ask(createFileLink, { as: lab, body: { key, purpose: 'preview' } });
    const { status, refusal } = await call;
    expect([status, refusal.detail]).toEqual([
      400,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ]);
    const download = await portal.call(createFileLink, { as: lab, body: { key, purpose: 'download' } });
    expect(download.status).toBe(200);
  });

  test('a large table that is a web page, and a .gz file that is not gzipped', async () => {
    const large = Buffer.concat([PAGE, Buffer.alloc(2 * MIB, 'x\n')]);
    for (const [name, bytes, sentence] of [
      ['large.csv', large, 'This file is named .csv but holds a web page (HTML).'],
      ['plain.csv.gz', TEXT, 'This file is named .gz but holds plain text.'],
      ['inner.csv.gz', gzipSync(pdfOf({})), 'This file is named .csv but holds a PDF.'],
    ] as const) {
      const { key } = await aFileOf(portal, numbers.loaded, { name, bytes });
      const answer = await portal.call(exploreTable, { as: lab, body: { key } });
      expect([answer.status, answer.refusal.detail]).toEqual([400, sentence]);
    }
  });

  test('notes and scripts in UTF-16 are shown, as pages decode them', async () => {
    const { key } = await aFileOf(portal, numbers.loaded, {
      name: 'notes.txt',
      bytes: Buffer.from('\ufeffIDH1', 'utf16le'),
    });
    expect((await portal.call(createFileLink, { as: lab, body: { key, purpose: 'preview' } })).status).toBe(
      200,
    );
  });
});
