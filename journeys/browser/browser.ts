import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { FIRST_REPLIES_ID } from '@omicon/contract/base/page-frame.ts';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumOnPath } from '../../server/test-support/debian/debian-tools.ts';
import { acceptTerms, PASSWORD } from '../harness/portal.ts';
import { DELAY_MS, PATIENCE_MS } from '../harness/timeouts.ts';
import { delayResponses } from './delayed-responses.ts';
import { watchPage } from './watched-pages.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Pages of journeys live for seconds: what TurboFan compiles costs a tenth of the time and is hardly used. */
const WITHOUT_TURBOFAN = '--js-flags=--no-opt';

/** @param isMeasured for benchmarks: with all compilers of V8 */
export function openBrowser({ isMeasured = false } = {}): Promise<Browser> {
  const executablePath = process.env.OMICON_CHROMIUM ?? chromiumOnPath();
  if (executablePath === null)
    throw new Error('There is no Chromium. Debian: apt-get install chromium-headless-shell');
  return chromium.launch({ executablePath, args: isMeasured ? FLAGS : [...FLAGS, WITHOUT_TURBOFAN] });
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of all files of a process: a start costs as much as loading several pages. Visitors are apart, each with
 * its own context.
 */
export async function shareBrowser(): Promise<Browser> {
  const browser = await shared;
  if (browser?.isConnected()) return browser;
  shared = openBrowser();
  return shared;
}

/** Closes the pages of all visitors in the shared browser. */
export async function closeVisitors(): Promise<void> {
  const browser = await shared;
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface Visitor {
  /** of the portal */
  address: string;
  context: BrowserContext;
  page: Page;
  /** errors that the page logged or threw, and requests to other hosts */
  troubles: string[];
}

/** A person with a fresh browser. Everything that goes wrong on their pages is collected in `troubles`. */
export async function openVisitor(browser: Browser, address: string): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: WIDE,
    acceptDownloads: true,
    // During its transition a layer is half transparent, and its contrast does not count yet.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (DELAY_MS > 0) await delayResponses(context, DELAY_MS);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // At first nobody is signed in, and the page learns it from a 401.
    if (message.type() === 'error' && !/status of 401/.test(message.text()))
      troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(address) || /^(blob|data):/.test(request.url());
    if (!isOwn) troubles.push(`asked another host: ${request.url()}`);
  });
  watchPage(page, troubles);
  return { address, context, page, troubles };
}

/** Resolves when an opened page knows the unread notifications; only later ones are shown as toasts. */
export function informed(page: Page): Promise<void> {
  return page.locator('button[aria-label^="Notifications"]:not([aria-busy])').waitFor();
}

/** From now on documents come as if without replies, which are late then: the page makes every call itself. */
export async function withoutFirstReplies(page: Page): Promise<void> {
  // A document that is changed on the way could open no sockets.
  await page.addInitScript(`{
    const find = Document.prototype.getElementById;
    Document.prototype.getElementById = function (id) {
      return id === '${FIRST_REPLIES_ID}' ? null : find.call(this, id);
    };
  }`);
}

/** Counts the calls of a page from now on: responses by path, and calls in flight. */
export function watchCalls(page: Page) {
  const answered: string[] = [];
  const underWay = new Set<Request>();
  const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/');
  page.on('request', (request) => isCall(request) && underWay.add(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('requestfinished', (request) => {
    if (underWay.delete(request)) answered.push(new URL(request.url()).pathname);
  });
  return {
    countAnswers: (path: string) => answered.filter((each) => each === path).length,
    countUnderWay: () => underWay.size,
  };
}

/** The socket of a download that is ready early is refused; the page then polls. */
export function isLateSocket(trouble: string): boolean {
  return /WebSocket connection to .*\/ws\/download-.*404/.test(trouble);
}

/** Signs in with a call; the login form is tested by the account journeys. No page is open yet. */
export async function signIn({ context }: Visitor, username: string): Promise<void> {
  const answer = await context.request.post('/api/user-login', {
    headers: { 'x-omicon-client': 'web' },
    data: { username, password: PASSWORD },
  });
  expect(answer.status(), `sign-in of ${username}`).toBe(200);
}

/** A page of a person who is signed in, on the first screen. */
export async function comeHome(visitor: Visitor, username: string): Promise<void> {
  await signIn(visitor, username);
  await visitor.page.goto('/home/recent-files');
}

export async function enterAsGuest({ page }: Visitor): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Login as Guest User' }).click();
  await page.waitForURL('**/home/recent-files');
  await acceptTerms(page);
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** axe as its builder has it, minified: a page parses it in half the time. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

type Scope = { type: 'tag' | 'rule'; values: string[] };

/** @param within selector of the part to check */
async function listViolations(page: Page, runOnly: Scope, within: string): Promise<string[]> {
  // Load the half megabyte once per page, not at each check.
  const isThere = (await page.evaluate('typeof globalThis.axe')) === 'object';
  const { violations } = await new AxeBuilder({ page, axeSource: isThere ? ';' : AXE })
    .include(within)
    // No screen has frames of other documents; axe would open a page for them, which takes a second.
    .setLegacyMode(true)
    // By default axe loads all style sheets again, for a rule that is not in these scopes.
    .options({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
    .analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''}`);
}

/** axe finds no violation of WCAG 2.2 A and AA on the current page, or in a part of it. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  expect(await listViolations(page, { type: 'tag', values: STANDARDS }, within)).toEqual([]);
}

/** The subset of these rules that depends on colours. */
export async function expectContrast(page: Page, within = 'html'): Promise<void> {
  expect(await listViolations(page, { type: 'rule', values: ['color-contrast'] }, within)).toEqual([]);
}

/** Checks the current page wide and narrow, light and dark; afterwards it is wide and light. */
export async function inFourForms(
  page: Page,
  look: (size: typeof WIDE, colorScheme: 'light' | 'dark') => Promise<void>,
): Promise<void> {
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await look(size, colorScheme);
    }
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Waits until the screen has rendered, no call is in flight, and no colour transition is running. */
export async function settle(page: Page): Promise<void> {
  await page
    .locator('[aria-busy="true"]:is(main *, [role="dialog"] *)')
    .first()
    .waitFor({ state: 'detached' });
  // Transitions of inherited colours start only when that of the parent has ended.
  await page.evaluate(`(async () => {
    const moving = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
    do {
      await Promise.allSettled(moving().map((each) => each.finished));
      await new Promise(requestAnimationFrame);
    } while (moving().length > 0);
  })()`);
}

const LAYER = ':is([role="dialog"], [role="menu"])';

/**
 * A dialog or menu over the page has no violation in any form, and fits into the window. The page behind it is checked
 * once, for what the layer changes there.
 */
export async function expectAccessibleLayer(page: Page): Promise<void> {
  await inFourForms(page, async (size, colorScheme) => {
    await settle(page);
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width').toBe(size.width);
    if (colorScheme === 'dark') await expectContrast(page, LAYER);
    else await expectAccessible(page, size === WIDE ? 'html' : LAYER);
  });
}
