/** A gene from the search box to its modules, expression and correlates; survival by a module. Against R. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enterAsGuest, expectAccessible } from '../browser/browser.ts';
import { moduleNamed, searchFor } from '../browser/screens.ts';
import { visit } from '../browser/visit.ts';
import { CORPUS, FOLLOW_UP, readRows } from '../harness/corpus-files.ts';
import { TEST_DATA } from '../harness/portal.ts';

const PHILLIPS = 'Phillips 2006 GSE4271 EXT Primary OR QN A.1.1.1';

/** P as the screens show it, two digits. */
function shownP(p: number): string {
  return `P ${p < 1e-3 ? p.toExponential(1) : String(Number(p.toPrecision(2)))}`;
}

/** Shows the gene of an open page by grade in this data set, and expects this P of Welch's test. */
async function expectGrades(page: Page, p: number): Promise<void> {
  await page.getByLabel('Data set', { exact: true }).first().click();
  await page.getByRole('option', { name: PHILLIPS }).click();
  await page.getByLabel('By attribute').first().click();
  await page.getByRole('option', { name: 'Tumor Grade' }).click();
  await page
    .getByText(/^Welch.s t test/)
    .filter({ hasText: shownP(p) })
    .waitFor();
}

function readAnswer<S extends z.ZodType>(shape: S, name: string): z.output<S> {
  return shape.parse(JSON.parse(readFileSync(path.join(TEST_DATA, 'r-answers', `${name}.json`), 'utf8')));
}

const expressionAnswer = z.object({
  answers: z.array(
    z.object({
      feature: z.string(),
      attribute: z.string(),
      tests: z.object({ welch: z.object({ p: z.number() }).optional() }).optional(),
    }),
  ),
});
const group = z.object({ samples: z.array(z.string()) });
const twoGroupsAnswer = z.object({
  ...{ A: group, B: group },
  moderated: z.object({ feature: z.array(z.string()) }),
  welch: z.object({ p: z.array(z.number()) }),
});
const strongest = z.object({
  top: z.object({ feature: z.array(z.string()), r: z.array(z.number()), p: z.array(z.number()) }),
});
const correlatesAnswer = z.object({ measures: z.object({ pearson: strongest, spearman: strongest }) });
const combinedAnswer = z.object({
  input: z.array(z.object({ title_and_version: z.string() })),
  rows: z.object({ symbol: z.array(z.string()), Z: z.array(z.number()) }),
});
const geneTotals = z.object({
  symbol: z.string().nullable(),
  number_of_modules: z.record(z.string(), z.number()),
});
const numbers = z.array(z.number());
const survivalAnswer = z.object({
  modules: z.object({
    module: z.array(z.string()),
    p: numbers,
    HR: numbers,
    HR_low: numbers,
    HR_high: numbers,
  }),
});

const NO_MODULES = { Any: 0, Seed: 0, Bonferroni: 0, FDR: 0 };
const counted = z.object({ total: z.number() });

/** Modules listed on the page of a gene. */
async function countModules(request: Page['request'], symbol: string): Promise<number> {
  const listed = await request.get(`/api/genes/${encodeURIComponent(symbol)}/modules/?page_size=1`);
  return counted.parse(await listed.json()).total;
}

/** Modules that contain a gene under a definition, by an advanced search. */
async function countFound(request: Page['request'], symbol: string, definition: string): Promise<number> {
  const rule = { field: 'features', operator: 'any', value: [symbol], identifier: 'SYMBOL', definition };
  const found = await request.post('/api/advanced-search/count/', {
    headers: { 'x-omicon-client': 'web' },
    data: {
      result_type: 'covariation-modules',
      filters: { modules: { combinator: 'and', not: false, rules: [rule] } },
    },
  });
  return counted.parse(await found.json()).total;
}

