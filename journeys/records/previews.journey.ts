/** Previews have addresses: links, reload, Back and Forward work as on any screen. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DemoRecords } from '../browser/addresses.ts';
import { comeHome, expectAccessible, openVisitor, signIn, type Visitor, WIDE } from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { searchFor, settleScreen } from '../browser/screens.ts';
import { signInByToken } from '../harness/portal.ts';

let demo: Demo;
let browser: Browser;
let records: DemoRecords;
let member: Visitor;
let page: Page;

beforeAll(async () => {
  demo = await openDemo('RNA-seq');
  ({ browser, records } = demo);
  member = await openVisitor(browser, demo.portal.address);
  page = member.page;
  await comeHome(member, 'demo_lab');
});
beforeEach(() => page.setViewportSize(WIDE));
afterAll(async () => {
  await demo?.close();
  expect(member.troubles).toEqual([]);
});

/** The full name of a link in a grid, from its cell, since the link may be shortened. */
async function nameOf(link: Locator): Promise<string> {
  return (await link.locator('xpath=ancestor::td').getAttribute('title')) ?? '';
}

const previewIn = (where: Page, name: string) => where.getByRole('region', { name, exact: true });
const backIn = (preview: Locator) => preview.getByRole('button', { name: 'Back', exact: true });

/** Waits for a preview, with a link back. */
async function expectPreview(where: Page, name: string): Promise<Locator> {
  const preview = previewIn(where, name);
  await backIn(preview).waitFor();
  return preview;
}

const LISTS: [string, (records: DemoRecords) => string, string][] = [
  ['recent files', () => '/home/recent-files?search=attributes.csv&size=5', 'Recent files'],
  ['all files', () => '/home/data-listing?sort=sizeByteVal&order=asc&search=.csv&size=5&page=2', 'All files'],
  [
    'the files of a data collection',
    ({ dc }) => `/home/collections/data-collections/attributes?dcId=${dc}&tab=files`,
    'Files',
  ],
  [
    'the files of a data set',
    ({ ds }) => `/home/collections/data-sets/attributes?dsId=${ds}&tab=files`,
    'Files',
  ],
  [
    'the files of an analysis',
    ({ analysis }) =>
      `/home/analyses/analysis-data/files?analysisId=${analysis}&mainAnalysisId=${analysis}&contentType=analyses`,
    'Files of the analysis',
  ],
  [
    'files found',
    () => '/home/global-search-results?q=attributes.csv&scope=files&size=2&page=2',
    'Files found',
  ],
];

