/** Steps from files of any form to a module: dropped, stored, modules found, and the one that follows an attribute. */
import { expect } from 'vitest';
import { z } from 'zod';
import type { Visitor } from '../browser/browser.ts';

const ids = z.object({ results: z.array(z.object({ id: z.number() })) });
const analysis = z.object({ networks: z.array(z.object({ id: z.number() })) });
const traits = z.object({
  traits: z.array(z.object({ attribute: z.string() })),
  modules: z.array(
    z.object({ omicon_id: z.string(), cells: z.array(z.object({ q_value: z.number().nullable() })) }),
  ),
});

/** Far below what chance gives. */
const SURE_Q = 1e-6;

export async function ask<S extends z.ZodType>(
  { context }: Visitor,
  shape: S,
  address: string,
): Promise<z.output<S>> {
  return shape.parse(await (await context.request.get(address)).json());
}

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Drops files on the add page, and waits until this is said of them. */
export async function dropFiles(
  { page }: Visitor,
  files: string | ChosenFile[],
  sentence: string | RegExp,
): Promise<void> {
  await page.goto('/home/add-new-collection');
  await page.locator('input[type="file"]').setInputFiles(files);
  await page.getByRole('heading', { level: 2, name: sentence }).waitFor();
}

export async function storeAsProposed({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Store', exact: true }).click();
  await page.getByRole('heading', { name: 'What next' }).waitFor();
}

/** On the pipeline page of a data set: finds modules at one threshold and size, stores them and opens the analysis. */
export async function findModules(
  { page }: Visitor,
  { threshold, size }: { threshold: number; size: number },
): Promise<void> {
  await page.getByRole('textbox', { name: 'Relative thresholds' }).fill(String(threshold));
  await page.getByRole('textbox', { name: 'Smallest sizes' }).fill(String(size));
  await page.getByRole('button', { name: 'Find modules', exact: true }).click();
  const name = new RegExp(`^\\d+ modules?, .* at ${threshold} with ${size} features and more$`);
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Store 1 network', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: / modules$/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: / modules$/ }).waitFor();
}

/** Opens a module of the first analysis with this word whose eigengene surely differs by an attribute. */
export async function openModuleBy(visitor: Visitor, attribute: string, search: string): Promise<void> {
  const { page } = visitor;
  const [made] = (await ask(visitor, ids, `/api/analyses/?search=${search}`)).results;
  const { networks } = await ask(visitor, analysis, `/api/analyses/${made?.id}/`);
  const ofNetwork = await ask(visitor, traits, `/api/covariation-networks/${networks[0]?.id}/traits/`);
  const at = ofNetwork.traits.findIndex((trait) => trait.attribute === attribute);
  const [module] = ofNetwork.modules.filter(({ cells }) => (cells[at]?.q_value ?? 1) < SURE_Q);
  expect(module).toBeDefined();
  await page.goto(`/home/modules/${module?.omicon_id}`);
  await page
    .getByRole('main')
    .getByText(new RegExp(`\\b${attribute.replaceAll('_', ' ')}\\b`))
    .first()
    .waitFor();
}
