/** Real data from folder to screen: import, browse, preview, download and search. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  enterAsGuest,
  expectAccessible,
  openVisitor,
  shareBrowser,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import {
  act,
  expectHeading,
  expectTreemap,
  hashFile,
  moduleNamed,
  rowOf,
  searchFor,
  takeDownload,
} from '../browser/screens.ts';
import { CORPUS, corpusFile, countPages, countValues, readRows } from '../harness/corpus-files.ts';
import type { Portal } from '../harness/portal.ts';

const COLLECTION = 'Phillips 2006 GSE4271';
const DERIVED = `${COLLECTION} EXT Primary OR QN`;
const LOADED = `${COLLECTION} EXT`;
const RUN = 'GSE4271/all/makeFM/GSE4271_Modules/GSE4271_makeFM_*';
const NETWORK = 'Bicor-None_signum0.58_minSize12_merge_ME_0.85_4500';

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('the corpus', () => {
  let portal: Portal;
  let browser: Browser;

  beforeAll(async () => {
    if (!existsSync(CORPUS)) throw new Error(`There is no corpus in ${CORPUS}.`);
    portal = await startLaboratory('corpus');
    browser = await shareBrowser();
  });

  afterAll(async () => {
    await closeVisitors();
    await portal?.remove();
  });

  describe('for a guest', () => {
    const visit = readTheCorpus((visitor) => enterAsGuest(visitor));

    test('a download requires a login', async () => {
      const { page } = visit();
      await openAnalysis(page);
      await act(page, 'GSE4271_dendrogram.pdf', 'Download');
      await page
        .getByRole('dialog')
        .getByText('You need to login to download/modify contents of the system...', { exact: true })
        .waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });
  });

  describe('for a laboratory member', () => {
    const visit = readTheCorpus((visitor) => comeHome(visitor, 'demo_lab'));

    test('a download has the name and the bytes of the file', async () => {
      const { page } = visit();
      await openAnalysis(page);
      const taken = await takeDownload(page, async () => {
        await act(page, 'GSE4271_dendrogram.pdf', 'Download');
        await page.getByText('Download Initiated!', { exact: true }).waitFor();
      });
      expect(taken).toEqual({
        name: 'GSE4271_dendrogram.pdf',
        sha256: hashFile(corpusFile(`${RUN}/GSE4271_dendrogram.pdf`)),
      });
    });

    test('a comment on a page of a module PDF belongs to its module, and its address shows the page', async () => {
      const { page, troubles } = visit();
      await openAnalysis(page);
      const id = new URL(page.url()).searchParams.get('analysisId') ?? '';
      const pdf = path.basename(corpusFile(`${RUN}/${NETWORK}/Modules_*.pdf`));
      await page.goto(
        `/home/analyses/analysis-data/files?analysisId=${id}&analysisFileFolderId=${NETWORK}&mainAnalysisId=${id}&pdf_name=${pdf}&page=3`,
      );
      const third = page.getByRole('region', { name: 'Page 3', exact: true }).locator('canvas');
      await third.waitFor();
      await page.getByRole('button', { name: /^Comments/ }).click();
      const panel = page.getByRole('complementary', { name: 'Comments' });
      // Pages are in the order of the eigengene columns, after Index and Sample.
      const [eigengenes] = readRows(corpusFile(`${RUN}/${NETWORK}/Module_eigengenes_*.csv`));
      const module = Object.keys(eigengenes ?? {})[4];
      await panel.getByText(`${module} of ${NETWORK}`).waitFor();
      await panel.getByRole('button', { name: /^Join the discussion/ }).click();
      await panel.getByRole('textbox', { name: 'New comment' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('Seen in two more data sets');
      await page.keyboard.press('Control+Enter');
      const written = panel.getByRole('article').filter({ hasText: 'Seen in two more data sets' });
      await page.getByText('1 comment on this page').waitFor();
      const address = (await written.getByRole('link').first().getAttribute('href')) ?? '';
      await page.goto('/home/recent-files');
      await page.goto(address);
      await written.and(page.locator('[data-marked]')).waitFor();
      await third.waitFor();
      await expectAccessible(page);
      expect(troubles).toEqual([]);
    });
  });

  /** Reading works the same for all roles. */
  function readTheCorpus(enter: (visitor: Visitor) => Promise<void>): () => Visitor {
    let visitor: Visitor;
    let page: Page;

    beforeAll(async () => {
      visitor = await openVisitor(browser, portal.address);
      page = visitor.page;
      await enter(visitor);
    });

    afterAll(async () => {
      await visitor.context.close();
      expect(visitor.troubles).toEqual([]);
    });

    test('a data collection links to its data sets and the samples of a derived one', async () => {
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Data collections', exact: true }).click();
      await openRow(page, 'Data collections', COLLECTION);
      await expectHeading(page, COLLECTION);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Data sets 4' }).click();
      await openRow(page, 'Data sets', DERIVED);
      await expectHeading(page, DERIVED);
      await page.getByText('Data set A.1.1.1', { exact: true }).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Samples 72' }).click();

      const samples = readRows(corpusFile('GSE4271/**/GSE4271_Primary_72_Qnorm_sample_attributes.csv'));
      await expectTreemap(page, 'Tissue', countValues(samples, 'Tissue'));
      await expectTreemap(page, 'Tumor Grade', countValues(samples, 'Tumor_Grade'));
      await expectAccessible(page);
    });

    test('a click on a value selects the samples that have it', async () => {
      const samples = readRows(corpusFile('GSE4271/**/GSE4271_Primary_72_Qnorm_sample_attributes.csv'));
      const chosen = samples.filter((sample) => sample.Tumor_Grade === '3');
      await page
        .getByRole('region', { name: 'Tumor Grade', exact: true })
        .getByRole('button', { name: /^Tumor Grade: 3,/ })
        .click();
      await page.getByText(`${chosen.length} of 72 samples`, { exact: true }).waitFor();
      await expectTreemap(page, 'Sex', countValues(chosen, 'Sex'));
      await expectTreemap(page, 'CIMP Status', countValues(chosen, 'CIMP_Status'));
    });

    test('the lineage shows the data set as it was loaded', async () => {
      await page.getByRole('link', { name: 'Lineage', exact: true }).click();
      await page.getByRole('button', { name: `Data set ${DERIVED} A.1.1.1, current record` }).focus();
      const before = [
        'QN: quantile normalization',
        `Data set ${COLLECTION} EXT Primary OR A.1.1`,
        'OR: outlier removal',
        `Data set ${LOADED} A.1`,
      ];
      for (const name of before) {
        await page.keyboard.press('ArrowLeft');
        await page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
      }
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('link', { name: 'Open the data set' }).click();
      await expectHeading(page, LOADED);
      await page.getByText('Data set A.1', { exact: true }).waitFor();
    });

    test('the treemap counts samples of unknown IDH1 status as NA', async () => {
      await page.getByRole('link', { name: 'Data sets', exact: true }).click();
      await openRow(page, 'Data sets', 'TCGA GBM RNA-seq EXT');
      await page.getByRole('link', { name: 'Samples 169' }).click();
      const samples = readRows(corpusFile('TCGA_GBM/makeDC/**/TCGA_GBM_DS1_sample_attributes.csv'));
      const counts = countValues(samples, 'IDH1_Mut');
      expect(counts.NA).toBeGreaterThan(0);
      // Coded values are shown as label and code.
      const labelled = Object.entries(counts).map(([value, n]) => [
        value === 'NCIT:C172343' ? `mutated (${value})` : value,
        n,
      ]);
      await expectTreemap(page, 'IDH1 Mut', Object.fromEntries(labelled));
    });

    test('a csv file and the pages of a module PDF can be previewed', async () => {
      await openAnalysis(page);
      await page.getByRole('link', { name: 'GSE4271_project_attributes.csv', exact: true }).click();
      const attributes = readRows(corpusFile(`${RUN}/GSE4271_project_attributes.csv`));
      const input = attributes.find(({ Attribute }) => Attribute === 'Input Datasets')?.Value ?? '';
      expect(input).not.toBe('');
      await page.getByRole('cell', { name: input, exact: true }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Back', exact: true }).click();

      const pdf = corpusFile(`${RUN}/${NETWORK}/Modules_*.pdf`);
      await page.getByRole('link', { name: new RegExp(`^${NETWORK}`) }).click();
      await page.getByRole('link', { name: path.basename(pdf), exact: true }).click();
      await page.getByText(`Page 1 of ${countPages(pdf)}`, { exact: true }).waitFor();
      await expectAccessible(page);

      const id = new URL(page.url()).searchParams.get('analysisId') ?? '';
      await page.goto(
        `/home/analyses/analysis-data/files?analysisId=${id}&analysisFileFolderId=${NETWORK}&mainAnalysisId=${id}&pdf_name=${path.basename(pdf)}`,
      );
      await page.getByRole('heading', { name: path.basename(pdf) }).waitFor();
      await page.getByText(`Page 1 of ${countPages(pdf)}`, { exact: true }).waitFor();
      await page.getByRole('region', { name: 'Page 1', exact: true }).locator('canvas').waitFor();
    });

    test('the address of a module PDF includes the page, and follows the page shown', async () => {
      await openAnalysis(page);
      const folder = page.url();
      const pdf = corpusFile(`${RUN}/${NETWORK}/Modules_*.pdf`);
      const pages = countPages(pdf);
      const id = new URL(folder).searchParams.get('analysisId') ?? '';
      const address = `/home/analyses/analysis-data/files?analysisId=${id}&analysisFileFolderId=${NETWORK}&mainAnalysisId=${id}&pdf_name=${path.basename(pdf)}`;
      const inAddress = () => new URL(page.url()).searchParams.get('page');
      const showsPage = async (number: number) => {
        await page.getByText(`Page ${number} of ${pages}`, { exact: true }).waitFor();
        await page
          .getByRole('region', { name: `Page ${number}`, exact: true })
          .locator('canvas')
          .waitFor();
      };
      expect(pages).toBeGreaterThan(4);

      await page.goto(`${address}&page=3`);
      await showsPage(3);
      await page.getByRole('button', { name: 'Next page' }).click();
      await showsPage(4);
      await expect.poll(inAddress).toBe('4');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Your link has been copied').waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(page.url());
      await expectAccessible(page);
      // Turning pages replaces the history entry: Back leaves the document.
      await page.goBack();
      await page.waitForURL(folder);
      await page.goto(String(copied));
      await showsPage(4);

      for (const [asked, shown] of [
        [String(pages + 50), pages],
        ['0', 1],
        ['-3', 1],
        ['twelve', 1],
      ] as const) {
        await page.goto(`${address}&page=${asked}`);
        await showsPage(shown);
      }
      await page.goto(`${address}&page=${pages + 50}&row=100&column=25`);
      await showsPage(pages);
      await expect.poll(inAddress).toBe(String(pages));
      await page.getByRole('button', { name: 'Previous page' }).click();
      await showsPage(pages - 1);
      await expect.poll(inAddress).toBe(String(pages - 1));
      await page.reload();
      await showsPage(pages - 1);
      // Closing a file removes its position from the address.
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByRole('link', { name: path.basename(pdf), exact: true }).click();
      await showsPage(1);
      const { searchParams } = new URL(page.url());
      expect(['page', 'row', 'column'].map((name) => searchParams.get(name))).toEqual([null, null, null]);
    });

    test('the picture of the proliferation module is ordered by grade, read by keyboard and equal to the file', async () => {
      await openAnalysis(page);
      await page.getByRole('link', { name: /^Networks/ }).click();
      await openRow(page, 'Covariation networks', NETWORK);
      await page
        .getByRole('grid', { name: 'Modules' })
        .getByRole('link', { name: moduleNamed('turquoise') })
        .click();
      await expectHeading(page, moduleNamed('turquoise'));
      const picture = page.getByRole('img', { name: /^turquoise( · [^:]+)?: 30 features, 72 samples/ });
      await picture.waitFor();
      await expectAccessible(page);

      await page.getByRole('combobox', { name: 'Sample attributes' }).click();
      await page.getByRole('option', { name: 'Tumor Grade', exact: true }).click();
      await page.getByRole('combobox', { name: 'Sample attributes' }).click();
      await page.getByRole('option', { name: 'Disease', exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Order of the samples' }).click();
      await page.getByRole('option', { name: /by attribute/ }).click();
      await expect
        .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
        .toEqual({ strips: 'Tumor_Grade', by: 'attribute' });
      await page.getByRole('list', { name: 'Colours of Tumor Grade' }).waitFor();

      const table = readRows(corpusFile('GSE4271/**/Primary_*/GSE4271_Primary_72_Qnorm.csv'));
      const valuesOf = new Map(table.map((row) => [row.SYMBOL ?? '', row]));
      const samples = readRows(corpusFile('GSE4271/**/GSE4271_Primary_72_Qnorm_sample_attributes.csv'));
      const gradeOf = new Map(samples.map((row) => [row.Label ?? '', row.Tumor_Grade ?? '']));

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        (async () => {
          await page.getByRole('button', { name: 'Download what is shown' }).click();
          await page.getByRole('menuitem', { name: 'Table as TSV' }).click();
        })(),
      ]);
      const [titles = [], ...rows] = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split('\t'));
      const shown = titles.slice(2);
      expect(shown.toSorted()).toEqual(samples.map((row) => row.Label ?? '').toSorted());
      const grades = shown.map((label) => gradeOf.get(label));
      expect(grades).toEqual(grades.toSorted());
      const features = rows.slice(2);
      expect(features).toHaveLength(30);
      for (const [feature = '', , ...values] of features) {
        const row = valuesOf.get(feature) ?? {};
        expect(values.map(Number)).toEqual(shown.map((label) => Number(row[label])));
      }

      await picture.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      const [feature = '', , ...values] = features[0] ?? [];
      await page.getByText(`${feature} in ${shown.at(-1)}: ${values.at(-1)} (z `).waitFor();
      await page.getByText(`Tumor Grade ${grades.at(-1)}.`).waitFor();
      await page.getByText('Table', { exact: true }).click();
      await page.getByRole('grid', { name: 'Values of the picture' }).waitFor();
      await expectAccessible(page);
    });

    test('a network lists its modules, and a module its members, gene sets, eigengene and page', async () => {
      await openAnalysis(page);
      await page.getByRole('link', { name: /^Networks/ }).click();
      await openRow(page, 'Covariation networks', NETWORK);
      await expectHeading(page, /^signum \.58 · min 12 · \d+ modules$/);
      const modules = page.getByRole('grid', { name: 'Modules' });
      await modules.getByRole('link', { name: moduleNamed('turquoise') }).waitFor();
      await expectAccessible(page);
      const parts = page.getByRole('navigation', { name: 'Parts of the network' });
      await parts.getByRole('link', { name: 'Parameters' }).click();
      await page
        .getByRole('cell', { name: 'RelSignum' })
        .or(page.getByRole('rowheader', { name: 'RelSignum' }))
        .first()
        .waitFor();
      await parts.getByRole('link', { name: /^Modules/ }).click();
      await modules.getByRole('link', { name: moduleNamed('turquoise') }).click();

      await expectHeading(page, moduleNamed('turquoise'));
      await page.getByRole('link', { name: 'Members', exact: true }).click();
      const table = readRows(corpusFile(`${RUN}/${NETWORK}/kME_table_*.csv`));
      const seeds = table.filter((row) => row.ModSeed === 'turquoise').map((row) => row.SYMBOL ?? '');
      expect(seeds.length).toBeGreaterThan(3);
      const members = page.getByRole('grid', { name: 'Members' });
      await page.getByText(`${seeds.length} records`, { exact: true }).waitFor();
      const cells = members.locator('td[data-first]');
      await expect.poll(() => cells.count()).toBe(Math.min(20, seeds.length));
      const listed = await cells.allTextContents();
      expect(listed.filter((feature) => !seeds.includes(feature))).toEqual([]);
      await expectAccessible(page);

      await page.getByRole('link', { name: /^Enrichment/ }).click();
      await page.getByRole('grid', { name: /^Enriched gene sets/ }).waitFor();
      await page.getByRole('link', { name: 'Eigengene', exact: true }).click();
      const chart = page.getByRole('img', { name: /^Module eigengene of turquoise/ });
      await chart.focus();
      await page.keyboard.press('ArrowRight');
      const eigengenes = readRows(corpusFile(`${RUN}/${NETWORK}/Module_eigengenes_*.csv`));
      const [first] = eigengenes;
      await page
        .getByText(`${first?.Sample}: ${Number(first?.turquoise).toFixed(4).replace('-', '\u2212')}`)
        .waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'PDF page' }).click();
      // Pages are in the order of the eigengene columns, after Index and Sample.
      const pageNumber = Object.keys(first ?? {}).indexOf('turquoise') - 1;
      const shownPage = (number: number) =>
        page.getByRole('region', { name: `Page ${number}`, exact: true }).locator('canvas');
      await shownPage(pageNumber).waitFor();
      await page.getByRole('button', { name: 'Next page' }).click();
      await shownPage(pageNumber + 1).waitFor();
      const inAddress = () => new URL(page.url()).searchParams.get('page');
      await expect.poll(inAddress).toBe(String(pageNumber + 1));
      await page.reload();
      await shownPage(pageNumber + 1).waitFor();
      await page.getByRole('link', { name: 'Module PDF', exact: true }).click();
      await shownPage(pageNumber).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Members', exact: true }).click();
      await members.waitFor();
      await expect.poll(inAddress).toBeNull();
    });

    test('a list links to two pages at each end and beside the current one; it filters after half a second', async () => {
      await page.goto('/home/resources?page=50');
      const shown = page.getByRole('button', { name: /^Page \d+$/ });
      await page.getByRole('button', { name: 'Page 50', exact: true }).waitFor();
      const pages = await shown.evaluateAll((all) => all.map((each) => Number(each.textContent)));
      // 3,130 gene sets, twenty on a page.
      expect(pages).toEqual([1, 2, 48, 49, 50, 51, 52, 156, 157]);
      const searched: (string | null)[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/api/gene-sets/') searched.push(searchParams.get('search'));
      });
      await page.getByRole('textbox', { name: 'Filter Gene sets' }).pressSequentially('xyzzy', { delay: 40 });
      await page.locator('main').getByText('No records found').waitFor();
      expect(searched).toEqual(['xyzzy']);
      page.removeAllListeners('request');
    });

    test('the search box finds accessions and file names, and opens Omicon IDs', async () => {
      await searchFor(page, 'GSE4271');
      const records = page.getByRole('grid', { name: 'Records found' });
      const found = rowOf(records, `${DERIVED} A.1.1.1`);
      await found.getByText('accession ID', { exact: true }).waitFor();
      await expectAccessible(page);
      const omiconId = (await found.getByText(/^OM\.DS\.\d+$/).textContent()) ?? '';

      await searchFor(page, 'GSE4271_project_attributes.csv');
      const files = page.getByRole('grid', { name: 'Files found' });
      await rowOf(files, `${COLLECTION} Primary`)
        .getByRole('link', { name: 'GSE4271_project_attributes.csv', exact: true })
        .waitFor();

      await searchFor(page, omiconId.toLowerCase());
      await expectHeading(page, DERIVED);
    });

    return () => visitor;
  }
});

async function openRow(page: Page, grid: string, title: string): Promise<void> {
  // The full name is the tooltip of a cell with a short one.
  await page
    .getByRole('grid', { name: grid })
    .locator(`td[title="${title}"]`)
    .getByRole('link')
    .first()
    .click();
}

/** The files of the analysis of primary tumours. */
async function openAnalysis(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'All analyses', exact: true }).click();
  await openRow(page, 'Analyses', `${COLLECTION} Primary`);
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await page.getByRole('grid', { name: 'Files of the analysis' }).waitFor();
}
