/** A laboratory member edits a gene set and a sample attribute, another member interferes, a reviewer reads. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeVisitors,
  expectAccessible,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading, rowOf } from '../browser/screens.ts';
import type { Portal } from '../harness/portal.ts';

let portal: Portal;
let browser: Browser;
let lab: Visitor;

beforeAll(async () => {
  portal = await startLaboratory('demo');
  browser = await shareBrowser();
  lab = await openVisitor(browser, portal.address);
  await signIn(lab, 'demo_lab');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

/** A list as in a paper's supplement: two official symbols, an alias, a gene turned into a date, and an unknown. */
const GENES = 'GFAP\nAQP4\nOCT4\n2-Sep\nNOT_A_GENE\n';

async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

function dialogOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = dialogOf(page, `Edit ${name}`);
  // The edit is based on the version with which the form was opened.
  await form.waitFor();
  return form;
}

test('a gene set is created from a file, after a report on its genes', async () => {
  const { page } = lab;
  await page.goto('/home/resources');
  await page.getByRole('button', { name: 'Add gene set' }).click();
  const form = dialogOf(page, 'New gene set');
  await form.getByLabel('Set name').fill('SMITH_ASTROCYTES');
  await form.getByLabel('Category').selectOption('Other(Please specify)');
  await form.getByLabel('Species').selectOption('Homo sapiens');
  await form.getByLabel('Description').fill('Genes of astrocytes.');
  const other = form.getByLabel('Other category');
  await other.focus();
  await other.press('Tab');
  await form.getByText('Enter other category', { exact: true }).waitFor();
  expect(await form.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
  await form.getByLabel('Category', { exact: false }).first().selectOption('CellType');
  await chooseFile(page, 'genes.txt', GENES);
  await form.getByText(/^5 genes/).waitFor();
  await form.getByText('NOT_A_GENE').waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).click();
  await expectHeading(page, 'SMITH_ASTROCYTES');
  await page.getByRole('grid', { name: 'Genes' }).getByText('GFAP', { exact: true }).waitFor();
  // The side menu is collapsed, but still accessible.
  expect(await page.getByRole('navigation', { name: 'Side menu' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Side menu' }).click();
  await page
    .getByRole('navigation', { name: 'Side menu' })
    .getByRole('link', { name: 'Resources' })
    .waitFor();
  await page.keyboard.press('Escape');
});

test('an edit of an outdated version is refused with advice', async () => {
  const { page } = lab;
  const address = page.url();
  const admin = await openVisitor(browser, portal.address);
  await signIn(admin, 'demo_admin');
  await admin.page.goto(address);
  const [first, second] = [
    await openEdit(page, 'SMITH_ASTROCYTES'),
    await openEdit(admin.page, 'SMITH_ASTROCYTES'),
  ];
  await first.getByLabel('Description').fill('Genes of human astrocytes.');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.waitFor({ state: 'hidden' });
  await second.getByLabel('Description').fill('Something else.');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByText(/Somebody else changed this gene set: it is at version 2 now/).waitFor();
  await expectAccessible(admin.page);
  await admin.context.close();
  await page.getByRole('link', { name: 'Attributes', exact: true }).click();
  await page.getByText('Genes of human astrocytes.', { exact: true }).waitFor();
  await page.goto(`${address}&versions=1&tab=attributes`);
  await page.getByText('Genes of astrocytes.', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await page.goto(address);
});

test('a deleted gene set is restored with Undo', async () => {
  const { page } = lab;
  await expectHeading(page, 'SMITH_ASTROCYTES');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialogOf(page, 'Delete gene set').getByRole('button', { name: 'Delete' }).click();
  await expectHeading(page, 'Resources');
  const grid = page.getByRole('grid', { name: 'Gene sets' });
  await grid.waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('textbox', { name: 'Filter Gene sets' }).fill('SMITH');
  await grid.getByRole('link', { name: 'SMITH_ASTROCYTES' }).waitFor();
});

test('a sample attribute is added, changed, deleted and restored, and every change is a version', async () => {
  const { page } = lab;
  await page.goto('/home/admin/sample-attributes');
  await page.getByRole('button', { name: 'Add sample attribute' }).click();
  const form = dialogOf(page, 'New sample attribute');
  await form.getByLabel('Attribute name').fill('Ki67 Level');
  expect(await form.getByLabel('Enumerated values').isDisabled()).toBe(true);
  await form.getByLabel('Attribute type').selectOption('Date');
  expect(await form.getByLabel('Example').getAttribute('type')).toBe('date');
  await form.getByLabel('Attribute type').selectOption('Integer');
  expect(await form.getByLabel('Example').getAttribute('step')).toBe('1');
  await form.getByLabel('Attribute type').selectOption('Enumeration');
  await form.getByText('Enter comma separated values. Eg: x, y, z, ...', { exact: true }).waitFor();
  const values = form.getByLabel('Enumerated values');
  await values.fill('low; high');
  await values.press('Tab');
  await form.getByText('Please enter comma separated values', { exact: true }).waitFor();
  await values.fill('low, high');
  await form.getByLabel('Example').fill('low');
  await form.getByLabel('Data source').fill('Source study');
  await form.getByLabel('Description').fill('Share of cells in division.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const filter = page.getByRole('textbox', { name: 'Filter Sample attributes' });
  await filter.fill('Ki67');
  const grid = page.getByRole('grid', { name: 'Sample attributes' });
  await rowOf(grid, 'Ki67 Level').getByText('low, high').waitFor();
  const menu = page.getByRole('button', { name: 'Actions for Ki67 Level' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = dialogOf(page, 'Edit Ki67 Level');
  await edit.getByLabel('Enumerated values').fill('low, middle, high');
  await edit.getByRole('button', { name: 'Save' }).click();
  await grid.getByText('low, middle, high').waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialogOf(page, 'Delete sample attribute').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No records found', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await menu.waitFor();
  // Default attributes have no menu.
  await filter.fill('MONDO ID');
  await grid.getByText('MONDO ID', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Actions for MONDO ID' }).count()).toBe(0);

  await page.getByRole('link', { name: 'Tables', exact: true }).first().click();
  await page.getByRole('button', { name: '5 versions of Sample attributes' }).click();
  for (const change of ['Added', 'Changed', 'Deleted', 'Restored'])
    await page.getByText(new RegExp(`^${change} Ki67 Level \\(`)).waitFor();
  await expectAccessible(page);
});

test('an administrator edits data set attributes in the same way; laboratory members can read them', async () => {
  const { page } = lab;
  await page.goto('/home/admin/data-set-attributes');
  expect(await page.getByRole('button', { name: 'Add data set attribute' }).isDisabled()).toBe(true);

  const admin = await openVisitor(browser, portal.address);
  await signIn(admin, 'demo_admin');
  const own = admin.page;
  await own.goto('/home/admin/data-set-attributes');
  await own.getByRole('button', { name: 'Add data set attribute' }).click();
  const form = dialogOf(own, 'New data set attribute');
  await form.getByLabel('Attribute name').fill('Library Kit');
  await form.getByLabel('Example').fill('TruSeq');
  await form.getByLabel('Data source').fill('Source study');
  await form.getByLabel('Description').fill('Kit that the libraries were made with.');
  await expectAccessible(own);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const filter = own.getByRole('textbox', { name: 'Filter Data set attributes' });
  await filter.fill('Library');
  const grid = own.getByRole('grid', { name: 'Data set attributes' });
  await rowOf(grid, 'Library Kit').getByText('TruSeq').waitFor();
  const menu = own.getByRole('button', { name: 'Actions for Library Kit' });
  await menu.click();
  await own.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = dialogOf(own, 'Edit Library Kit');
  await edit.getByLabel('Example').fill('NEBNext');
  await edit.getByRole('button', { name: 'Save' }).click();
  await grid.getByText('NEBNext').waitFor();
  await menu.click();
  await own.getByRole('menuitem', { name: 'Delete' }).click();
  await dialogOf(own, 'Delete data set attribute').getByRole('button', { name: 'Delete' }).click();
  await own.getByText('No records found', { exact: true }).waitFor();
  await own.getByRole('button', { name: 'Undo' }).click();
  await menu.waitFor();
  await own.getByRole('link', { name: 'Tables', exact: true }).first().click();
  await own.getByRole('button', { name: '5 versions of Data set attributes' }).click();
  for (const change of ['Added', 'Changed', 'Deleted', 'Restored'])
    await own.getByText(new RegExp(`^${change} Library Kit \\(`)).waitFor();
  await admin.context.close();
});

test('pasted identifiers are mapped; unknown ones are listed too', async () => {
  const { page } = lab;
  await page.goto('/home/resources?tab=map-identifiers');
  await page.getByLabel('Identifiers').fill('GFAP, gfap\nNOT_A_GENE');
  await page.getByRole('button', { name: 'Map 3 identifiers' }).click();
  await page
    .getByText('2 identifiers mapped, 1 without target, by SYMBOL → ENTREZID', { exact: true })
    .waitFor();
  const grid = page.getByRole('grid', { name: 'Mapped identifiers' });
  await expect.poll(() => grid.getByText('2670', { exact: true }).count()).toBe(2);
  await expectAccessible(page);
  expect(lab.troubles.filter((trouble) => !/status of (404|409)/.test(trouble))).toEqual([]);
});

test('a reviewer can read gene sets, but not edit them', async () => {
  const reviewer = await openVisitor(browser, portal.address);
  await signIn(reviewer, 'demo_reviewer');
  const { page } = reviewer;
  await page.goto('/home/resources?search=SMITH');
  expect(await page.getByRole('button', { name: 'Add gene set' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Actions for SMITH_ASTROCYTES' }).click();
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Preview', 'Download']);
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  await dialogOf(page, 'SMITH_ASTROCYTES')
    .getByText(/GFAP, AQP4/)
    .waitFor();
  await expectAccessible(page);
  await page.goto('/home/resources');
  await page.getByRole('link', { name: 'Starred', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Tables', exact: true }).count()).toBe(0);
});