describe.each(LISTS)('from %s', (_where, address, caption) => {
  const grid = () => page.getByRole('grid', { name: caption, exact: true });
  const files = () => grid().locator('td[data-first] a').filter({ hasText: /csv$/ });

  test('a preview opens by a link, and Back, Forward, reload and a new tab work', async () => {
    await page.goto(address(records));
    await settleScreen(page);
    const list = page.url();
    const rows = await grid().locator('td[data-first]').allTextContents();
    const link = files().last();
    const name = await nameOf(link);
    const href = (await link.getAttribute('href')) ?? '';

    await link.click();
    await expectPreview(page, name);
    expect(page.url()).toBe(`${demo.portal.address}${href}`);

    await page.goBack();
    await grid().waitFor();
    expect(page.url()).toBe(list);
    expect(await grid().locator('td[data-first]').allTextContents()).toEqual(rows);
    await grid().locator('td[data-first]:focus, a:focus').filter({ hasText: name }).first().waitFor();

    await page.goForward();
    const preview = await expectPreview(page, name);
    await backIn(preview).click();
    await grid().waitFor();
    expect(page.url()).toBe(list);

    // A shared link opens the file, from which Back leads to its list.
    const other = await member.context.newPage();
    await other.goto(href);
    await expectPreview(other, name);
    await other.reload();
    await backIn(await expectPreview(other, name)).click();
    await other.getByRole('grid', { name: caption, exact: true }).waitFor();
    expect(new URL(other.url()).search).toBe(new URL(list).search);
    await other.close();

    const [tab] = await Promise.all([
      member.context.waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    // `count` is no action: Playwright sometimes misses that a tab opened by a click has loaded, and then never acts.
    await expect.poll(() => backIn(previewIn(tab, name)).count()).toBe(1);
    await tab.close();
    await grid().waitFor();
  });
});

test('the row menu and Enter open the same address', async () => {
  await page.goto('/home/data-listing?search=attributes.csv');
  await settleScreen(page);
  const link = page.getByRole('grid', { name: 'All files' }).locator('td[data-first] a').first();
  const list = page.url();
  const address = `${demo.portal.address}${await link.getAttribute('href')}`;
  const name = await nameOf(link);
  await page.getByRole('grid', { name: 'All files' }).locator('td[data-first]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectPreview(page, name);
  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await page
    .getByRole('gridcell', { name: 'xls', exact: true })
    .first()
    .and(page.locator(':focus'))
    .waitFor();
  await page
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Preview', exact: true }).click();
  await expectPreview(page, name);
  expect(page.url()).toBe(address);
  await page.goBack();
  await page.getByRole('grid', { name: 'All files' }).waitFor();
  expect(page.url()).toBe(list);
});

test('a list of files keeps its order and selected rows while a preview is open', async () => {
  await page.goto(
    `/home/analyses/analysis-data/files?analysisId=${records.analysis}&mainAnalysisId=${records.analysis}`,
  );
  await settleScreen(page);
  const grid = page.getByRole('grid', { name: 'Files of the analysis', exact: true });
  const order = () => grid.locator('td[data-first]').allTextContents();
  const before = await order();
  await grid.getByRole('columnheader', { name: 'Size', exact: true }).getByRole('button').click();
  await grid.locator('[aria-sort="ascending"]').getByText('Size', { exact: true }).waitFor();
  const sorted = await order();
  expect(sorted).not.toEqual(before);
  const link = grid.locator('td[data-first] a').filter({ hasText: /csv$/ }).first();
  const name = await nameOf(link);
  await grid.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await link.click();
    await expectPreview(page, name);
    await page.locator('section:focus').waitFor();
    await leave();
    await grid.waitFor();
    expect(await order()).toEqual(sorted);
    await page.getByRole('button', { name: 'Download 1', exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
});

test('a list keeps its scroll position when a preview closes', async () => {
  await page.setViewportSize({ width: 1000, height: 420 });
  await page.goto('/home/data-listing?search=.csv&size=50');
  await settleScreen(page);
  const link = page.getByRole('grid', { name: 'All files' }).locator('td[data-first] a').last();
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate('window.scrollY');
  expect(before).toBeGreaterThan(100);
  const name = await nameOf(link);
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await link.click();
    await expectPreview(page, name);
    await page.locator('section:focus').waitFor();
    await leave();
    await link.waitFor();
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(before);
  }
});

test('a link can open a file on another page of its list, and a page of a PDF', async () => {
  const person = await signInByToken(demo.portal.address, 'demo_lab');
  const answer = await person.get(`/api/files/?search=${records.pdf}`);
  const { results } = (await answer.json()) as { results: { key: string; name: string }[] };
  const key = encodeURIComponent(results[0]?.key ?? '');
  await page.goto(`/home/data-listing?search=attributes.csv&page=2&size=5&file=${key}&file_page=2`);
  const preview = await expectPreview(page, records.pdf);
  await preview.getByText(/^Page\s*2 of/).waitFor();
  await preview.getByRole('button', { name: 'Next page', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('file_page')).toBe('3');
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  await page.reload();
  await preview.getByText(/^Page\s*3 of/).waitFor();
  await backIn(preview).click();
  await page.getByRole('grid', { name: 'All files' }).waitFor();
  expect(new URL(page.url()).search).toBe('?search=attributes.csv&page=2&size=5');
});

test('the preview of a lineage node’s file has an address', async () => {
  await page.goto(`/home/collections/data-sets/attributes?dsId=${records.ds}&tab=lineage&view=tree`);
  await page
    .getByRole('treeitem', { name: /Data set/ })
    .first()
    .click();
  const link = page.getByRole('dialog').getByRole('link', { name: /csv$/ }).first();
  const name = (await link.textContent()) ?? '';
  const href = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expectPreview(page, name);
  expect(page.url()).toBe(`${demo.portal.address}${href}`);
  await page.reload();
  await expectPreview(page, name);
  await page.goBack();
  await page.getByRole('treeitem').first().waitFor();
});

test('an address of a missing file shows a message with a link to the list', async () => {
  const reader = await openVisitor(browser, demo.portal.address);
  await signIn(reader, 'demo_ru');
  for (const key of ['999999999/none.csv', 'no key']) {
    await reader.page.goto(`/home/recent-files?size=5&file=${encodeURIComponent(key)}`);
    const alert = reader.page
      .getByRole('alert')
      .filter({ hasText: 'No file you can read has this address.' });
    await alert.waitFor();
    await reader.page.getByRole('grid', { name: 'Recent files' }).waitFor();
    await expectAccessible(reader.page);
    await alert.getByRole('link', { name: 'Show the list', exact: true }).click();
    await alert.waitFor({ state: 'hidden' });
    expect(new URL(reader.page.url()).search).toBe('?size=5');
  }
  await reader.context.close();
});

describe('the search box', () => {
  test('finds folders with their path and number of files, and opens them', async () => {
    await page.goto('/home/recent-files');
    await settleScreen(page);
    await page.getByRole('combobox', { name: 'Search in' }).click();
    await page.getByRole('option', { name: 'Folders', exact: true }).click();
    await searchFor(page, records.network);
    const grid = page.getByRole('grid', { name: 'Folders found', exact: true });
    const row = grid
      .getByRole('row')
      .filter({ has: page.locator(`td[data-first][title="${records.network}"]`) });
    await row.getByRole('gridcell', { name: /^\d+ files$/ }).waitFor();
    await row.getByRole('gridcell', { name: /RNA-seq/ }).waitFor();
    await expectAccessible(page);
    await row.locator('td[data-first] a').click();
    await page.getByRole('grid', { name: 'Files of the analysis' }).getByText(records.pdf).first().waitFor();
    expect(new URL(page.url()).searchParams.get('analysisFileFolderId')).toBe(records.network);
    await page.goBack();
    await row.waitFor();

    await page.goto('/home/global-search-results?q=no+such+folder&scope=folders');
    await page.getByText('No folder you can read has “no such folder” in its name or path.').waitFor();
  });
});
