import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { expect } from 'vitest';
import { holdAnswers } from './held-answers.ts';
import { HOLD_MS, PATIENCE } from './patience.ts';
import { acceptTerms, PASSWORD } from './portal.ts';
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

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.OMICON_CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: FLAGS });
}

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** errors that the page logged or threw, and answers of another host */
  troubles: string[];
}

/** A person with a fresh browser. Whatever goes wrong on their pages is kept in `troubles`. */
export async function openVisitor(browser: Browser, address: string): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: WIDE,
    acceptDownloads: true,
    // A layer that is still coming in is half transparent, and its contrast is nobody's business yet.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000 * PATIENCE);
  if (HOLD_MS > 0) await holdAnswers(context, HOLD_MS);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Nobody is signed in at first, and the page finds out by asking.
    if (message.type() === 'error' && !/status of 401/.test(message.text()))
      troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(address) || /^(blob|data):/.test(request.url());
    if (!isOwn) troubles.push(`asked another host: ${request.url()}`);
  });
  watchPage(page, troubles);
  return { context, page, troubles };
}

/** Resolves when the page learns what is unread: it says nothing of that, and tells of what comes later. */
export function informed(page: Page): Promise<unknown> {
  return page.waitForResponse((answer) => answer.url().includes('/api/notifications/unread/'));
}

/** Counts the calls of a page from now on: answers to a path, and calls that are on their way. */
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

/** A download that is ready before the page listens to it opens no socket any more; the page then asks. */
export function isLateSocket(trouble: string): boolean {
  return /WebSocket connection to .*\/ws\/download-.*404/.test(trouble);
}

/** Signed in as by the form, which the journeys of accounts fill in; no page is open yet. */
export async function signIn({ context }: Visitor, username: string): Promise<void> {
  const answer = await context.request.post('/api/user-login', {
    headers: { 'x-omicon-client': 'web' },
    data: { username, password: PASSWORD },
  });
  expect(answer.status(), `sign-in of ${username}`).toBe(200);
}

/** Signed in, on the screen that people come to first. */
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

type Scope = { type: 'tag' | 'rule'; values: string[] };

async function listViolations(page: Page, runOnly: Scope): Promise<string[]> {
  // Its half a megabyte of script is brought into a page once, not twice for each look.
  const isThere = (await page.evaluate('typeof globalThis.axe')) === 'object';
  const { violations } = await new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    // No screen has frames of another document; a page opened for their sake takes a second each time.
    .setLegacyMode(true)
    .options({ runOnly, resultTypes: ['violations'] })
    .analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''}`);
}

/** axe finds no violation of WCAG 2.2 A and AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await listViolations(page, { type: 'tag', values: STANDARDS })).toEqual([]);
}

/** The part of the above that depends on colours. */
export async function expectContrast(page: Page): Promise<void> {
  expect(await listViolations(page, { type: 'rule', values: ['color-contrast'] })).toEqual([]);
}

/** Draws the page as it stands wide and narrow, light and dark, and looks at each; it is wide and light afterwards. */
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

/** The screen has been drawn, nothing more is on its way, and no colour is on its way to another. */
export async function settle(page: Page): Promise<void> {
  await page
    .locator('[aria-busy="true"]:is(main *, [role="dialog"] *)')
    .first()
    .waitFor({ state: 'detached' });
  // What inherits a colour begins its own way to it only when the colour above has arrived.
  await page.evaluate(`(async () => {
    const moving = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
    do {
      await Promise.allSettled(moving().map((each) => each.finished));
      await new Promise(requestAnimationFrame);
    } while (moving().length > 0);
  })()`);
}

/** A layer over the page has no violation in any form, and lies within the window. */
export async function expectAccessibleLayer(page: Page): Promise<void> {
  await inFourForms(page, async ({ width }, colorScheme) => {
    await settle(page);
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width').toBe(width);
    await (colorScheme === 'light' ? expectAccessible(page) : expectContrast(page));
  });
}
