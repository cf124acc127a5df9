/** The login form, and the identity of a page. */
import type { Page } from 'playwright-core';

/** Status of the `getMe` call, made by the page with its own cookie. */
export function statusOfMe(page: Page): Promise<unknown> {
  return page.evaluate(
    `fetch('/api/me/', { headers: { 'x-omicon-client': 'web' } }).then((answer) => answer.status)`,
  );
}

export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}
