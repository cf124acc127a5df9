// @vitest-environment jsdom
import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { getModulePicture, listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { collect, MAY_COLLECT } from '../../../test-support/collect.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { PictureTab } from './PictureTab.tsx';
import { PictureTable } from './PictureTable.tsx';
import { arrange, type Picture } from './picture-model.ts';

const MODULE = {
  ...{ id: 4, omicon_id: 'OM.CM.4', title: 'turquoise', version: 2 },
  unique_identifier: 'SYMBOL',
  definitions: [
    { definition: 'Seed', members: 0 },
    { definition: 'PosBC', members: 214 },
    { definition: 'PosFDR', members: 1 },
  ],
} as ModuleRecord;

const PICTURE: Picture = {
  input_data_set_id: 7,
  values_state: 'ready',
  number_of_members: 1,
  number_of_matching: 1,
  samples: ['s1', 's2', 's3'],
  eigengene: [0.5, -0.6, 0.1],
  rows: [{ feature: 'TOP2A', rank: 0, kme: 0.9, p_value: 1e-9, percentile: 80 }],
  values: [[4, 1, 3]],
  attributes: ['Sex'],
  strips: [],
};

beforeEach(() => {
  // jsdom lays nothing out and draws nothing.
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 600 });
  HTMLCanvasElement.prototype.getContext = () => null;
});

function open(picture: Picture, module: ModuleRecord = MODULE) {
  const opened = openScreen(<PictureTab module={module} />, MAY_COLLECT);
  const { portal, draw } = opened;
  portal.replies(getModulePicture, picture);
  portal.replies(listPictureSets, { results: [] });
  draw();
  return opened;
}

test('a definition without members names those that have some, each a link', async () => {
  open({ ...PICTURE, number_of_members: 0, number_of_matching: 0, rows: [], values: [] });
  await screen.findByText('No members');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['214 members by Bonferroni', '/home/modules/OM.CM.4?tab=picture&versions=2&definition=PosBC'],
    ['1 member by FDR', '/home/modules/OM.CM.4?tab=picture&versions=2&definition=PosFDR'],
  ]);
});

test('without access to the data set, the eigengene is shown, and the reason', async () => {
  open({ ...PICTURE, values_state: 'none', input_data_set_id: null, values: [], attributes: [] });
  await screen.findByText(/You cannot read the input data set, so only the eigengene and enrichment/);
  screen.getByRole('img', { name: /^turquoise: 3 samples/ });
  expect(screen.queryByRole('combobox', { name: 'Order of the rows' })).toBeNull();
});

test('one member has no tree of its rows, and the choice says why', async () => {
  const { user } = open(PICTURE);
  await screen.findByRole('img', { name: /^turquoise: 1 feature, 3 samples/ });
  await user.click(await screen.findByRole('combobox', { name: 'Order of the rows' }));
  const option = await screen.findByRole('option', { name: 'Rows by tree (needs 3)' });
  expect(option.hasAttribute('data-combobox-disabled')).toBe(true);
});

test('a second sample attribute can be chosen before the picture of the first is there', async () => {
  const strip = (attribute: string) => ({ attribute, values: ['a', 'b', 'a'], value_labels: {} });
  // Whatever is chosen, the picture stays as it was at first.
  const { user } = open({ ...PICTURE, attributes: ['Sex', 'Grade'], strips: [strip('Sex')] });
  const choice = await screen.findByRole('combobox', { name: 'Sample attributes' });
  const choose = async (attribute: string) => {
    await user.click(choice);
    await user.click(await screen.findByRole('option', { name: attribute }));
  };
  const strips = () => new URLSearchParams(window.location.search).get('strips');
  await choose('Grade');
  await vi.waitFor(() => expect(strips()).toBe('Sex\nGrade'));
  await choose('Sex');
  await vi.waitFor(() => expect(strips()).toBe('Grade'));
  await choose('Grade');
  await vi.waitFor(() => expect(strips()).toBe('none'));
});

test('a row leads to the page of its gene, by its name and by Enter', async () => {
  const { user } = open(PICTURE);
  const picture = await screen.findByRole('img', { name: /Enter opens the gene of a row/ });
  const [link] = document.querySelectorAll('figure a');
  expect([link?.getAttribute('title'), link?.getAttribute('href')]).toEqual(['TOP2A', '/home/genes/TOP2A']);
  picture.focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(window.location.pathname).toBe('/home/genes/TOP2A');
});

test('a column of the table leads to the page of its gene', async () => {
  openScreen(
    <PictureTable
      picture={PICTURE}
      arrangement={arrange(PICTURE, { rows: [0], samples: [0, 1, 2] })}
      hrefOf={(feature) => `/home/genes/${feature}`}
    />,
  ).draw();
  const head = await screen.findByRole('columnheader', { name: /^TOP2A/ });
  expect(within(head).getByRole('link', { name: 'Open TOP2A' }).getAttribute('href')).toBe(
    '/home/genes/TOP2A',
  );
});

test('rows that measure no gene lead nowhere', async () => {
  open(PICTURE, { ...MODULE, unique_identifier: 'PEAK' });
  await screen.findByRole('img', { name: /^turquoise: 1 feature, 3 samples/ });
  expect(document.querySelectorAll('figure a')).toHaveLength(0);
});

test('the features that are shown can be collected, if their values can be read', async () => {
  expect(await collect(open(PICTURE))).toEqual([{ kind: 'gene', name: 'TOP2A' }]);
});

test('more samples than pixels share columns, as the caption says', async () => {
  const samples = Array.from({ length: 2500 }, (_, at) => `s${at}`);
  const eigengene = samples.map((_, at) => at / 2500);
  open({ ...PICTURE, samples, eigengene, values: [eigengene] });
  await screen.findByText(/Up to \d+ samples share a column, whose colour is their mean\./);
});
