// @vitest-environment jsdom
import { rankModules } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { ModuleRanking } from './ModuleRanking.tsx';

const ROW = {
  ...{ Module: 'turquoise', Theme: 'microglia', Covariation_Module_Omicon_ID: 'OM.CM.7', Mod_Def: 'FDR' },
  ...{ Dataset: 'TCGA LGG RNA-seq EXT OR QN A.1.1', dataset_id: 2, project_id: 4 },
  Network: 'Bicor-None_signum0.663_minSize8_merge_ME_0.85_3540',
  ...{ Pval: 1e-9, qval: 1e-7, Overlap: 8, Size: 160, Listed: 60, Universe: 18000, Jaccard: 0.03 },
};
const SIGNAL = {
  ...{ ...ROW, Meta_Module: 'Brain macrophage', Found_In: '5 of 6' },
  ...{ Folded: 1, Meta_Module_Omicon_ID: 'OM.MM.3' },
};
const UNDER = {
  ...SIGNAL,
  Folded: 0,
  Mod_Def: 'Seed',
  Module: 'blue',
  Covariation_Module_Omicon_ID: 'OM.CM.8',
};
const SINGLE = {
  ...{ ...ROW, Module: 'red', Theme: null, Covariation_Module_Omicon_ID: 'OM.CM.9' },
  ...{ Meta_Module: null, Found_In: '1', Folded: 0, Meta_Module_Omicon_ID: null },
};

type Row = Record<string, string | number | null>;

const replyOf = (results: Row[], total: number) => ({
  ...{ results, columns: Object.keys(results[0] ?? {}), total },
  ...{ unfolded: 143, tested: 1029, execution_ms: 9 },
  repair: {
    ...{ given: 1, symbols: ['AIF1'], official: 1, repeated: 0, cleaned: [], mapped: [], dates: [] },
    ...{ ambiguous: [], unknown: [] },
  },
});

function openRanking(definition: 'Any' | 'FDR', fold: ModuleFold, rows: Row[] = [ROW], total = 143) {
  history.replaceState(null, '', '/');
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const opened = openScreen(<ModuleRanking question={{ identifiers: ['AIF1'], definition, fold }} />);
  opened.portal.replies(rankModules, replyOf(rows, total));
  opened.draw();
  return opened;
}

const openSignals = () => openRanking('Any', 'meta-module', [SIGNAL, SINGLE], 2);

const grid = () => screen.findByRole('grid', { name: 'Ranked modules' });

const linksOf = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => [link.textContent.trim(), link.getAttribute('href')]);

async function rowsOf(): Promise<HTMLElement[]> {
  await screen.findByRole('button', { name: /Brain macrophage$/ });
  return within(await grid())
    .getAllByRole('row')
    .slice(1);
}

test('of any definition the sentence says that it counts modules by definition', async () => {
  openRanking('Any', 'module');
  await screen.findByText(
    /^143 of 1,029 member lists of modules, one for each definition, share at least one gene with your list \(q/,
  );
});

test('of one definition it counts modules', async () => {
  openRanking('FDR', 'module');
  await screen.findByText(/^143 of 1,029 modules share at least one gene with your list \(q/);
});

test('with a row per meta-module it counts both member lists and what the rows stand for', async () => {
  openRanking('Any', 'meta-module', [SIGNAL], 31);
  await screen.findByText(
    /^143 of 1,029 member lists of modules, one for each definition, share at least one gene with your list; they are 31 signals and single modules \(q/,
  );
});

test('with a row per data set it counts the signals of data sets', async () => {
  openRanking('FDR', 'data-set', [SIGNAL], 1);
  await screen.findByText(
    /^143 of 1,029 modules share at least one gene with your list; they are 1 signal of a data set \(q/,
  );
});

test.each([
  ['module', 'Covariation network'],
  ['data-set', 'Data set'],
  ['meta-module', 'Data set'],
] as const)('on a screen of 1440 px the data set is seen with a row per %s', async (fold, lastSeen) => {
  openRanking('Any', fold, [SIGNAL]);
  const table = await grid();
  const widths = [...table.querySelectorAll('col')].map(({ style }) => Number.parseFloat(style.width));
  const heads = [...table.querySelectorAll('th')].map(({ textContent }) => textContent);
  const last = heads.indexOf(lastSeen);
  expect(heads.indexOf('Data set')).toBeLessThanOrEqual(last);
  // 1160 px beside the menu, less the list of 280, the gap of 24 and the border.
  expect(widths.slice(0, last + 1).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(854);
});

test('a row leads to its meta-module and to the best module; a module without one is of one cohort', async () => {
  openSignals();
  const [signal, single] = await rowsOf();
  if (signal === undefined || single === undefined) throw new Error('There are two rows.');
  expect(linksOf(signal).slice(0, 2)).toEqual([
    ['Brain macrophage', '/home/meta-modules/OM.MM.3'],
    ['turquoise · microglia', '/home/modules/OM.CM.7'],
  ]);
  within(signal).getByText('5 of 6 cohorts');
  expect(linksOf(single)[0]).toEqual(['red', '/home/modules/OM.CM.9']);
  within(single).getByText('in one cohort');
});

test('the modules of a signal open below it, are asked for by its best module, and can be collected', async () => {
  const { portal, user } = openSignals();
  const more = await screen.findByRole('button', { name: '1 more, Brain macrophage' });
  portal.replies(rankModules, replyOf([UNDER], 1));
  await user.click(more);
  const check = await screen.findByRole('checkbox', { name: 'Select blue · microglia' });
  await user.click(check);
  await screen.findByText('2 records, 1 selected');
  expect(portal.sent(rankModules).at(-1)?.body).toMatchObject({ fold: 'meta-module', folded_under: 7 });
  const [, under] = await rowsOf();
  if (under === undefined) throw new Error('There is a second row.');
  expect(linksOf(under)[0]).toEqual(['blue · microglia', '/home/modules/OM.CM.8']);
  within(under).getByText('same signal');
  // The file has the opened row, too.
  screen.getByRole('button', { name: 'All 3 rows as TSV' });
  await user.click(screen.getByRole('button', { name: 'hide 1, Brain macrophage' }));
  expect(await rowsOf()).toHaveLength(2);
});
