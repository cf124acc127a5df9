// @vitest-environment jsdom
import {
  type Basket,
  type BasketItem,
  listBasketItems,
  listBaskets,
} from '@omicon/contract/areas/baskets.ts';
import { type DataSetItem, listDataSetsOfCollection } from '@omicon/contract/areas/collections.ts';
import { listDataSetSamples } from '@omicon/contract/areas/samples.ts';
import { createSampleGroup, listSampleGroups } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { BasketMenu } from './BasketMenu.tsx';
import { freeName } from './basket-groups.ts';
import { CompareBasketSamples } from './CompareBasketSamples.tsx';

const MAY_SAVE = { permissions: new Set(['SEARCH_QUERY_CREATE']) };
const [GBM, LGG] = [8, 9];

function aBasket(id: number, name: string, sample: number): Basket {
  const number_of_items = { module: 2, 'meta-module': 0, gene: 0, 'gene set': 0, sample };
  return { id, name, share_token: `basket-${id}`, number_of_items, updated_at: '2026-11-02T10:00:00Z' };
}

function aSample(record_number: number, name: string): BasketItem {
  const named = { kind: 'sample' as const, record_number, name, source: 'TCGA' };
  return { id: record_number * 100 + name.length, ...named, omicon_id: null, is_readable: true };
}

function aGroup(id: number, group: SampleGroup) {
  return { id, data_set_id: 3, group, share_token: `token-${id}`, created_at: '2026-11-02T10:00:00Z' };
}

const DATA_SET: DataSetItem = {
  id: 3,
  omicon_id: 'OM.DS.3',
  title: 'TCGA GBM',
  ds_version: 'A.1',
  version: 1,
  visibility: 'public',
  owner: null,
  upload_date: '2026-11-02',
  data_collection_id: GBM,
  data_collection_title: 'TCGA GBM',
  technology: 'microarray',
  platform: 'U133A',
  analyte: 'RNA',
  unique_identifier: 'Gene_Symbol',
  transformations: 'None',
  quantification_scale: null,
  number_of_samples: 3,
  number_of_features: 9000,
  notes: null,
};

const page = <Row,>(results: Row[]) => ({ results, total: results.length, page: 1, items_per_page: 100 });

/** A data set of GBM with samples G1 to G3; its saved groups; the items of the basket. */
function openMenu(groups: SampleGroup[], items: BasketItem[]) {
  const onChoose = vi.fn();
  const opened = openScreen(<BasketMenu dataSetId={3} letter="A" onChoose={onChoose} />, MAY_SAVE);
  const { portal, draw } = opened;
  portal.replies(listBaskets, page([aBasket(1, 'Mutated', items.length), aBasket(2, 'Modules', 0)]));
  portal.replies(listBasketItems, { ...page(items), not_readable: 0 });
  const labels = ['G1', 'G2', 'G3'].map((label) => ({ label }));
  portal.replies(listDataSetSamples, { ...page(labels), collection_id: GBM });
  portal.replies(listSampleGroups, page(groups.map((group, at) => aGroup(at + 1, group))));
  portal.replies(createSampleGroup, aGroup(70, { name: 'Mutated', samples: ['G1'] }));
  draw();
  return { ...opened, onChoose };
}

async function chooseBasket({ user }: ReturnType<typeof openMenu>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'From a basket, for group A' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Mutated/ }));
}

test('samples of the data set become a saved group, the others are told; labels of other collections do not count', async () => {
  const items = [aSample(GBM, 'G1'), aSample(GBM, 'G3'), aSample(GBM, 'G9'), aSample(LGG, 'G2')];
  const opened = openMenu([{ name: 'Mutated', samples: ['G2'] }], items);
  await chooseBasket(opened);
  await screen.findByText('2 samples of “Mutated”; 2 are not in this data set.');
  expect(opened.portal.sent(createSampleGroup)).toMatchObject([
    { params: { id: '3' }, body: { name: 'Mutated 2', samples: ['G1', 'G3'] } },
  ]);
  expect(opened.onChoose.mock.calls).toEqual([['token-70']]);
});

test('a group of exactly these samples is chosen again; one with rules, or of more samples, is another', async () => {
  const rules = [{ attribute: 'Sex', values: ['F'] }];
  const groups = [
    { name: 'Female', samples: ['G1', 'G2'], rules },
    { name: 'All', samples: ['G1', 'G2', 'G3'] },
    { name: 'Two', samples: ['G2', 'G1'] },
  ];
  const opened = openMenu(groups, [aSample(GBM, 'G1'), aSample(GBM, 'G2')]);
  await chooseBasket(opened);
  await waitFor(() => expect(opened.onChoose.mock.calls).toEqual([['token-3']]));
  expect(opened.portal.sent(createSampleGroup)).toEqual([]);
});

test('a basket without a sample of the data set leaves the group as it is', async () => {
  const opened = openMenu([], [aSample(LGG, 'G1')]);
  await chooseBasket(opened);
  await screen.findByText('No sample of “Mutated” is in this data set.');
  expect([opened.onChoose.mock.calls, opened.portal.sent(createSampleGroup)]).toEqual([[], []]);
});

test('baskets without samples are not offered', async () => {
  const { user } = openMenu([], [aSample(GBM, 'G1')]);
  await user.click(screen.getByRole('button', { name: 'From a basket, for group A' }));
  await screen.findByRole('menuitem', { name: /^Mutated/ });
  expect(screen.queryByRole('menuitem', { name: /^Modules/ })).toBeNull();
});

test('samples of a basket go to a data set of their collection as group A', async () => {
  const items = [aSample(GBM, 'G1'), aSample(GBM, 'G3')];
  const { portal, draw, user } = openScreen(<CompareBasketSamples name="Mutated" items={items} />, MAY_SAVE);
  portal.replies(listDataSetsOfCollection, page([DATA_SET]));
  portal.replies(listDataSetSamples, { ...page([{ label: 'G1' }, { label: 'G3' }]), collection_id: GBM });
  portal.replies(listSampleGroups, page([]));
  portal.replies(createSampleGroup, aGroup(71, { name: 'Mutated', samples: ['G1', 'G3'] }));
  draw();
  await user.click(screen.getByRole('button', { name: 'Compare samples' }));
  await user.click(await screen.findByRole('combobox', { name: 'Data set' }));
  await user.click(await screen.findByRole('option', { name: 'TCGA GBM A.1 (3 samples)' }));
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  await waitFor(() => expect(location.search).toBe('?ds=3&a=%40token-71'));
  expect(portal.sent(createSampleGroup)).toMatchObject([
    { body: { name: 'Mutated', samples: ['G1', 'G3'] } },
  ]);
});

test('samples of two collections are not compared, and the sentence says what to do', async () => {
  const items = [aSample(GBM, 'G1'), aSample(LGG, 'L1')];
  const { draw } = openScreen(<CompareBasketSamples name="Mutated" items={items} />, MAY_SAVE);
  draw();
  await screen.findByText('These samples are of 2 data collections. To compare samples, check those of one.');
  expect(screen.queryByRole('button', { name: 'Compare samples' })).toBeNull();
});

test('a taken name gets a number, and a long one stays within a hundred characters', () => {
  expect(freeName('Glia', new Set())).toBe('Glia');
  expect(freeName('Glia', new Set(['Glia', 'Glia 2']))).toBe('Glia 3');
  const long = 'x'.repeat(100);
  expect(freeName(long, new Set([long]))).toBe(`${'x'.repeat(98)} 2`);
});