/** Symbols of the original files, in an order drawn with a fixed seed. */
function drawnGenes(): string[] {
  const files = globSync('**/*_DS1_feature_metadata.csv', { cwd: CORPUS }).toSorted();
  const symbols = files.flatMap((file) => readRows(path.join(CORPUS, file)).map((row) => row.SYMBOL ?? ''));
  let state = 20_261_126;
  return [...new Set(symbols)]
    .filter((symbol) => symbol !== '')
    .map((symbol) => {
      state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
      return { symbol, rank: state };
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ symbol }) => symbol);
}

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('genes', () => {
  const visitor = visit('corpus', enterAsGuest);

  test('the search box suggests genes by their first letters, and opens one by keyboard', async () => {
    const { page } = visitor();
    const box = page.getByRole('searchbox', { name: 'Search', exact: true });
    await box.click();
    await box.pressSequentially('trem');
    await page.getByRole('option', { name: 'TREM2' }).waitFor();
    await expectAccessible(page);
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    await box.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'TREM2' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home/genes/TREM2');
  });

  test('an alias and Enter open the page of its gene; other texts search records and files', async () => {
    const { page } = visitor();
    await searchFor(page, 'iba1');
    await page.getByRole('heading', { level: 1, name: 'AIF1' }).waitFor();
    await searchFor(page, 'Phillips');
    await page.getByRole('heading', { level: 1, name: 'Results for “Phillips”' }).waitFor();
  });

  test('modules that hold TREM2 are about microglia, and lead to a rule on its kME', async () => {
    const { page } = visitor();
    await page.goto('/home/genes/TREM2');
    await page.getByRole('link', { name: 'PANGLAO_MICROGLIA (P' }).first().waitFor();
    const { total } = z
      .object({ total: z.number() })
      .parse(await (await page.request.get('/api/genes/TREM2/modules/?page_size=1')).json());
    await page.getByText(`${total} records`).waitFor();
    await page.getByRole('link', { name: 'What its modules are about' }).click();
    await page.getByRole('link', { name: 'PANGLAO_MICROGLIA', exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('the totals of a page are those of an advanced search, for 200 genes drawn at random', async () => {
    const { request } = visitor().page;
    let [asked, withModules] = [0, 0];
    for (const name of drawnGenes()) {
      if (asked === 200) break;
      const found = await request.get(`/api/genes/${encodeURIComponent(name)}/`);
      const { symbol, number_of_modules } = geneTotals.parse(await found.json());
      // A name of several genes has no page of its own.
      if (symbol === null) continue;
      asked += 1;
      const counts: Record<string, number> = { Any: await countModules(request, symbol) };
      for (const definition of ['Seed', 'Bonferroni', 'FDR'])
        counts[definition] = await countFound(request, symbol, definition);
      expect([name, symbol, { ...NO_MODULES, ...number_of_modules }]).toEqual([name, symbol, counts]);
      if (counts.Seed !== 0) withModules += 1;
    }
    expect(asked).toBe(200);
    // Else nothing would be compared.
    expect(withModules).toBeGreaterThan(20);
  });

  test('is OLIG2 lower in grade 4? The data set answers with a picture and the P of R', async () => {
    const { page } = visitor();
    const { answers } = readAnswer(
      expressionAnswer,
      'expression_Phillips_2006_GSE4271_EXT_Primary_OR_QN_A_1_1_1',
    );
    const p =
      answers.find(({ feature, attribute }) => feature === 'OLIG2' && attribute === 'Tumor_Grade')?.tests
        ?.welch?.p ?? 0;
    await page.goto('/home/genes/OLIG2?tab=expression');
    await expectGrades(page, p);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Correlates' }).click();
    await page.getByRole('grid').getByRole('row').nth(10).waitFor();
    await expectAccessible(page);
  });

  test('is TREM2 higher in grade 4, and which modules contain it? P is that of R where there are two grades', async () => {
    const { page } = visitor();
    const { A, B, moderated, welch } = readAnswer(
      twoGroupsAnswer,
      'two_groups_Phillips_2006_GSE4271_EXT_Primary_OR_QN_A_1_1_1_Tumor_Grade',
    );
    const p = welch.p[moderated.feature.indexOf('TREM2')] ?? 0;
    // From the page of another gene, its tab would stay.
    await page.goto('/home/recent-files');
    await searchFor(page, 'ENSG00000095970');
    await page.getByRole('heading', { level: 1, name: 'TREM2' }).waitFor();
    const modules = page.getByRole('grid').getByRole('row').filter({ hasText: PHILLIPS });
    await modules
      .first()
      .getByRole('link', { name: moduleNamed('yellow') })
      .waitFor();
    await page.getByRole('link', { name: 'Expression', exact: true }).click();
    await expectGrades(page, p);
    for (const { samples } of [A, B])
      await page.getByText(`n=${samples.length}`, { exact: true }).first().waitFor();
    // The attribute stays where one goes through the data sets.
    await page.getByLabel('Data set', { exact: true }).first().click();
    await page.getByRole('option', { name: 'TCGA LGG RNA-seq EXT OR QN C.1.1.1' }).click();
    await page.getByText(/^Welch.s t test, t /).waitFor();
    // The table of all data sets has the same numbers.
    await page
      .getByRole('grid', { name: 'TREM2 in every data set by Tumor Grade' })
      .getByRole('row')
      .filter({ hasText: PHILLIPS })
      .getByText(shownP(p).replace('P ', ''), { exact: true })
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  test('what goes with CSF1R in three glioma data sets together? The symbols and Z are those of R', async () => {
    const { page } = visitor();
    const { input, rows } = readAnswer(combinedAnswer, 'combined_CSF1R_bicor');
    const listed = z
      .object({ results: z.array(z.object({ id: z.number(), title: z.string() })) })
      .parse(await (await page.request.get('/api/genes/CSF1R/data-sets/?page_size=100')).json());
    const ids = input.map(
      ({ title_and_version }) => listed.results.find(({ title }) => title === title_and_version)?.id ?? 0,
    );
    await searchFor(page, 'csf1r');
    await page.getByRole('heading', { level: 1, name: 'CSF1R' }).waitFor();
    await page.goto(`/home/genes/CSF1R?tab=correlates&measure=bicor&ds=${ids.join(',')}`);
    const grid = page.getByRole('grid', { name: 'Symbols by their correlation with CSF1R' });
    for (const at of [0, 1, 2]) {
      const row = grid.getByRole('row').nth(at + 1);
      await row.getByRole('link', { name: rows.symbol[at] ?? '', exact: true }).waitFor();
      await row.getByText((rows.Z[at] ?? 0).toFixed(3), { exact: true }).waitFor();
    }
    await expectAccessible(page);
    await grid.getByRole('button', { name: 'Actions for LAPTM5' }).click();
    await page.getByRole('menuitem', { name: 'Show the scatter plot' }).click();
    await page
      .getByRole('heading', { name: /^LAPTM5 by CSF1R in / })
      .or(page.getByLabel(/^LAPTM5 by CSF1R in /))
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  test('features of a data set by IDH1: tests as in R, a table, and two against each other', async () => {
    const { page } = visitor();
    const title = 'TCGA GBM RNA-seq EXT OR QN A.1.1.1';
    const { answers } = readAnswer(expressionAnswer, 'expression_TCGA_GBM_RNA_seq_EXT_OR_QN_A_1_1_1');
    const pOf = (name: string) =>
      answers.find(({ feature, attribute }) => feature === name && attribute === 'IDH1_Mut')?.tests?.welch
        ?.p ?? 0;
    const listed = z
      .object({ results: z.array(z.object({ id: z.number(), title: z.string() })) })
      .parse(await (await page.request.get('/api/genes/SOX4/data-sets/?page_size=100')).json());
    const id = listed.results.find((each) => each.title === title)?.id ?? 0;
    await page.goto(`/home/collections/data-sets/attributes?dsId=${id}&contentType=collections&tab=features`);
    await page.getByLabel(/^Genes or features/).fill('SOX4, PDGFRA');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByLabel('By attribute').first().click();
    await page.getByRole('option', { name: 'IDH1 Mut' }).click();
    for (const name of ['SOX4', 'PDGFRA'])
      await page
        .getByText(/^Welch.s t test/)
        .filter({ hasText: shownP(pOf(name)) })
        .first()
        .waitFor();
    await page.getByRole('grid', { name: /^Tests of 2 features/ }).waitFor();
    await page.getByLabel('Two features against each other').waitFor();
    await expectAccessible(page);
  });

  test('values pasted by sample are correlated by keyboard; the focus stays, and Back restores the form', async () => {
    const { page, context } = visitor();
    const found = await context.request.get('/api/data-sets/?page_size=50&search=GSE4271');
    const { results } = (await found.json()) as { results: { id: number; number_of_samples: number }[] };
    const id = results[0]?.id ?? 0;
    const listed = await context.request.post('/api/data-sets/samples/', {
      headers: { 'x-omicon-client': 'web' },
      data: { id },
    });
    const labels = ((await listed.json()) as { results: { label: string }[] }).results.slice(0, 20);
    await page.goto(
      `/home/collections/data-sets/attributes?dsId=${id}&contentType=collections&tab=correlates`,
    );
    const box = page.getByRole('textbox', { name: 'Values, two columns' });
    await box.fill(`${labels[0]?.label}\t4\n${labels[1]?.label}\tfive`);
    const button = page.getByRole('button', { name: 'Correlate', exact: true });
    await button.press('Enter');
    await page.getByText('Line 2, column 2:').waitFor();
    await expectAccessible(page);
    const lines = labels.map(({ label }, at) => `${label}\t${Math.sin(3 * at)}`);
    await box.fill([...lines, 'no-such-sample\t1'].join('\n'));
    await button.press('Enter');
    await page.getByRole('grid').first().waitFor();
    await page.getByText('no-such-sample').last().waitFor();
    await button.and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.getByText('Paste values', { exact: true }).waitFor();
    expect(await box.inputValue()).toBe('');
  });

  test('the values of MKI67 pasted by sample give the correlations of R for MKI67, and follow the measure', async () => {
    const { page } = visitor();
    const { measures } = readAnswer(
      correlatesAnswer,
      'correlates_Phillips_2006_GSE4271_EXT_Primary_OR_QN_A_1_1_1_MKI67',
    );
    const listed = z
      .object({ results: z.array(z.object({ id: z.number(), title: z.string() })) })
      .parse(await (await page.request.get('/api/genes/MKI67/data-sets/?page_size=100')).json());
    const id = listed.results.find(({ title }) => title === PHILLIPS)?.id ?? 0;
    const { samples, features } = z
      .object({ samples: z.array(z.string()), features: z.array(z.object({ values: z.array(z.number()) })) })
      .parse(await (await page.request.get(`/api/data-sets/${id}/expression/?features=MKI67`)).json());
    await page.goto(
      `/home/collections/data-sets/attributes?dsId=${id}&contentType=collections&tab=correlates`,
    );
    await page.getByRole('textbox', { name: 'Name' }).fill('Proliferation');
    // Another order than that of the data set: labels decide which value belongs to which sample.
    const lines = samples.map((label, at) => `${label}\t${features[0]?.values[at]}`).toReversed();
    await page.getByRole('textbox', { name: 'Values, two columns' }).fill(lines.join('\n'));
    await page.getByRole('button', { name: 'Correlate', exact: true }).click();
    const grid = page.getByRole('grid', { name: 'Features by their correlation with Proliferation' });
    await page.getByText(/^4,500 features in 72 samples\./).waitFor();
    // MKI67 itself is a copy, which is not ranked above the others.
    await grid.getByRole('row').nth(1).getByRole('link', { name: 'ESPL1', exact: true }).waitFor();
    for (const measure of ['pearson', 'spearman'] as const) {
      if (measure !== 'pearson') {
        await page.getByLabel('Correlation', { exact: true }).first().click();
        await page.getByRole('option', { name: 'Spearman' }).click();
      }
      const { feature, r, p } = measures[measure].top;
      for (const at of [0, 1, 2]) {
        const row = grid.getByRole('row').filter({
          has: page.getByRole('link', { name: feature[at] ?? '', exact: true }),
        });
        await row.getByText((r[at] ?? 0).toFixed(3), { exact: true }).waitFor();
        await row.getByText((p[at] ?? 0).toExponential(1), { exact: true }).waitFor();
      }
    }
  });

  test('a sample is found by its label, with its percentiles', async () => {
    const { page } = visitor();
    const box = page.getByRole('searchbox', { name: 'Search', exact: true });
    await box.fill('GSM9695');
    await page
      .getByRole('option', { name: /^GSM9695/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^GSM9695/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Sample network' }).click();
    await page.getByText(/^GSM9695\d: mean correlation 0\.\d+ with the others/).waitFor();
    await page.getByRole('img', { name: /^Sample network of / }).press('Home');
    await page.getByText(/Z\.K .* rank 1 of \d+\./).waitFor();
    await expectAccessible(page);
  });
});

describe.skipIf(!existsSync(FOLLOW_UP) && process.env.CI !== 'true')('survival', () => {
  const visitor = visit('followUp', enterAsGuest);

  /** The hazard ratio, its interval and P of a module in R, as the Cox table of an open page shows them. */
  async function expectHazard(page: Page, name: string): Promise<void> {
    const { modules } = readAnswer(survivalAnswer, 'survival_modules_TCGA_ACC_RNA_seq_All_0.97_10');
    const at = modules.module.indexOf(name);
    const of = (column: 'HR' | 'HR_low' | 'HR_high' | 'p') => modules[column][at] ?? Number.NaN;
    const term = page.getByRole('row').filter({ hasText: `${name}, per SD` });
    for (const value of [of('HR'), of('HR_low'), of('HR_high')])
      await term.getByText(value.toFixed(3), { exact: true }).waitFor();
    const p = of('p') < 1e-3 ? of('p').toExponential(1) : String(Number(of('p').toPrecision(2)));
    await term.getByText(p, { exact: true }).waitFor();
    await page.getByText(/^Log-rank test/).waitFor();
  }

  test('does the proliferation eigengene say something about survival? From MKI67 in the search box to the hazard ratio of R', async () => {
    const { page } = visitor();
    await searchFor(page, 'mki67');
    await page.getByRole('heading', { level: 1, name: 'MKI67' }).waitFor();
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'minSize10_' }).first();
    // Its best set says what the module is about.
    await row.getByRole('link', { name: /_(?:G2M|E2F)|CELL_CYCLE|MITO/ }).waitFor();
    await row.getByRole('link').first().click();
    await page.getByRole('link', { name: 'Survival by its eigengene' }).waitFor();
    const [name = ''] = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')
      .trim()
      .split(' · ');
    await page.getByRole('link', { name: 'Survival by its eigengene' }).click();
    await expectHazard(page, name);
    await expectAccessible(page);
  });

  test('a module named with its network in the search box opens, and leads to its hazard ratio', async () => {
    const { page } = visitor();
    const box = page.getByRole('searchbox', { name: 'Search', exact: true });
    // Another network of this analysis has a module of the same name.
    await box.fill('blue of tcga acc');
    await expect.poll(() => page.getByRole('option', { name: /^blue / }).count()).toBe(2);
    await box.fill('blue of TCGA ACC minSize10');
    await page.getByRole('option', { name: /^blue .*min 10/ }).waitFor();
    await expect.poll(() => page.getByRole('option', { name: /^blue / }).count()).toBe(1);
    await expectAccessible(page);
    await box.press('Enter');
    await page.getByRole('heading', { level: 1, name: moduleNamed('blue') }).waitFor();
    await page.getByRole('link', { name: 'Survival by its eigengene' }).click();
    await expectHazard(page, 'blue');
  });

  test('a network from the search box ranks its modules by survival as R does', async () => {
    const { page } = visitor();
    const { modules } = readAnswer(survivalAnswer, 'survival_modules_TCGA_ACC_RNA_seq_All_0.97_10');
    const best = [...modules.p.keys()].toSorted((a, b) => (modules.p[a] ?? 1) - (modules.p[b] ?? 1))[0] ?? 0;
    const name = modules.module[best] ?? '';
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('minSize10');
    await page.getByRole('option', { name: /minSize10_.*Covariation network/ }).click();
    await page.getByRole('heading', { level: 1, name: /^signum .* · min 10 · / }).waitFor();
    await page.getByRole('link', { name: 'Survival' }).click();
    const first = page.getByRole('grid').getByRole('row').nth(1);
    await first.getByRole('link', { name: moduleNamed(name) }).waitFor();
    await first.getByText((modules.HR[best] ?? 0).toFixed(3)).waitFor();
    await expectAccessible(page);
    await first.getByRole('link', { name: 'Show' }).click();
    await expectHazard(page, name);
    await expectAccessible(page);
  });
});
