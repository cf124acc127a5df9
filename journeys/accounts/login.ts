/** The form of the sign-in, and whom the portal takes a page for. */
import type { Page } from 'playwright-core';

/** Status of the answer to "who am I", asked by the page with its own cookie. */
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
