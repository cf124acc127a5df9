/** The proliferation module of one data set: where else is it, is it preserved there, which genes mark it everywhere? */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  enterAsGuest,
  expectAccessible,
  inFourForms,
  openBrowser,
  openVisitor,
  settle,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { CORPUS } from '../browser/corpus-files.ts';
import { type Portal, TEST_DATA } from '../browser/portal.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { searchFor } from '../browser/screens.ts';

const ANALYSIS = 'Phillips 2006 GSE4271 Primary';
const NETWORK = 'Bicor-None_signum0.58_minSize12_merge_ME_0.85_4500';
const AGILENT = 'TCGA LGG Agilent EXT OR QN B.1.1.1';
const IN_AGILENT =
  'preservation_Phillips_2006_GSE4271_Primary_0.99_12__in__TCGA_LGG_Agilent_EXT_OR_QN_B_1_1_1';

const preservationAnswer = z.object({
  seven: z.object({ module: z.array(z.string()), coherence: z.array(z.number()) }),
});
const fidelityAnswer = z.object({
  modules: z.array(z.object({ input: z.object({ network: z.string() }), module: z.string() })),
  genes: z.object({ symbol: z.array(z.string()), fidelity: z.array(z.number()) }),
});

function readAnswer<S extends z.ZodType>(shape: S, name: string): z.output<S> {
  return shape.parse(JSON.parse(readFileSync(path.join(TEST_DATA, 'r-answers', `${name}.json`), 'utf8')));
}

