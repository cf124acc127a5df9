/** Files of other forms: a study folder with follow-up to its survival, single cells to modules of their types. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MAX_EXPRESSION_FEATURES } from '@omicon/contract/areas/statistics/expression.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessible, signIn } from '../browser/browser.ts';
import { visit } from '../browser/visit.ts';
import { ask, dropFiles, findModules, openModuleBy, storeAsProposed } from './bring-steps.ts';
import { CELL_TYPES, type CellSums, DONORS, makeStudyFolder, STUDY, writeCells } from './study-files.ts';

const visitor = visit('empty', (own) => signIn(own, 'demo_lab'));

describe('a study folder of cBioPortal', () => {
  test('is recognized with its follow-up', async () => {
    const { page } = visitor();
    await dropFiles(visitor(), makeStudyFolder(), 'cBioPortal study difg_forty, 40 samples, 300 rows');
    await page.getByText('40 of 40 samples are in the sheet.', { exact: false }).waitFor();
    const nameOf = (column: string) =>
      page.getByRole('textbox', { name: `Name of ${column}`, exact: true }).inputValue();
    expect(await nameOf('OS_MONTHS')).toBe('Survival_Months');
    expect(await nameOf('OS_STATUS')).toBe('Vital_Status');
    const roleOf = (column: string) =>
      page.getByRole('combobox', { name: `Role of ${column}`, exact: true }).inputValue();
    expect(await roleOf('PATIENT_ID')).toBe('individual');
    expect(await roleOf('OS_MONTHS')).toBe('time');
    expect(await roleOf('OS_STATUS')).toBe('event');
  });

  test('is stored, and its survival differs by the gene that predicts it', async () => {
    const { page } = visitor();
    await storeAsProposed(visitor());
    await page.getByRole('link', { name: `See the samples: ${STUDY.name}` }).click();
    await page.getByRole('link', { name: 'Survival', exact: true }).click();
    const gene = page.getByRole('textbox', { name: 'or by gene or feature' });
    await gene.fill(STUDY.predictor);
    await gene.press('Enter');
    await page.getByText(/^low: 20 samples, \d+ events/).waitFor();
    await page.getByText(/^high: 20 samples, \d+ events/).waitFor();
    const sentence = await page.getByText(/^Log-rank test/).textContent();
    const [, p = ''] = /, P (\S+)$/.exec(sentence ?? '') ?? [];
    expect(p).not.toBe('');
    expect(Number(p.replace('\u2212', '-'))).toBeLessThan(0.05);
  });
});

const FILE = 'cortex_donors.h5ad';
const SAMPLES = DONORS.flatMap((donor) => CELL_TYPES.map((type) => `${donor} ${type}`));

const listed = z.object({ results: z.array(z.object({ id: z.number(), title: z.string() })) });
const measured = z.object({
  samples: z.array(z.string()),
  features: z.array(z.object({ feature: z.string(), values: z.array(z.number().nullable()) })),
});

describe('single cells', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-cells-'));
  let made: CellSums;
  beforeAll(async () => {
    made = await writeCells(path.join(folder, FILE));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are proposed as samples of each donor and cell type', async () => {
    const { page } = visitor();
    await dropFiles(visitor(), path.join(folder, FILE), /^AnnData file, 600 cells, 200 genes/);
    await page.getByText('The file has 600 single cells.', { exact: false }).waitFor();
    const chosen = (label: string) =>
      page.getByRole('combobox', { name: label }).locator('option:checked').textContent();
    expect(await chosen('Column of samples')).toBe('donor_id');
    expect(await chosen('Column of cell types')).toBe('cell_type');
    await page.getByText('36 of 36 samples are in the sheet.', { exact: false }).waitFor();
    await expectAccessible(page);
  });

  test('are stored as the sums of their counts, to the last digit', async () => {
    await storeAsProposed(visitor());
    const { results } = await ask(visitor(), listed, '/api/data-sets/?search=cortex_donors');
    const counts = results.find(({ title }) => / counts /.test(title));
    for (let at = 0; at < made.genes.length; at += MAX_EXPRESSION_FEATURES) {
      const genes = made.genes.slice(at, at + MAX_EXPRESSION_FEATURES);
      const address = `/api/data-sets/${counts?.id}/expression/?features=${genes.join(',')}`;
      const { samples, features } = await ask(visitor(), measured, address);
      expect(samples.toSorted()).toEqual(SAMPLES);
      expect(features).toEqual(
        genes.map((feature, index) => ({
          feature,
          values: samples.map((sample) => made.sums.get(sample)?.[at + index]),
        })),
      );
    }
  });

  test('have modules that follow their types', async () => {
    const { page } = visitor();
    // The counts have a link, too.
    await page.getByRole('link', { name: /^Prepare and find modules: cortex_donors EXT/ }).click();
    await findModules(visitor(), { threshold: 0.9, size: 10 });
    await openModuleBy(visitor(), 'Cell_Type', 'cortex_donors');
  });
});
