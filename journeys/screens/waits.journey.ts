/** Loading states, durations of messages, and state preserved after failures. */
import type { getSearchDefinitions } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { MICROGLIA_QUERY } from '../browser/addresses.ts';
import { comeHome, openVisitor, withoutFirstReplies } from '../browser/browser.ts';
import { act, expectHeading, settleScreen } from '../browser/screens.ts';
import { beginIn, commentLaboratory, writingIn } from '../comments/comment-threads.ts';

const { demo, collectionTab, say, visit } = commentLaboratory();

/** The files of a network; with `pdf_name` the preview of one. */
const networkFiles = (more = '') =>
  `/home/analyses/analysis-data/files?analysisId=${demo.records.analysis}&mainAnalysisId=${demo.records.analysis}&analysisFileFolderId=${encodeURIComponent(demo.records.network)}${more}`;

/** Expects it to be visible after `early` ms and hidden after `late`; the difference allows for slow machines. */
async function expectToStand(message: Locator, early: number, late: number): Promise<void> {
  const { clock } = message.page();
  await message.waitFor();
  await clock.fastForward(early);
  expect(await message.isVisible()).toBe(true);
  await clock.fastForward(late - early);
  await message.waitFor({ state: 'detached' });
}

/** A visitor with a clock that can be advanced. */
async function openStranger(): Promise<Page> {
  const { page } = await openVisitor(demo.browser, demo.portal.address);
  await page.clock.install();
  return page;
}

