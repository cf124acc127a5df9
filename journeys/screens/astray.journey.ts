/** Late responses after navigation, deleted files and missing records. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packGenes } from '../browser/addresses.ts';
import { closeVisitors, expectAccessible, openVisitor, shareBrowser, signIn } from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading, rowOf } from '../browser/screens.ts';
import { type Portal, signInByToken, takeIn, until } from '../harness/portal.ts';
import { type SmallCollection, writeSmallCollection, zipFiles } from '../harness/small-collection.ts';

/** Its matrix is too large for a preview, and read by range. */
const FIRST: SmallCollection = { name: 'GSE90003', samples: 100, features: 3000 };
/** The second version of the same data set. */
const SECOND: SmallCollection = { ...FIRST, features: 40 };
const MATRIX = 'GSE90003_DS1.csv';
const SENT: SmallCollection = { name: 'GSE90004', samples: 12, features: 40 };

let portal: Portal;
let browser: Browser;
let page: Page;
let dataSet: number;
const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-astray-'));

function takeInSmall(collection: SmallCollection): void {
  for (const [name, content] of writeSmallCollection(collection)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  takeIn(portal, path.join(folder, collection.name));
}

beforeAll(async () => {
  portal = await startLaboratory('empty');
  const person = await signInByToken(portal.address, 'demo_lab');
  takeInSmall(FIRST);
  takeInSmall(SECOND);
  const answer = await person.get(`/api/data-sets/?search=${FIRST.name}`);
  const { results } = (await answer.json()) as { results: { id: number }[] };
  dataSet = results[0]?.id ?? 0;
  browser = await shareBrowser();
  const visitor = await openVisitor(browser, portal.address);
  page = visitor.page;
  await signIn(visitor, 'demo_lab');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function openFiles(more: string): Promise<void> {
  await page.goto(`/home/collections/data-sets/attributes?dsId=${dataSet}&tab=files${more}`);
  await rowOf(page.getByRole('grid', { name: 'Files', exact: true }), MATRIX).waitFor();
}

/** Opens the matrix of the first version, which is read by range. */
async function explore(): Promise<void> {
  await openFiles('&versions=1');
  await page.getByRole('button', { name: `Actions for ${MATRIX}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Explore', exact: true }).click();
  await page.getByText(/^Rows 1 to 100 of /).waitFor();
}

test('an older version lists its own files', async () => {
  const row = rowOf(page.getByRole('grid', { name: 'Files', exact: true }), MATRIX);
  await openFiles('');
  await row.getByText(/^[\d.]+ KB$/).waitFor();
  await openFiles('&versions=1');
  await row.getByText(/^[\d.]+ MB$/).waitFor();
});

test('text is found in a table that is too large for a preview', async () => {
  await explore();
  await page.getByLabel('Find in the table', { exact: true }).fill('gene2500');
  await page.getByRole('button', { name: 'Find next', exact: true }).click();
  await page.getByRole('rowheader', { name: '2,501', exact: true }).waitFor();
  await page.getByText('GENE2500', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Find next', exact: true }).click();
  await page.getByText('No further row contains it.', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('controls keep their place when the rows are counted', async () => {
  let isCounted = false;
  await page.route('**/api/files/explore/', async (route) => {
    const answer = await route.fetch();
    const counting = { state: 'indexing', known_rows: 200, number_of_rows: null, progress: 0.5 };
    await route.fulfill({ json: { ...(await answer.json()), ...(isCounted ? {} : counting) } });
  });
  await openFiles('&versions=1');
  await page.getByRole('button', { name: `Actions for ${MATRIX}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Explore', exact: true }).click();
  const button = page.getByRole('button', { name: 'Find next', exact: true });
  await page.getByText('The rows are being counted.').waitFor();
  const before = await button.boundingBox();
  isCounted = true;
  await page.getByText('Rows 1 to 100 of 3,001', { exact: true }).waitFor();
  expect(await button.boundingBox()).toEqual(before);
  await page.unroute('**/api/files/explore/');
});

test('leaving the table ends its search, without navigating back', async () => {
  await explore();
  await page.route('**/api/files/explore/find/', () => undefined);
  await page.getByLabel('Find in the table', { exact: true }).fill('gene2500');
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/explore/find/'));
  await page.getByRole('button', { name: 'Find next', exact: true }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await page.unroute('**/api/files/explore/find/');
  expect(new URL(page.url()).searchParams.get('row')).toBeNull();
});

test('a pause while typing loses no letters', async () => {
  await page.goto(`/home/explore?genes=${packGenes(['AIF1', 'CD68', 'MBP'])}`);
  const field = page.getByLabel('Data set title contains', { exact: true });
  await field.pressSequentially('Phillips ');
  await page.waitForURL((address) => address.searchParams.get('title') === 'Phillips');
  await field.pressSequentially('2006');
  await page.waitForURL((address) => address.searchParams.get('title') === 'Phillips 2006');
  expect(await field.inputValue()).toBe('Phillips 2006');
  await page.goBack();
  await page.goForward();
  await until('the field', async () => ((await field.inputValue()) === 'Phillips 2006' ? true : null));
});

test('Retry is offered for a server error, but not for a missing record', async () => {
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry', exact: true });
  await page.goto('/home/collections/data-sets/attributes?dsId=999999');
  await expectHeading(page, 'Data set');
  await page.getByRole('alert').getByRole('button', { name: 'Copy the request number' }).waitFor();
  expect(await retry.count()).toBe(0);

  const calls = `**/api/data-sets/${dataSet}/**`;
  // Until Retry is chosen: the page also asks again by itself when a job of the import has changed the record.
  await page.route(calls, async (route) =>
    (await page.evaluate('globalThis.isRetried')) === true
      ? route.continue()
      : route.fulfill({ status: 503, body: '{}' }),
  );
  // Through a link, because a page that is opened by its address comes with the record.
  await page.goto('/home/collections/data-sets');
  await page.getByRole('link', { name: new RegExp(`^Journey 2024 ${FIRST.name} EXT`) }).click();
  await retry.waitFor();
  await page.evaluate(
    `addEventListener('click', () => { globalThis.isRetried = true; }, { capture: true, once: true })`,
  );
  await retry.click();
  await expectHeading(page, `Journey 2024 ${FIRST.name} EXT`);
  await page.unroute(calls);
});

test('if a file disappears before it is sent, the page asks for it again', async () => {
  const archive = path.join(folder, `${SENT.name}.zip`);
  const bytes = await zipFiles(writeSmallCollection(SENT));
  writeFileSync(archive, bytes);
  await page.route('**/api/uploads/', async (route) => {
    if (route.request().method() === 'POST') rmSync(archive, { force: true });
    await route.continue();
  });
  await page.goto('/home/add-new-collection');
  const field = page.locator('input[type="file"]');
  await field.setInputFiles(archive);
  await page.getByText('The file could not be read. Please choose it again.', { exact: true }).waitFor();
  await page.getByText(`Choose ${SENT.name}.zip again`, { exact: true }).waitFor();
  await expectAccessible(page);
  await field.setInputFiles({ name: `${SENT.name}.zip`, mimeType: 'application/zip', buffer: bytes });
  await page
    .getByRole('grid', { name: 'Records of the import' })
    .getByRole('link', { name: `Journey 2024 ${SENT.name}`, exact: true })
    .waitFor();
});
