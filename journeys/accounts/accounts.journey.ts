/** Registration from the form to the first page, and password reset. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  enterAsGuest,
  openVisitor,
  shareBrowser,
  signIn,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading } from '../browser/screens.ts';
import { acceptTerms, type Portal, signInByToken, until } from '../harness/portal.ts';

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  portal = await startLaboratory('empty');
  browser = await shareBrowser();
});

afterAll(async () => {
  await closeVisitors();
  await portal.remove();
});

const EMAIL = 'rita@neuro.test';
const FIRST_PASSWORD = 'Nerve growth factor 1952';
const SECOND_PASSWORD = 'Piazza San Carlo 1909 🧠';

/** The newest link of a kind mailed to the person, from the outbox, since there is no mail server. */
async function mailedLink(page: string): Promise<string> {
  const admin = await signInByToken(portal.address, 'demo_admin');
  return until(`a mail with a link to ${page}`, async () => {
    const answer = await admin.get('/api/outbox/');
    const { results } = (await answer.json()) as { results: { recipient: string; body: string }[] };
    const bodies = results.filter((mail) => mail.recipient === EMAIL).map((mail) => mail.body);
    return (
      bodies
        .map((body) => new RegExp(`${page}\\?token=[\\w-]+`).exec(body)?.[0] ?? null)
        .find((link) => link !== null) ?? null
    );
  });
}

test('a person registers, verifies the e-mail address and reaches the first page', async () => {
  const { page, troubles } = await openVisitor(browser, portal.address);
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  const register = page.getByRole('button', { name: 'REGISTER' });
  expect(await register.isDisabled()).toBe(true);
  await page.getByLabel('First name').fill('Rita');
  await page.getByLabel('Last name').fill('Levi');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('User name').fill('rita');
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await page.getByLabel('Confirm password').fill('another one');
  await page.getByLabel('User name').focus();
  await page.getByText("Passwords don't match").waitFor();
  await page.getByLabel('Confirm password').fill(FIRST_PASSWORD);
  await register.click();
  await page.getByText('User Registration Successful', { exact: true }).waitFor();
  await page.getByText('User Registration for Rita Levi is completed.').waitFor();
  await page.getByText('Verify Email!').waitFor();
  await page.waitForURL('**/login');
  // The response is held until the screen has been checked without it.
  const waiting = page.getByRole('heading', { level: 1, name: 'Verifying User', exact: true });
  await page.route('**/api/email-verification/', async (route) => {
    await waiting.waitFor();
    await route.continue();
  });
  await page.goto(await mailedLink('/user-verification'));
  await page.getByText('User verified successfully!').waitFor();
  expect(page.url()).not.toContain('token');
  await page.getByRole('link', { name: 'LOGIN' }).click();
  await page.getByLabel('User name').fill('rita');
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/recent-files');
  await acceptTerms(page);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(troubles).toEqual([]);
});

