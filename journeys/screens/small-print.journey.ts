/** Details of the specification: row menus, preserved state, delays. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoRecords } from '../browser/addresses.ts';
import { comeHome, enterAsGuest, openVisitor, signIn, type Visitor } from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { expectHeading, settleScreen } from '../browser/screens.ts';
import type { Portal } from '../harness/portal.ts';

let demo: Demo;
let portal: Portal;
let browser: Browser;
let records: DemoRecords;
let admin: Visitor;
let page: Page;

beforeAll(async () => {
  demo = await openDemo();
  ({ portal, browser, records } = demo);
  admin = await openVisitor(browser, portal.address);
  ({ page } = admin);
  await signIn(admin, 'demo_admin');
});
afterAll(() => demo?.close());

/** Opens an address and waits for the rows of its grid. */
async function openGrid(address: string, caption: string) {
  await page.goto(address);
  const grid = page.getByRole('grid', { name: caption, exact: true });
  await grid.getByRole('row').nth(1).waitFor();
  return grid;
}

const collectionAddress = () =>
  `/home/collections/data-collections/attributes?dcId=${records.dc}&contentType=collections&from=dsListing`;

describe('the side menu', () => {
  test('marks and expands the chosen record', async () => {
    await page.goto(collectionAddress());
    await settleScreen(page);
    const menu = page.getByRole('navigation', { name: 'Side menu' });
    const items = menu
      .getByRole('list')
      .filter({ has: page.locator('a[title$="data sets"], a[title$="data set"]') });
    const item = items.first().getByRole('link').last();
    const title = await item.textContent();
    await item.click();
    await menu
      .locator('a[aria-current="page"]')
      .filter({ hasText: title ?? '' })
      .waitFor();
    await expectHeading(page, title ?? '');
  });

  test('searches once, half a second after the last letter', async () => {
    await page.goto('/home/recent-files');
    await settleScreen(page);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const searches = () => calls.filter((url) => /\/api\/data-collections\/.*search=./.test(url));
    const box = page.getByRole('textbox', { name: 'Search data collections' });
    await box.pressSequentially('xyzzy', { delay: 40 });
    await page.getByRole('navigation', { name: 'Side menu' }).getByText('No records found').waitFor();
    expect(searches().map((url) => new URL(url).searchParams.get('search'))).toEqual(['xyzzy']);
    page.removeAllListeners('request');
  });
});

describe('a grid', () => {
  test('has twenty rows per page by default, and page links below', async () => {
    const grid = await openGrid('/home/resources', 'Gene sets');
    expect(await grid.getByRole('row').count()).toBe(21);
    const size = page.getByRole('combobox', { name: 'Rows on a page' });
    expect(await size.inputValue()).toBe('20');
    const [gridBox, pageBox] = [await grid.boundingBox(), await size.boundingBox()];
    expect(pageBox?.y ?? 0).toBeGreaterThan(gridBox?.y ?? Number.POSITIVE_INFINITY);
  });

  test('of people has one’s own row always checked; all others can be checked and unchecked together', async () => {
    const grid = await openGrid('/home/admin/user-management', 'Users');
    const boxes = grid.getByRole('checkbox', { name: /^Select (?!all)/ });
    const own = boxes.and(page.locator(':disabled'));
    expect([await own.count(), await own.isChecked()]).toEqual([1, true]);
    const countChecked = async () => (await boxes.and(page.locator(':checked')).all()).length;
    expect(await countChecked()).toBe(1);
    const all = grid.getByRole('checkbox', { name: 'Select all records' });
    await all.click();
    await expect.poll(countChecked).toBe(await boxes.count());
    await all.click();
    await expect.poll(countChecked).toBe(1);
    expect(await own.isChecked()).toBe(true);
  });
});

