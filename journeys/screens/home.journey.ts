/** The home page: from the first page to an answer in one step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterAsGuest, expectAccessible, openVisitor, signIn, type Visitor } from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { expectHeading, settleScreen } from '../browser/screens.ts';

let demo: Demo;
let guest: Visitor;

beforeAll(async () => {
  demo = await openDemo();
  guest = await openVisitor(demo.browser, demo.portal.address);
  await enterAsGuest(guest);
});
afterAll(() => demo?.close());

test('a gene, a pasted list and a question lead to their answers', async () => {
  const { page } = guest;
  await page.goto('/home');
  await expectHeading(page, 'Home');
  const box = page.getByRole('searchbox', { name: 'Gene, module or record', exact: true });
  await box.fill('cd68');
  await box.press('Enter');
  await expectHeading(page, 'CD68');

  await page.getByRole('link', { name: 'Omicon, home' }).click();
  await page.getByRole('textbox', { name: 'Paste a list of genes' }).fill('CD68, AIF1\nMBP');
  await page.getByText('3 identifiers', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Explore this list', exact: true }).click();
  await expectHeading(page, 'Genes and lists');
  await expect.poll(() => page.getByLabel('Genes', { exact: true }).inputValue()).toBe('CD68\nAIF1\nMBP');

  await page.goto('/home');
  await page.getByRole('link', { name: /^Which modules of a network follow a trait/ }).click();
  await page.waitForURL(/networkId=\d+&show=traits/);
  expect(guest.troubles).toEqual([]);
});

test('files are listed by record, open as previews, and Back returns to the home page', async () => {
  const { page } = guest;
  await page.goto('/home');
  await settleScreen(page);
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /made by Omicon$/ })
    .first()
    .click();
  await page
    .getByRole('link', { name: /^kME_table.*_complete/ })
    .first()
    .waitFor();
  await page.getByRole('grid', { name: 'Recent files', exact: true }).waitFor();
  await page.goto('/home/recent-files?search=attributes.csv');
  const file = page.getByRole('grid', { name: 'Recent files' }).locator('td[data-first] a').first();
  await file.click();
  await page.getByRole('button', { name: 'Back', exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: 'Newest collections' }).count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { name: 'Newest collections' }).waitFor();
});

test('a second sign-in says what is new since the first', async () => {
  for (const visit of [1, 2]) {
    const visitor = await openVisitor(demo.browser, demo.portal.address);
    await signIn(visitor, 'demo_reviewer');
    await visitor.page.goto('/home');
    await settleScreen(visitor.page);
    const news = visitor.page.getByRole('heading', { name: /^New since your last visit/ });
    if (visit === 2) await news.waitFor();
    await visitor.context.close();
  }
});
