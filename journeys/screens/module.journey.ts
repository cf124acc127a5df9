/** Traits of a network and the page of a module: what is linked, narrowed, and taken away as a file. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DemoRecords } from '../browser/addresses.ts';
import { expectAccessible, openVisitor, signIn, type Visitor, WIDE } from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { settleScreen } from '../browser/screens.ts';

let demo: Demo;
let browser: Browser;
let member: Visitor;
let page: Page;
let records: DemoRecords;

beforeAll(async () => {
  // Batches of this study were not corrected.
  demo = await openDemo('Glioblastoma');
  ({ browser, records } = demo);
  member = await openVisitor(browser, demo.portal.address);
  page = member.page;
  await signIn(member, 'demo_lab');
  await page.setViewportSize(WIDE);
});

afterAll(async () => {
  await demo?.close();
  expect(member.troubles).toEqual([]);
});

const openModule = (more: string) => page.goto(`/home/modules/OM.CM.${records.moduleId}${more}`);

/** Chooses an entry of the downloads. @returns the text of the file */
async function takeText(entry: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Download what is shown' }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    })(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

test('the traits of a network name modules that follow the batch, and a cell opens the eigengene coloured by its attribute', async () => {
  await page.goto(
    `/home/analyses/analysis-data/attributes?analysisId=${records.analysis}&tab=networks&networkId=${records.networkId}&show=traits`,
  );
  await page.getByText('Some modules follow how the samples were measured').waitFor();
  await page.getByText(/\d+ of \d+ modules follows? Batch more than any other attribute/).waitFor();
  await page.getByText(/Not compared: .*\(identifiers\)/).waitFor();

  const cells = page.locator('a[data-cell]');
  await cells.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const focused = page.locator('a[data-cell]:focus');
  await expect.poll(() => focused.getAttribute('data-cell')).toMatch(/^1 [1-9]/);
  await page.keyboard.press('Home');
  await expect.poll(() => focused.getAttribute('data-cell')).toBe('1 0');
  await expectAccessible(page);

  const batch = await page
    .getByRole('columnheader')
    .allTextContents()
    .then((titles) => titles.indexOf('Batch') - 1);
  await page.locator(`a[data-cell="0 ${batch}"]`).click();
  await page.waitForURL((url) => url.pathname.startsWith('/home/modules/OM.CM.'));
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tab: 'eigengene',
    attribute: 'Batch',
  });
  await page
    .getByRole('list', { name: 'Colours', exact: true })
    .getByText(/^1 \(n=/)
    .waitFor();
});

test('every line at a glance leads to its own view', async () => {
  await openModule('');
  const box = page
    .getByRole('complementary', { name: 'Related records' })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'At a glance' }) });
  await box.getByRole('link', { name: /^Best trait: .*q / }).waitFor();
  await box.getByRole('link', { name: /^Best set: .*\(P / }).waitFor();
  const links = await box
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']));
  const tabOf = (start: RegExp) => {
    const [, href = ''] = links.find(([text = '']) => start.test(text)) ?? [];
    return new URL(href, 'http://localhost').searchParams.get('tab');
  };
  expect(tabOf(/ members by /)).toBe('members');
  expect(tabOf(/^Eigengene explains \d+ %/)).toBe('statistics');
  expect(tabOf(/^Best set: /)).toBe('enrichment');
  expect(tabOf(/^Best trait: /)).toBe('traits');
  for (const [text = '', href = ''] of links) {
    await page.goto(href);
    await settleScreen(page);
    const { pathname } = new URL(page.url());
    expect([text, pathname]).toEqual([text, new URL(href, page.url()).pathname]);
    await expectAccessible(page);
  }
});

describe('the picture', () => {
  beforeEach(async () => {
    await openModule('');
    await page.locator('figure canvas').waitFor();
  });

  test('marks the rows of a gene set and the sets of a row, and narrows the rows to a set', async () => {
    const whole = (await page.locator('figure svg[role="img"]').getAttribute('aria-label')) ?? '';
    const sets = page.getByRole('list', { name: 'Enriched gene sets' }).getByRole('button');
    const first = sets.first();
    await first.focus();
    const told = page.getByText(/^\d+ of the \d+ rows shown (is|are) in /);
    const [, members] = /^(\d+) of/.exec((await told.textContent()) ?? '') ?? [];
    expect(await page.locator('figure svg rect[class*="member"]').count()).toBe(Number(members));

    const picture = page.locator('figure svg[role="img"]');
    await picture.focus();
    await expect.poll(() => told.count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    const reads = page.locator('figure figcaption');
    await expect.poll(() => reads.textContent()).toMatch(/ kME /);
    const sentence = (await reads.textContent()) ?? '';
    const named = await sets
      .filter({ visible: true })
      .evaluateAll((all) =>
        all
          .filter((each) => each.hasAttribute('data-marked'))
          .map((each) => each.firstChild?.textContent ?? ''),
      );
    for (const name of named) expect(sentence).toContain(name);

    await first.click();
    await page.getByText(/^\d+ of \d+ members are in the chosen gene set\./).waitFor();
    const shared = /^(\d+) shared/.exec((await first.locator('span').last().textContent()) ?? '')?.[1];
    await page.getByRole('img', { name: new RegExp(`: ${shared} features?, `) }).waitFor();
    expect(new URL(page.url()).searchParams.get('set')).toMatch(/^\d+$/);
    await page.getByRole('button', { name: 'All members' }).click();
    await page.getByRole('img', { name: whole }).waitFor();
  });

  test('is written with its gene sets, and as lines of code that follow the view', async () => {
    expect(await takeText('Picture as SVG')).toMatch(/Enriched gene sets.*<circle /s);
    const [titles, ...rows] = (await takeText('Gene sets as TSV')).trimEnd().split('\r\n');
    expect(titles).toBe('Gene set\tOmicon ID\tCategory\tP\tMembers shared\tOf these in the picture');
    expect(rows.length).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: 'Order of the rows' }).click();
    await page.getByRole('option', { name: 'Rows by name' }).click();
    await page.getByRole('button', { name: 'Lines of code' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('rows <- order(rownames(x)').waitFor();
    await dialog.getByText('Python', { exact: true }).click();
    await dialog.getByText('np.argsort(names').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });
});

test('the graph has more edges above a lower threshold, and is written in three forms', async () => {
  await openModule('?tab=graph');
  const graph = page.getByRole('img', { name: /: \d+ features, \d+ edges? of / });
  await graph.waitFor();
  const edgesOf = async () =>
    Number(/, (\d+) edges? of/.exec((await graph.getAttribute('aria-label')) ?? '')?.[1]);
  const before = await edgesOf();
  await page.getByRole('slider').focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => new URL(page.url()).searchParams.get('above')).toMatch(/^0\.\d\d$/);
  const after = await edgesOf();
  expect(after).toBeGreaterThan(before);
  const lines = (await takeText('Table as TSV')).trimEnd().split('\r\n');
  expect([lines[0], lines.length - 1]).toEqual(['from\tto\tr', after]);
  expect((await takeText('Graph as SIF')).match(/\t(positive|negative)\t/g)).toHaveLength(after);
  expect((await takeText('Graph as GraphML')).match(/<edge /g)).toHaveLength(after);
  expect(await takeText('Picture as SVG')).toContain('<svg');
  await expectAccessible(page);
});
