/** Modules that go with a sample attribute, in the demo laboratory: the rule, its link, and its results. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comeHome, expectAccessible, openVisitor, type Visitor } from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { readColumn, readTitles, wizardOn } from './search-wizard.ts';

let demo: Demo;
let visitor: Visitor;
beforeAll(async () => {
  demo = await openDemo();
  visitor = await openVisitor(demo.browser, demo.portal.address);
  await comeHome(visitor, 'demo_lab');
});
afterAll(() => demo?.close());

const { rule, results, addRule, untilCounted } = wizardOn(() => visitor.page);

test('the modules that follow Batch are found by a rule, with R² or r, and q below the limit', async () => {
  const { page } = visitor;
  await page.goto('/home/advanced-search');
  await page.getByRole('radio', { name: 'Covariation modules', exact: true }).check();
  await page.getByRole('link', { name: 'Next: Filter data' }).click();
  await page.getByRole('link', { name: 'Next: Filter analyses' }).click();
  await page
    .getByRole('navigation', { name: 'Filters of analyses' })
    .getByRole('link', { name: 'Modules', exact: true })
    .click();
  await addRule('trait', 'Trait of the module');
  await rule('Trait of the module').getByText('Enter a value to see how many remain').waitFor();
  await page.keyboard.type('batch');
  await page.getByRole('option', { name: 'Batch', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await rule('Trait of the module').getByLabel('At q less than').fill('0.001');
  await rule('Trait of the module')
    .getByText(/^[1-9][\d,]* module rows? remains?$/)
    .waitFor();
  await untilCounted();
  await expectAccessible(page);
  // The address holds the rule.
  await page.reload();
  expect(await rule('Trait of the module').getByLabel('At q less than').inputValue()).toBe('0.001');
  expect(
    await rule('Trait of the module').getByLabel('Associated with the sample attribute').inputValue(),
  ).toBe('Batch');
  await page.getByRole('button', { name: 'SEARCH', exact: true }).click();
  await results().waitFor();
  await page.getByText('Associated with Batch (q < 0.001)').first().waitFor();
  const titles = await readTitles(results());
  const columnOf = (title: string) => titles.findIndex((each) => each.startsWith(title));
  const q = (await readColumn(results(), columnOf('Trait q'))).map(Number);
  expect(q.length).toBeGreaterThan(0);
  expect(q.every((value) => value > 0 && value < 0.001)).toBe(true);
  expect(q).toEqual(q.toSorted((a, b) => a - b));
  expect(new Set(await readColumn(results(), columnOf('Trait')))).toEqual(new Set(['Batch']));
});
