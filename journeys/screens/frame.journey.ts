/** The frame around all screens: keyboard use, roles, and error messages. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoRecords, MICROGLIA_QUERY } from '../browser/addresses.ts';
import {
  comeHome,
  enterAsGuest,
  expectAccessible,
  expectAccessibleLayer,
  openVisitor,
  signIn,
} from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { expectHeading, settleScreen } from '../browser/screens.ts';
import type { Portal } from '../harness/portal.ts';

let demo: Demo;
let portal: Portal;
let browser: Browser;
let records: DemoRecords;

beforeAll(async () => {
  demo = await openDemo();
  ({ portal, browser, records } = demo);
});
afterAll(() => demo?.close());

describe('by keyboard', () => {
  let page: Page;

  beforeAll(async () => {
    const visitor = await openVisitor(browser, portal.address);
    page = visitor.page;
    await comeHome(visitor, 'demo_lab');
    // The address changes before the screen has loaded.
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  test('the slash key focuses the search box', async () => {
    await settleScreen(page);
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).and(page.locator(':focus')).waitFor();
  });

  test('the question mark opens the table of keys, and Escape closes it and restores the focus', async () => {
    const link = page.getByRole('link', { name: 'All files', exact: true });
    await link.focus();
    await page.keyboard.press('?');
    const map = page.getByRole('dialog', { name: 'Keyboard', exact: true });
    await map.getByText('Go to the search box', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await map.waitFor({ state: 'hidden' });
    await link.and(page.locator(':focus')).waitFor();
  });

  test('the command palette opens a screen, a gene and an action by name, also from the search box', async () => {
    const palette = page.getByRole('dialog', { name: 'Command palette', exact: true });
    const box = palette.getByRole('combobox');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).focus();
    await page.keyboard.press('Control+k');
    await box.and(page.locator(':focus')).waitFor();
    await expectAccessibleLayer(page);
    await page.keyboard.type('compare li');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Compare lists');
    await palette.waitFor({ state: 'hidden' });

    await page.keyboard.press('Control+k');
    await box.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('CD68');
    await palette.getByRole('group', { name: 'Genes' }).getByRole('option', { name: /^CD68/ }).waitFor();
    await expectAccessibleLayer(page);
    await page.keyboard.press('Enter');
    await expectHeading(page, 'CD68');

    await page.getByRole('button', { name: 'Command palette', exact: true }).press('Enter');
    await box.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('keys');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard', exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  test.each([
    ['recent files', () => '/home/recent-files'],
    [
      'the samples of a data set',
      ({ ds }: DemoRecords) => `/home/collections/data-sets/attributes?dsId=${ds}&tab=samples`,
    ],
    [
      'the lineage of a data set',
      ({ ds }: DemoRecords) => `/home/collections/data-sets/attributes?dsId=${ds}&tab=lineage`,
    ],
    ['rules of a query', () => `/home/advanced-search?step=data&tab=sample&q=${MICROGLIA_QUERY}`],
    ['gene sets of a query', () => `/home/advanced-search?step=analyses&tab=genesets&q=${MICROGLIA_QUERY}`],
    ['results of a query', () => `/home/advanced-search?step=search_results&q=${MICROGLIA_QUERY}`],
  ])('Tab reaches all elements in order on %s', async (_name, address) => {
    await page.goto(address(records));
    await settleScreen(page);
    const count = Number(await page.evaluate(`(${LIST_STOPS})().length`));
    expect(count).toBeGreaterThan(15);
    const reached: unknown[] = [];
    for (let stop = 0; stop < count; stop += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(`(${LIST_STOPS})().indexOf(document.activeElement)`));
    }
    expect(reached).toEqual(Array.from({ length: count }, (_, stop) => stop));
  });

  test('arrow keys move in a grid, Enter opens the record, and Back returns to its row', async () => {
    await page.goto('/home/collections/data-collections');
    await settleScreen(page);
    const rows = page.getByRole('grid', { name: 'Data collections' }).getByRole('row');
    const cell = (row: number, column: number) => rows.nth(row).getByRole('gridcell').nth(column);
    await cell(1, 0).focus();
    for (const [key, row, column] of [
      ['ArrowDown', 2, 0],
      ['ArrowRight', 2, 1],
      ['ArrowUp', 1, 1],
      ['ArrowDown', 2, 1],
      ['Home', 2, 0],
    ] as const) {
      await page.keyboard.press(key);
      await cell(row, column).and(page.locator(':focus')).waitFor();
    }
    const title = (await cell(2, 0).textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expectHeading(page, title);
    await page
      .getByRole('status', { name: 'Screen' })
      .getByText(`${title} - Omicon`, { exact: true })
      .waitFor();
    await page.getByRole('main').and(page.locator(':focus')).waitFor();
    await page.goBack();
    await page.getByRole('gridcell', { name: title }).and(page.locator(':focus')).waitFor();
  });

  test('closing the first preview of a visit returns to the row of its file', async () => {
    await page.goto('/home/data-listing?search=attributes.csv');
    const name = page.getByRole('grid', { name: 'All files' }).locator('td[data-first]').first();
    await name.focus();
    await page.keyboard.press('Enter');
    const preview = page.locator('section:focus');
    await preview.getByRole('button', { name: 'Back', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await name.and(page.locator(':focus')).waitFor();
  });
});

/** All elements that Tab should reach, in order; of radio buttons only the checked one. */
const LIST_STOPS = `() => [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(
  (element) => element.tabIndex >= 0 && !element.disabled && !(element.type === 'radio' && !element.checked) && element.checkVisibility({ visibilityProperty: true }),
)`;

