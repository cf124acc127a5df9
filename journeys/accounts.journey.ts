/** How people come in: from the form to the first page, and back in with a new password. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openVisitor } from './browser.ts';
import { acceptTerms, type Portal, signInByToken, startPortal, until } from './portal.ts';

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  portal = await startPortal({ args: ['--empty'] });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await portal.remove();
});

const EMAIL = 'rita@neuro.test';
const FIRST_PASSWORD = 'Nerve growth factor 1952';
const SECOND_PASSWORD = 'Piazza San Carlo 1909 🧠';

/** The newest link of a kind that was mailed to the person; without a mail server it waits in the outbox. */
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

test('a person registers, verifies the address and reaches the first page', async () => {
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
  await page.getByText('User Registration for Rita Levi is completed.').waitFor();
  await page.getByText('Verify Email!').waitFor();
  await page.waitForURL('**/login');
  await page.goto(await mailedLink('/user-verification'));
  await page.getByText('User verified successfully!').waitFor();
  expect(page.url()).not.toContain('token');
  await page.getByRole('link', { name: 'LOGIN' }).click();
  await page.getByLabel('User name').fill('rita');
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/recent-files');
  await acceptTerms(page);
  await page.getByRole('heading', { level: 1, name: 'Recent files' }).waitFor();
  expect(troubles).toEqual([]);
});

test('a forgotten password is set anew by the mailed link, which works once', async () => {
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
