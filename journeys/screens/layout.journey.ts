/** All screens: wide and narrow, light and dark. */
import { matchRoute } from '@omicon/routes/match-route.ts';
import { ROUTES } from '@omicon/routes/routes.ts';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Address,
  type DemoRecords,
  EXAMPLE,
  HOME_ADDRESSES,
  PUBLIC_ADDRESSES,
} from '../browser/addresses.ts';
import {
  expectAccessible,
  expectContrast,
  inFourForms,
  NARROW,
  openVisitor,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { settleScreen } from '../browser/screens.ts';
import type { Portal } from '../harness/portal.ts';

/** A window of 1440 px at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };

let demo: Demo;
let portal: Portal;
let browser: Browser;
let records: DemoRecords;

beforeAll(async () => {
  demo = await openDemo();
  ({ portal, browser, records } = demo);
});
afterAll(() => demo?.close());

/** Sums the layout shifts of a page without user input. */
const WATCH_SHIFTS = `globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;
/** Maximum of a good layout shift score: web.dev/articles/cls */
const MAX_SHIFT = 0.1;

/** One address, loaded once and then checked wide and narrow, light and dark. */
async function expectGoodInFourForms(visitor: Visitor, { address, isMissing }: Address): Promise<void> {
  const { page, troubles } = visitor;
  // Go to a quiet page first, so that calls of the previous page end before this one is measured. Unlike an empty page
  // it belongs to the portal, so that the same process renders the next.
  await page.goto('/healthz');
  const before = troubles.length;
  await page.goto(address(records));
  await settleScreen(page);
  expect(await page.evaluate('globalThis.shifted'), 'how far its parts jumped').toBeLessThan(MAX_SHIFT);
  await page.setViewportSize(ZOOMED);
  expect(await page.evaluate('document.documentElement.scrollWidth'), 'width at 200 %').toBe(ZOOMED.width);
  await inFourForms(page, async ({ width }, colorScheme) => {
    await settleScreen(page);
    expect(await page.locator('h1').count(), 'headings of the first level').toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width').toBe(width);
    await (colorScheme === 'light' ? expectAccessible(page) : expectContrast(page));
  });
  const heading = (await page.locator('h1').textContent())?.trim();
  expect(await page.title(), 'title').toBe(
    heading === 'Welcome to Omicon' ? 'Omicon' : `${heading} - Omicon`,
  );
  const refusal = isMissing ? /status of 404/ : /^$/;
  expect(troubles.slice(before).filter((trouble) => !refusal.test(trouble))).toEqual([]);
}

test('every screen is looked at', () => {
  const looked = [...PUBLIC_ADDRESSES, ...HOME_ADDRESSES].map(
    ({ address }) => matchRoute(address(EXAMPLE))?.route.path,
  );
  expect(ROUTES.map(({ path }) => path).filter((path) => !looked.includes(path))).toEqual([]);
});

describe('wide and narrow, light and dark, with one heading and no violation', () => {
  let admin: Visitor;

  beforeAll(async () => {
    admin = await openVisitor(browser, portal.address);
    await admin.page.addInitScript(WATCH_SHIFTS);
    await signIn(admin, 'demo_admin');
  });

  const titled = HOME_ADDRESSES.map((each) => ({ ...each, example: each.address(EXAMPLE) }));

  test.each(titled)('$example', (each) => expectGoodInFourForms(admin, each));

  test('the public screens', async () => {
    const stranger = await openVisitor(browser, portal.address);
    await stranger.page.addInitScript(WATCH_SHIFTS);
    for (const each of PUBLIC_ADDRESSES) await expectGoodInFourForms(stranger, each);
  });
});

test('on a small screen the chosen tab is visible, even if it is the last of many', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_lab');
  await page.setViewportSize(NARROW);
  await page.goto('/home/resources?tab=map-identifiers');
  await settleScreen(page);
  const tabs = page.getByRole('navigation', { name: 'Resources', exact: true });
  const extentOf = async (part: Locator) => {
    const box = await part.boundingBox();
    if (box === null) throw new Error('The tabs are not drawn.');
    return { start: box.x, end: box.x + box.width };
  };
  const chosen = tabs.getByRole('link', { name: 'Map identifiers', exact: true });
  const row = await extentOf(tabs);
  await expect.poll(async () => (await extentOf(chosen)).start).toBeGreaterThanOrEqual(row.start);
  await expect.poll(async () => (await extentOf(chosen)).end).toBeLessThanOrEqual(row.end + 1);
});

test('on the page of a network the modules have the whole width, and all columns can be scrolled to', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_lab');
  await page.goto(
    `/home/analyses/analysis-data/attributes?analysisId=${records.analysis}&tab=networks&networkId=${records.networkId}`,
  );
  await settleScreen(page);
  const grid = page.getByRole('grid', { name: 'Modules', exact: true });
  const frame = await page.getByRole('region', { name: 'Modules', exact: true }).boundingBox();
  const edge = (frame?.x ?? 0) + (frame?.width ?? 0);
  for (const title of [
    'Module',
    'Most enriched gene set, P',
    'Comments',
    'Seed',
    'PosBC',
    'PosFDR',
    'PC1VE',
  ]) {
    const box = await grid.getByRole('columnheader', { name: title }).boundingBox();
    expect((box?.x ?? edge) + (box?.width ?? 0), title).toBeLessThanOrEqual(edge);
  }
  const related = await page.getByRole('complementary', { name: 'Related records' }).boundingBox();
  expect((related?.y ?? 0) + (related?.height ?? 0)).toBeLessThanOrEqual(frame?.y ?? 0);
  await grid.locator('td[data-row="0"][data-column="0"]').focus();
  await page.keyboard.press('End');
  const last = page.locator('td[data-row="0"]:focus');
  await last.waitFor();
  const box = await last.boundingBox();
  expect((box?.x ?? edge) + (box?.width ?? 0)).toBeLessThanOrEqual(edge);
});

test('the API reference is public and accessible, with all sections open', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_lab');
  await page.goto('/api/docs');
  await inFourForms(page, async ({ width }) => {
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width').toBe(width);
  });
  await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
  await expectAccessible(page);
  expect(visitor.troubles).toEqual([]);
});
