/** Exploring a list of genes on real networks: repair, ranking, filters, sharing and download. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { packGenes } from '../browser/addresses.ts';
import {
  closeVisitors,
  comeHome,
  enterAsGuest,
  expectAccessible,
  openVisitor,
  shareBrowser,
  type Visitor,
  watchCalls,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading, moduleNamed } from '../browser/screens.ts';
import { CORPUS, corpusFile, readRows } from '../harness/corpus-files.ts';
import { type Portal, signInByToken, TEST_DATA, takeIn, until } from '../harness/portal.ts';
import { chanceOf, type FileModule, moduleOfList, readModules } from './corpus-modules.ts';

const named = z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) });
const firstCells = z.tuple([z.array(z.string()), z.array(z.string())]);
const rankedAnswer = z.object({
  input: z.object({ network: z.string() }),
  module: z.string(),
  sets: z.object({
    SetID: z.array(z.string()),
    set_in_universe: z.array(z.number()),
    cerno_p: z.array(z.number()),
    auc: z.array(z.number()),
  }),
});

/** A typical list of macrophage and microglia genes, with an alias, an Entrez id, a date, a duplicate and noise. */
const PASTED = `"AIF1","CD68"\tCD163; C1QA C1QB
C1QC, CX3CR1 CSF1R
IBA1
7305
2-Sep
AGPAT9
nonsense`;
const SYMBOLS = [
  ...['AIF1', 'CD68', 'CD163', 'C1QA', 'C1QB', 'C1QC', 'CX3CR1', 'CSF1R', 'TYROBP', 'SEPTIN2', 'GPAT3'],
];
/** Visible to the laboratory only; everything else is public. */
const LAB_COLLECTION = 'GSE4271';

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('a list of genes', () => {
  let portal: Portal;
  let browser: Browser;
  let member: Visitor;
  let modules: FileModule[];

  beforeAll(async () => {
    if (!existsSync(CORPUS)) throw new Error(`There is no corpus in ${CORPUS}.`);
    modules = readModules();
    portal = await startLaboratory('empty');
    takeIn(portal, path.join(CORPUS, LAB_COLLECTION), '--visibility', 'lab');
    takeIn(portal, CORPUS);
    const person = await signInByToken(portal.address, 'demo_lab');
    await until('the index', async () => {
      const answer = await person.send('POST', '/api/explore/modules/', { identifiers: SYMBOLS });
      const { tested } = (await answer.json()) as { tested: number };
      return tested === testedOf(modules).length ? true : null;
    });
    browser = await shareBrowser();
    member = await openVisitor(browser, portal.address);
    await member.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await comeHome(member, 'demo_lab');
  });

  afterAll(async () => {
    await closeVisitors();
    await portal?.remove();
  });

  /** Tested modules: those of networks that contain a gene of the list; others cannot share any. */
  function testedOf(all: readonly FileModule[]): FileModule[] {
    return all.filter((module) => moduleOfList(module, SYMBOLS).listed > 0);
  }

  test('is repaired before the search, and one click resolves an ambiguous name', async () => {
    const { page } = member;
    await page.getByRole('link', { name: 'Genes and lists', exact: true }).click();
    await expectHeading(page, 'Genes and lists');
    await page.getByText('No list yet', { exact: true }).waitFor();
    await expectAccessible(page);
    await paste(page.getByLabel('Genes', { exact: true }), PASTED);
    await page.getByText('13 identifiers of at most 5,000', { exact: true }).waitFor();
    const report = page.getByRole('region', { name: 'What becomes of the list' });
    await report.getByText('13 identifiers given, 10 genes found', { exact: true }).waitFor();
    for (const [fate, count] of [
      ['Unknown, left out', '1'],
      ['Ambiguous, left out until one is chosen', '1'],
      ['Dates recognised as genes', '1'],
      ['Aliases replaced by symbols', '1'],
      ['Entrez ids replaced by symbols', '1'],
      ['Symbols', '8'],
      ['Repeated', '1'],
    ] as const) {
      const line = report.getByText(fate, { exact: true }).locator('..');
      expect(await line.textContent(), fate).toBe(`${fate}${count}`);
    }
    await report.getByText('nonsense', { exact: true }).waitFor();
    await report.getByText('Dates recognised as genes', { exact: true }).click();
    await report.getByText('2-Sep → SEPTIN2', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('grid').count()).toBe(0);

    await report.getByRole('button', { name: 'Take GPAT3 for AGPAT9', exact: true }).click();
    await report.getByText('13 identifiers given, 11 genes found', { exact: true }).waitFor();
    expect(await report.getByText('Ambiguous, left out until one is chosen').count()).toBe(0);

    const taken = await downloadText(page, () =>
      report.getByRole('button', { name: 'Download the report as TSV' }).click(),
    );
    expect(taken.split('\r\n').slice(8, 13)).toEqual([
      'CSF1R\tCSF1R\tsymbol',
      'IBA1\tAIF1\talias',
      '7305\tTYROBP\tEntrez id',
      '2-Sep\tSEPTIN2\tdate',
      'GPAT3\tGPAT3\tsymbol',
    ]);
  });

  test('finds the module and P-value computed from the files', async () => {
    const { page } = member;
    await exploreButton(page).click();
    const [best] = rankByFiles(modules);
    if (best === undefined) throw new Error('No module of the corpus holds a gene of the list.');
    // At first a row is a signal with its best module.
    const signals = page.getByRole('grid', { name: 'Ranked modules' });
    await signals
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: moduleNamed(best.name) })
      .waitFor();
    await page.getByText(/ share at least one gene with your list; they are [0-9,]+ signals/).waitFor();
    await expectAccessible(page);
    await listEveryModule(page);
    const cells = await firstRow(page, 'Ranked modules');
    expect(cells.Module).toMatch(moduleNamed(best.name));
    expect([cells.Definition, cells['Covariation network'], cells.Overlap, cells.Size]).toEqual([
      ...[best.definition, best.network, String(best.overlap), String(best.size)],
    ]);
    expect(best.network).toContain('signum');
    await page.getByText(sharing(testedOf(modules).length)).waitFor();
    await expectAccessible(page);

    const text = await downloadText(page, () => page.getByRole('button', { name: /rows as TSV$/ }).click());
    const rows = readTsv(text);
    const total = Number(
      /^All ([\d,]+) rows/.exec((await allRows(page).textContent()) ?? '')?.[1]?.replace(',', ''),
    );
    expect(rows.length).toBe(total);
    const pValues = rows.map(({ P }) => Number(P));
    expect(pValues).toEqual(pValues.toSorted((a, b) => a - b));
    for (const row of rows) {
      const [overlap, size, listed, universe] = ['Overlap', 'Size', 'Listed', 'Universe'].map((name) =>
        Number(row[name]),
      ) as [number, number, number, number];
      const exact = chanceOf({ overlap, size, listed, universe });
      expect(Math.abs(Number(row.P) / exact - 1), `${row.Module} ${row['Omicon ID']}`).toBeLessThan(1e-9);
      expect(Number(row.q)).toBeGreaterThanOrEqual(Number(row.P));
    }
    // A frequent error is to adjust only for the listed rows.
    const tested = testedOf(modules).length;
    const last = Math.min(...pValues.map((p, at) => (p * tested) / (at + 1)));
    expect(Math.abs(Number(rows[0]?.q) / last - 1)).toBeLessThan(1e-9);
  });

  test('is shown as a picture with keyboard navigation, where Enter opens the module', async () => {
    const { page } = member;
    const [best] = rankByFiles(modules);
    const picture = page.getByRole('img', { name: /^The 100 modules with the smallest P/ });
    await picture.focus();
    await page.keyboard.press('Home');
    await page
      .getByText(
        new RegExp(`^${best?.name}( · [^,]+)?, ${best?.definition}: P .*, ${best?.overlap} of \\d+ genes`),
      )
      .waitFor();
    const svg = await downloadPicture(page, 'Picture as SVG');
    expect((svg.match(/<path /g) ?? []).length).toBeGreaterThanOrEqual(100);
    expect((await downloadPicture(page, 'Table as TSV')).split('\r\n').length).toBe(102);
    const address = page.url();
    await picture.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expectHeading(page, moduleNamed(best?.name ?? ''));
    await page.goBack();
    await page.waitForURL(address);
    await page.getByRole('grid', { name: 'Ranked modules' }).getByRole('link').first().waitFor();
  });

  test('can be compared with data sets whose samples satisfy a rule', async () => {
    const { page } = member;
    await page.getByRole('button', { name: 'Add a sample rule' }).click();
    await page.getByRole('combobox', { name: 'Attribute of rule 1' }).click();
    await page.getByRole('option', { name: 'Tissue', exact: true }).click();
    await page.getByRole('combobox', { name: 'Comparison of rule 1' }).click();
    await page.getByRole('option', { name: 'contains', exact: true }).click();
    await page.getByRole('combobox', { name: 'Value of rule 1' }).fill('bladder');
    const bladder = modules.filter(({ collection }) => collection === 'BLADDER_DYRSKJOT');
    await page.getByText(sharing(bladder.length)).waitFor();
    expect((await firstRow(page, 'Ranked modules'))['Data set']).toContain('bladder');
    await expect.poll(() => new URL(page.url()).searchParams.get('samples')).toBe('Tissue contains bladder');
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText(sharing(testedOf(modules).length)).waitFor();
    await page.getByRole('combobox', { name: 'Value of rule 1' }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByText(sharing(bladder.length)).waitFor();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Value of rule 1' }).inputValue())
      .toBe('bladder');
    await page.goForward();
    await page.getByText(sharing(testedOf(modules).length)).waitFor();
  });

  test('has an address that guests can open, with the same list but without modules of the laboratory', async () => {
    const { page } = member;
    await page.getByText('FDR', { exact: true }).first().click();
    await page.waitForURL(/definition=FDR/);
    await page.getByRole('button', { name: 'Copy link' }).click();
    const address = page.url();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address);
    const isFdr = ({ definition }: FileModule) => definition === 'FDR';
    const seenByMember = testedOf(modules.filter(isFdr));
    await page.getByText(new RegExp(` of ${seenByMember.length} modules share`)).waitFor();

    const guest = await openVisitor(browser, portal.address);
    await enterAsGuest(guest);
    const calls = watchCalls(guest.page);
    await guest.page.goto(address);
    const seenByGuest = seenByMember.filter(({ collection }) => collection !== LAB_COLLECTION);
    expect(seenByGuest.length).toBeLessThan(seenByMember.length);
    await guest.page.getByText(new RegExp(` of ${seenByGuest.length} modules share`)).waitFor();
    const list = (await guest.page.getByLabel('Genes', { exact: true }).inputValue()).split('\n');
    expect(list).toContain('2-Sep');
    expect(list).toHaveLength(13);
    const [best] = rankByFiles(
      modules.filter((module) => isFdr(module) && module.collection !== LAB_COLLECTION),
    );
    const cells = await firstRow(guest.page, 'Ranked modules');
    expect(cells.Module).toMatch(moduleNamed(best?.name ?? ''));
    expect(cells['Covariation network']).toBe(best?.network);
    await expectAccessible(guest.page);
    // The table shows the first rows of the picture, and the screen what was requested while its scripts loaded.
    expect(calls.countUnderWay()).toBe(0);
    expect(calls.countAnswers('/api/explore/modules/')).toBe(1);
    expect(calls.countAnswers('/api/explore/repair/')).toBe(1);
    expect(guest.troubles).toEqual([]);
    await guest.context.close();
  });

  test('is compared with gene sets, with the overlap computed from their files', async () => {
    const { page } = member;
    await page.getByRole('link', { name: 'Gene sets', exact: true }).click();
    await page.getByText(/ of 3,130 gene sets share at least one gene/).waitFor();
    const cells = await firstRow(page, 'Ranked gene sets');
    const file = corpusFile(`resources/genesets/**/${cells['Set ID']}.csv`);
    const genes = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean);
    expect(Number(cells.Overlap)).toBe(SYMBOLS.filter((symbol) => genes.includes(symbol)).length);
    expect(cells['Set Name']).toMatch(/MYELOID|MACROPHAGE|MICROGLIA/);
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'CellType', exact: true }).click();
    await page.waitForURL(/category=CellType/);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('category'));
    await page.goBack();
    await page.getByRole('grid', { name: 'Ranked modules' }).waitFor();
  });

  test('can be compared within a background', async () => {
    const { page } = member;
    const genes = readRows(corpusFile(kmeTableOf(rankByFiles(modules)[0]))).map(({ SYMBOL }) => SYMBOL ?? '');
    const half = genes.filter((_, index) => index % 2 === 0);
    await page.goto(`/home/explore?genes=${packGenes(SYMBOLS)}&per=module`);
    await page.getByText('Background', { exact: true }).click();
    await paste(page.getByLabel('Genes of the background'), half.join('\n'));
    await page.getByRole('button', { name: 'Use as background' }).click();
    // Wait for the ranking with this background, so that its rows can be downloaded.
    await page
      .locator('summary')
      .filter({ hasText: /^Background[\d,]+ identifiers$/ })
      .waitFor();
    const text = await downloadText(page, () => page.getByRole('button', { name: /rows as TSV$/ }).click());
    const universes = readTsv(text)
      .filter((row) => row['Data set']?.includes(LAB_COLLECTION))
      .map(({ Universe }) => Number(Universe));
    // A name in the data may be an alias of two symbols, so a few more than half are recognized.
    expect(Math.max(...universes)).toBeLessThan(genes.length * 0.6);
    expect(Math.min(...universes)).toBeGreaterThan(genes.length * 0.4);
  });

  test('that is too long for an address is stored in its tab; above 5,000 it is refused', async () => {
    const { page } = member;
    const genes = readRows(corpusFile(kmeTableOf(rankByFiles(modules)[0]))).map(({ SYMBOL }) => SYMBOL ?? '');
    await page.goto('/home/explore');
    const box = page.getByLabel('Genes', { exact: true });
    await paste(box, genes.slice(0, 3000).join('\n'));
    await box.press('Control+Enter');
    await page.getByText(/^This list is too long for an address\./).waitFor();
    expect(page.url().length).toBeLessThan(200);
    expect(await page.getByRole('button', { name: 'Copy link' }).isDisabled()).toBe(true);
    await page.getByRole('grid', { name: 'Ranked modules' }).getByRole('link').first().waitFor();
    await page.reload();
    await page.getByText('3,000 identifiers of at most 5,000', { exact: true }).waitFor();
    await page.getByRole('grid', { name: 'Ranked modules' }).getByRole('link').first().waitFor();

    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText(/^This list is too long for an address; it is stored in the browser tab/).waitFor();
    await expectAccessible(other);
    await other.close();

    await paste(box, Array.from({ length: 5001 }, (_, at) => `G${at}`).join(' '));
    await page.getByText('At most 5,000 identifiers at once; here are 5,001.', { exact: true }).waitFor();
    expect(await exploreButton(page).isDisabled()).toBe(true);
  });

  test('can be the first column of a dropped or chosen table', async () => {
    const { page } = member;
    await page.goto('/home/explore');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a file' }).click();
    await (await choosing).setFiles({
      name: 'genes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('SYMBOL,rank\nAIF1,1\nCD68,2\n'),
    });
    // The title of the column is no gene.
    await page.getByText('2 identifiers of at most 5,000', { exact: true }).waitFor();
    expect(await page.getByLabel('Genes', { exact: true }).inputValue()).toBe('AIF1\nCD68');
  });

  test('can be taken from a module, which is then ranked first, or from a gene set', async () => {
    const { page } = member;
    const [best] = rankByFiles(modules);
    await page.goto(`/home/explore?genes=${packGenes(SYMBOLS)}&per=module`);
    const link = page
      .getByRole('grid', { name: 'Ranked modules' })
      .getByRole('link', { name: best?.name ?? '' })
      .first();
    await link.click();
    await expectHeading(page, moduleNamed(best?.name ?? ''));
    const moduleId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('img', { name: /arrow keys read the cells/ }).waitFor();
    await page.getByRole('button', { name: 'Explore these genes' }).click();
    await expectHeading(page, 'Genes and lists');
    const grid = page.getByRole('grid', { name: 'Ranked modules' });
    await listEveryModule(page);
    await grid.getByRole('link').first().waitFor();
    expect(await grid.getByRole('link').first().getAttribute('href')).toBe(`/home/modules/${moduleId}`);

    await page.getByRole('link', { name: 'Gene sets', exact: true }).click();
    await page.getByRole('grid', { name: 'Ranked gene sets' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Explore these genes' }).click();
    await expectHeading(page, 'Genes and lists');
    await grid.getByRole('link').first().waitFor();
    expect(member.troubles).toEqual([]);
  });

  test('of all genes by kME has the gene sets of a module at its top, with the P and AUC of R', async () => {
    const { page } = member;
    const { module, sets } = readRanked();
    const best = sets.cerno_p.indexOf(Math.min(...sets.cerno_p));
    await page.goto(`/home/modules/OM.CM.${await moduleOf(module)}`);
    await page.getByRole('link', { name: 'Ranked enrichment' }).click();
    await page.getByLabel('Set name').fill(nameOfSet(sets.SetID[best]));
    await expect
      .poll(() => firstRow(page, 'Ranked gene sets'))
      .toMatchObject({
        'Set ID': sets.SetID[best],
        'P (CERNO)': sets.cerno_p[best]?.toPrecision(2).replace(/^0\.000(\d)(\d)$/, '$1.$2e-4'),
        AUC: sets.auc[best]?.toFixed(3),
        'Ranked genes': String(sets.set_in_universe[best]),
      });
    await expectAccessible(page);
  });

  test('with values is a ranking, whose CERNO is that of the ranks', async () => {
    const { page } = member;
    const file = (id: string) => corpusFile(`resources/genesets/${id}.csv`);
    const [members, others] = ['MOSET10109', 'MOSET10001'].map((id) =>
      readFileSync(file(id), 'utf8').trimEnd().split(/\r?\n/),
    );
    const inSet = new Set(members);
    const genes = [...new Set([...(members ?? []).slice(0, 20), ...(others ?? [])])].toReversed();
    await page.goto('/home/explore?mode=ranked');
    await page.getByText('No ranking yet', { exact: true }).waitFor();
    await paste(
      page.getByRole('textbox', { name: 'Genes and values' }),
      genes.map((gene, rank) => `${gene}\t${genes.length - rank}`).join('\n'),
    );
    await page.getByText(`${genes.length} genes of at most`).waitFor();
    await page.getByRole('button', { name: 'Test gene sets' }).click();
    await page.getByLabel('Set name').fill('PANGLAO_OLIGODENDROCYTES');
    const cerno = genes.reduce(
      (sum, gene, at) => sum - (inSet.has(gene) ? 2 * Math.log((at + 1) / genes.length) : 0),
      0,
    );
    await expect
      .poll(() => firstRow(page, 'Ranked gene sets'))
      .toMatchObject({ 'Set ID': 'MOSET10109', CERNO: cerno.toFixed(3), 'Degrees of freedom': '40' });
    await expectAccessible(page);
  });

  /** Ranked enrichment by R. */
  function readRanked() {
    const file = path.join(TEST_DATA, 'r-answers/lists_TCGA_GBM_RNA_seq_All_green.json');
    return rankedAnswer.parse(JSON.parse(readFileSync(file, 'utf8')));
  }

  function nameOfSet(id = ''): string {
    const legend = readRows(corpusFile('resources/genesets/MyGeneSetsLEGEND.csv'));
    return legend.find(({ SetID }) => SetID === id)?.SetName ?? '';
  }

  /** The number of a module of the network of the answer. */
  async function moduleOf(name: string): Promise<number> {
    const person = await signInByToken(portal.address, 'demo_lab');
    const read = async (address: string) => named.parse(await (await person.get(address)).json()).results;
    const network = path.basename(readRanked().input.network);
    const [found] = await read(`/api/covariation-networks/?search=${network}`);
    const all = await read(`/api/covariation-networks/${found?.id}/modules/?page_size=100`);
    return all.find((module) => module.name === name)?.id ?? 0;
  }

  /** Expected ranking from the files alone, smallest P first. */
  function rankByFiles(all: readonly FileModule[]) {
    return testedOf(all)
      .map((module) => ({ ...module, ...moduleOfList(module, SYMBOLS) }))
      .filter(({ overlap }) => overlap > 0)
      .map((module) => ({ ...module, p: chanceOf(module) }))
      .toSorted((a, b) => a.p - b.p);
  }
});

