/** The advanced search on real data: building a query with live counts, its results, and its address. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  enterAsGuest,
  expectAccessible,
  expectAccessibleLayer,
  openVisitor,
  shareBrowser,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading, moduleNamed } from '../browser/screens.ts';
import { CORPUS } from '../harness/corpus-files.ts';
import { type Portal, signInByToken, takeIn } from '../harness/portal.ts';
import {
  encode,
  LAB_SAMPLES,
  readAnswer,
  readColumn,
  readTitles,
  shownP,
  wizardOn,
  writeLabCollection,
} from './search-wizard.ts';

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('the advanced search', () => {
  let portal: Portal;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  /** address of the results of the query built by hand */
  let shared = '';
  let labFolder = '';
  /** errors that the browser is expected to log */
  let expected = /^$/;

  beforeAll(async () => {
    if (!existsSync(CORPUS)) throw new Error(`There is no corpus in ${CORPUS}.`);
    labFolder = writeLabCollection();
    portal = await startLaboratory('corpus');
    takeIn(portal, labFolder);
    browser = await shareBrowser();
    const person = await signInByToken(portal.address, 'demo_lab');
    // The lists of queries in the first step are disabled here, which is logged.
    if ((await person.get('/api/search-queries/samples/')).status === 404) expected = /status of 404/;
    visitor = await openVisitor(browser, portal.address);
    page = visitor.page;
    await comeHome(visitor, 'demo_lab');
  });

  afterAll(async () => {
    await closeVisitors();
    await portal?.remove();
    if (labFolder !== '') rmSync(labFolder, { recursive: true });
  });

  const { total, rule, steps, inAddress, results, addRule, untilCounted } = wizardOn(() => page);

  describe('building a query', () => {
    test('the header links to the first of four steps, where only the result type can be chosen', async () => {
      await page.getByRole('link', { name: 'Advanced Search', exact: true }).click();
      await expectHeading(page, 'Advanced Search');
      await steps().getByRole('link', { name: 'Select result type' }).waitFor();
      expect(await steps().getByRole('link').count()).toBe(1);
      expect(await steps().getByText('Search Results').count()).toBe(0);
      const checklist = page.getByRole('complementary', { name: 'Checklist of the query' });
      expect(await checklist.getByText('checked', { exact: true }).count()).toBe(0);
      await page.getByRole('radio', { name: 'Covariation modules', exact: true }).check();
      await checklist.getByText('checked', { exact: true }).waitFor();
      await total()
        .filter({ hasText: /^[\d,]+ module rows$/ })
        .waitFor();
      await expectAccessible(page);
    });

    test('each rule shows the number of records that remain', async () => {
      await page.getByRole('link', { name: 'Next: Filter data' }).click();
      await page
        .getByRole('navigation', { name: 'Filters of data' })
        .getByRole('link', { name: 'Sample', exact: true })
        .click();
      await page.getByLabel('Samples of each data set').selectOption('solely');
      await addRule('epoch', 'Developmental Epoch');
      await rule('Developmental Epoch').getByText('Enter a value to see how many remain').waitFor();
      await page.keyboard.type('adult');
      await rule('Developmental Epoch').getByText('355 module rows remain').waitFor();
      await addRule('dis', 'Disease');
      await page.keyboard.type('oligodendroglioma');
      await rule('Disease').getByText('84 module rows remain').waitFor();
      await total().filter({ hasText: '84 module rows' }).waitFor();
      await page.keyboard.press('Escape');
      await expectAccessible(page);
    });

    test('gene sets offer the default filter', async () => {
      await page.getByRole('link', { name: 'Next: Filter analyses' }).click();
      await page
        .getByRole('navigation', { name: 'Filters of analyses' })
        .getByRole('link', { name: 'Gene sets', exact: true })
        .click();
      await page.getByText('Module Definition equal to Any, Enrichment P-value less than 0.05.').waitFor();
      await page.getByRole('button', { name: 'Use the default filter' }).click();
      const enrichment = rule('Enrichment in a module');
      expect(await enrichment.getByLabel('Module Definition equal to').inputValue()).toBe('Any');
      expect(await enrichment.getByLabel('Enrichment P-value less than').inputValue()).toBe('0.05');
      await enrichment.getByLabel('Text in the name').fill('microglia');
      await enrichment.getByLabel('Rows kept').selectOption('best_per_module');
      await enrichment.getByText('14 module rows remain').waitFor();
      await expectAccessible(page);
    });

    test('the results equal the independent answer, ranked by P', async () => {
      await page.getByRole('button', { name: 'SEARCH', exact: true }).click();
      await results().waitFor();
      await page.getByText('14 records', { exact: true }).waitFor();
      await page.getByText(/^Execution time [\d.]+ (second|minute)s?$/).waitFor();
      const names = ['Dataset', 'Network', 'Module', 'Mod_Def', 'SetID', 'SetName', 'Pval'];
      const heads = await readTitles(results());
      // What the module is about, and its signal, come after it; the answer does not have them.
      const described = names.toSpliced(3, 0, 'Theme', 'Signal', 'Support');
      expect(heads).toEqual(described.map((name) => name.replaceAll('_', ' ')));
      const columns = await Promise.all(
        names.map((name) => readColumn(results(), heads.indexOf(name.replaceAll('_', ' ')))),
      );
      const rows = (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? ''));
      const wanted = readAnswer('Q9', names);
      const line = (row: string[]) => row.with(-1, String(Number(row.at(-1)))).join(' | ');
      expect(rows.map(line).sort()).toEqual(wanted.map(line).sort());
      expect(rows.map((row) => Number(row.at(-1)))).toEqual(wanted.map((row) => Number(row.at(-1))));
      const shown = await results()
        .locator(`td[data-column="${heads.indexOf('Pval')}"]`)
        .allTextContents();
      expect(shown).toEqual(wanted.map((row) => shownP(row.at(-1) ?? '')));
      expect(new URL(page.url()).pathname).toBe('/home/advanced-search');
      expect(inAddress('step')).toBe('search_results');
      shared = page.url();
      await expectAccessible(page);
    });

    test('all rows can be downloaded in order, or fetched by code with a token', async () => {
      const menu = page.getByRole('button', { name: 'All rows', exact: true });
      await menu.click();
      const coming = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'All rows as TSV' }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe('omicon_covariation_modules.tsv');
      const names = ['Dataset', 'Network', 'Module', 'Mod_Def', 'SetID', 'SetName'];
      const [head = '', ...lines] = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      const columns = names.map((name) => head.split('\t').indexOf(name));
      const rows = lines.map((line) => columns.map((column) => line.split('\t')[column]).join(' | '));
      expect(rows.sort()).toEqual(
        readAnswer('Q9', names)
          .map((row) => row.join(' | '))
          .sort(),
      );
      await menu.click();
      await page.getByRole('menuitem', { name: 'Lines of code that fetch them' }).click();
      const dialog = page.getByRole('dialog', { name: 'Fetch all rows with a program' });
      for (const [language, word] of [
        ['curl', '--data-raw'],
        ['R', 'library(httr2)'],
        ['Python', 'urllib.request'],
      ] as const) {
        await dialog.getByText(language, { exact: true }).click();
        await dialog.locator('pre').filter({ hasText: word }).filter({ hasText: 'YOUR_TOKEN' }).waitFor();
      }
      await expectAccessibleLayer(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });

    test('a module opens from its row, and Back leads to the same results', async () => {
      await results().getByRole('columnheader', { name: 'Module', exact: true }).getByRole('button').click();
      await expect.poll(() => inAddress('sort')).toBe('Module');
      await results().locator('td[data-column="2"]').first().filter({ hasText: 'black' }).waitFor();
      await results().getByRole('link', { name: 'black', exact: true }).click();
      await expectHeading(page, moduleNamed('black'));
      await page.goBack();
      await results().locator('td[data-column="2"]').first().filter({ hasText: 'black' }).waitFor();
      expect(inAddress('sort')).toBe('Module');
      const open = page.getByRole('navigation', { name: 'Open results' });
      await expect.poll(() => open.getByRole('listitem').count()).toBe(1);
    });

    test('Back goes through the steps with their rules, Forward to the results again', async () => {
      await page.goBack();
      await rule('Enrichment in a module').waitFor();
      expect(await rule('Enrichment in a module').getByLabel('Text in the name').inputValue()).toBe(
        'microglia',
      );
      await page.goForward();
      await results().waitFor();
      await steps().getByRole('link', { name: 'Filter data' }).click();
      await page
        .getByRole('navigation', { name: 'Filters of data' })
        .getByRole('link', { name: /^Sample/ })
        .click();
      expect(await rule('Disease').getByLabel('Value of Disease').inputValue()).toBe('oligodendroglioma');
      await rule('Disease').getByText('84 module rows remain').waitFor();
    });

    test('a rule that empties the result is named, and its results open in a second tab', async () => {
      await rule('Disease').getByRole('combobox', { name: 'Value of Disease' }).fill('no such disease');
      await rule('Disease').getByText('Nothing remains: this rule empties the result').waitFor();
      await page.getByText('Disease Is, or Is a Kind of no such disease leaves nothing: Sample').waitFor();
      await page.keyboard.press('Escape');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'SEARCH', exact: true }).click();
      await page.getByText('No records found', { exact: true }).waitFor();
      await page
        .getByText('The rule “Disease Is, or Is a Kind of no such disease” leaves nothing.')
        .waitFor();
      await expectAccessible(page);
      const open = page.getByRole('navigation', { name: 'Open results' });
      await expect.poll(() => open.getByRole('listitem').count()).toBe(2);
      await open.getByRole('link').first().click();
      await page.getByText('14 records', { exact: true }).waitFor();
      await expect.poll(() => inAddress('sort')).toBe('Module');
      await open.getByRole('link').last().click();
      await open
        .getByRole('button', { name: /^Close / })
        .last()
        .click();
      await page.getByText('14 records', { exact: true }).waitFor();
      await expect.poll(() => open.getByRole('listitem').count()).toBe(1);
    });

    test('results can be shown as one count', async () => {
      await page.getByText('Show count', { exact: true }).click();
      await page
        .getByRole('region', { name: 'Number of results' })
        .getByText('14', { exact: true })
        .waitFor();
      await expectAccessible(page);
      await page.getByText('Show records', { exact: true }).click();
      await results().waitFor();
      const open = page.getByRole('navigation', { name: 'Open results' });
      await expect.poll(() => open.getByRole('listitem').count()).toBe(1);
    });

    test('a query is saved under a description, which must not be blank', async () => {
      await page.getByRole('button', { name: 'Save query' }).click();
      const modal = page.getByRole('dialog', { name: 'Save search query', exact: true });
      const field = modal.getByLabel('Description');
      await field.and(page.locator(':focus')).waitFor();
      await field.fill('  ');
      await field.blur();
      await modal.getByText('Enter description', { exact: true }).waitFor();
      expect(await modal.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Save query' }).and(page.locator(':focus')).waitFor();
    });

    test('a new query starts empty, and the results stay open', async () => {
      await page.getByRole('link', { name: 'New query', exact: true }).click();
      await page.getByRole('radio', { name: 'Data sets', exact: true }).check();
      await total()
        .filter({ hasText: /^\d+ data sets$/ })
        .waitFor();
      await page.waitForURL(/[?&]q=/);
      await page.getByRole('link', { name: 'Advanced Search', exact: true }).click();
      await page.getByText('Choose a result type to continue, or run a query from the list.').waitFor();
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
      expect(inAddress('q')).toBeNull();
      await steps().getByRole('link', { name: 'Search Results' }).click();
      await page.getByText('14 records', { exact: true }).waitFor();
    });

    test('no unexpected errors were logged', () => {
      expect(visitor.troubles.filter((trouble) => !expected.test(trouble))).toEqual([]);
    });
  });

  describe('an address', () => {
    test('shows a guest the same query, after signing in', async () => {
      const guest = await openVisitor(browser, portal.address);
      await guest.page.goto(shared);
      await guest.page.getByRole('button', { name: 'Login as Guest User' }).click();
      const terms = guest.page.getByRole('dialog', { name: 'Terms Of Service', exact: true });
      await terms.getByRole('button', { name: 'Accept', exact: true }).click();
      await guest.page
        .getByRole('definition')
        .filter({ hasText: 'Disease Is, or Is a Kind of oligodendroglioma' })
        .waitFor();
      await guest.page.getByText('14 records', { exact: true }).waitFor();
      expect(await guest.page.getByRole('button', { name: 'Save query' }).count()).toBe(0);
      await guest.page.getByRole('button', { name: 'All rows', exact: true }).click();
      await guest.page.getByRole('menuitem', { name: 'All rows as CSV' }).click();
      await guest.page.getByText('You need to login to download/modify contents of the system').waitFor();
      expect(guest.troubles).toEqual([]);
      await guest.context.close();
    });

    test('shows each person only the records they can read', async () => {
      const titled = { field: 'Title', operator: 'contains', value: 'LABONLY' };
      const query = { result_type: 'samples', filters: { collection: { rules: [titled] } }, show: 'count' };
      const address = `/home/advanced-search?step=search_results&q=${encode(query)}`;
      const number = (at: Page) => at.getByRole('region', { name: 'Number of results' });
      await page.goto(address);
      await number(page).getByText(String(LAB_SAMPLES), { exact: true }).waitFor();
      const guest = await openVisitor(browser, portal.address);
      await enterAsGuest(guest);
      await guest.page.goto(address);
      await number(guest.page).getByText('0', { exact: true }).waitFor();
      await number(guest.page).getByText('The rule “Title Contains LABONLY” leaves nothing.').waitFor();
      await guest.context.close();
    });

    test('that was truncated shows a message and offers a new query', async () => {
      const cut = new URL(shared);
      cut.searchParams.set('q', (cut.searchParams.get('q') ?? '').slice(0, -9));
      await page.goto(cut.href);
      await page.getByText('This address has no valid query', { exact: true }).waitFor();
      await page.getByText('It was cut short or changed on its way.').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Start a new query' }).click();
      await page.getByRole('radio', { name: 'Samples', exact: true }).waitFor();
      expect(visitor.troubles.filter((trouble) => !expected.test(trouble))).toEqual([]);
    });

    test('with an invalid rule shows why, with a link to it', async () => {
      const query = {
        result_type: 'samples',
        filters: { sample: { rules: [{ field: 'Tumor_Grade', operator: 'equal', value: 'high' }] } },
      };
      await page.goto(`/home/advanced-search?q=${encode(query)}`);
      const alert = page.getByRole('alert').filter({ hasText: 'This query is not valid' });
      await alert.getByText('"high" is not a number.').waitFor();
      await expectAccessible(page);
      await alert.getByRole('link', { name: 'Change the rule' }).click();
      await rule('Tumor Grade').getByText('"high" is not a number.').waitFor();
    });

    test('with an old symbol shows its replacement beside the rule and above the results', async () => {
      const rules = [{ field: 'features', operator: 'any', value: ['KIAA1598', 'OLIG2'] }];
      const query = { result_type: 'covariation-modules', filters: { modules: { rules } } };
      await page.goto(`/home/advanced-search?step=analyses&tab=modules&q=${encode(query)}`);
      const old = 'Replaced: KIAA1598 → SHTN1';
      await rule('Features of the module').getByText(old).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'SEARCH', exact: true }).click();
      await page.getByRole('status').filter({ hasText: old }).waitFor();
      await results().waitFor();
      await expectAccessible(page);
    });

    test('can hold a list of a thousand genes, which survives a reload', async () => {
      await page.goto(
        `/home/advanced-search?step=analyses&tab=modules&q=${encode({ result_type: 'covariation-modules', filters: {} })}`,
      );
      await addRule('feat', 'Features of the module');
      const genes = ['OLIG2', 'ASCL1', ...Array.from({ length: 998 }, (_, index) => `GENE${index}`)];
      await rule('Features of the module').getByLabel('List of SYMBOL').fill(genes.join(', '));
      await rule('Features of the module').getByText('1,000 identifiers listed').waitFor();
      await rule('Features of the module').getByLabel('How many').selectOption('count');
      await untilCounted();
      await rule('Features of the module')
        .getByText(/^[\d,]+ module rows remain$/)
        .waitFor();
      const remaining = await rule('Features of the module')
        .getByText(/remain$/)
        .textContent();
      await page.waitForURL(/#q=/);
      await page.reload();
      await rule('Features of the module').getByText('1,000 identifiers listed').waitFor();
      await rule('Features of the module')
        .getByText(remaining ?? '', { exact: true })
        .waitFor();
      await page.getByRole('button', { name: 'SEARCH', exact: true }).click();
      await results().getByRole('columnheader', { name: 'Jaccard' }).waitFor();
      await expectAccessible(page);
    });
  });

  test('of a saved or sample query can be its id', async () => {
    const person = await signInByToken(portal.address, 'demo_lab');
    const query = {
      result_type: 'data-sets',
      filters: { dataset: { rules: [{ field: 'Title', operator: 'contains', value: 'glioma' }] } },
    };
    await person.send('POST', '/api/advanced-search/', query);
    const recent = (await (await person.get('/api/search-queries/recent/?page_size=1')).json()) as {
      results: { rId: number }[];
    };
    for (const [id, text] of [
      [recent.results[0]?.rId, 'Title Contains glioma'],
      ['q1', ''],
    ] as const) {
      await page.goto(`/home/advanced-search?queryId=${id}`);
      await page.getByRole('definition').filter({ hasText: text }).first().waitFor();
      expect(new URL(page.url()).searchParams.get('step')).toBe('search_results');
    }
  });

  describe('a saved query', () => {
    const row = () => page.getByRole('row', { name: /Gliomas of the laboratory/ });
    const chooseAction = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for Gliomas of the laboratory' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    /** message for a guest who opens the link */
    const asGuest = async (link: string, look: (at: Page) => Promise<void>) => {
      const guest = await openVisitor(browser, portal.address);
      await enterAsGuest(guest);
      await guest.page.goto(link);
      await look(guest.page);
      await guest.context.close();
    };
    let link = '';

    test('is private until its owner shares it; the list shows who can open it', async () => {
      const person = await signInByToken(portal.address, 'demo_lab');
      const query = {
        result_type: 'data-sets',
        filters: { dataset: { rules: [{ field: 'Title', operator: 'contains', value: 'a' }] } },
      };
      const body = { description: 'Gliomas of the laboratory', query };
      const { uId } = (await (await person.send('POST', '/api/search-queries/', body)).json()) as {
        uId: number;
      };
      await asGuest(`/home/advanced-search?queryId=${uId}`, async (at) => {
        await at.getByText('This query does not exist', { exact: true }).waitFor();
      });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/home/advanced-search?step=result_type&tab=saved');
      await row().getByText('Only you').waitFor();
      await chooseAction('Share and copy link');
      const modal = page.getByRole('dialog', { name: 'Share saved query', exact: true });
      await modal.getByText('Anyone with an account or guest access can open it').waitFor();
      await expectAccessibleLayer(page);
      await modal.getByRole('button', { name: 'Share and copy link' }).click();
      await page.getByText('Your link has been copied').waitFor();
      await row().getByText('Anyone with the link').waitFor();
      link = String(await page.evaluate('navigator.clipboard.readText()'));
      expect(link).toMatch(/\/home\/advanced-search\?share=[\w-]{22}$/);
    });

    test('that is shared opens for a guest until its owner stops sharing it', async () => {
      await asGuest(link, async (at) => {
        await at.getByRole('definition').filter({ hasText: 'Title Contains a' }).waitFor();
        expect(new URL(at.url()).searchParams.get('share')).toBeNull();
      });
      await chooseAction('Stop sharing');
      const modal = page.getByRole('dialog', { name: 'Stop sharing saved query', exact: true });
      await modal.getByText('Its link stops working for everyone.').waitFor();
      await modal.getByRole('button', { name: 'Stop sharing', exact: true }).click();
      await row().getByText('Only you').waitFor();
      await asGuest(link, async (at) => {
        await at.getByText('This query does not exist', { exact: true }).waitFor();
        await at.getByText('Its owner may have stopped sharing or deleted it.').waitFor();
        await expectAccessible(at);
      });
    });
  });
});
