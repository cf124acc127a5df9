/** Previews of malicious files: no script runs, no other host is contacted, no process crashes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import { HONEST_FILES, HOSTILE_FILES } from '@omicon/server/test-support/attacks/hostile-files.ts';
import { pathsOf, smallLaboratory } from '@omicon/server/test-support/laboratories/small-laboratory.ts';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeVisitors,
  expectAccessible,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { type Caller, listProcesses, type Portal, signInByToken, until } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';

let portal: Portal;
let browser: Browser;
let folder: string;
let person: Caller;
let analysis: number;
let visitor: Visitor;
let page: Page;
const dialogs: string[] = [];

function writeLaboratory(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-hostile-'));
  const files = [...HONEST_FILES, ...HOSTILE_FILES].map(({ name, bytes }): [string, Buffer] => [
    `${pathsOf().analysis}/${name}`,
    bytes,
  ]);
  for (const [name, content] of [...Object.entries(smallLaboratory()), ...files]) {
    const file = path.join(folder, 'laboratory', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

async function readJson<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

beforeAll(async () => {
  folder = writeLaboratory();
  portal = await startPortal({ args: ['--empty', '--import', path.join(folder, 'laboratory')] });
  person = await signInByToken(portal.address, 'demo_lab');
  analysis = await until('the import', async () => {
    const { results } = await readJson<{ results: { id: number }[] }>(await person.get('/api/analyses/'));
    return results[0]?.id ?? null;
  });
  browser = await shareBrowser();
  visitor = await openVisitor(browser, portal.address);
  page = visitor.page;
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signIn(visitor, 'demo_lab');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function listKeys(): Promise<Map<string, string>> {
  const { results } = await readJson<{ results: { name: string; key: string | null }[] }>(
    await person.get(`/api/files/?entity_type=project&entity_id=${analysis}&page_size=100`),
  );
  return new Map(results.flatMap(({ name, key }) => (key === null ? [] : [[name, key]])));
}

const CALLS: ReadonlyMap<string, string> = new Map([
  ['csv', 'csv-preview'],
  ['xls', 'sheet-preview'],
  ['xlsx', 'sheet-preview'],
  ['docx', 'document-preview'],
]);

test('one process previews all malicious files at once, survives, and leaves no processes behind', async () => {
  const keys = await listKeys();
  const answers = await Promise.all(
    HOSTILE_FILES.map(async ({ name }) => {
      const call = CALLS.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'link';
      const body = { key: keys.get(name), ...(call === 'link' ? { purpose: 'preview' } : {}) };
      // On a busy machine the portal may refuse with Retry-After, so retry.
      const answer = await until(`an answer about ${name}`, async () => {
        const given = await person.send('POST', `/api/files/${call}/`, body);
        return given.status === 503 ? null : given;
      });
      return { name, status: answer.status, reply: await readJson<{ detail?: string }>(answer) };
    }),
  );
  for (const [at, { name, status, reply }] of answers.entries()) {
    const answer = HOSTILE_FILES[at]?.answer;
    const expected = answer !== undefined && 'status' in answer ? answer.status : 200;
    expect([name, status]).toEqual([name, expected]);
    if (status >= 400) expect(reply.detail).toMatch(/^[A-Z].+\.?$/);
  }
  // Nothing restarts a web process: a crashed one would be missing here.
  expect([portal.process.exitCode, portal.process.signalCode]).toEqual([null, null]);
  await expect.poll(() => listProcesses([path.join(REPOSITORY, 'server/preview-programs')])).toEqual([]);
});

async function open(name: string): Promise<Locator> {
  await page.goto(
    `/home/analyses/analysis-data/files?analysisId=${analysis}&mainAnalysisId=${analysis}&pdf_name=${name}`,
  );
  const preview = page.getByRole('region', { name, exact: true });
  await preview.waitFor();
  return preview;
}

/** The document rendered in its frame. */
function documentIn(preview: Locator): FrameLocator {
  return preview.frameLocator('iframe[data-drawn]');
}

/** Browsers log refused calls, including those with Retry-After. */
const EXPECTED = /status of (400|413|415|503)|response code: 503/;

async function expectHarmless(): Promise<void> {
  for (const frame of page.frames()) expect(await frame.evaluate('window.__ran === undefined')).toBe(true);
  expect(dialogs).toEqual([]);
  expect(visitor.troubles.filter((trouble) => !EXPECTED.test(trouble))).toEqual([]);
  expect(new URL(page.url()).origin).toBe(portal.address);
}

const REFUSED = 'This file cannot be previewed.';

test.each([
  ['javascript.pdf', 'Page 1 of 1'],
  ['launch.pdf', 'Page 1 of 1'],
  ['address.pdf', 'Page 1 of 1'],
  ['also-a-zip.pdf', 'Page 1 of 1'],
  ['encrypted.pdf', 'This PDF is protected by a password. Please download to view the file.'],
  ['page.pdf', 'This PDF is damaged or is none. Please download to view the file.'],
  ['formulas.csv', '=HYPERLINK("http://elsewhere.invalid","click")'],
  ['page.csv', 'This file is named .csv but holds a web page (HTML).'],
  ['page.txt', 'This file is named .txt but holds a web page (HTML).'],
  ['drawing.txt', /^<svg xmlns/],
  ['formulas.xlsx', '@SUM(1)'],
  ['prototypes.xlsx', 'hasOwnProperty'],
  ['page.xlsx', 'This file is named .xlsx but holds a web page (HTML).'],
  [
    'laughs-in-strings.xlsx',
    `${REFUSED} "xl/sharedStrings.xml" defines entities, which office files never do.`,
  ],
  ['bomb.docx', `${REFUSED} "word/media/image1.png" is packed more than 200 to 1.`],
  ['old.doc', 'Preview is not supported for files of this kind. Please download to view the file.'],
])('%s shows its text or the reason why not', async (name, text) => {
  const preview = await open(name);
  await preview.getByText(text).first().waitFor();
  await expectHarmless();
});