const count = (number: number) => number.toLocaleString('en-US');
const allRows = (page: Page): Locator => page.getByRole('button', { name: /rows as TSV$/ });

/** The sentence on the tested modules, of any definition. */
function sharing(tested: number): RegExp {
  return new RegExp(` of ${count(tested)} member lists of modules, one for each definition, share at least`);
}

/** Lists every module under every definition in a row of its own. */
async function listEveryModule(page: Page): Promise<void> {
  const choice = page.getByRole('radiogroup', { name: 'One row per' });
  await choice.getByText('Module', { exact: true }).click();
  await page.waitForURL(/per=module/);
  // Until the rows are there, the sentence is that of the signals.
  await page.getByText(/ with your list \(q: /).waitFor();
}

function kmeTableOf(module: FileModule | undefined): string {
  return module?.file ?? '';
}

/** Pastes text into a field; typing thousands of lines would take minutes. */
async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

/** The side menu has a group of this name, too. */
function exploreButton(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Your list' })
    .getByRole('button', { name: 'Explore', exact: true });
}

/** The first row of a grid, by column title, read in one step, because the grid may be changing. */
async function firstRow(page: Page, grid: string): Promise<Record<string, string>> {
  await page.getByRole('grid', { name: grid }).getByRole('link').first().waitFor();
  // A short name has the whole one for screen readers.
  const [titles, cells] = firstCells.parse(
    await page.evaluate(`['thead th', 'tbody tr:has(td)'].map((found, part) => {
      const first = document.querySelectorAll('table[aria-label=${JSON.stringify(grid)}] ' + found);
      const cells = part === 0 ? [...first] : [...(first[0]?.querySelectorAll('td') ?? [])];
      return cells.map((cell) => (cell.querySelector('[data-spoken]') ?? cell).textContent.trim());
    })`),
  );
  return Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? '']));
}

async function downloadText(page: Page, start: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download');
  await start();
  return readFileSync(await (await coming).path(), 'utf8');
}

function downloadPicture(page: Page, form: string): Promise<string> {
  return downloadText(page, async () => {
    await page.getByRole('button', { name: 'Download what is shown' }).click();
    await page.getByRole('menuitem', { name: form }).click();
  });
}

function readTsv(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.split('\r\n').filter(Boolean);
  const titles = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? '']));
  });
}