const listed = z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) });

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('the same module elsewhere', () => {
  let portal: Portal;
  let browser: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    portal = await startLaboratory('corpus');
    browser = await openBrowser();
    visitor = await openVisitor(browser, portal.address);
    await enterAsGuest(visitor);
  });
  afterAll(async () => {
    expect(visitor?.troubles).toEqual([]);
    await browser?.close();
    await portal?.remove();
  });

  async function listOf(address: string) {
    const answer = await visitor.context.request.get(address);
    return listed.parse(await answer.json()).results;
  }

  /** The number of a module, by the names of its network and of itself. */
  async function moduleOf(network: string, name: string): Promise<number> {
    const networks = await listOf(`/api/covariation-networks/?search=${encodeURIComponent(network)}`);
    const modules = await listOf(`/api/covariation-networks/${networks[0]?.id}/modules/?page_size=100`);
    return modules.find((module) => module.name === name)?.id ?? 0;
  }

  test('a module leads from the search box to its counterparts, best of each data set first', async () => {
    const { page } = visitor;
    await searchFor(page, ANALYSIS);
    await page.getByRole('main').getByRole('link', { name: ANALYSIS, exact: true }).first().click();
    await page.getByRole('link', { name: /^Networks/ }).click();
    await page
      .getByRole('grid', { name: 'Covariation networks' })
      .getByRole('link', { name: NETWORK, exact: true })
      .click();
    await page
      .getByRole('grid', { name: 'Modules' })
      .getByRole('link', { name: 'turquoise', exact: true })
      .click();
    await page.getByRole('link', { name: 'Elsewhere', exact: true }).click();
    const grid = page.getByRole('region', { name: 'Modules like turquoise' }).last();
    const agilent = grid.getByRole('row').filter({ hasText: 'TCGA LGG Agilent' });
    await agilent.getByText('\u2713').waitFor();
    await agilent.getByText('0.703').waitFor();
    const picture = page.getByRole('img', { name: /^Modules like turquoise\./ });
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/ρ 0\.\d{3}, reciprocal best, \d+ genes in common\./).waitFor();
    await expectAccessible(page);
  });

  test('it is preserved in another data set, with the statistics of R', async () => {
    const { page } = visitor;
    await page.getByRole('combobox', { name: 'Test turquoise in a data set' }).fill('LGG Agilent');
    await page.getByRole('option', { name: AGILENT }).click();
    await page.getByText(/Z summary \d+\.\d: strong evidence/).waitFor();
    expect(page.url()).toMatch(/test=\d+/);
    const { seven } = readAnswer(preservationAnswer, IN_AGILENT);
    const coherence = seven.coherence[seven.module.indexOf('turquoise')] ?? 0;
    const row = page.getByRole('row').filter({ hasText: 'Coherence' });
    await row.getByText(coherence.toFixed(3), { exact: true }).waitFor();
    await page.getByRole('img', { name: /^turquoise where it was found\./ }).waitFor();
    await page.getByRole('img', { name: new RegExp(`^turquoise in ${AGILENT}`) }).waitFor();
    await expectAccessible(page);
  });

  test('the consensus of the module and its counterparts is of proliferation genes', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Consensus of these modules' }).click();
    await page.getByRole('img', { name: /^kME of the first 25 genes/ }).waitFor();
    const genes = page.getByRole('grid', { name: 'Genes by consensus fidelity' });
    await genes.getByRole('link', { name: 'TOP2A', exact: true }).waitFor();
    await page.getByText(/\d modules of \d count\./).waitFor();
    await expectAccessible(page);
  });

  test('a consensus of chosen modules has the first genes and fidelities of R', async () => {
    const { page } = visitor;
    const { modules, genes } = readAnswer(fidelityAnswer, 'fidelity_PANGLAO_OLIGODENDROCYTES');
    const numbers: number[] = [];
    for (const { input, module } of modules)
      numbers.push(await moduleOf(path.basename(input.network), module));
    await page.goto(`/home/consensus?modules=${numbers.join(',')}`);
    const table = page.getByRole('grid', { name: 'Genes by consensus fidelity' });
    for (const [at, symbol] of genes.symbol.slice(0, 8).entries()) {
      const row = table.getByRole('row').filter({
        has: page.getByRole('link', { name: symbol, exact: true }),
      });
      await row
        .getByText((genes.fidelity[at] ?? 0).toFixed(3), { exact: true })
        .first()
        .waitFor();
    }
  });

  test('all its modules are tested in another data set in the background, on a page of their own', async () => {
    const member = await openVisitor(browser, portal.address);
    await signIn(member, 'demo_lab');
    const { page, context } = member;
    const idOf = async (address: string, name: string) => {
      const answer = (await (await context.request.get(address)).json()) as {
        results: { id: number; name?: string; title?: string; ds_version?: string }[];
      };
      const isIt = (each: (typeof answer.results)[number]) =>
        (each.name ?? `${each.title} ${each.ds_version}`) === name;
      return answer.results.find(isIt)?.id ?? 0;
    };
    const network = await idOf('/api/covariation-networks/?page_size=100', NETWORK);
    const data_set_id = await idOf('/api/data-sets/?page_size=100', AGILENT);
    const started = await context.request.post(`/api/covariation-networks/${network}/preservation-runs/`, {
      headers: { 'x-omicon-client': 'web' },
      data: { data_set_id, random_sets: 40 },
    });
    const { id } = (await started.json()) as { id: number };
    await page.goto(`/home/preservation/${id}`);
    await page.locator('main figure svg').first().waitFor();
    await page.getByRole('grid').getByRole('link', { name: 'turquoise', exact: true }).waitFor();
    await inFourForms(page, async ({ width }) => {
      await settle(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await expectAccessible(page);
    });
    expect(member.troubles).toEqual([]);
    await context.close();
  });

  test('its network against that of glioblastomas has the reciprocal pairs outlined', async () => {
    const { page } = visitor;
    const module = await moduleOf(NETWORK, 'turquoise');
    await page.goto(`/home/modules/OM.CM.${module}`);
    await page.getByRole('link', { name: NETWORK }).first().click();
    await page.getByRole('link', { name: 'Compare with', exact: true }).click();
    await page.getByText('Which network?').waitFor();
    await page.getByRole('combobox', { name: 'Other network' }).fill('GBM RNA-seq');
    await page.getByRole('option', { name: /signum0\.663_minSize20/ }).click();
    const picture = page.getByRole('img', { name: /^Modules of Phillips 2006 GSE4271/ });
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^blue and green: ρ 0\.534/).waitFor();
    await expectAccessible(page);
  });
});
