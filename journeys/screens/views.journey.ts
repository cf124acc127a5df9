/** Treemap of samples and lineage diagram of a data set. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DemoRecords } from '../browser/addresses.ts';
import { enterAsGuest, openVisitor, type Visitor, WIDE } from '../browser/browser.ts';
import { type Demo, openDemo } from '../browser/demo.ts';
import { type Portal, until } from '../harness/portal.ts';

let demo: Demo;
let portal: Portal;
let browser: Browser;
let guest: Visitor;
let page: Page;
let records: DemoRecords;

beforeAll(async () => {
  demo = await openDemo('RNA-seq');
  ({ portal, browser, records } = demo);
  guest = await openVisitor(browser, portal.address);
  page = guest.page;
  await enterAsGuest(guest);
});

afterAll(async () => {
  await demo?.close();
  expect(guest.troubles).toEqual([]);
});

async function openTab(tab: string, more = ''): Promise<void> {
  await page.goto(`/home/collections/data-sets/attributes?dsId=${records.ds}&tab=${tab}${more}`);
}

describe('the treemap of samples', () => {
  const picture = () => page.getByRole('region', { name: 'Sample attributes', exact: true });
  const cell = (attribute: string) => picture().getByRole('region', { name: attribute, exact: true });
  const valuesOf = (within: Locator) => within.locator('button[data-value]');
  const shown = () => picture().getByRole('status').first();

  beforeEach(async () => {
    await page.setViewportSize(WIDE);
    await openTab('samples');
    await valuesOf(cell('Disease')).first().waitFor();
  });

  test('selecting a value narrows the samples of all cells, is in the address, and is undone by its chip', async () => {
    const before = await shown().textContent();
    const value = valuesOf(cell('Sex')).first();
    const count = /n=([\d,]+)/.exec((await value.getAttribute('aria-label')) ?? '')?.[1];
    await value.click();
    await shown()
      .filter({ hasText: new RegExp(`^${count} of `) })
      .waitFor();
    for (const attribute of ['Disease', 'Tissue']) {
      await cell(attribute).getByText(`n=${count}`, { exact: true }).waitFor();
    }
    await expect.poll(() => new URL(page.url()).searchParams.get('where')).toContain('Sex');
    await page.reload();
    await page.getByRole('button', { name: /^Stop selecting Sex: / }).click();
    await shown()
      .filter({ hasText: before ?? '' })
      .waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('where')).toBeNull();
  });

  test('all values can be reached by keyboard with full labels, including those too small for a button', async () => {
    await valuesOf(picture()).first().focus();
    await page.keyboard.press('End');
    const last = picture().locator('button[data-value]:focus');
    await last.waitFor();
    const tooltip = picture().getByRole('tooltip');
    await expect.poll(() => tooltip.textContent()).toBe(await last.getAttribute('aria-label'));
    expect(await tooltip.textContent()).toMatch(/: .+, n=[\d,]+ \([\d.]+ %\)$/);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'hidden' });
    const number = Number(await last.getAttribute('data-value'));
    await page.keyboard.press('ArrowLeft');
    await picture().locator(`button[data-value]:focus:not([data-value="${number}"])`).waitFor();
  });

  test('a painted value too small for a button is selected by a click', async () => {
    const small = await page.evaluate(`(() => {
      for (const area of document.querySelectorAll('[aria-label="Sample attributes"] section > div:nth-child(2)')) {
        const box = area.getBoundingClientRect();
        const covered = (x) => document.elementFromPoint(x, box.top + 5)?.closest('button[data-value]');
        for (let x = box.left + 2; x < box.right - 1; x += 1)
          if (!covered(x)) return { x, y: box.top + 5, attribute: area.parentElement.getAttribute('aria-label') };
      }
      return null;
    })()`);
    const { x, y, attribute } = small as { x: number; y: number; attribute: string };
    await page.mouse.click(x, y);
    await page.getByRole('button', { name: new RegExp(`^Stop selecting ${attribute}: `) }).waitFor();
  });

  test('it can be scaled up and down, and cells can be removed and restored', async () => {
    const width = async () => (await cell('Disease').boundingBox())?.width ?? 0;
    const usual = await width();
    await page.getByRole('button', { name: 'Scale up', exact: true }).click();
    await until('the large cell', async () => ((await width()) > 4.5 * usual ? true : null));
    await page.getByRole('button', { name: 'Scale down', exact: true }).click();
    await until('the usual cell', async () => ((await width()) === usual ? true : null));

    await cell('Disease').getByRole('button', { name: 'Remove Disease', exact: true }).click();
    await cell('Disease').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo removing Disease', exact: true }).click();
    await cell('Disease').waitFor();
  });

  test('one cell can fill the window, where a click on a value also narrows the samples', async () => {
    await cell('Sex').getByRole('button', { name: 'Scale up Sex', exact: true }).click();
    const alone = page.getByRole('dialog', { name: 'Sex', exact: true });
    await valuesOf(alone).first().click();
    await alone.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Stop selecting Sex: / }).waitFor();
  });

  test('cells far below render when scrolled to, and all render in print', async () => {
    await page.setViewportSize({ width: 900, height: 420 });
    const cells = picture().locator('section');
    const last = cells.last();
    await until('a bare cell', async () => ((await valuesOf(last).count()) === 0 ? true : null));
    await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
    expect(await valuesOf(last).count()).toBeGreaterThan(0);
    await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
    await until('a bare cell', async () => ((await valuesOf(last).count()) === 0 ? true : null));
    await last.scrollIntoViewIfNeeded();
    await valuesOf(last).first().waitFor();
  });
});

describe('the lineage diagram', () => {
  const diagram = () => page.getByRole('application');
  const nodes = () => diagram().locator('[data-node]');
  const popup = () => diagram().getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Nodes that a step moves into view are rendered by the second frame after it. */
  const drawn = () =>
    page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  const remembered = async () =>
    JSON.parse(String(await page.evaluate(`localStorage.getItem('omicon.lineage.view')`))) as {
      zoom: number;
      translate: { x: number; y: number };
    } | null;

  beforeEach(async () => {
    await page.setViewportSize(WIDE);
    await openTab('lineage');
    await nodes().first().waitFor();
  });

  test('it zooms and pans in fixed steps, and remembers both until it is left', async () => {
    await press('Zoom out');
    const first = await remembered();
    await press('Zoom out');
    const second = await remembered();
    expect((first?.zoom ?? 0) - (second?.zoom ?? 0)).toBeCloseTo(0.052, 6);
    await press('Pan right');
    await press('Pan up');
    const third = await remembered();
    expect([
      (third?.translate.x ?? 0) - (second?.translate.x ?? 0),
      (third?.translate.y ?? 0) - (second?.translate.y ?? 0),
    ]).toEqual([-60, 60]);
    await page.getByRole('link', { name: 'Attributes', exact: true }).click();
    await diagram().waitFor({ state: 'hidden' });
    await expect.poll(remembered).toBeNull();
  });

  test('it can take the full width of the window and return', async () => {
    const frame = page.getByRole('region', { name: 'Lineage', exact: true });
    const usual = (await frame.boundingBox())?.width ?? 0;
    expect(usual).toBeLessThanOrEqual(0.8 * WIDE.width);
    await press('Expand width');
    await expect.poll(async () => (await frame.boundingBox())?.width).toBe(WIDE.width);
    await press('Collapse width');
    await expect.poll(async () => (await frame.boundingBox())?.width).toBe(usual);
  });

  test('its buttons are beside the drawing and hide no node', async () => {
    const drawing = await page.getByRole('application', { name: /^Lineage diagram/ }).boundingBox();
    if (drawing === null) throw new Error('The diagram is not drawn.');
    for (const name of ['Zoom in', 'Zoom out', 'Reset the view', 'Pan left', 'Pan down']) {
      const button = await page.getByRole('button', { name, exact: true }).boundingBox();
      expect(button?.x, name).toBeGreaterThanOrEqual(drawing.x + drawing.width);
    }
  });

  test('hovering over a node shows its details until the pointer leaves; a click keeps them open', async () => {
    const node = nodes().filter({ hasText: 'Data set' }).first();
    await node.hover();
    await popup().getByRole('heading', { name: 'Attributes', exact: true }).waitFor();
    await popup().getByRole('heading', { name: 'Files', exact: true }).waitFor();
    await page.mouse.move(2, 2);
    await popup().waitFor({ state: 'hidden' });

    await node.click();
    await page.mouse.move(2, 2);
    await popup().getByRole('link', { name: 'View Sample Attributes', exact: true }).waitFor();
    await press('Pan left');
    await popup().waitFor({ state: 'hidden' });
    await node.click();
    await popup().getByRole('link', { name: 'View Sample Attributes', exact: true }).click();
    await page.waitForURL(/tab=samples/);
  });

  test('a double click collapses the descendants of a node, Space expands them', async () => {
    await press('Zoom out');
    await press('Zoom out');
    await drawn();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const all = await nodes().count();
    const analysis = nodes().filter({ hasText: 'Analysis' }).first();
    await analysis.dblclick();
    // They are at their final positions at once, even without reduced motion.
    const moving = await page.evaluate(
      `[...document.querySelectorAll('.react-flow__node')].filter((node) => node.getAnimations().length > 0).length`,
    );
    expect(moving).toBe(0);
    await until('fewer nodes', async () => ((await nodes().count()) < all ? true : null));
    await analysis.focus();
    await page.keyboard.press('Space');
    await until('all nodes', async () => ((await nodes().count()) === all ? true : null));
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  test('a search shows the matching nodes and their ancestors', async () => {
    await press('Zoom out');
    await drawn();
    const all = await nodes().count();
    const box = page.getByPlaceholder('find container or transformation', { exact: true });
    await box.fill('Recurrent');
    await until('fewer nodes', async () => ((await nodes().count()) < all ? true : null));
    await nodes()
      .filter({ hasText: /ecurrent/ })
      .first()
      .waitFor();
    await box.fill('nothing is called so');
    await page.getByRole('button', { name: 'Show the whole lineage', exact: true }).click();
    await until('all nodes', async () => ((await nodes().count()) >= all ? true : null));
  });
});
