// @vitest-environment jsdom
import {
  countAdvancedSearch,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { type Draft, decodeQuery } from '../query-address.ts';
import { SearchResultsStep } from './SearchResultsStep.tsx';

const LOSS: Draft = {
  result_type: 'samples',
  filters: {
    sample: {
      combinator: 'and',
      not: false,
      rules: [{ field: 'chr1p_Mut', operator: 'notequal', value: 'SO:0001742' }],
    },
  },
  description: '',
  show: 'records',
};

test('rules and results show labels of coded values, and their tooltips the codes', async () => {
  const view = { page: 1, size: 20, sort: undefined, order: undefined };
  const { portal, draw } = openScreen(<SearchResultsStep draft={LOSS} view={view} />);
  const sample = { Data_Collection: 'TCGA LGG', Omicon_ID: 'OM.DC.3' };
  portal.replies(searchAdvanced, {
    data: {
      notifId: null,
      searchResults: {
        results: [
          { ...sample, Label: 'LGG_1', chr1p_Mut: 'SO:0001743' },
          { ...sample, Label: 'LGG_2', chr1p_Mut: 'WT' },
          { ...sample, Label: 'LGG_3', chr1p_Mut: null },
        ],
        columns: ['Data_Collection', 'Label', 'chr1p_Mut', 'Omicon_ID'],
        result_count: 3,
        sample_attributes: ['chr1p_Mut'],
        is_background_process: false,
        message: '',
        emptied_by: null,
        repairs: [],
        value_labels: { chr1p_Mut: { 'SO:0001743': 'copy number loss', 'SO:0001742': 'copy number gain' } },
      },
      selectedAtrributes: ['chr1p_Mut'],
      isNotification: false,
      key: null,
      execution_ms: 3,
    },
  });
  draw();
  const table = within(await screen.findByRole('grid', { name: 'Samples' }));
  const loss = await table.findByText('copy number loss');
  expect(loss.closest('td')?.title).toBe('SO:0001743');
  expect(table.getByText('WT')).toBeDefined();
  expect(table.getByText('NA')).toBeDefined();
  const words = screen.getByText('chr1p Mut Not Equals copy number gain');
  expect(words.title).toBe('chr1p Mut Not Equals copy number gain (SO:0001742)');
  const tabs = within(screen.getByRole('navigation', { name: 'Open results' }));
  const tab = tabs.getByRole('link', { name: 'Samples: chr1p Mut Not Equals copy number gain' });
  expect(tab.title).toContain('(SO:0001742)');
});

/** Draws a query of which a rule leaves nothing. */
function drawEmpty(draft: Draft, emptied_by: string) {
  const view = { page: 1, size: 20, sort: undefined, order: undefined };
  const opened = openScreen(<SearchResultsStep draft={draft} view={view} />);
  opened.portal.replies(searchAdvanced, {
    data: {
      notifId: null,
      searchResults: {
        ...{ results: [], columns: ['Label'], result_count: 0, sample_attributes: [], message: '' },
        ...{ is_background_process: false, emptied_by, repairs: [], value_labels: {} },
      },
      ...{ selectedAtrributes: [], isNotification: false, key: null, execution_ms: 3 },
    },
  });
  return opened;
}

test('without the only rule on modules a query for features is none, so it is not counted', async () => {
  const rules = [{ field: 'enrichment', definition: 'Any' as const, p_below: 0.05 }];
  const filters = { modules: { combinator: 'and' as const, not: false, rules } };
  const { portal, draw } = drawEmpty({ ...LOSS, result_type: 'features', filters }, 'modules.rules[0]');
  draw();
  await screen.findByText(/leaves nothing/);
  expect(portal.sent(countAdvancedSearch)).toEqual([]);
});

test('without results, the query without the rule that leaves none is one click away, with its number', async () => {
  const { portal, draw } = drawEmpty(LOSS, 'sample.rules[0]');
  portal.replies(countAdvancedSearch, { counts: [], total: 1139, repairs: [] });
  draw();
  const link = await screen.findByRole('link', { name: 'Without it: 1,139 samples' });
  const { searchParams } = new URL(link.getAttribute('href') ?? '', 'https://portal.test');
  expect(searchParams.get('step')).toBe('search_results');
  expect(decodeQuery(searchParams.get('q') ?? '')).toMatchObject({ draft: { ...LOSS, filters: {} } });
  expect(portal.sent(countAdvancedSearch)[0]?.body).toMatchObject({ filters: {} });
});

const SIGNAL = {
  Meta_module: 'microglia',
  Support_found: 2,
  Support_findable: 3,
  Meta_module_Omicon_ID: 'OM.MM.9',
};
const row = (module: number, more: object = {}) => ({
  ...{ Dataset: `GSE${module}`, Network: 'Bicor', Module: 'blue', Theme: null, Folded: 1, Mod_Def: 'Seed' },
  ...{ Covariation_Module_Omicon_ID: `OM.CM.${module}`, project_id: 4, dataset_id: 5 },
  ...{ ...SIGNAL, ...more },
});
const ALONE = {
  Meta_module: null,
  Support_found: 1,
  Support_findable: null,
  Meta_module_Omicon_ID: null,
  Folded: 0,
};
const VIEW = { page: 1, size: 20, sort: undefined, order: undefined };

const replyOf = (results: ReturnType<typeof row>[], folded?: { rows: number; modules: number }) => ({
  data: {
    searchResults: {
      ...{ results, columns: Object.keys(row(7)), result_count: results.length, sample_attributes: [] },
      ...{ is_background_process: false, message: '', emptied_by: null, repairs: [], folded },
    },
    ...{ notifId: null, selectedAtrributes: [], isNotification: false, key: null, execution_ms: 3 },
  },
});

function drawModules(address: string) {
  history.replaceState(null, '', address);
  const draft: Draft = { ...LOSS, result_type: 'covariation-modules', filters: {} };
  const opened = openScreen(<SearchResultsStep draft={draft} view={VIEW} />);
  const folded = address === '/' ? undefined : { rows: 3, modules: 3 };
  opened.portal.replies(searchAdvanced, replyOf([row(7), row(8, ALONE)], folded));
  opened.draw();
  return opened;
}

test('modules say their signal with a link and its support, and every row is its own at first', async () => {
  const { portal } = drawModules('/');
  const table = within(await screen.findByRole('grid'));
  const link = (await table.findAllByRole('link', { name: 'microglia' }))[0];
  expect(link?.getAttribute('href')).toBe('/home/meta-modules/OM.MM.9');
  expect(table.getByText('2 of 3')).toBeDefined();
  expect(portal.sent(searchAdvanced)[0]?.body).not.toHaveProperty('fold');
});

test('a folded row opens the modules for which it stands, and the list says how many there are', async () => {
  const { portal, user } = drawModules('/?per=meta-module');
  await screen.findByText('3 modules in 2 signals and single modules');
  portal.replies(searchAdvanced, replyOf([row(6, { Folded: 0 })]));
  await user.click(screen.getByRole('button', { name: /^1 more/ }));
  await screen.findByText('same signal');
  expect(screen.getByText('GSE6')).toBeDefined();
  const asked = portal.sent(searchAdvanced).map(({ body }) => body);
  expect(asked[0]).toMatchObject({ fold: 'meta-module', page: 1 });
  expect(asked.at(-1)).toMatchObject({ fold: 'meta-module', folded_under: 7 });
});

test('what a row stands for is chosen above the list, and kept in the address', async () => {
  const { user } = drawModules('/');
  await user.click(await screen.findByRole('radio', { name: 'Data set' }));
  await waitFor(() => expect(window.location.search).toContain('per=data-set'));
});
