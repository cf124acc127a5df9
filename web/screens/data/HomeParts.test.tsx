// @vitest-environment jsdom
import { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import { getHome } from '@omicon/contract/areas/home.ts';
import { listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import { getPublicContents } from '@omicon/contract/areas/operations.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aMetaModule, DATA_SETS, STATUS } from '../../areas/atlas/test-atlas.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { HomeParts } from './HomeParts.tsx';

beforeEach(() => window.history.replaceState(null, '', '/home/recent-files'));

type Home = ReplyOf<typeof getHome>;

const EMPTY: Home = { news: null, data_collections: [], analyses: [], files: [] };
const NONE = {
  gene: null,
  groups: null,
  module: null,
  network: null,
  sample_rules: [],
  has_microglia: false,
};
const READER = ['COLLECTION_SEARCH', 'FILE_PREVIEW', 'PROJECT_PREVIEW', 'PROJECT_FOLDER_FILE_PREVIEW'];

const file = (id: number, name: string): FileItem => ({
  id,
  key: `${id}/${name}`,
  name,
  fileType: 'xls',
  size: '1.00 kB',
  sizeByteVal: 1000,
  visibility: 'public',
  visibilityDisplayName: 'Public',
  owner: null,
  uploaded_on: '2026-04-05T09:00:00.000Z',
  entity_type: 'project',
  entity_id: 5,
  folder: '',
  location: 'GBM',
  has_comment: false,
  comment_count: 0,
  number_of_files: null,
});

function openHome(home: Home, permissions: readonly string[] = READER, data_sets = 0) {
  const opened = openScreen(<HomeParts />, { permissions: new Set(permissions) });
  const none = { data_collections: 0, samples: 0, networks: 0, modules: 0 };
  opened.portal.replies(getHome, home);
  opened.portal.replies(getAtlas, {
    results: [aMetaModule(3, 'Microglia')],
    ...{ total: 38, page: 1, items_per_page: 5, status: STATUS, data_sets: DATA_SETS },
  });
  opened.portal.replies(listUnreadNotifications, { notifications: [], total: 0 });
  opened.portal.replies(getPublicContents, {
    ...none,
    data_sets,
    examples: data_sets > 0 ? { ...NONE, gene: 'TREM2' } : NONE,
  });
  opened.draw();
  return opened;
}

test('in an empty laboratory, who may add data is led to that, and others to what there is', async () => {
  openHome(EMPTY, [...READER, 'COLLECTION_CREATE']);
  const add = await screen.findByRole('link', { name: 'Add data collection' });
  expect(add.getAttribute('href')).toBe('/home/add-new-collection');
});

test('a reader of an empty laboratory is led to gene sets and Help', async () => {
  openHome(EMPTY, [...READER, 'RESOURCE_GENESET_LIST_VIEW']);
  await screen.findByText('There are no data that you can read yet');
  expect(screen.queryByRole('link', { name: 'Add data collection' })).toBeNull();
  const look = screen.getByRole('link', { name: 'Look at gene sets and mapping tables' });
  expect(look.getAttribute('href')).toBe('/home/resources');
});

test('the signals found in most cohorts are offered first, with a link to all', async () => {
  openHome(EMPTY, [...READER, 'PROJECT_LIST_VIEW']);
  const card = await screen.findByRole('region', { name: 'What recurs in these data' });
  within(card).getByText(/^3 signals recur in 4 data sets of 3 cohorts/);
  const href = (name: string) => within(card).getByRole('link', { name }).getAttribute('href');
  expect(href('Microglia')).toBe('/home/meta-modules/OM.MM.3');
  expect(href('All 38 signals')).toBe('/home/atlas');
  within(card).getByText('2 of 3 cohorts');
});

test('what is new has its numbers, each a link to a list that begins with it', async () => {
  openHome({
    ...EMPTY,
    news: {
      since: '2026-04-05T09:00:00.000Z',
      data_collections: 1,
      data_sets: 0,
      networks: 12,
      comments: 5,
      newest_comments: [{ id: 7, said_by: 'Ada', text: 'Batch 3.', comment_page_url: '/home/starred' }],
    },
  });
  await screen.findByRole('heading', { name: /^New since your last visit, 2026-04-05/ });
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('1 data collection')).toBe('/home/collections/data-collections?sort=upload_date&order=desc');
  expect(href('12 networks')).toBe('/home/analyses/analyses?sort=upload_date&order=desc');
  expect(href('Ada: Batch 3.')).toBe('/home/starred?comment=7');
  expect(screen.queryByRole('link', { name: '0 data sets' })).toBeNull();
});

test('files are grouped by record, and those that the portal made are folded', async () => {
  const { user } = openHome({
    ...EMPTY,
    files: [
      {
        entity_type: 'project',
        id: 5,
        title: 'GBM',
        upload_date: '2026-04-05T09:00:00.000Z',
        brought: { files: [file(1, 'params.csv')], total: 3 },
        made: { files: [file(2, 'kME_table_complete.csv')], total: 1 },
      },
    ],
  });
  const brought = await screen.findByRole('link', { name: 'params.csv' });
  expect(brought.getAttribute('href')).toBe('/home/recent-files?file=1%2Fparams.csv');
  screen.getByRole('link', { name: '2 more files' });
  const fold = screen.getByRole('button', { name: '1 file made by Omicon' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
});

test('a pasted list can be explored, and a question leads to its screen', async () => {
  const { user } = openHome(EMPTY, READER, 2);
  const question = await screen.findByRole('link', { name: /^Which modules contain TREM2/ });
  expect(question.getAttribute('href')).toBe('/home/genes/TREM2');
  const explore = screen.getByRole<HTMLButtonElement>('button', { name: 'Explore this list' });
  expect(explore.disabled).toBe(true);
  await user.click(screen.getByRole('textbox', { name: 'Paste a list of genes' }));
  await user.paste('TREM2, CD68\nAIF1');
  screen.getByText('3 identifiers');
  expect(explore.disabled).toBe(false);
});
