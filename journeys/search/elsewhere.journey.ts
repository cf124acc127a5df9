/**
 * The oligodendrocyte module of one data set: where else is it, is it preserved there, which genes mark it everywhere,
 * and how many of them does the published list have? In a browser, with the numbers of R.
 */
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { comeHome, expectAccessible, inFourForms, settle } from '../browser/browser.ts';
import { expectHeading, moduleNamed, searchFor } from '../browser/screens.ts';
import { visit } from '../browser/visit.ts';
import { CORPUS } from '../harness/corpus-files.ts';
import { signInByToken, TEST_DATA } from '../harness/portal.ts';
import { chanceOf } from './corpus-modules.ts';

const ANALYSIS = 'TCGA GBM RNA-seq All';
const NETWORK = 'Bicor-None_signum0.663_minSize20_merge_ME_0.85_3540';
const MODULE = 'green';
const OTHER_NETWORK = 'Bicor-None_signum0.58_minSize12_merge_ME_0.85_4500';
const OTHER_DATA_SET = 'Phillips 2006 GSE4271 EXT Primary OR QN A.1.1.1';
const PRESERVATION =
  'preservation_TCGA_GBM_RNA_seq_All_0.99_20__in__Phillips_2006_GSE4271_EXT_Primary_OR_QN_A_1_1_1';
const MATCHES = 'elsewhere_TCGA_GBM_RNA_seq_All_0.99_20__Phillips_2006_GSE4271_Primary_0.99_12';
const PUBLISHED = { id: 'MOSET10109', name: 'PANGLAO_OLIGODENDROCYTES' };
/** Genes of a consensus that are compared and saved. */
const BEST = 100;

const preservationAnswer = z.object({
  reference: z.object({ data_set: z.string() }),
  test: z.object({ file: z.string() }),
  seven: z.object({ module: z.array(z.string()), coherence: z.array(z.number()) }),
});
const matchAnswer = z.object({
  modules_A: z.array(z.string()),
  modules_B: z.array(z.string()),
  rho: z.array(z.array(z.number())),
});
const fidelityAnswer = z.object({
  modules: z.array(z.object({ input: z.object({ network: z.string() }), module: z.string() })),
  genes: z.object({ symbol: z.array(z.string()), fidelity: z.array(z.number()) }),
});

function readAnswer<S extends z.ZodType>(shape: S, name: string): z.output<S> {
  return shape.parse(JSON.parse(readFileSync(path.join(TEST_DATA, 'r-answers', `${name}.json`), 'utf8')));
}

/** Coherence of a module in the other data set, as the page writes it. */
function coherenceOf(module: string): string {
  const { seven } = readAnswer(preservationAnswer, PRESERVATION);
  return (seven.coherence[seven.module.indexOf(module)] ?? 0).toFixed(3);
}

/** Symbols of the published list. */
function readPublished(): Set<string> {
  const file = path.join(CORPUS, 'resources/genesets', `${PUBLISHED.id}.csv`);
  return new Set(readFileSync(file, 'utf8').trimEnd().split(/\r?\n/));
}

const listed = z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) });

