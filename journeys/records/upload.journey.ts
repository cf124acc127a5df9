/** Uploads of a data collection in the browser: refused, stored, unchanged, and resumed after a reload. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  expectAccessible,
  expectAccessibleLayer,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading, rowOf } from '../browser/screens.ts';
import { type Portal, signInByToken, until } from '../harness/portal.ts';
import { type SmallCollection, writeSmallCollection, zipFiles } from '../harness/small-collection.ts';

const SMALL: SmallCollection = { name: 'GSE90001', samples: 12, features: 40 };
/** Its uncompressed archive has two parts of at most 8 MiB. */
const LARGE: SmallCollection = { name: 'GSE90002', samples: 200, features: 8000 };

let portal: Portal;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  portal = await startLaboratory('empty');
  browser = await shareBrowser();
  visitor = await openVisitor(browser, portal.address);
  page = visitor.page;
  await comeHome(visitor, 'demo_lab');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

async function choose(name: string, archive: Buffer): Promise<void> {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: `${name}.zip`, mimeType: 'application/zip', buffer: archive });
}

/** Opens the screen that adds a data collection and chooses an archive of these files there. */
async function upload({ name }: SmallCollection, files: ReadonlyMap<string, string>): Promise<void> {
  await page.goto('/home/add-new-collection');
  await choose(name, await zipFiles(files));
}

/** A progress bar, which has no width at first. */
async function expectBar(name: string): Promise<void> {
  await page.getByRole('progressbar', { name, exact: true }).waitFor({ state: 'attached' });
}

function pathEndingIn(files: ReadonlyMap<string, string>, end: string): string {
  const [found] = [...files.keys()].filter((file) => file.endsWith(end));
  if (found === undefined) throw new Error(`No file ends in ${end}.`);
  return found;
}

test('an empty portal links to the screen that adds the first data collection', async () => {
  await page.getByText('No records found', { exact: true }).first().waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Add data collection' }).click();
  await expectHeading(page, 'Add data collection');
  await expectAccessible(page);
});

test('an archive with a missing file is refused, naming the file', async () => {
  const files = writeSmallCollection(SMALL);
  const missing = pathEndingIn(files, '_feature_metadata.csv');
  files.delete(missing);
  await upload(SMALL, files);
  const modal = page.getByRole('dialog', { name: 'Zip file upload failed', exact: true });
  await modal.getByText(/following are the missing files:$/).waitFor();
  expect(await modal.getByRole('listitem').allTextContents()).toEqual([missing]);
  await expectAccessibleLayer(page);
  await modal.getByRole('button', { name: 'UPLOAD NEW FILE', exact: true }).click();
  await modal.waitFor({ state: 'hidden' });
  await page.getByText('Archive of the data collection', { exact: true }).waitFor();
});

test('a word where a number is expected is reported with file, line and column', async () => {
  const files = writeSmallCollection(SMALL);
  const matrix = pathEndingIn(files, 'DS1.csv');
  const lines = files.get(matrix)?.split('\n') ?? [];
  // The third feature comes after two header lines; its first value belongs to the first sample.
  lines[4] = (lines[4] ?? '').replace(/^3,GENE3,[^,]*/, '3,GENE3,high');
  files.set(matrix, lines.join('\n'));
  await upload(SMALL, files);
  await page.getByRole('dialog', { name: 'Zip file upload failed' }).getByText('Close').click();
  const faults = page.getByRole('list', { name: 'What is wrong' }).getByRole('listitem');
  await faults.first().waitFor();
  expect((await faults.allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
    ['"high" is not a number.', `${matrix}, line 5, column ${SMALL.name}_S1`],
  ]);
  await expectAccessible(page);
});

test('the corrected archive is stored, and its records open by their Omicon IDs', async () => {
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/upload-parts/**', async (route) => {
    await held;
    await route.continue();
  });
  await upload(SMALL, writeSmallCollection(SMALL));
  await expectBar('Part of the archive that is sent');
  await expectAccessible(page);
  letThrough();

  const units = page.getByRole('grid', { name: 'Records of the import' });
  await units.waitFor();
  await expect.poll(() => units.getByText('new', { exact: true }).count()).toBe(2);
  await expectAccessible(page);
  await rowOf(units, `Journey 2024 ${SMALL.name} EXT A.1`)
    .getByRole('link', { name: /^OM\.DS\.\d+$/ })
    .click();
  await expectHeading(page, `Journey 2024 ${SMALL.name} EXT`);
  await page.goBack();
  await rowOf(units, `Journey 2024 ${SMALL.name}`)
    .getByRole('link', { name: /^OM\.DC\.\d+$/ })
    .click();
  await expectHeading(page, `Journey 2024 ${SMALL.name}`);
});

test('the same archive again changes nothing and the report says so', async () => {
  await upload(SMALL, writeSmallCollection(SMALL));
  const units = page.getByRole('grid', { name: 'Records of the import' });
  await units.waitFor();
  await expect.poll(() => units.getByText('unchanged', { exact: true }).count()).toBe(2);
});

test('after a reload during an upload, it resumes where it stopped', async () => {
  const archive = await zipFiles(writeSmallCollection(LARGE), { compress: false });
  const sent: string[] = [];
  await page.route('**/api/upload-parts/**', async (route) => {
    const part = route.request().url().split('?')[0]?.split('/').at(-1) ?? '';
    sent.push(part);
    // The second part is not sent before the reload.
    if (part === '1' || sent.filter((each) => each === part).length > 1) await route.continue();
  });
  await page.goto('/home/add-new-collection');
  await choose(LARGE.name, archive);
  await page.waitForURL(/upload=\d+/);
  const id = new URL(page.url()).searchParams.get('upload');
  const person = await signInByToken(portal.address, 'demo_lab');
  await until('the first part', async () => {
    const answer = await person.get(`/api/uploads/${id}/`);
    const { parts } = (await answer.json()) as { parts: { is_received: boolean }[] };
    return parts[0]?.is_received === true ? true : null;
  });
  await until('the second part on its way', async () => (sent.includes('2') ? true : null));

  await page.reload();
  await page
    .getByText(/^1 of 2 parts of GSE90002\.zip .* Choose the same file again to send the rest\.$/)
    .waitFor();
  await choose('GSE90001', archive);
  await page.getByText('This is another file: its name or size differs.', { exact: true }).waitFor();
  await choose(LARGE.name, archive);
  await expectBar('Part of the files that is done');
  await page
    .getByRole('grid', { name: 'Records of the import' })
    .getByRole('link', { name: `Journey 2024 ${LARGE.name}`, exact: true })
    .waitFor();
  expect(sent.toSorted()).toEqual(['1', '2', '2']);
  expect(visitor.troubles).toEqual([]);
});

test('a registered user has no link to add records, and the screen itself refuses', async () => {
  const reader = await openVisitor(browser, portal.address);
  await signIn(reader, 'demo_ru');
  for (const address of ['/home/collections/data-collections', '/home/analyses/analyses']) {
    await reader.page.goto(address);
    await reader.page.getByRole('grid').waitFor();
    expect(await reader.page.getByRole('link', { name: /^Add / }).count()).toBe(0);
  }
  await reader.page.goto('/home/add-new-collection');
  await reader.page
    .getByText('Only members of the laboratory can add data collections', { exact: true })
    .waitFor();
  expect(await reader.page.locator('input[type="file"]').count()).toBe(0);
  await expectAccessible(reader.page);
  expect(reader.troubles).toEqual([]);
});
