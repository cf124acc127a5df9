// @vitest-environment jsdom
import {
  type DescribedTheme,
  getModuleTheme,
  listModuleEnrichment,
  type ModuleRecord,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { EnrichmentGrid } from '../EnrichmentGrid.tsx';
import { ModuleTheme } from './ModuleTheme.tsx';

const TESTED = [{ definition: 'Seed', source: 'MOSET', tested: 3130, enriched: 0 }];
const moduleWith = (enrichment: object[]) =>
  ({ id: 4, omicon_id: 'OM.CM.4', name: 'turquoise', version: 1, enrichment }) as ModuleRecord;
const NO_THEME: DescribedTheme = { theme: null, set: null, changes: [] };

function drawTheme(enrichment: object[], described: DescribedTheme = NO_THEME): void {
  const { portal, draw } = openScreen(<ModuleTheme module={moduleWith(enrichment)} />);
  portal.replies(getModuleTheme, described);
  draw();
}

test('a module whose enrichment was not tested is not said to have no enriched set', async () => {
  drawTheme([]);
  expect(await screen.findByText('No theme: enrichment was not tested.')).toBeDefined();
});

test('a module in which no tested set is enriched has no theme', async () => {
  drawTheme(TESTED);
  expect(await screen.findByText('No theme: no gene set is enriched at P < 1e-6.')).toBeDefined();
});

test('the set that gives the theme is one of the most enriched, not always the first', async () => {
  const set = { omicon_id: 'OM.GS.3', name: 'PANGLAO_MICROGLIA', theme: 'microglia' };
  drawTheme(TESTED, { theme: 'microglia', set, changes: [] });
  const link = await screen.findByRole('link', { name: 'PANGLAO_MICROGLIA' });
  expect(link.parentElement?.textContent).toBe(
    'Theme from PANGLAO_MICROGLIA, one of its most enriched gene sets.',
  );
});

test.each([
  [[], 'Enrichment was not tested in this module.'],
  [TESTED, 'No gene set is enriched in this module at P < .05.'],
])('without rows the list of sets says whether any was tested', async (enrichment, sentence) => {
  history.replaceState(null, '', '/');
  const { portal, draw } = openScreen(<EnrichmentGrid module={moduleWith(enrichment)} />);
  portal.replies(listModuleEnrichment, { total: 0, page: 1, items_per_page: 20, results: [] });
  draw();
  expect(await screen.findByText(sentence)).toBeDefined();
});
