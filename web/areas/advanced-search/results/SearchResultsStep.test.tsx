// @vitest-environment jsdom
import {
  countAdvancedSearch,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { screen, within } from '@testing-library/react';
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