describe('a row', () => {
  const menus = () => page.getByRole('button', { name: /^Actions for / });

  test('of a collection or analysis offers Delete to people with permission', async () => {
    for (const [address, caption] of [
      ['/home/collections/data-collections', 'Data collections'],
      ['/home/analyses/analyses', 'Analyses'],
    ] as const) {
      await openGrid(address, caption);
      await menus().first().click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  test('of a data set has no menu', async () => {
    await openGrid('/home/collections/data-sets', 'Data sets');
    expect(await menus().count()).toBe(0);
  });

  test('of a sample attribute has a menu only if it was added in the portal', async () => {
    const grid = await openGrid('/home/admin/sample-attributes', 'Sample attributes');
    expect(await menus().count()).toBe(0);
    await page.getByRole('button', { name: 'Add sample attribute' }).click();
    const form = page.getByRole('dialog', { name: 'New sample attribute', exact: true });
    await form.getByLabel('Attribute name').fill('Aaa Level');
    await form.getByLabel('Attribute type').selectOption('String');
    await form.getByLabel('Example').fill('low');
    await form.getByLabel('Data source').fill('Source study');
    await form.getByLabel('Description').fill('How much there is.');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Filter Sample attributes' }).fill('Level');
    await grid.getByText('Aaa Level', { exact: true }).waitFor();
    expect(await menus().count()).toBe(1);
  });

  test('of a network has no menu for a guest', async () => {
    const guest = await openVisitor(browser, portal.address);
    await enterAsGuest(guest);
    await guest.page.goto(
      `/home/analyses/analysis-data/attributes?analysisId=${records.analysis}&mainAnalysisId=${records.analysis}&contentType=analyses&tab=networks`,
    );
    const grid = guest.page.getByRole('grid', { name: 'Covariation networks' });
    await grid.getByRole('row').nth(1).waitFor();
    expect(await guest.page.getByRole('button', { name: /^Actions for / }).count()).toBe(0);
    await guest.context.close();
  });
});

describe('an address', () => {
  test('of an analysis may contain a notification, and that of a collection its origin', async () => {
    const { troubles } = admin;
    troubles.length = 0;
    const analysis = `/home/analyses/analysis-data/attributes?analysisId=${records.analysis}&mainAnalysisId=${records.analysis}&contentType=analyses`;
    await page.goto(analysis);
    await settleScreen(page);
    const heading = await page.locator('h1').textContent();
    await page.goto(`${analysis}&notifId=7`);
    await expectHeading(page, heading ?? '');
    await page.goto(collectionAddress());
    await settleScreen(page);
    const collection = await page.locator('h1').textContent();
    await page.goto(`${collectionAddress()}&prevDcId=999999`);
    await expectHeading(page, collection ?? '');
    expect(troubles).toEqual([]);
  });

  test('of a treemap stays when the window is resized, and no position is stored', async () => {
    await page.goto(
      `/home/collections/data-sets/attributes?dsId=${records.ds}&contentType=collections&from=dsListing&tab=samples`,
    );
    await settleScreen(page);
    const address = page.url();
    await page.setViewportSize({ width: 900, height: 700 });
    await settleScreen(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await settleScreen(page);
    expect(page.url()).toBe(address);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(String(kept)).not.toContain('/home/collections');
  });
});

test('after signing out, a browser has a random UUID as its id', async () => {
  const leaving = await openVisitor(browser, portal.address);
  await comeHome(leaving, 'demo_lab');
  await leaving.page.getByRole('button', { name: /^Account of / }).click();
  await leaving.page.getByRole('menuitem', { name: 'Log Out' }).click();
  await leaving.page.waitForURL((url) => !url.pathname.startsWith('/home'));
  expect(await leaving.page.evaluate(`localStorage.getItem('appId')`)).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  await leaving.context.close();
});

test('a refused registration shows the reason, and a used link is called invalid', async () => {
  const { page: open, context } = await openVisitor(browser, portal.address);
  await open.goto('/register');
  await open.getByLabel('First name').fill('Rita');
  await open.getByLabel('Last name').fill('Levi');
  await open.getByLabel('Email').fill('rita@neuro.test');
  await open.getByLabel('User name').fill('demo_lab');
  await open.getByLabel('Password', { exact: true }).fill('Nerve growth factor 1952');
  await open.getByLabel('Confirm password').fill('Nerve growth factor 1952');
  await open.getByRole('button', { name: 'REGISTER' }).click();
  const toast = open.getByRole('alert').filter({ hasText: 'Error' });
  await toast.waitFor();
  expect((await toast.textContent())?.replace('Error', '').trim().length).toBeGreaterThan(10);
  await open.goto('/reset-password?token=no-such-token-as-this');
  await open.getByRole('alert').filter({ hasText: 'Invalid Link!' }).waitFor();
  await expectHeading(open, 'Invalid link');
  await context.close();
});