/** Whether elements have the system colours of selected items. */
const ARE_HIGHLIGHTED = `(selector) => {
  const sample = document.createElement('i');
  sample.style.cssText = 'forced-color-adjust: none; background: Highlight';
  document.body.append(sample);
  const wanted = getComputedStyle(sample).backgroundColor;
  sample.remove();
  return [...document.querySelectorAll(selector)].map((each) => getComputedStyle(each).backgroundColor === wanted);
}`;

describe('the frame', () => {
  const READ = ['Home', 'All files', 'Data collections', 'Data sets', 'All analyses', 'Resources'];
  const ADD = ['Add data collection', 'Add analysis'];

  test.each([
    ['a guest', null, []],
    ['a registered user', 'demo_ru', []],
    ['a reviewer', 'demo_reviewer', []],
    ['a laboratory member', 'demo_lab', ADD],
    ['an administrator', 'demo_admin', ADD],
  ])('the side menu of %s depends on the role', async (_role, username, additions) => {
    const visitor = await openVisitor(browser, portal.address);
    await (username === null ? enterAsGuest(visitor) : comeHome(visitor, username));
    const menu = visitor.page.getByRole('navigation', { name: 'Side menu' });
    for (const name of [...READ, ...additions]) await menu.getByRole('link', { name, exact: true }).waitFor();
    expect(await menu.getByRole('link', { name: /^Add / }).count()).toBe(additions.length);
    await visitor.context.close();
  });

  test('the scripts of a screen load when the pointer or the focus is on its link, and nothing else', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await comeHome(visitor, 'demo_lab');
    await settleScreen(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const scriptOf = (screen: string) =>
      asked.filter((each) => each.startsWith(`/assets/${screen}-`) && each.endsWith('.js'));
    await page.getByRole('link', { name: 'Starred', exact: true }).hover();
    await expect.poll(() => scriptOf('Starred')).toHaveLength(1);
    await page.getByRole('link', { name: 'Genes and lists', exact: true }).focus();
    await expect.poll(() => scriptOf('Explore')).toHaveLength(1);
    expect(asked.filter((each) => each.startsWith('/api/starred'))).toEqual([]);
    await page.getByRole('link', { name: 'Starred', exact: true }).click();
    await expectHeading(page, 'Starred');
    expect(scriptOf('Starred')).toHaveLength(1);
    expect(visitor.troubles).toEqual([]);
    await visitor.context.close();
  });

  test('logging out opens the landing page, and going back requires signing in', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await signIn(visitor, 'demo_ru');
    await page.goto('/home/collections/data-sets');
    await page.getByRole('button', { name: /^Account of / }).click();
    await Promise.all([
      page.getByText('Logging you out', { exact: true }).waitFor(),
      page.getByRole('menuitem', { name: 'Log Out' }).click(),
    ]);
    await page.waitForURL(`${portal.address}/`);
    await page.goBack();
    await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
    await page.goto('/home/collections/data-sets');
    await page.getByRole('link', { name: 'REGISTERED USERS' }).click();
    await page.getByLabel('User name').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/home/collections/data-sets');
    expect(visitor.troubles).toEqual([]);
  });

  test('after an update of the server, signed-in people are asked to log out and others to refresh', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    const refusal = { status: 400, json: { detail: 'invalid api version.' } };
    const modal = page.getByRole('dialog', { name: 'Version Update Available', exact: true });
    await page.route('**/api/guest-login/', (route) => route.fulfill(refusal));
    await page.goto('/');
    await page.getByRole('button', { name: 'Login as Guest User' }).click();
    await modal
      .getByText('New version is available. Please refresh the application to continue', { exact: true })
      .waitFor();
    await expectAccessibleLayer(page);
    await modal.getByRole('button', { name: 'Refresh', exact: true }).click();
    await modal.waitFor({ state: 'hidden' });

    await comeHome(visitor, 'demo_ru');
    await page.route('**/api/data-collections/?*', (route) => route.fulfill(refusal));
    await page.getByRole('link', { name: 'Data collections', exact: true }).click();
    await modal
      .getByText('You need to update the app by logging out. Please login again to continue', { exact: true })
      .waitFor();
    await expectAccessibleLayer(page);
    await modal.getByRole('button', { name: 'Logout', exact: true }).click();
    await page.waitForURL(`${portal.address}/`);
  });

  test('with forced colours, selected items have the system colour for selections', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn(visitor, 'demo_lab');
    await page.goto(`/home/collections/data-sets/attributes?dsId=${records.ds}&tab=samples`);
    await settleScreen(page);
    await page.getByRole('navigation', { name: 'Side menu' }).waitFor();
    expect(
      await page.evaluate(`(${ARE_HIGHLIGHTED})('main a[aria-current], main label[data-active]')`),
    ).toEqual([true, true]);
    const others = `(${ARE_HIGHLIGHTED})('main nav a:not([aria-current]), main label:not([data-active])')`;
    expect(new Set((await page.evaluate(others)) as boolean[])).toEqual(new Set([false]));
    await visitor.context.close();
  });

  test('a network failure is shown once, with advice', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await comeHome(visitor, 'demo_ru');
    await page.route('**/api/data-sets/?*', (route) => route.abort());
    await page.getByRole('link', { name: 'Data sets', exact: true }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Network Failure.' });
    await toast
      .filter({ hasText: 'Try reloading the application or reconnect to the VPN.' })
      .first()
      .waitFor();
    await expectAccessible(page);
  });
});
