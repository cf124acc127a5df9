/** During the first start, the portal explains why it is empty, and shows the demo data when they are ready. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeVisitors, expectAccessible, openVisitor, shareBrowser, signIn } from '../browser/browser.ts';
import { expectHeading } from '../browser/screens.ts';
import type { Portal } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';

const LINE = /^The demo laboratory is being set up: .+\.$/;
const COUNTED = /: (checking|storing) \d+ of \d+ files\.$/;
const DEMO_MS = 150_000;

/** Collects every text of the line in `lines`, as a step may pass while another page is being checked. */
const COLLECT_LINES = `globalThis.lines = [];
  new MutationObserver(() => {
    const text = [...document.querySelectorAll('p')].map((each) => each.textContent).find((each) => each.startsWith('The demo laboratory'));
    if (text !== undefined && text !== lines.at(-1)) lines.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  browser = await shareBrowser();
  portal = await startPortal({ args: [] });
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

test('landing page and lists show the progress of the demo laboratory until it is complete', {
  timeout: 2 * DEMO_MS,
}, async () => {
  const stranger = await openVisitor(browser, portal.address);
  await stranger.page.addInitScript(COLLECT_LINES);
  await stranger.page.goto('/');
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

  await line.waitFor({ state: 'detached', timeout: DEMO_MS });
  await stranger.page.getByText(LINE).waitFor({ state: 'detached', timeout: DEMO_MS });
  const lines = await stranger.page.evaluate<string[]>('lines');
  for (const each of lines) expect(each).toMatch(LINE);
  expect(lines.filter((each) => COUNTED.test(each))).not.toEqual([]);
  await expect.poll(() => page.getByRole('grid', { name: 'Analyses' }).getByRole('row').count()).toBe(5);

  await page.reload();
  await expectHeading(page, 'Analyses');
  expect(await line.count()).toBe(0);
  expect([...stranger.troubles, ...visitor.troubles]).toEqual([]);
});