test('a forgotten password can be reset once with the mailed link', async () => {
  const { page } = await openVisitor(browser, portal.address);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'SEND RESET LINK' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const link = await mailedLink('/reset-password');
  await page.goto(link);
  await page.getByLabel('New password').fill(SECOND_PASSWORD);
  await page.getByLabel('Confirm password').fill(SECOND_PASSWORD);
  await page.getByRole('button', { name: 'SAVE' }).click();
  await page
    .getByText("You've successfully reset your password. Please use the new password to login")
    .waitFor();
  await page.goto(link);
  await page.getByText('The link that you are trying to access has already been used').first().waitFor();
  await page.goto('/login');
  await page.getByLabel('User name').fill('rita');
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Invalid login. Make sure your username and password are correct.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(SECOND_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/recent-files');
});

describe('before the sign-in', () => {
  test('the page for external links leads to login, registration and, as a guest, to the data', async () => {
    const { page } = await openVisitor(browser, portal.address);
    for (const [name, heading] of [
      ['LOGIN', 'Login'],
      ['REGISTER', 'User Registration'],
    ] as const) {
      await page.goto('/external');
      await page.getByRole('link', { name, exact: true }).click();
      await expectHeading(page, heading);
    }
    await page.goto('/external');
    await page.getByRole('button', { name: 'BROWSE', exact: true }).click();
    await page.waitForURL('**/home/collections/data-collections');
  });

  test('a failed guest login shows a message', async () => {
    const { page } = await openVisitor(browser, portal.address);
    await page.route('**/api/guest-login/', (route) =>
      route.fulfill({ status: 503, json: { detail: 'away', code: 'unavailable' } }),
    );
    await page.goto('/');
    await page.getByRole('button', { name: 'Login as Guest User' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Something went wrong. Please try again.' });
    await toast.getByText('Error', { exact: true }).waitFor();
  });

  test('after an invalid code, a new one can be requested', async () => {
    const { page } = await openVisitor(browser, portal.address);
    await page.goto('/register/verify-code');
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'VERIFY' }).click();
    await page.getByRole('link', { name: 'GET A NEW CODE' }).click();
    await expectHeading(page, 'Get a code');
  });
});

describe('signed in', () => {
  test('public screens redirect to the first page, mailed links still work', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await signIn(visitor, 'demo_ru');
    for (const address of ['/', '/external', '/login', '/register', '/register/get-code']) {
      await page.goto(address);
      await page.waitForURL('**/home/recent-files');
    }
    await page.goto('/user-verification');
    await expectHeading(page, 'Invalid or no token available!');
    await page.goto('/reset-password');
    await expectHeading(page, 'Invalid link');
  });

  test('the header has logo, search with scopes, links, and settings for people with permission', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await enterAsGuest(visitor);
    const links = page.getByRole('navigation', { name: 'Portal' });
    for (const [name, heading] of [
      ['About', 'About Omicon'],
      ['Help', 'Help'],
      ['TOS', 'Terms Of Service'],
    ] as const) {
      await links.getByRole('link', { name, exact: true }).click();
      await expectHeading(page, heading);
    }
    expect(await links.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Omicon, home' }).click();
    await expectHeading(page, 'Home');
    await page.getByRole('combobox', { name: 'Search in' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['All', 'Files', 'Folders']);
    await page.keyboard.press('Escape');
    await page
      .getByPlaceholder('Search by gene, module, accession ID, PubMed ID or first author', { exact: true })
      .press('Enter');
    const toast = page.getByRole('alert').filter({ hasText: 'Field required' });
    await toast.getByText('Please enter a value to be searched for', { exact: true }).waitFor();
  });

  test('the menu of an administrator lists the administration screens, and its groups can be closed', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await comeHome(visitor, 'demo_admin');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/home/admin');
    const menu = page.getByRole('navigation', { name: 'Side menu' });
    for (const name of ['Tables', 'Roles and Permissions', 'Preferences', 'User Management'])
      await menu.getByRole('link', { name, exact: true }).waitFor();
    for (const [group, search] of [
      ['Data', 'Search data collections'],
      ['Analyses', 'Search analyses'],
    ] as const) {
      await menu.getByLabel(search).waitFor();
      await menu.getByRole('button', { name: group, exact: true }).click();
      await menu.getByLabel(search).waitFor({ state: 'hidden' });
    }
  });

  test('a list of people is printed, or saved as PDF, as a table', async () => {
    const boss = await signInByToken(portal.address, 'demo_admin');
    const people = (await (await boss.get('/api/user-management/?page_size=100')).json()) as {
      total: number;
    };
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    // The print dialog belongs to the browser; record what it would print instead.
    await page.addInitScript(`window.print = () => { top.printed = document.body; };`);
    await signIn(visitor, 'demo_admin');
    await page.goto('/home/admin/user-management');
    await page.getByRole('grid', { name: 'Users' }).getByText('demo_lab2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Download the rows shown' }).click();
    await page.getByRole('menuitem', { name: 'Print, or save as PDF' }).click();
    const printed = (selector: string) =>
      page.evaluate(
        `[...printed.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent)`,
      );
    expect(await printed('h1')).toEqual(['Users']);
    expect(await printed('th')).toContain('User name');
    expect(await printed('tbody tr')).toHaveLength(people.total);
    expect(await printed('td')).toContain('demo_lab2');
  });

  test('a printed list states its number of rows, and has the same dates as the screen', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await page.addInitScript(`window.print = () => { top.printed = document.body; };`);
    await signIn(visitor, 'demo_admin');
    await page.goto('/home/admin/user-management?size=2');
    const list = page.getByRole('grid', { name: 'Users' });
    await list
      .getByText(/^\d{4}-\d{2}-\d{2}$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Download the rows shown' }).click();
    await page.getByRole('menuitem', { name: 'Print, or save as PDF' }).click();
    const dates = (cells: string[]) => cells.filter((cell) => /^\d{4}-\d{2}-\d{2}/.test(cell));
    const printed = (await page.evaluate(
      `[...printed.querySelectorAll('tbody td')].map((each) => each.textContent)`,
    )) as string[];
    expect(dates(printed)).toEqual(dates(await list.getByRole('gridcell').allInnerTexts()));
    expect(dates(printed).length).toBeGreaterThan(1);
    expect(await page.evaluate(`printed.querySelector('p').textContent`)).toMatch(/^2 of \d+ records$/);
  });

  test('single-character keys can be turned off', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await signIn(visitor, 'demo_ru');
    await page.goto('/home/accessibility');
    await page.getByRole('switch', { name: 'Keys of a single character: / and ?' }).press('Space');
    await page.goto('/home/about');
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('main').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Keyboard' }).click();
    await page.getByRole('switch').press('Space');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).and(page.locator(':focus')).waitFor();
  });
});
