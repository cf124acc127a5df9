/** Files of other forms: a GEO series matrix becomes a data set, and one of its modules separates its groups. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessible, signIn } from '../browser/browser.ts';
import { visit } from '../browser/visit.ts';
import { TEST_DATA } from '../harness/portal.ts';
import { ask, dropFiles, findModules, openModuleBy, storeAsProposed } from './bring-steps.ts';

const SERIES = path.join(TEST_DATA, 'geo/GSE55235_series_matrix.txt.gz');
const TITLE = 'Woetzel 2014 GSE55235';

const listed = z.object({ results: z.array(z.object({ id: z.number() })) });

// Real input is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(SERIES) && process.env.CI !== 'true')('a series of GEO', () => {
  const visitor = visit('corpus', (own) => signIn(own, 'demo_lab'));
  const listSets = async () => (await ask(visitor(), listed, `/api/data-sets/?search=${TITLE}`)).results;

  test('is recognized, and stored as proposed', async () => {
    const { page } = visitor();
    const name = 'GEO series matrix GSE55235, platform GPL96, 30 samples, 22,283 rows';
    await dropFiles(visitor(), SERIES, name);
    await page.getByText('30 of 30 samples are in the sheet.', { exact: false }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue()).toBe(TITLE);
    expect(await page.getByRole('textbox', { name: 'Platform' }).inputValue()).toBe('Affymetrix U133A');
    await expectAccessible(page);
    expect(await listSets()).toEqual([]);
    await storeAsProposed(visitor());
    expect(await listSets()).toHaveLength(1);
  });

  test('is prepared, and its modules are found', async () => {
    const { page } = visitor();
    await page.getByRole('link', { name: /^Prepare and find modules/ }).click();
    await page.getByRole('button', { name: /^Remove \d+ samples? and normalise$/ }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: / OR QN A\.1\.1\.1$/ })
      .click();
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click();
    await findModules(visitor(), { threshold: 0.999, size: 20 });
  });

  test('has a module that separates the diseases', async () => {
    await openModuleBy(visitor(), 'Disease', 'Woetzel');
  });
});
