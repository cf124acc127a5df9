/** During the first start, the portal explains why it is empty, and shows the demo data when they are ready. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openVisitor, signIn } from '../browser/browser.ts';
import type { Portal } from '../browser/portal.ts';
import { expectHeading } from '../browser/screens.ts';
import { startPortal } from '../browser/start-portal.ts';

const LINE = /^The demo laboratory is being set up: .+\.$/;
const DEMO_MS = 150_000;

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  portal = await startPortal({ args: [] });
});

afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

test('landing page and lists show the progress of the demo laboratory until it is complete', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  const line = page.getByText(LINE);
  await page.goto('/');
  await line.waitFor();
  await expectAccessible(page);

  await signIn(visitor, 'demo_lab');
  await page.goto('/home/analyses/analyses');
  await expectHeading(page, 'Analyses');
  await line.waitFor();
  await expectAccessible(page);

  await page.getByText(/: storing \d+ of \d+ files\.$/).waitFor({ timeout: DEMO_MS });
  await line.waitFor({ state: 'detached', timeout: DEMO_MS });
  await expect.poll(() => page.getByRole('grid', { name: 'Analyses' }).getByRole('row').count()).toBe(5);

  await page.reload();
  await expectHeading(page, 'Analyses');
  expect(await line.count()).toBe(0);
  expect(visitor.troubles).toEqual([]);
});
