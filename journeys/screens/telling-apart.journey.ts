/** No two different records have the same name on a screen; NA is striped. */
import { readDataSetName } from '@omicon/domain/records/names/data-set-name.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoRecords } from '../browser/addresses.ts';
import { comeHome, NARROW, openVisitor, type Visitor, WIDE } from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { settleScreen } from '../browser/screens.ts';

let demo: Demo;
let browser: Browser;
let records: DemoRecords;
let member: Visitor;
let page: Page;

beforeAll(async () => {
  demo = await openDemo('RNA-seq');
  ({ browser, records } = demo);
  member = await openVisitor(browser, demo.portal.address);
  page = member.page;
  await page.setViewportSize(WIDE);
  await comeHome(member, 'demo_lab');
});
afterAll(async () => {
  await demo?.close();
  expect(member.troubles).toEqual([]);
});

interface Name {
  /** the full name, in the tooltip and for screen readers */
  whole: string;
  /** its visible letters, without spaces */
  seen: string;
}

/** Names in elements of a page, with the full name from `title`. */
async function namesIn(selector: string): Promise<Name[]> {
  await settleScreen(page);
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
    const letters = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const letter = range.getBoundingClientRect();
        let isSeen = text.data[at] !== ' ';
        for (let around = text.parentElement; around !== document.body; around = around.parentElement) {
          if (getComputedStyle(around).overflowX === 'visible') continue;
          const frame = around.getBoundingClientRect();
          isSeen &&= letter.left >= frame.left - 1 && letter.right <= frame.right + 1;
        }
        if (isSeen) letters.push(text.data[at]);
      }
    return { whole: element.title, seen: letters.join('') };
  })`);
}

const withoutBlanks = (text: string) => text.replaceAll(' ', '');

/** Every name shows its distinguishing part, and no two different names look the same. */
function expectTold(names: readonly Name[], difference: (whole: string) => string | undefined): void {
  for (const { whole, seen } of names)
    expect(seen, whole).toContain(withoutBlanks(difference(whole) ?? 'a distinguishing part'));
  expect(new Set(names.map(({ seen }) => seen)).size).toBe(new Set(names.map(({ whole }) => whole)).size);
}

const stateOf = (title: string) => readDataSetName(title)?.state;

for (const size of [WIDE, NARROW]) {
  const at = `${size.width} px`;

  test(`the grid of data sets says what was done to each, at ${at}`, async () => {
    await page.setViewportSize(size);
    await page.goto('/home/collections/data-sets');
    const names = await namesIn('td[data-first]');
    expect(names.length).toBeGreaterThan(10);
    expectTold(names, stateOf);
  });

  test(`the grid of analyses says what was done to their input, at ${at}`, async () => {
    await page.setViewportSize(size);
    await page.goto('/home/analyses/analyses');
    if (size === WIDE) expectTold(await namesIn('td[data-column="2"]'), stateOf);
  });

  test(`network folders in search results show signum and minimum size, at ${at}`, async () => {
    await page.setViewportSize(size);
    await page.goto(`/home/global-search-results?q=signum&scope=folders&size=100`);
    const folders = await namesIn('td[data-first]');
    const networks = folders.filter(({ whole }) => whole.startsWith('Bicor'));
    expect(networks.length).toBeGreaterThan(0);
    expectTold(networks, shortNetworkName);
  });

  test(`modules of a network are told apart by colour and theme, at ${at}`, async () => {
    await page.setViewportSize(size);
    await page.goto(`/home/modules/OM.CM.${records.moduleId}`);
    await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link').last().click();
    await page.getByRole('grid', { name: 'Modules' }).waitFor();
    expectTold(await namesIn('td[data-first]'), (whole) => whole);
  });
}

test('breadcrumbs show signum and minimum size of networks, and what was done to data sets', async () => {
  await page.setViewportSize(WIDE);
  const trail = 'nav[aria-label="Where you are"] > [title]';
  await page.goto(`/home/modules/OM.CM.${records.moduleId}`);
  const network = (await namesIn(trail)).filter(({ whole }) => whole === records.network);
  expect(network).toHaveLength(1);
  expectTold(network, shortNetworkName);
  await page.goto(`/home/collections/data-sets/attributes?dsId=${records.ds}`);
  expectTold((await namesIn(trail)).slice(-1), stateOf);
});

/** For each element, its text or label and whether it has the stripes of missing values. */
async function stripesIn(selector: string, part = ''): Promise<[said: string, isStriped: boolean][]> {
  await settleScreen(page);
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => [
    element.getAttribute('aria-label') ?? element.textContent.trim(),
    getComputedStyle(${part === '' ? 'element' : `element.querySelector(${JSON.stringify(part)})`})
      .backgroundImage.startsWith('repeating-linear-gradient('),
  ])`);
}

/** Missing values are striped, others are not, and there are some of both. */
function expectStriped(found: readonly [string, boolean][], missing: RegExp): void {
  expect(found.map(([text, isStriped]) => [text, isStriped])).toEqual(
    found.map(([text]) => [text, missing.test(text)]),
  );
  expect(new Set(found.map(([, isStriped]) => isStriped)).size).toBe(2);
}

/** Number of canvas pixels in the stripe colour, taken from the first button of a missing value. */
function countPaintedStripes(): Promise<number> {
  return page.evaluate(`(() => {
    const button = document.querySelector('button[aria-label*=": NA, n="]');
    const [stripe] = /rgb\\([^)]*\\)/.exec(getComputedStyle(button).backgroundImage);
    return [...document.querySelectorAll('canvas')].reduce((sum, canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4)
        if ('rgb(' + data.slice(at, at + 3).join(', ') + ')' === stripe) sum += 1;
      return sum;
    }, 0);
  })()`);
}

test('treemap and table of samples stripe missing values, but not grey ones', async () => {
  const samples = `/home/collections/data-sets/attributes?dsId=${records.ds}&tab=samples`;
  await page.goto(samples);
  expectStriped(await stripesIn('button[aria-label*=", n="]'), /: NA, n=/);
  expect(await countPaintedStripes(), 'pixels of stripes in values too small for a button').toBeGreaterThan(
    0,
  );
  await page.goto(`${samples}&view=table&size=100`);
  expectStriped(await stripesIn('td[data-row]:has(span[aria-hidden] + button)', 'span[aria-hidden]'), /^NA$/);
});

test('the eigengene picture stripes bars and legend of samples without a value', async () => {
  await page.goto(`/home/modules/OM.CM.${records.moduleId}?tab=eigengene`);
  await page.getByRole('combobox', { name: 'Colour by', exact: true }).click();
  await page.getByRole('option', { name: 'MGMT Status', exact: true }).click();
  await page
    .getByRole('list', { name: 'Colours', exact: true })
    .getByText(/^NA \(n=/)
    .waitFor();
  const legend = await stripesIn('ul[aria-label="Colours"] li', 'span');
  expectStriped(legend, /^NA \(n=/);
  const missing = Number(/n=(\d+)/.exec(legend.find(([text]) => text.startsWith('NA'))?.[0] ?? '')?.[1]);
  expect(await page.locator('svg rect[fill="url(#na-hatch)"]').count()).toBe(missing);
  expect(await page.locator('svg pattern#na-hatch').count()).toBe(1);
});
