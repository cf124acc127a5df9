/** Actions and checks on screens, by role and label. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { settle } from './browser.ts';

/** The name of a module as screens show it: its colour, and its theme if it has one. */
export function moduleNamed(colour: string): RegExp {
  return new RegExp(`^${colour}( · [^:]+)?$`);
}

/** Waits for the screen with this heading. */
export async function expectHeading(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

/** Fills the search box and presses Enter. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Search', exact: true });
  await box.fill(text);
  await box.press('Enter');
}

/** The row of a grid with exactly this text in one of its cells. */
export function rowOf(grid: Locator, text: string): Locator {
  return grid.getByRole('row').filter({ has: grid.page().getByText(text, { exact: true }) });
}

/** Opens the menu of a row, named after its record, and clicks an action. */
export async function act(page: Page, name: string, action: 'Preview' | 'Download'): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  // A disabled action shows the reason, which may contain the name of another action.
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}

/** Counts of the values of one attribute, from the labels of the treemap's rectangles, including NA. */
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

/** Expects these counts for the values of one attribute in the treemap. */
export async function expectTreemap(
  page: Page,
  attribute: string,
  counts: Record<string, number>,
): Promise<void> {
  await expect.poll(() => readTreemap(page, attribute)).toEqual(counts);
}

/** Waits for the download started by `start`: its suggested name and the SHA-256 of its bytes. */
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

/** Waits until the screen has rendered and no call is in flight. */
export async function settleScreen(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await settle(page);
}
