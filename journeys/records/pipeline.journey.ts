/** From a matrix with samples to modules and their counterparts: the whole pipeline without leaving the portal. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { comeHome, expectAccessible } from '../browser/browser.ts';
import { visit } from '../browser/visit.ts';
import { CORPUS, FOLLOW_UP, readRows } from '../harness/corpus-files.ts';
import { zipFiles } from '../harness/small-collection.ts';

const LOADED = 'TCGA ACC RNA-seq EXT';
const NORMALISED = `${LOADED} OR QN A.1.1.1`;
const STEP_MS = 120_000;

/** The collection as it was loaded, without what R made of it. */
function readLoaded(): Map<string, string> {
  const files = globSync('TCGA_ACC/makeDC/**/*.csv', { cwd: FOLLOW_UP });
  return new Map(files.map((file) => [file, readFileSync(path.join(FOLLOW_UP, file), 'utf8')]));
}

function labelsOf(pattern: string): string[] {
  const [file = ''] = globSync(pattern, { cwd: FOLLOW_UP });
  return readRows(path.join(FOLLOW_UP, file)).map(({ Label = '' }) => Label);
}

/** Samples that the laboratory's own run in R removed. */
function removedByR(): string[] {
  const left = new Set(labelsOf('TCGA_ACC/makeSN/**/*outliers_removed_sample_attributes.csv'));
  return labelsOf('TCGA_ACC/makeDC/**/TCGA_ACC_DS1_sample_attributes.csv').filter(
    (label) => !left.has(label),
  );
}

const listed = z.object({ results: z.array(z.object({ id: z.number(), title: z.string().optional() })) });
const analysis = z.object({ networks: z.array(z.object({ id: z.number(), modules: z.number() })) });
const modules = z.object({
  results: z.array(z.object({ omicon_id: z.string(), name: z.string() })),
});

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('the pipeline', () => {
  const visitor = visit('corpus', (own) => comeHome(own, 'demo_lab'));

  async function ask<S extends z.ZodType>(shape: S, address: string): Promise<z.output<S>> {
    return shape.parse(await (await visitor().context.request.get(address)).json());
  }

  test('a matrix with samples is uploaded', async () => {
    const { page } = visitor();
    await page.goto('/home/add-new-collection');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'TCGA_ACC.zip',
      mimeType: 'application/zip',
      buffer: await zipFiles(readLoaded()),
    });
    await expect
      .poll(async () => (await ask(listed, `/api/data-sets/?search=${LOADED}`)).results.length, {
        timeout: STEP_MS,
      })
      .toBe(1);
  });

  test('outliers are those of R, and go with one click; the rest is normalised', async () => {
    const { page } = visitor();
    const [loaded] = (await ask(listed, `/api/data-sets/?search=${LOADED}`)).results;
    await page.goto(`/home/collections/data-sets/attributes?dsId=${loaded?.id}`);
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    const run = page.getByRole('button', { name: /^Remove \d+ samples? and normalise$/ });
    await run.waitFor({ timeout: STEP_MS });
    const ticked = await page.locator('.mantine-MultiSelect-pill').allTextContents();
    expect(removedByR()).toHaveLength(5);
    expect(ticked.filter((label) => label.includes('TCGA')).toSorted()).toEqual(removedByR().toSorted());
    await expectAccessible(page);
    // A list that is open meanwhile, in another tab.
    const list = await visitor().context.newPage();
    await list.goto('/home/collections/data-sets');
    await list.getByRole('textbox', { name: 'Filter' }).fill(`${LOADED} OR`);
    await list.getByText('0 records').waitFor();
    await run.click();
    await page
      .getByRole('main')
      .getByRole('link', { name: NORMALISED, exact: true })
      .click({ timeout: STEP_MS });
    await page.getByRole('heading', { level: 1, name: `${LOADED} OR QN` }).waitFor();
    await page.getByRole('link', { name: /^Samples\s*74$/ }).waitFor();
    // The short name follows.
    await list
      .getByRole('grid')
      .getByRole('link', { name: new RegExp(`^${LOADED} OR QN `) })
      .waitFor();
    await list.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
    await list.getByText('Run has ended: ').first().waitFor();
    await list.close();
  });

  test('the grid is seen before anything is stored; chosen networks become an analysis', async () => {
    const { page } = visitor();
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click();
    await page.getByRole('textbox', { name: 'Relative thresholds' }).fill('0.99 0.97', { timeout: STEP_MS });
    await page.getByRole('textbox', { name: 'Smallest sizes' }).fill('20 10');
    await page.getByRole('button', { name: 'Find modules', exact: true }).click();
    const cell = page.getByRole('button', { name: /^\d+ modules?, .* at 0\.99 with 20 features and more$/ });
    await cell.click({ timeout: STEP_MS });
    expect((await ask(listed, `/api/analyses/?search=${LOADED.slice(0, 8)}`)).results).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Store 1 network', exact: true }).click();
    // The side menu may list it first.
    const made = page.getByRole('main').getByRole('link', { name: 'TCGA ACC RNA-seq modules', exact: true });
    await made.click({ timeout: STEP_MS });
    await page.getByRole('heading', { level: 1, name: 'TCGA ACC RNA-seq modules' }).waitFor();
  });

  test('its modules live, and are found in other data sets', async () => {
    const { page } = visitor();
    const [made] = (await ask(listed, `/api/analyses/?search=${LOADED.slice(0, 8)}`)).results;
    const { networks } = await ask(analysis, `/api/analyses/${made?.id}/`);
    // R finds four in the same samples, from values of three decimals.
    expect(networks.map((network) => network.modules)).toEqual([4]);
    const found = await ask(modules, `/api/covariation-networks/${networks[0]?.id}/modules/`);
    const [module] = found.results;
    await page.goto(`/home/modules/${module?.omicon_id}`);
    await page.getByRole('heading', { level: 1, name: module?.name ?? '' }).waitFor();
    await page.getByRole('link', { name: 'Elsewhere', exact: true }).click();
    const counterparts = page.getByRole('region', { name: `Modules like ${module?.name}` }).last();
    await counterparts.getByRole('row').nth(1).waitFor({ timeout: STEP_MS });
  });
});
