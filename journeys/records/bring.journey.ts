/** Files of other forms: a GEO series matrix becomes a data set, and one of its modules separates its groups. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { comeHome, expectAccessible } from '../browser/browser.ts';
import { visit } from '../browser/visit.ts';
import { TEST_DATA } from '../harness/portal.ts';

const SERIES = path.join(TEST_DATA, 'geo/GSE55235_series_matrix.txt.gz');
const TITLE = 'Woetzel 2014 GSE55235';
const STEP_MS = 120_000;

const listed = z.object({ results: z.array(z.object({ id: z.number() })) });
const analysis = z.object({ networks: z.array(z.object({ id: z.number() })) });
const traits = z.object({
  traits: z.array(z.object({ attribute: z.string() })),
  modules: z.array(
    z.object({ omicon_id: z.string(), cells: z.array(z.object({ q_value: z.number().nullable() })) }),
  ),
});

// Real input is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(SERIES) && process.env.CI !== 'true')('a series of GEO', () => {
  const visitor = visit('corpus', (own) => comeHome(own, 'demo_lab'));

  async function ask<S extends z.ZodType>(shape: S, address: string): Promise<z.output<S>> {
    return shape.parse(await (await visitor().context.request.get(address)).json());
  }

  test('is recognized, and stored as proposed', async () => {
    const { page } = visitor();
    await page.goto('/home/add-new-collection');
    await page.locator('input[type="file"]').setInputFiles(SERIES);
    const name = 'GEO series matrix GSE55235, platform GPL96, 30 samples, 22,283 rows';
    await page.getByRole('heading', { level: 2, name }).waitFor({ timeout: STEP_MS });
    await page.getByText('30 of 30 samples are in the sheet.', { exact: false }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue()).toBe(TITLE);
    expect(await page.getByRole('textbox', { name: 'Platform' }).inputValue()).toBe('Affymetrix U133A');
    await expectAccessible(page);
    expect((await ask(listed, `/api/data-sets/?search=${TITLE}`)).results).toEqual([]);
    await page.getByRole('button', { name: 'Store', exact: true }).click();
    await page.getByRole('heading', { name: 'What next' }).waitFor({ timeout: STEP_MS });
    expect((await ask(listed, `/api/data-sets/?search=${TITLE}`)).results).toHaveLength(1);
  });

  test('is prepared, and its modules are found', async () => {
    const { page } = visitor();
    await page.getByRole('link', { name: /^Prepare and find modules/ }).click();
    const prepare = page.getByRole('button', { name: /^Remove \d+ samples? and normalise$/ });
    await prepare.click({ timeout: STEP_MS });
    const normalised = page.getByRole('main').getByRole('link', { name: / OR QN A\.1\.1\.1$/ });
    await normalised.click({ timeout: STEP_MS });
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click();
    await page.getByRole('textbox', { name: 'Relative thresholds' }).fill('0.999', { timeout: STEP_MS });
    await page.getByRole('textbox', { name: 'Smallest sizes' }).fill('20');
    await page.getByRole('button', { name: 'Find modules', exact: true }).click();
    const cell = page.getByRole('button', { name: /^\d+ modules?, .* at 0\.999 with 20 features and more$/ });
    await cell.click({ timeout: STEP_MS });
    await page.getByRole('button', { name: 'Store 1 network', exact: true }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: / modules$/ })
      .first()
      .click({ timeout: STEP_MS });
    await page.getByRole('heading', { level: 1, name: / modules$/ }).waitFor();
  });

  test('has a module that separates the diseases', async () => {
    const { page } = visitor();
    const [made] = (await ask(listed, '/api/analyses/?search=Woetzel')).results;
    const { networks } = await ask(analysis, `/api/analyses/${made?.id}/`);
    const ofNetwork = await ask(traits, `/api/covariation-networks/${networks[0]?.id}/traits/`);
    const disease = ofNetwork.traits.findIndex(({ attribute }) => attribute === 'Disease');
    const [module] = ofNetwork.modules.filter(({ cells }) => (cells[disease]?.q_value ?? 1) < 1e-6);
    expect(module).toBeDefined();
    await page.goto(`/home/modules/${module?.omicon_id}`);
    await page
      .getByRole('main')
      .getByText(/\bDisease\b/)
      .first()
      .waitFor({ timeout: STEP_MS });
  });
});