describe('a form', () => {
  test('for login or a forgotten password can be submitted once it is filled in', async () => {
    const page = await openStranger();
    await page.goto('/login');
    const enter = page.getByRole('button', { name: 'LOGIN', exact: true });
    expect(await enter.isDisabled()).toBe(true);
    await page.getByLabel('User name').fill('demo_lab');
    expect(await enter.isDisabled()).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill('x');
    expect(await enter.isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const send = page.getByRole('button', { name: 'SEND RESET LINK' });
    await page.getByLabel('Email').fill('nobody');
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('Email').fill('nobody@neuro.test');
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.click();
    await expectToStand(page.getByRole('status').filter({ hasText: 'Reset link sent!' }), 1000, 3500);
    await page.context().close();
  });

  test('that fails to set a new password says so, and not that a link was sent', async () => {
    const page = await openStranger();
    await page.route('**/api/check-expiry-reset-password/**', (route) =>
      route.fulfill({ json: { detail: 'It can be used.' } }),
    );
    await page.route('**/api/user-reset-password/', (route) =>
      route.fulfill({ status: 400, json: { detail: 'Not this one.' } }),
    );
    await page.goto('/reset-password?token=as-if-it-were-one');
    await page.getByLabel('New password').fill('Nerve growth factor 1952');
    await page.getByLabel('Confirm password').fill('Nerve growth factor 1952');
    await page.getByRole('button', { name: 'SAVE' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Reset failed' });
    await toast.waitFor();
    expect(await toast.textContent()).toContain('Not this one.');
    await page.context().close();
  });

  test('for registration clears data of earlier visitors, shows success, then where to find the mail', async () => {
    const page = await openStranger();
    await page.goto('/register');
    await page.evaluate(`localStorage.setItem('left', 'by somebody')`);
    await page.getByLabel('First name').fill('Rosalind');
    await page.getByLabel('Last name').fill('Franklin');
    await page.getByLabel('Email').fill('rosalind@neuro.test');
    await page.getByLabel('User name').fill('rosalind');
    await page.getByLabel('Password', { exact: true }).fill('Photograph 51 of 1952');
    await page.getByLabel('Confirm password').fill('Photograph 51 of 1952');
    await page.getByRole('button', { name: 'REGISTER' }).click();
    await page.getByRole('status').filter({ hasText: 'User Registration Successful' }).waitFor();
    expect(await page.evaluate(`localStorage.getItem('left')`)).toBeNull();
    const notice = page.getByRole('status').filter({ hasText: 'Verify Email!' });
    expect([new URL(page.url()).pathname, await notice.count()]).toEqual(['/register', 0]);
    await page.clock.fastForward(1500);
    await page.waitForURL('**/login');
    await expectToStand(notice, 1000, 3500);
    await page.context().close();
  });

  test('for a comment shows a failure and keeps the text', async () => {
    const { page } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).click();
    const text = await writingIn(page);
    await text.pressSequentially('Not to be lost');
    await page.route('**/api/comment/create/', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('group', { name: 'New comment' }).getByRole('alert').waitFor();
    expect(await text.textContent()).toBe('Not to be lost');
    await page.unroute('**/api/comment/create/');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('article').filter({ hasText: 'Not to be lost' }).waitFor();
  });
});

describe('while something loads', () => {
  test('a placeholder names it, and the rest of the page can be used', async () => {
    const { page } = await visit('demo_lab');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/gene-sets/*/', async (route) => {
      await held.promise;
      await route.continue();
    });
    // Through a link, because a page that is opened by its address comes with the record.
    await page.goto('/home/resources/gene-set');
    await page.getByRole('grid', { name: 'Gene sets' }).getByRole('link').first().click();
    await page.locator('main').getByRole('status').filter({ hasText: 'Reading' }).waitFor();
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await expectHeading(page, 'About Omicon');
    held.resolve();
  });

  test('during sign-out, the page is covered for a second and a half', async () => {
    const { page } = await visit('demo_lab');
    await page.clock.install();
    await page.goto('/home/about');
    await settleScreen(page);
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await page.getByText('Logging you out').waitFor();
    await page.clock.fastForward(500);
    expect(new URL(page.url()).pathname).toBe('/home/about');
    await page.clock.fastForward(1000);
    await page.waitForURL(`${demo.portal.address}/`);
    await page.getByText('Logging you out').waitFor({ state: 'detached' });
  });

  test('a PDF that has not loaded after half a minute is requested again', async () => {
    const { page } = await visit('demo_admin');
    await page.clock.install();
    let asked = 0;
    await page.route('**/api/files/content/*', async (route) => {
      asked += 1;
      // The first request never completes.
      if (asked > 1) await route.continue();
    });
    await page.goto(networkFiles(`&pdf_name=${demo.records.pdf}`));
    await expect.poll(() => asked).toBe(1);
    // The file is requested before its viewer has loaded, and the viewer starts the timer.
    await page.getByRole('region', { name: 'Page 1', exact: true }).waitFor();
    await page.clock.fastForward(30_000);
    await expect.poll(() => asked).toBe(2);
    await page.getByRole('region', { name: 'Page 1', exact: true }).locator('canvas').waitFor();
  });
});

test('a PDF damaged in transit is reloaded by Retry', async () => {
  const { page } = await visit('demo_admin');
  let isDamaged = true;
  await page.route('**/api/files/content/*', (route) =>
    isDamaged ? route.fulfill({ body: 'not a page of it' }) : route.continue(),
  );
  await page.goto(networkFiles(`&pdf_name=${demo.records.pdf}`));
  await page.getByText('This PDF is damaged or is none. Please download to view the file.').waitFor();
  isDamaged = false;
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByRole('region', { name: 'Page 1', exact: true }).locator('canvas').waitFor();
});

test('downloading a file without a key shows what is missing', async () => {
  const { page } = await visit('demo_admin');
  await withoutFirstReplies(page);
  await page.route('**/api/analyses/*/files/**', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll(/"key":"[^"]*"/g, '"key":null') });
  });
  await page.goto(networkFiles());
  await act(page, demo.records.pdf, 'Download');
  const toast = page.getByRole('alert').filter({ hasText: 'Please provide a valid key for download' });
  await toast.waitFor();
  expect(await toast.textContent()).toContain('Warning');
});

test('the image of an address is downloaded after half a second, when the page has rendered', async () => {
  const { page } = await visit('demo_lab');
  await page.clock.install();
  const id = 'x'.repeat(32);
  const image = { id, type: 'docker', name: 'modules.tar', number_of_files: 1, file_size: 1, bytes_done: 1 };
  const ready = { ...image, state: 'ready', seconds_left: null, message: null, key: `${id}/modules.tar` };
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/downloads/${id}/`, async (route) => {
    await answer.promise;
    await route.fulfill({ json: ready });
  });
  let asked = 0;
  await page.route(`**/api/downloads/${id}/link/`, (route) => {
    asked += 1;
    return route.fulfill({ status: 404, json: { detail: 'It is over.' } });
  });
  await page.goto(`/home/docker?key=${id}/modules.tar`);
  await page.getByText('Reading the Docker image').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  answer.resolve();
  await page.waitForResponse(`**/api/downloads/${id}/`);
  // The page's clock advances only by these steps; the first ones let the response reach the screen.
  let waited = 0;
  for (; asked === 0 && waited < 2000; waited += 50) await page.clock.runFor(50);
  expect(waited).toBeGreaterThanOrEqual(500);
  await page.clock.resume();
  await page.getByText('It is over.').first().waitFor();
  expect(asked).toBe(1);
});

test('a requested comment is highlighted for five seconds', async () => {
  const { id } = await say(demo.callers.demo_lab, 'Asked for');
  const { page } = await visit('demo_lab2');
  await page.clock.install();
  await page.goto(`${collectionTab()}&comment=${id}`);
  const marked = page.locator(`#comment-${id}[data-marked]`);
  await marked.waitFor();
  await page.clock.fastForward(2500);
  expect(await marked.isVisible()).toBe(true);
  await page.clock.fastForward(2500);
  await marked.waitFor({ state: 'detached' });
});

describe('the advanced search', () => {
  test('reports for four and a half seconds that results were read in another tab', async () => {
    const { page } = await visit('demo_lab');
    await page.clock.install();
    await page.goto('/home/advanced-search?notificationID=999999');
    const sentence =
      /You must have already fetched the results for this \w+ query in a different tab\/window\./;
    await page.locator('main').getByText(sentence).first().waitFor();
    await expectToStand(page.getByRole('alert').filter({ hasText: sentence }), 2500, 5000);
  });

  test('offers ontology ids only where the portal suggests terms', async () => {
    const { page } = await visit('demo_lab');
    const ids: string[] = [];
    for (const flags of [[], ['ONTOLOGY_AUTOCOMPLETE']]) {
      await page.route('**/api/advanced-search/definitions/', async (route) => {
        const response = await route.fetch();
        const definitions = (await response.json()) as ReplyOf<typeof getSearchDefinitions>;
        const named = definitions.sections.sample?.filter(({ IsOntologyId }) => IsOntologyId) ?? [];
        ids.splice(0, ids.length, ...named.map(({ field }) => field));
        await route.fulfill({ response, json: { ...definitions, flags } });
      });
      await page.goto(`/home/advanced-search?step=data&tab=sample&q=${MICROGLIA_QUERY}`);
      await page.getByRole('combobox', { name: 'Add a rule', exact: true }).click();
      const offered = page.getByRole('listbox', { name: 'Add a rule', exact: true }).getByRole('option');
      await offered.filter({ hasText: 'Tissue' }).first().waitFor();
      const titles = await offered.allTextContents();
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids)
        expect(titles.includes(id.replaceAll('_', ' ')), `${id} with ${flags.length} flags`).toBe(
          flags.length > 0,
        );
    }
  });

  test('has a checklist of the query, with filters checked that have rules', async () => {
    const { page } = await visit('demo_lab');
    await page.goto(`/home/advanced-search?step=data&tab=sample&q=${MICROGLIA_QUERY}`);
    const items = page.getByRole('complementary', { name: 'Checklist of the query' }).getByRole('listitem');
    await items.first().waitFor();
    const states = (await items.allTextContents()).map((text) => /^(.*?)(unchecked|checked)/.exec(text)?.[2]);
    const drawn = await items.evaluateAll((all) =>
      all.map((item) => (item.hasAttribute('data-checked') ? 'checked' : 'unchecked')),
    );
    expect(states).toEqual(drawn);
    expect(states.filter((each) => each === 'checked')).toHaveLength(4);
    expect(states).toHaveLength(8);
    await items.first().getByRole('link', { name: 'Result type', exact: true }).waitFor();
  });

  test('has a menu for each list of queries, which scrolls if there are more than eight', async () => {
    for (let number = 1; number <= 9; number += 1) {
      const query = { result_type: 'data-sets', filters: {} };
      const answer = await demo.callers.demo_lab.send('POST', '/api/search-queries/', {
        description: `Query ${number}`,
        query,
      });
      expect(answer.ok).toBe(true);
    }
    const { page } = await visit('demo_lab');
    await page.goto(`/home/advanced-search?step=result_type&q=${MICROGLIA_QUERY}`);
    for (const name of ['Sample queries', 'Recent'])
      await page.getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: 'Query 9', exact: true }).waitFor();
    const [seen, whole, item] = await menu.evaluate((element) => [
      element.clientHeight,
      element.scrollHeight,
      element.querySelector('[role="menuitem"]')?.clientHeight ?? 0,
    ]);
    expect(Math.floor((seen ?? 0) / (item ?? 1))).toBe(8);
    expect(whole).toBeGreaterThan(seen ?? 0);
  });
});

describe('a grid', () => {
  /** Widths of the columns in percent. */
  async function widthsOf(page: Page, caption: string): Promise<Record<string, number>> {
    const grid = page.getByRole('grid', { name: caption, exact: true });
    await grid.waitFor();
    const whole = (await grid.boundingBox())?.width ?? 0;
    const heads = await grid.getByRole('columnheader').all();
    const widths: [string, number][] = [];
    for (const head of heads)
      widths.push([
        (await head.textContent()) ?? '',
        Math.round(((await head.boundingBox())?.width ?? 0) / whole / 0.01),
      ]);
    return Object.fromEntries(widths);
  }

  test('of notifications has columns of 25 or 30 %', async () => {
    const { page } = await visit('demo_lab');
    for (const [address, caption, names, hundredths] of [
      ['/home/notifications', 'Search notifications', ['Description', 'Type', 'Results', 'Created'], 25],
      ['/home/comment-notifications', 'Comment notifications', ['Comment', 'Mentioned By', 'Created'], 30],
    ] as const) {
      await page.goto(address);
      const widths = await widthsOf(page, caption);
      for (const name of names) {
        const column = Object.entries(widths).find(([title]) => title.startsWith(name));
        // Without the column of row menus.
        expect(Math.abs((column?.[1] ?? 0) - hundredths), `${caption}: ${name}`).toBeLessThanOrEqual(2);
      }
    }
  });
});

test('a browser stores neither the person nor unsaved data', async () => {
  const member = await openVisitor(demo.browser, demo.portal.address);
  await comeHome(member, 'demo_lab');
  await settleScreen(member.page);
  const kept = await member.page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  for (const word of ['demo_lab', 'Okafor', 'dataSaver', 'sessionid'])
    expect(String(kept), word).not.toContain(word);
  await member.context.close();
});