const hasR = spawnSync('Rscript', ['-e', 'library(httr2)']).status === 0;

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('the same module elsewhere', () => {
  const visitor = visit('corpus', (own) => comeHome(own, 'demo_lab'));

  async function listOf(address: string) {
    const answer = await visitor().context.request.get(address);
    return listed.parse(await answer.json()).results;
  }

  /** The number of a module, by the names of its network and of itself. */
  async function moduleOf(network: string, name: string): Promise<number> {
    const networks = await listOf(`/api/covariation-networks/?search=${encodeURIComponent(network)}`);
    const modules = await listOf(`/api/covariation-networks/${networks[0]?.id}/modules/?page_size=100`);
    return modules.find((module) => module.name === name)?.id ?? 0;
  }

  async function openNetworkPart(part: string): Promise<void> {
    const { page } = visitor();
    await page.goto(`/home/modules/OM.CM.${await moduleOf(NETWORK, MODULE)}`);
    await page.getByRole('link', { name: NETWORK }).first().click();
    await page.getByRole('link', { name: part, exact: true }).click();
  }

  test('a module leads from the search box to its counterparts, best of each data set first', async () => {
    const { page } = visitor();
    await searchFor(page, ANALYSIS);
    await page.getByRole('main').getByRole('link', { name: ANALYSIS, exact: true }).first().click();
    await page.getByRole('link', { name: /^Networks/ }).click();
    await page
      .getByRole('grid', { name: 'Covariation networks' })
      .getByRole('link', { name: NETWORK })
      .click();
    await page
      .getByRole('grid', { name: 'Modules' })
      .getByRole('link', { name: moduleNamed(MODULE) })
      .click();
    await page.getByRole('link', { name: 'Elsewhere', exact: true }).click();
    const rows = page
      .getByRole('region', { name: `Modules like ${MODULE}` })
      .last()
      .getByRole('row');
    await rows.filter({ hasText: 'TCGA LGG RNA-seq' }).getByText('\u2713').waitFor();
    const picture = page.getByRole('img', { name: new RegExp(`^Modules like ${MODULE}\\.`) });
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/ρ 0\.\d{3}, .*\d+ genes in common\./).waitFor();
    await expectAccessible(page);
  });

  test('it is preserved in another data set, with the statistics of R', async () => {
    const { page } = visitor();
    await page.getByRole('combobox', { name: `Test ${MODULE} in a data set` }).fill('GSE4271');
    await page.getByRole('option', { name: OTHER_DATA_SET }).click();
    await page.getByText(/Z summary \d+\.\d: /).waitFor();
    expect(page.url()).toMatch(/test=\d+/);
    const row = page.getByRole('row').filter({ hasText: 'Coherence' });
    await row.getByText(coherenceOf(MODULE), { exact: true }).waitFor();
    await page.getByRole('img', { name: new RegExp(`^${MODULE} where it was found\\.`) }).waitFor();
    await page.getByRole('img', { name: new RegExp(`^${MODULE} in ${OTHER_DATA_SET}`) }).waitFor();
    await expectAccessible(page);
  });

  // The first lines of R are base R; those of WGCNA are compared with base R beside the lines themselves.
  test.skipIf(!hasR)(
    'the lines of code give the statistics of the page from the files of both data sets',
    async () => {
      const { page } = visitor();
      const { reference, test: tested } = readAnswer(preservationAnswer, PRESERVATION);
      const table = page.getByRole('region', { name: `Preservation of ${MODULE} in ${OTHER_DATA_SET}` });
      await table.getByRole('button', { name: 'Lines of code' }).click();
      const script = (await page.getByRole('group', { name: 'Script in R' }).textContent()) ?? '';
      await page.keyboard.press('Escape');
      const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-lines-'));
      copyFileSync(path.join(CORPUS, reference.data_set), path.join(folder, 'found.csv'));
      copyFileSync(path.join(CORPUS, tested.file), path.join(folder, 'tested.csv'));
      const { token } = await signInByToken(visitor().address, 'demo_lab');
      const compare = 'cat(nrow(result), max(abs(result$R - result$portal)))';
      const { stdout } = await promisify(execFile)('Rscript', ['--vanilla', '-e', `${script}\n${compare}`], {
        cwd: folder,
        env: { ...process.env, OMICON_TOKEN: token },
      });
      rmSync(folder, { recursive: true });
      const [rows, difference] = (stdout.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
      expect(rows).toBe(7);
      expect(difference).toBeLessThan(1e-9);
    },
    120_000,
  );

  test('the consensus with checked counterparts has the first genes and fidelities of R', async () => {
    const { page } = visitor();
    const { modules, genes } = readAnswer(fidelityAnswer, 'fidelity_PANGLAO_OLIGODENDROCYTES');
    await page.getByRole('switch', { name: 'Best of each data set' }).press('Space');
    const grid = page.getByRole('region', { name: `Modules like ${MODULE}` }).last();
    for (const { input, module } of modules.slice(1)) {
      const number = await moduleOf(path.basename(input.network), module);
      const row = grid
        .getByRole('row')
        .filter({ has: page.locator(`a[href="/home/modules/OM.CM.${number}"]`) });
      await row.getByRole('checkbox').check();
    }
    await page.getByRole('link', { name: 'Consensus with the checked modules' }).click();
    await page.getByText(`${modules.length} modules of ${modules.length} count.`).waitFor();
    await page.getByRole('img', { name: /^kME of the first 25 genes/ }).waitFor();
    const table = page.getByRole('grid', { name: 'Genes by consensus fidelity' });
    for (const [at, symbol] of genes.symbol.slice(0, 8).entries()) {
      const link = page.getByRole('link', { name: symbol, exact: true });
      const fidelity = table.getByRole('row').filter({ has: link });
      await fidelity
        .getByText((genes.fidelity[at] ?? 0).toFixed(3), { exact: true })
        .first()
        .waitFor();
    }
    await expectAccessible(page);
  });

  test('its first genes are compared with the published list, and what both have becomes a gene set', async () => {
    const { page } = visitor();
    const { genes } = readAnswer(fidelityAnswer, 'fidelity_PANGLAO_OLIGODENDROCYTES');
    const published = readPublished();
    const both = genes.symbol.slice(0, BEST).filter((symbol) => published.has(symbol));
    await page.getByRole('button', { name: 'Compare lists' }).click();
    await expectHeading(page, 'Compare lists');
    const chooser = page.getByRole('combobox', { name: 'Add a gene set' });
    await chooser.fill(PUBLISHED.name);
    await page.getByRole('option', { name: PUBLISHED.name, exact: true }).click();
    const pair = page.getByRole('grid', { name: 'Lists in pairs' }).getByRole('row').nth(1);
    await pair.getByText(String(both.length), { exact: true }).waitFor();
    const universe = Number(
      /Universe: ([\d,]+)/.exec((await page.locator('main').textContent()) ?? '')?.[1]?.replaceAll(',', ''),
    );
    const chance = chanceOf({ overlap: both.length, size: published.size, listed: BEST, universe });
    await pair.getByText(chance.toExponential(1), { exact: true }).first().waitFor();
    await expectAccessible(page);
    await openPart(both.length);
    await page.getByRole('button', { name: 'Save as gene set' }).click();
    const form = page.getByRole('dialog', { name: 'New gene set', exact: true });
    await form.getByLabel('Set name').fill('CONSENSUS_OLIGODENDROCYTES');
    await form.getByLabel('Category').first().selectOption('CellType');
    await form.getByLabel('Species').first().selectOption('Homo sapiens');
    await form.getByLabel('Description').fill('Consensus of four data sets, and published.');
    await form.getByRole('button', { name: 'Create' }).click();
    await expectHeading(page, 'CONSENSUS_OLIGODENDROCYTES');
    const saved = page.getByRole('grid', { name: 'Genes' });
    await saved.getByText(both[0] ?? '', { exact: true }).waitFor();
    await page
      .getByText(`of ${both.length}`)
      .or(page.getByText(`${both.length} records`))
      .first()
      .waitFor();
  });

  /** Opens the part of the picture that both lists contain, by keyboard. */
  async function openPart(size: number): Promise<void> {
    const { page } = visitor();
    await page.getByRole('img', { name: /^Genes by list\./ }).focus();
    const isThere = page.getByText(`In all lists: ${size} genes.`);
    for (let at = 0; at < 3 && !(await isThere.isVisible()); at += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `${size} genes in all lists` }).waitFor();
  }

  test('its network against that of other gliomas has the correlations of R, and reciprocal pairs outlined', async () => {
    const { page } = visitor();
    const { modules_A, modules_B, rho } = readAnswer(matchAnswer, MATCHES);
    await openNetworkPart('Compare with');
    await page.getByText('Which network?').waitFor();
    await page.getByRole('combobox', { name: 'Other network' }).fill('GSE4271');
    await page.getByRole('option', { name: new RegExp(OTHER_NETWORK) }).click();
    const picture = page.getByRole('img', { name: /^Modules of TCGA GBM RNA-seq/ });
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    const said = page.getByText(/^\w+ and \w+: ρ/);
    const [, a = '', b = ''] = /^(\w+) and (\w+): ρ/.exec((await said.first().textContent()) ?? '') ?? [];
    const expected = rho[modules_A.indexOf(a)]?.[modules_B.indexOf(b)] ?? Number.NaN;
    await page.getByText(`${a} and ${b}: ρ ${expected.toFixed(3).replace('-', '\u2212')}`).waitFor();
    await expectAccessible(page);
  });

  describe('all modules of a network tested in a data set, in the background', () => {
    const progress = (): Locator => visitor().page.getByRole('progressbar', { name: 'Random sets done' });

    async function start(sets: number): Promise<void> {
      const { page } = visitor();
      await openNetworkPart('Preservation');
      await page.getByRole('combobox', { name: 'Test all modules in' }).fill('GSE4271 EXT Primary OR QN');
      await page.getByRole('option', { name: OTHER_DATA_SET }).click();
      await page.getByRole('textbox', { name: 'Random sets' }).fill(String(sets));
      await page.getByRole('button', { name: 'Test all modules' }).click();
      await expectHeading(page, 'Modules of TCGA GBM RNA-seq EXT OR QN A.1.1.1');
    }

    test('a run shows how far it is, and is cancelled', async () => {
      const { page } = visitor();
      await start(10_000);
      await progress().waitFor();
      await page.getByText(/^[\d,]+ of [\d,]+ random sets done/).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByText('This test was cancelled.').waitFor();
      expect(await progress().count()).toBe(0);
    });

    test('one that has ended is announced, and its result has the statistics of R', async () => {
      const { page } = visitor();
      await start(40);
      await page.locator('main figure svg').first().waitFor();
      await openNetworkPart('Preservation');
      const runs = page.getByRole('grid', { name: 'Your tests of this network' });
      await runs.getByText('Done', { exact: true }).first().waitFor();
      await runs.getByText('Cancelled', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: /^Notifications, [1-9]/ }).press('Enter');
      const news = page.getByRole('dialog', { name: 'Notifications', exact: true });
      await news
        .getByRole('button', { name: /^Test has ended/ })
        .first()
        .click();
      const modules = page.getByRole('grid', { name: 'Modules' });
      const row = modules.getByRole('row').filter({
        has: page.getByRole('link', { name: moduleNamed(MODULE) }),
      });
      await row.getByText(coherenceOf(MODULE), { exact: true }).waitFor();
      await inFourForms(page, async ({ width }) => {
        await settle(page);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await expectAccessible(page);
      });
    });
  });
});
