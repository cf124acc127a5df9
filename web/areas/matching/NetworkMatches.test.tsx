// @vitest-environment jsdom
import { getCovariationNetwork } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { listNetworks, matchNetworks } from '@omicon/contract/areas/matching.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import type { NetworkMatch } from './match-cells.ts';
import { NetworkMatches } from './NetworkMatches.tsx';

const module = (name: string, id: number) => ({
  id,
  omicon_id: `OM.CM.${id}`,
  name,
  theme: null,
  page: id,
  size: 30,
});
const MATCH: NetworkMatch = {
  network: { id: 5, omicon_id: 'OM.CN.5', name: 'Bicor-5', data_set: 'GBM' },
  other: { id: 6, omicon_id: 'OM.CN.6', name: 'Bicor-6', data_set: 'LGG' },
  common_symbols: 1569,
  modules: [module('green', 1), module('blue', 2)],
  other_modules: [module('salmon', 3), module('tan', 4)],
  rho: [
    [0.8, 0.1],
    [-0.25, 0.3],
  ],
  rho_of_members: [
    [0.9, 0.2],
    [null, 0.1],
  ],
  overlap: [
    [12, 1],
    [0, 3],
  ],
  jaccard: [
    [0.2, 0.02],
    [0, 0.05],
  ],
  p_value: [
    [1e-12, 0.5],
    [1, 0.04],
  ],
  eigengene_r: [
    [null, null],
    [null, null],
  ],
  common_samples: 0,
  organisms: null,
  reciprocal: [{ module: 0, other: 0 }],
};

const link = { id: 1, omicon_id: 'OM.P.1', title: 'All' };
const OTHER: ReplyOf<typeof getCovariationNetwork> = {
  ...{ id: 6, omicon_id: 'OM.CN.6', name: 'Bicor-6', title: 'Bicor-6', modules: 2 },
  ...{ version: 1, visibility: 'public', owner: null, upload_date: '2026-11-01T00:00:00Z', versions: [] },
  ...{ analysis: link, input_data_set: 'LGG', input_data_set_id: 2, unique_identifier: 'SYMBOL' },
  ...{ number_of_features: 4500, number_of_samples: 40, statistics: [], folder: 'Bicor-6' },
  ...{ module_pdf: null, kme_table: null, kme_state: 'ready', similarity: 'Bicor', overlap: 'None' },
  ...{ rel_signum: null, signum: 0.6, min_size: 12, merge_by: 'ME', merge_param: 0.85 },
};

beforeEach(() => {
  // jsdom lays nothing out.
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 700 });
});

function open(address: string) {
  history.replaceState(null, '', address);
  const opened = openScreen(<NetworkMatches id={5} />);
  const { portal, draw } = opened;
  const first = { id: 9, omicon_id: 'OM.CN.9', name: 'Bicor-9', modules: 4 };
  portal.replies(listNetworks, {
    results: [{ ...first, analysis: { id: 1, title: 'All' }, data_set: 'ACC' }],
    ...{ total: 1, page: 1, items_per_page: 50 },
  });
  portal.replies(getCovariationNetwork, OTHER);
  return { portal, draw, user: opened.user };
}

test('the address restores network, definition, colour and table, and names the network that is not offered', async () => {
  const { portal, draw } = open('/home/analyses?with=6&definition=PosFDR&colour=p&as=table');
  portal.replies(matchNetworks, MATCH);
  draw();
  const grid = await screen.findByRole('grid', { name: 'Modules of GBM and LGG' });
  expect(within(grid).getAllByRole('link', { name: 'salmon' }).length).toBe(2);
  expect(portal.sent(matchNetworks)[0]?.params).toEqual({ id: '5', other_id: '6' });
  expect(screen.getByRole('radio', { name: 'P of overlap' })).toHaveProperty('checked', true);
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Other network' })).toHaveProperty(
      'value',
      'LGG: Bicor-6 (2 modules)',
    ),
  );
});

test('the cursor reads the pairs, Enter opens the other module, and names lead to their modules', async () => {
  const { portal, draw, user } = open('/home/analyses?with=6');
  portal.replies(matchNetworks, MATCH);
  draw();
  const picture = await screen.findByRole('img', { name: /^Modules of GBM and LGG\. 2 rows, 2 columns/ });
  const links = [...(picture.parentElement?.querySelectorAll('a') ?? [])].map((link) =>
    link.getAttribute('href'),
  );
  expect(links).toEqual([1, 2, 3, 4].map((id) => `/home/modules/OM.CM.${id}`));
  // Reciprocal pairs are outlined: a second rectangle without a fill.
  expect(picture.querySelectorAll('rect[fill="none"]').length).toBe(1);
  picture.focus();
  await user.keyboard('{ArrowRight}');
  await screen.findByText(/^green and salmon: ρ 0.800, reciprocal best, 12 genes in common of 30 and 30/);
  await user.keyboard('{ArrowRight}{Enter}');
  expect(window.location.pathname).toBe('/home/modules/OM.CM.4');
});

test('of networks of two organisms the page says by which table their genes are compared', async () => {
  const { portal, draw } = open('/home/analyses?with=6');
  const table = 'Mus_musculus_SYMBOL_Homo_sapiens';
  portal.replies(matchNetworks, {
    ...MATCH,
    organisms: { own: 'Homo sapiens', other: 'Mus musculus', table },
  });
  draw();
  await screen.findByText(
    /Genes of Homo sapiens and Mus musculus are compared by orthologues \(Mus_musculus_/,
  );
});

test('the matrix can be saved, and comes with lines of code in the chosen colour', async () => {
  const { portal, draw, user } = open('/home/analyses?with=6&colour=p');
  portal.replies(matchNetworks, MATCH);
  draw();
  await user.click(await screen.findByRole('button', { name: 'Lines of code' }));
  await screen.findByText(/api\/covariation-networks\/5\/matches\/6\/\?definition=Seed/);
  expect(screen.getByText(/reply\$p_value/)).toBeDefined();
});

test.each([
  { change: { modules: [], rho: [] }, sentence: 'This network has no modules.' },
  { change: { other_modules: [], rho: [[], []] }, sentence: 'The other network has no modules.' },
  {
    change: {
      common_symbols: 0,
      organisms: { own: 'Homo sapiens', other: 'Danio rerio', table: null },
    },
    sentence:
      /no genes in common\. Genes of Homo sapiens and Danio rerio are compared by equal symbols: no table of orthologues leads from Homo sapiens to Danio rerio\./,
  },
  { change: { common_symbols: 0 }, sentence: /measure no symbols in common: they are of different species/ },
])('$sentence', async ({ change, sentence }) => {
  const { portal, draw } = open('/home/analyses?with=6');
  portal.replies(matchNetworks, { ...MATCH, ...change });
  draw();
  expect(await screen.findByText(sentence)).toBeDefined();
});

test('a network whose kME is being computed is told with the sentence of the server, and can be asked for again', async () => {
  const { portal, draw } = open('/home/analyses?with=6');
  const detail = 'The kME table of this network is still being computed.';
  portal.refuses(matchNetworks, 503, { code: 'unavailable', detail });
  draw();
  expect(await screen.findByText(detail)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
});

test('networks that the person may not read are told in a sentence', async () => {
  const { portal, draw } = open('/home/analyses?with=6');
  const detail = 'There is no such network, or you may not read it.';
  portal.refuses(matchNetworks, 404, { code: 'not_found', detail });
  portal.refuses(getCovariationNetwork, 404, { code: 'not_found', detail });
  draw();
  expect(await screen.findByText(detail)).toBeDefined();
});
