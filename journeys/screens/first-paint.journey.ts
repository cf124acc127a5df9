/** The page before its script has loaded: the outline in the chosen colours, and no console errors for visitors. */
import { FIRST_REPLIES_ID } from '@omicon/contract/base/page-frame.ts';
import { FRAME_CALLS } from '@omicon/routes/frame-calls.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOME_ADDRESSES } from '../browser/addresses.ts';
import {
  comeHome,
  expectAccessible,
  inFourForms,
  openVisitor,
  signIn,
  withoutFirstReplies,
} from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { settleScreen } from '../browser/screens.ts';

let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  demo = await openDemo();
  ({ browser } = demo);
});
afterAll(() => demo?.close());

async function withoutScripts(page: Page): Promise<void> {
  await page.route(/\/assets\/.*\.m?js$/, (route) => route.abort());
}

/** Lightness, 0 to 1, of the background in the middle of the outline. */
const LIGHTNESS = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  canvas.fillStyle = getComputedStyle(document.getElementById('outline')).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return (red + green + blue) / 765;
})()`;

describe('until the script has loaded', () => {
  test.each(['/', '/login', '/register', '/home/recent-files', '/home/resources/gene-set'])(
    '%s shows its outline, wide and narrow, light and dark',
    async (address) => {
      const { page, context } = await openVisitor(browser, demo.portal.address);
      await withoutScripts(page);
      await page.goto(address);
      const outline = page.locator('#outline');
      await inFourForms(page, async ({ width }, colorScheme) => {
        expect(await outline.boundingBox()).toMatchObject({ x: 0, y: 0, width });
        expect(await page.locator('#outline .bar').isVisible()).toBe(address.startsWith('/home'));
        expect(await page.locator('#outline .card').isVisible()).toBe(!address.startsWith('/home'));
        const lightness = Number(await page.evaluate(LIGHTNESS));
        expect(lightness > 0.5).toBe(colorScheme === 'light');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await expectAccessible(page);
      });
      await context.close();
    },
  );

  test('the outline renders, even without the portal’s styles', async () => {
    const { page, context } = await openVisitor(browser, demo.portal.address);
    const styles = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.css$/, async (route) => {
      await styles.promise;
      await route.continue();
    });
    await page.goto('/home/recent-files', { waitUntil: 'commit' });
    const isDrawn = `performance.getEntriesByName('first-contentful-paint').length === 1`;
    await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
    expect(await page.locator('#outline .bar').isVisible()).toBe(true);
    styles.resolve();
    await page.locator('#outline').waitFor({ state: 'detached' });
    await context.close();
  });

  test('the parts of the outline have the positions of those of the page', async () => {
    const visitor = await openVisitor(browser, demo.portal.address);
    const { page } = visitor;
    await comeHome(visitor, 'demo_lab');
    await settleScreen(page);
    expect(await page.locator('#outline').count()).toBe(0);
    const boxes = async (selectors: readonly string[]) =>
      Promise.all(selectors.map(async (each) => page.locator(each).first().boundingBox()));
    const drawn = await boxes(['header', 'aside', 'header img']);
    await withoutScripts(page);
    await page.reload();
    const outlined = await boxes(['#outline .bar', '#outline .menu', '#outline .bar img']);
    expect(outlined).toEqual(drawn);
    await visitor.context.close();
  });

  test('colour scheme and menu are as chosen', async () => {
    const visitor = await openVisitor(browser, demo.portal.address);
    const { page } = visitor;
    await comeHome(visitor, 'demo_lab');
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Dark', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Side menu', exact: true }).click();
    await withoutScripts(page);
    await page.reload();
    expect(Number(await page.evaluate(LIGHTNESS))).toBeLessThan(0.5);
    expect((await page.locator('#outline .menu').boundingBox())?.width).toBe(56);

    // A later choice replaces the outline's colours.
    await page.unroute(/\/assets\/.*\.m?js$/);
    await page.reload();
    await settleScreen(page);
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Light', { exact: true }).click();
    await page.locator('html[data-mantine-color-scheme="light"]:not([data-outline-scheme])').waitFor();
    await visitor.context.close();
  });
});

/** One address of each screen that shows a record. */
const OF_RECORDS = [
  /dcId=\d+&.*tab=attributes/,
  /collections\/data-sets\/attributes\?dsId=.*tab=comments/,
  /analyses\/data-sets\/attributes/,
  /analysis-data\/attributes.*tab=networks$/,
  /analysis-data\/files.*pdf_name=/,
  /networkId=\d+$/,
  /\/home\/modules\/.*tab=members$/,
  /\/home\/modules\/.*tab=eigengene$/,
  /geneSetOmiconID=OM\.GS\.\d+&tab=modules/,
  /\/home\/network\/data-sets/,
  /\/home\/network\/analyses/,
];

const FIRST_REPLIES = new RegExp(`<script [^>]*id="${FIRST_REPLIES_ID}">(.*?)</script>`, 's');

test('what comes with the page of a record is what its screen would ask for', async () => {
  const visitor = await openVisitor(browser, demo.portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_lab');
  await withoutFirstReplies(page);
  let asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().slice(demo.portal.address.length)));
  async function repliesWith(address: string): Promise<string[]> {
    const document = await visitor.context.request.get(address, {
      headers: { 'sec-fetch-dest': 'document' },
    });
    const [, replies = '{}'] = FIRST_REPLIES.exec(await document.text()) ?? [];
    return Object.keys(JSON.parse(replies));
  }
  const ofFrame = new Set(FRAME_CALLS.home.map(({ path }) => path));
  const addresses = HOME_ADDRESSES.map(({ address }) => address(demo.records));
  for (const pattern of OF_RECORDS) {
    const address = addresses.find((each) => pattern.test(each)) ?? '';
    asked = [];
    await page.goto(address);
    let ofScreen: string[] = [];
    // A page leaves out replies that are late, so a busy machine may need a second one.
    await expect
      .poll(async () => (ofScreen = (await repliesWith(address)).filter((path) => !ofFrame.has(path))), {
        message: `${pattern}: ${address}`,
      })
      .not.toEqual([]);
    await expect
      .poll(() => ofScreen.filter((path) => !asked.includes(path)), { message: address })
      .toEqual([]);
  }
  await visitor.context.close();
});

test('if the portal cannot be reached, a message replaces the outline', async () => {
  const { page, context } = await openVisitor(browser, demo.portal.address);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/home/recent-files');
  await page.getByRole('alert').filter({ hasText: 'Network Failure.' }).first().waitFor();
  expect(await page.locator('#outline').count()).toBe(0);
  await context.close();
});

test.each([
  '/',
  '/login',
  '/register',
  '/register/get-code',
  '/register/verify-code',
  '/external',
  '/accessibility',
  '/reset-password',
  '/user-verification',
  '/loading',
  '/nowhere',
  '/home/recent-files',
])('%s without a session logs no error in the browser console', async (address) => {
  const context = await browser.newContext({ baseURL: demo.portal.address });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address);
  await settleScreen(page);
  await page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
  await context.close();
});
