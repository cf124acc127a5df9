import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE } from './patience.ts';
import { acceptTerms, PASSWORD } from './portal.ts';

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
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    // A layer that is still coming in is half transparent, and its contrast is nobody's business yet.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000 * PATIENCE);
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
  return { context, page, troubles };
}

export async function signIn({ page }: Visitor, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/recent-files');
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
  const { violations } = await new AxeBuilder({ page })
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