test.each([
  'foreign-page.docx',
  'external-image.docx',
  'drawing-image.docx',
  'external-template.docx',
  'styles.docx',
])('%s is rendered without its external content', async (name) => {
  const drawn = documentIn(await open(name));
  await drawn.getByText('Covariation of oligodendrocyte genes').waitFor();
  expect(await drawn.locator('iframe, script[src*="//elsewhere"]').count()).toBe(0);
  expect(await drawn.locator('img[src]:not([src^="blob:"])').count()).toBe(0);
  await expectHarmless();
});

test('links of a document are shown and do not navigate', async () => {
  const drawn = documentIn(await open('script-link.docx'));
  for (const text of ['run', 'leave']) await drawn.getByText(text, { exact: true }).click();
  expect(await drawn.locator('a[href]').count()).toBe(0);
  expect(await drawn.getByTitle('http://elsewhere.invalid/left').count()).toBe(1);
  await expectHarmless();
});

test('the frame of a document can access neither the portal nor other hosts', async () => {
  await documentIn(await open('honest.docx'))
    .getByText('Covariation of oligodendrocyte genes')
    .waitFor();
  const frame = page.frames().find((each) => each.url().includes('/docx-frame/'));
  expect(await frame?.evaluate('self.origin')).toBe('null');
  const before = visitor.troubles.length;
  for (const attempt of [
    'parent.document.title',
    'document.cookie',
    'localStorage.length',
    `fetch('/api/me/')`,
    `fetch('http://elsewhere.invalid/')`,
    `Promise.resolve(window.open('/')).then((opened) => { if (opened === null) throw new Error('not opened'); })`,
  ]) {
    const outcome = await frame?.evaluate(
      `Promise.resolve().then(() => ${attempt}).then(() => 'done', () => 'refused')`,
    );
    expect([attempt, outcome]).toEqual([attempt, 'refused']);
  }
  // The browser logs what it has blocked.
  const kept = visitor.troubles.splice(before);
  expect(kept.length).toBeGreaterThan(0);
  for (const trouble of kept) expect(trouble).toMatch(/Content Security Policy|Blocked opening/);
  await expectHarmless();
});

test.each(['honest.xlsx', 'honest.xls'])('%s is shown sheet by sheet', async (name) => {
  const preview = await open(name);
  const sheet = preview.getByRole('region', { name: 'Content of the file' });
  await sheet.getByRole('cell', { name: '0.805', exact: true }).waitFor();
  await preview.getByText('4 rows and 3 columns.', { exact: true }).waitFor();
  expect(await sheet.getByRole('columnheader').count()).toBe(26);
  expect(await sheet.locator('a').count()).toBe(0);
  await expectAccessible(page);
  await preview.getByLabel('Sheet').selectOption('Samples');
  await sheet.getByRole('cell', { name: 'GSM97793', exact: true }).waitFor();
  await expectHarmless();
});

test('for a large sheet, the page states how much is shown', async () => {
  const preview = await open('far-cell.xlsx');
  await preview
    .getByText(
      '1,048,576 rows and 16,384 columns. The first 1,000 rows and 25 columns are shown; download the file to see all of it.',
    )
    .waitFor();
  const many = await open('ten-thousand-sheets.xlsx');
  await many.getByText(/^This workbook has 10,000 sheets\. The first 500 can be chosen here/).waitFor();
  await expectHarmless();
});

test('a document shows its text, table and picture, and has an accessible name', async () => {
  const preview = await open('honest.docx');
  await documentIn(preview).getByText('Covariation of oligodendrocyte genes').waitFor();
  await preview.getByTitle('Content of honest.docx').waitFor();
  await documentIn(preview).getByRole('cell', { name: 'turquoise', exact: true }).waitFor();
  const pictures = documentIn(preview).locator('img');
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((each) => Reflect.get(each, 'naturalWidth'))))
    .toEqual([1]);
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('grid').first().waitFor();
});

test('for a kind without preview, the action is disabled and shows why', async () => {
  await page.goto(`/home/analyses/analysis-data/files?analysisId=${analysis}&mainAnalysisId=${analysis}`);
  await page.getByRole('textbox', { name: /^Filter / }).fill('old.doc');
  await page.getByText('1 record', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for old.doc', exact: true }).click();
  const item = page.getByRole('menuitem', { name: /^Preview/ });
  expect(await item.getAttribute('aria-disabled')).toBe('true');
  expect(await item.textContent()).toContain('Preview is not supported for files of this kind.');
  await page.getByRole('menuitem', { name: 'Download', exact: true }).waitFor();
});
