/** What a person sees and does on the screens, by role and label. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { settle } from './browser.ts';

/** Waits until the screen with this heading stands. */
export async function expectHeading(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

/** Text of the search box, sent with Enter. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Search', exact: true });
  await box.fill(text);
  await box.press('Enter');
}

/** The row of a grid that holds this whole text in one of its cells. */
export function rowOf(grid: Locator, text: string): Locator {
  return grid.getByRole('row').filter({ has: grid.page().getByText(text, { exact: true }) });
}

/** Opens the menu of a row, named after its record, and takes an action. */
export async function act(page: Page, name: string, action: 'Preview' | 'Download'): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  // An action that cannot be taken says why, and may name another.
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}

/** Counts of the values of one attribute, as the rectangles of the treemap say them; NA by its name. */
async function readTreemap(page: Page, attribute: string): Promise<Record<string, number>> {
  const cell = page.getByRole('region', { name: attribute, exact: true });
  const labels = await cell
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  const counts: Record<string, number> = {};
  for (const label of labels) {
    const [, value, count] = /^[^:]+: (.*?), n=([\d,]+) \(/.exec(label) ?? [];
    if (value !== undefined) counts[value] = Number(count?.replaceAll(',', ''));
  }
  return counts;
}

/** The treemap shows these counts of the values of one attribute, once it is drawn. */
export async function expectTreemap(
  page: Page,
  attribute: string,
  counts: Record<string, number>,
): Promise<void> {
  await expect.poll(() => readTreemap(page, attribute)).toEqual(counts);
}

/** Downloads what `start` starts: the suggested name and the SHA-256 of the bytes that came. */
export async function takeDownload(
  page: Page,
  start: () => Promise<void>,
): Promise<{ name: string; sha256: string }> {
  const coming = page.waitForEvent('download');
  await start();
  const download = await coming;
  return { name: download.suggestedFilename(), sha256: hashFile(await download.path()) };
}

export function hashFile(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The screen of an address has been drawn, and nothing of it is on its way. */
export async function settleScreen(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await settle(page);
}
