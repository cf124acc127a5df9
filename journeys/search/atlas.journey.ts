/** What recurs in the networks of the corpus, asked by a guest who knows no name of a network. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closeVisitors,
  expectAccessible,
  openVisitor,
  shareBrowser,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading } from '../browser/screens.ts';
import { CORPUS } from '../harness/corpus-files.ts';
import { acceptTerms, type Portal } from '../harness/portal.ts';

describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('the atlas', () => {
  let portal: Portal;
  let browser: Browser;
  let guest: Visitor;

  beforeAll(async () => {
    if (!existsSync(CORPUS)) throw new Error(`There is no corpus in ${CORPUS}.`);
    portal = await startLaboratory('corpus');
    browser = await shareBrowser();
    guest = await openVisitor(browser, portal.address);
  });
  afterAll(async () => {
    await closeVisitors();
    await portal?.remove();
  });

  test('is the first question of the landing page, and shows what recurs', async () => {
    const { page } = guest;
    await page.goto('/');
    await page.getByText('What recurs in these data? The atlas of signals', { exact: true }).click();
    await page.waitForURL('**/home/atlas');
    await acceptTerms(page);
    await expectHeading(page, 'Atlas');
    await page.getByText(/^\d+ signals recur in 8 data sets of 6 cohorts/).waitFor();
    await expectAccessible(page);
  });

  test('says what recurs in glioma and is in no data set of bladder cancer', async () => {
    const { page } = guest;
    await page.getByText('Filter by disease', { exact: true }).click();
    await page.getByRole('combobox', { name: /^glioblastoma / }).selectOption({ label: 'in any' });
    await page.getByRole('combobox', { name: /^bladder transitional/ }).selectOption({ label: 'in none' });
    await page.getByText(/in no data set of bladder transitional cell carcinoma/).waitFor();
    await page.getByText('Table', { exact: true }).click();
    const grid = page.getByRole('grid', { name: 'Recurring signals by data set' });
    await grid.getByRole('row').nth(1).waitFor();
    const rows = await grid.getByRole('row').allTextContents();
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.some((row) => row.includes('oligodendrocytes'))).toBe(true);
    expect(rows.some((row) => row.includes('E2F targets'))).toBe(false);
  });

  test('a signal has its genes, and says whether it follows survival', async () => {
    const { page } = guest;
    await page.getByRole('link', { name: 'oligodendrocytes', exact: true }).click();
    await expectHeading(page, 'oligodendrocytes');
    await page
      .getByRole('link', { name: /^Genes/ })
      .last()
      .click();
    await page
      .getByRole('button', { name: /consensus genes/ })
      .first()
      .waitFor();
    for (const gene of ['MOBP', 'CNTN2', 'KLK6'])
      await page.getByText(gene, { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Survival/ }).click();
    await page
      .getByText(/follow-up/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });
});
