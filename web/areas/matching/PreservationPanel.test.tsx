// @vitest-environment jsdom
import { getPreservation } from '@omicon/contract/areas/matching.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { PreservationPanel } from './PreservationPanel.tsx';

const SEVEN = {
  ...{ average_edge_weight: 0.4, coherence: 0.6, average_correlation: 0.7, average_contribution: 0.8 },
  ...{ concordance_of_correlation: 0.5, concordance_of_degree: 0.5, concordance_of_contribution: 0.6 },
};
const FOUND = {
  module: { id: 4, omicon_id: 'OM.CM.4', name: 'turquoise' },
  data_set: { id: 7, title: 'GSE4271 A.1' },
  ...{ members: 2, present: 2, common_features: 900, organisms: null },
  preservation: {
    ...{ observed: SEVEN, p_value: SEVEN, z: SEVEN, summary_z: 12, random_sets: 1000, seed: 1 },
  },
  features: ['TOP2A', 'MKI67'],
  ...{
    correlations: [
      [1, 0.9],
      [0.9, 1],
    ],
    test_correlations: [
      [1, -0.2],
      [-0.2, 1],
    ],
  },
  ...{ contributions: [0.9, 0.8], test_contributions: [0.7, 0.6] },
};

beforeEach(() => {
  // jsdom lays nothing out.
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 600 });
});

function open(identifier: string, change: object = {}) {
  const module = { id: 4, name: 'turquoise', unique_identifier: identifier };
  const { portal, draw, user } = openScreen(
    <PreservationPanel module={module} dataSet={7} definition="Seed" />,
  );
  portal.replies(getPreservation, { ...FOUND, ...change });
  draw();
  return user;
}

test('genes of the heat maps, their pairs and the scatter plot lead to their pages', async () => {
  const user = open('SYMBOL');
  const map = await screen.findByRole('img', { name: /^turquoise where it was found\. .*Enter opens one/ });
  const links = [...(map.parentElement?.querySelectorAll('a') ?? [])].map((link) =>
    link.getAttribute('href'),
  );
  expect(links).toEqual([...FOUND.features, ...FOUND.features].map((gene) => `/home/genes/${gene}`));
  for (const table of screen.getAllByRole('radio', { name: 'Table' })) await user.click(table);
  for (const name of ['turquoise where it was found', 'Contributions of the members of turquoise']) {
    const grid = await screen.findByRole('grid', { name });
    const link = within(grid).getAllByRole('link', { name: 'MKI67' })[0];
    expect([name, link?.getAttribute('href')]).toEqual([name, '/home/genes/MKI67']);
  }
});

test('a point of the scatter plot opens its gene on Enter', async () => {
  const user = open('SYMBOL');
  (await screen.findByRole('img', { name: /^Contributions of the members/ })).focus();
  await user.keyboard('{End}{Enter}');
  expect(window.location.pathname).toBe('/home/genes/MKI67');
});

test('features that are no genes lead nowhere', async () => {
  open('PEAK');
  await screen.findByRole('img', { name: /^turquoise where it was found/ });
  expect(document.querySelectorAll('figure a')).toHaveLength(0);
});

test('members that the data set does not measure are counted, and more than half of them are a warning', async () => {
  open('SYMBOL', { members: 5 });
  expect(await screen.findByText(/2 of 5 members are measured in GSE4271 A\.1; 3 are not/)).toBeDefined();
  expect(screen.getByText(/Less than half of the members are measured in this data set/)).toBeDefined();
});

test('with half of the members there is no warning', async () => {
  open('SYMBOL', { members: 4 });
  await screen.findByText(/2 of 4 members are measured/);
  expect(screen.queryByText(/Less than half of the members/)).toBeNull();
});

test('too few genes in the data set are told with their number', async () => {
  open('SYMBOL', { members: 9, preservation: null, features: [] });
  expect(
    await screen.findByText(
      'GSE4271 A.1 measures 2 of the 9 members of turquoise; the statistics need at least 4.',
    ),
  ).toBeDefined();
});

test('the statistics come with lines of code for the module and the data set', async () => {
  const user = open('SYMBOL');
  await user.click((await screen.findAllByRole('button', { name: 'Lines of code' }))[0] as HTMLElement);
  await screen.findByText(/api\/covariation-modules\/4\/preservation\/7\/\?definition=Seed/);
});

test('a data set whose features are named otherwise is told with the sentence of the server', async () => {
  const module = { id: 4, name: 'turquoise', unique_identifier: 'SYMBOL' };
  const { portal, draw } = openScreen(<PreservationPanel module={module} dataSet={7} definition="Seed" />);
  const detail = 'Peaks A.1 names its features otherwise: none is also in GBM A.1.';
  portal.refuses(getPreservation, 400, { code: 'invalid_input', detail });
  draw();
  expect(await screen.findByText(detail)).toBeDefined();
});

test('in a data set of another organism the page says by which table its genes are found', async () => {
  const table = 'Mus_musculus_SYMBOL_Homo_sapiens';
  open('SYMBOL', { organisms: { own: 'Homo sapiens', other: 'Mus musculus', table } });
  await screen.findByText(
    /are compared by orthologues \(Mus_musculus_SYMBOL_Homo_sapiens\)\. Only one-to-one orthologues count\./,
  );
});
