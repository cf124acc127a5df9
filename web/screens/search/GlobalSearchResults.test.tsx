// @vitest-environment jsdom
import { addBasketItems, listBaskets } from '@omicon/contract/areas/baskets.ts';
import { getGene } from '@omicon/contract/areas/genes/genes.ts';
import { listSuggestions, searchEverything } from '@omicon/contract/areas/search.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { GlobalSearchResults } from './GlobalSearchResults.tsx';

const NOTHING = { results: [], total: 0, page: 1, items_per_page: 20 };

function open(text: string) {
  window.history.replaceState(null, '', `/home/global-search-results?q=${text}`);
  const opened = openScreen(<GlobalSearchResults />);
  opened.portal.replies(searchEverything, { records: NOTHING, files: NOTHING, folders: NOTHING });
  return opened;
}

test('modules, samples and gene sets of a name are listed, records once', async () => {
  const { portal, draw } = open('salmon');
  const module = { kind: 'module' as const, title: 'salmon', detail: 'of GBM' };
  portal.replies(listSuggestions, {
    results: [
      { kind: 'record', title: 'Salmon 2020', detail: 'Data set', href: '/home/collections/data-sets' },
      { ...module, href: '/home/modules/OM.CM.3' },
      { ...module, href: '/home/modules/OM.CM.9' },
    ],
    gene_href: null,
  });
  draw();
  const links = await screen.findAllByRole('link', { name: 'salmon' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/home/modules/OM.CM.3',
    '/home/modules/OM.CM.9',
  ]);
  expect(screen.queryByText('Salmon 2020')).toBeNull();
});

test('found names are collected by their checkboxes, without networks', async () => {
  window.history.replaceState(null, '', '/home/global-search-results?q=olig');
  const { portal, draw, user } = openScreen(<GlobalSearchResults />, {
    permissions: new Set(['SEARCH_QUERY_CREATE']),
  });
  portal.replies(searchEverything, { records: NOTHING, files: NOTHING, folders: NOTHING });
  portal.replies(listSuggestions, {
    results: [
      { kind: 'gene', title: 'OLIG2', detail: 'Gene', href: '/home/genes/OLIG2' },
      { kind: 'network', title: 'Bicor', detail: 'of GBM', href: '/home/analyses/4' },
      { kind: 'module', title: 'olive', detail: 'of GBM', href: '/home/modules/OM.CM.3' },
    ],
    gene_href: '/home/genes/OLIG2',
  });
  const counts = { module: 0, 'meta-module': 0, gene: 0, 'gene set': 0, sample: 0 };
  const glia = { id: 1, name: 'Glia', share_token: 'token', updated_at: '2026-11-02T10:00:00Z' };
  portal.replies(listBaskets, {
    results: [{ ...glia, number_of_items: counts }],
    ...{ total: 1, page: 1, items_per_page: 100 },
  });
  portal.replies(addBasketItems, { added: 2, already: 0, ids: [1, 2] });
  draw();
  await user.click(await screen.findByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Glia/ }));
  await screen.findByText(/2 items in “Glia”/);
  expect(portal.sent(addBasketItems)).toMatchObject([
    {
      body: {
        items: [
          { kind: 'gene', name: 'OLIG2' },
          { kind: 'module', record_number: 3 },
        ],
      },
    },
  ]);
});

test('a text that nothing has names the genes that are spelled alike', async () => {
  const { portal, draw } = open('TREN2');
  portal.replies(listSuggestions, { results: [], gene_href: null });
  portal.replies(getGene, {
    ...{ symbol: null, found_as: null, is_ambiguous: false, candidates: ['TREM2'], identifiers: [] },
    ...{ number_of_data_sets: 0, number_of_readable_data_sets: 31, number_of_gene_sets: 0 },
    ...{ number_of_collections: 0, number_of_readable_collections: 12 },
    full_name: null,
    number_of_modules: { Any: 0, Seed: 0, Bonferroni: 0, FDR: 0 },
    release: null,
  });
  draw();
  const link = await screen.findByRole('link', { name: 'TREM2' });
  expect(link.getAttribute('href')).toBe('/home/genes/TREM2');
});
