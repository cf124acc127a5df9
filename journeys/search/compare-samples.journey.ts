/** Which genes differ between IDH1 mutant and wild type, and in which modules do they lie? On the corpus, against R. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enterAsGuest, expectAccessible } from '../browser/browser.ts';
import { searchFor } from '../browser/screens.ts';
import { visit } from '../browser/visit.ts';
import { CORPUS } from '../harness/corpus-files.ts';
import { TEST_DATA } from '../harness/portal.ts';

const NAME = 'TCGA_LGG_miRNA_seq_EXT_Primary_OR_QN_BC_A_1_1_1_1_IDH1_Mut';
const TITLE = 'TCGA LGG miRNA-seq EXT Primary OR QN BC';

function readAnswer() {
  const column = z.array(z.number());
  const shape = z.object({ feature: z.array(z.string()), difference: column, p: column, q: column });
  const file = path.join(TEST_DATA, 'r-answers', `two_groups_${NAME}.json`);
  return z.object({ moderated: shape }).parse(JSON.parse(readFileSync(file, 'utf8'))).moderated;
}

// The corpus is optional, except in CI, where its absence is a failure.
describe.skipIf(!existsSync(CORPUS) && process.env.CI !== 'true')('IDH1 mutant against wild type', () => {
  const visitor = visit('corpus', enterAsGuest);

  test('the comparison is found from the search box, and its numbers are those of R', async () => {
    const { page } = visitor();
    await searchFor(page, TITLE);
    await page.getByRole('main').getByRole('link', { name: TITLE }).first().click();
    await page.getByRole('link', { name: 'Compare samples' }).click();
    await page.getByText('Choose two groups of samples').waitFor();
    await expectAccessible(page);

    for (const [letter, value] of [
      ['A', /^mutated/],
      ['B', /^WT/],
    ] as const) {
      const group = page.getByRole('region', { name: `Group ${letter}` });
      await group.getByLabel(`Add attribute to group ${letter}`).fill('IDH1');
      await page.getByRole('option', { name: /^IDH1/ }).first().click();
      await group
        .getByRole('combobox', { name: /^IDH1/ })
        .or(group.getByLabel(/^IDH1.* of group/))
        .first()
        .click();
      await page.getByRole('option', { name: value }).click();
      await page.keyboard.press('Escape');
    }
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText(/384 samples.*105 samples.*375 features tested/).waitFor();
    expect(page.url()).toContain('IDH1_Mut');
    await expectAccessible(page);

    await result.getByText('Table', { exact: true }).click();
    const answer = readAnswer();
    const best = [...answer.p.keys()]
      .toSorted((a, b) => (answer.p[a] ?? 1) - (answer.p[b] ?? 1))
      .slice(0, 10);
    for (const at of best) {
      const row = result.getByRole('row').filter({
        has: page.getByRole('link', { name: answer.feature[at] ?? '', exact: true }),
      });
      const [mantissa, exponent] = (answer.p[at] ?? 1).toExponential(1).split('e');
      await row.getByText(`${mantissa}e${exponent}`).first().waitFor();
    }
    await expectAccessible(page);
  });

  test('the first genes lead to their modules', async () => {
    const { page } = visitor();
    await page.getByRole('button', { name: /^Explore the (first )?[0-9]+ genes up/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Genes and lists' }).waitFor();
    await page.getByRole('grid').or(page.getByRole('table')).first().waitFor();
    expect(page.url()).toContain('/home/explore?genes=');
  });
});
