/** A basket of the same module in several data sets: collected, kept over a sign-out, used, and shared. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  comeHome,
  enterAsGuest,
  expectAccessible,
  expectAccessibleLayer,
  openVisitor,
  type Visitor,
} from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { signInByToken } from '../harness/portal.ts';

/** Its modules are of the laboratory; some of their counterparts are public. */
const ANALYSIS = 'Demo 2019 glioma array Glioblastoma';
const BASKET = 'Everywhere';

let demo: Demo;
let member: Visitor;
let reader: Visitor;
let link: string;
/** names and ids of the collected modules */
let collected: { record_number: number; name: string }[];
beforeAll(async () => {
  demo = await openDemo(ANALYSIS);
  member = await openVisitor(demo.browser, demo.portal.address);
  reader = await openVisitor(demo.browser, demo.portal.address);
  await member.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await comeHome(member, 'demo_lab');
});
afterAll(() => demo?.close());

const itemsIn = ({ page }: Visitor): Locator => page.getByRole('region', { name: 'Items' });
const namesIn = (visitor: Visitor) => itemsIn(visitor).getByRole('row').getByRole('link').allInnerTexts();

test('a module and two of its counterparts are collected, the latter by their checkboxes', async () => {
  const { page } = member;
  await page.goto(`/home/modules/OM.CM.${demo.records.moduleId}?tab=elsewhere`);
  const grid = page.getByRole('region', { name: /^Modules like / }).last();
  const rows = grid.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await rows.nth(2).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  await grid.getByRole('button', { name: 'Collect' }).click();
  await page.getByRole('menuitem', { name: 'New basket\u2026' }).waitFor();
  await expectAccessibleLayer(page);
  await page.getByRole('menuitem', { name: 'New basket\u2026' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(BASKET);
  await page.keyboard.press('Enter');
  await page.getByText(`2 items in “${BASKET}”`).waitFor();
  await page.getByRole('banner').waitFor();
  await page.getByRole('button', { name: 'Collect' }).first().click();
  await page.getByRole('menuitem', { name: BASKET }).click();
  await page.getByText(`1 item in “${BASKET}”`).waitFor();
  await page.getByRole('link', { name: 'Open basket' }).last().click();
  await page.getByRole('heading', { name: BASKET }).waitFor();
  await expect.poll(() => namesIn(member)).toHaveLength(3);
  await expectAccessible(page);
});

test('the basket is there after a reload, and after signing out and in again', async () => {
  const { page } = member;
  await page.reload();
  await expect.poll(() => namesIn(member)).toHaveLength(3);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL(`${demo.portal.address}/`);
  await comeHome(member, 'demo_lab');
  await page.getByRole('link', { name: 'Baskets', exact: true }).click();
  await page.getByRole('grid', { name: 'Baskets' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: BASKET, exact: true }).click();
  await expect.poll(() => namesIn(member)).toHaveLength(3);
});

test('a deleted basket comes back by Undo', async () => {
  const { page } = member;
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Baskets' });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await grid.getByRole('link', { name: BASKET, exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await grid.getByRole('link', { name: BASKET, exact: true }).click();
  await expect.poll(() => namesIn(member)).toHaveLength(3);
});

test('a removed item comes back by Undo, and the consensus is that of the modules in the basket', async () => {
  const { page } = member;
  const [first = ''] = await namesIn(member);
  const rows = itemsIn(member)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') });
  await rows.nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => namesIn(member)).toHaveLength(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesIn(member)).toContain(first);
  const basket = page.url();
  await page.getByRole('button', { name: 'Copy link to share' }).click();
  await page.getByText('Copied to Clipboard').waitFor();
  link = await page.evaluate<string>('navigator.clipboard.readText()');
  const items = await member.context.request.get(
    `/api/baskets/${new URL(basket).searchParams.get('basket')}/items/`,
  );
  ({ results: collected } = (await items.json()) as { results: typeof collected });
  await page.getByRole('link', { name: 'Consensus of these modules' }).click();
  await page.getByText(/modules? of 3 count\./).waitFor();
  const numbers = new URL(page.url()).searchParams.get('modules')?.split(',').map(Number);
  expect(numbers?.toSorted()).toEqual(collected.map(({ record_number }) => record_number).toSorted());
  expect(member.troubles).toEqual([]);
});

test('the link shows others what they can read, tells how many items they cannot, and is copied', async () => {
  const person = await signInByToken(demo.portal.address, 'demo_ru');
  const readable: string[] = [];
  for (const { record_number, name } of collected) {
    const answer = await person.get(`/api/covariation-modules/${record_number}/`);
    if (answer.ok) readable.push(name);
  }
  const hidden = collected.length - readable.length;
  expect([readable.length > 0, hidden > 0]).toEqual([true, true]);
  const { page } = reader;
  await enterAsGuest(reader);
  await page.goto(link);
  await page.getByText('not readable').waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('button', { name: 'Copy to my baskets' }).count()).toBe(0);
  await comeHome(reader, 'demo_ru');
  await page.goto(link);
  await page.getByText(new RegExp(`^${hidden} items? of this basket (is|are) not readable`)).waitFor();
  expect((await namesIn(reader)).toSorted()).toEqual(readable.toSorted());
  await page.getByRole('button', { name: 'Copy to my baskets' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Rename' }).waitFor();
  expect((await namesIn(reader)).toSorted()).toEqual(readable.toSorted());
  expect(reader.troubles).toEqual([]);
});

test('samples collected in two baskets are the groups of a comparison', async () => {
  const { page } = member;
  const samplesOf = `/home/collections/data-sets/attributes?dsId=${demo.records.ds}&tab=samples`;
  const sexes: { basket: string; count: number }[] = [];
  for (const at of [0, 1]) {
    await page.goto(samplesOf);
    const value = page
      .getByRole('region', { name: 'Sex', exact: true })
      .getByRole('button', { name: /^Sex: / })
      .nth(at);
    const [, basket = '', n = ''] =
      /^Sex: (.*?), n=([\d,]+)/.exec((await value.getAttribute('aria-label')) ?? '') ?? [];
    const count = Number(n.replaceAll(',', ''));
    await value.click();
    await page.getByText(new RegExp(`^${n} of [\\d,]+ samples`)).waitFor();
    await page.getByRole('button', { name: 'Collect' }).last().click();
    await page.getByRole('menuitem', { name: 'New basket\u2026' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(basket);
    await page.keyboard.press('Enter');
    await page.getByText(new RegExp(`^${n} items in “${basket}”`)).waitFor();
    sexes.push({ basket, count });
  }
  await page.getByRole('link', { name: 'Open basket' }).last().click();
  await page.getByRole('button', { name: 'Compare samples' }).click();
  const dataSet = page.getByRole('combobox', { name: 'Data set' });
  await dataSet.waitFor();
  await expectAccessibleLayer(page);
  await dataSet.click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const [first, second] = sexes;
  const groupOf = (letter: string) => page.getByRole('region', { name: `Group ${letter}` });
  await groupOf('A')
    .getByText(second?.basket ?? '', { exact: true })
    .waitFor();
  await groupOf('A')
    .getByText(/^A saved group of [1-9]/)
    .waitFor();
  await page.getByRole('button', { name: 'From a basket, for group B' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${first?.basket}`) }).click();
  await groupOf('B')
    .getByText(first?.basket ?? '', { exact: true })
    .waitFor();
  await page
    .getByRole('region', { name: 'Result' })
    .getByText(/features tested/)
    .waitFor();
  await expectAccessible(page);
  expect(member.troubles).toEqual([]);
});
