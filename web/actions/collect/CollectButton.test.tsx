// @vitest-environment jsdom

import { modals } from '@mantine/modals';
import {
  addBasketItems,
  type Basket,
  createBasket,
  listBaskets,
  removeBasketItems,
} from '@omicon/contract/areas/baskets.ts';
import { getDataCollectionOfDataSet } from '@omicon/contract/areas/collections.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { CollectButton } from './CollectButton.tsx';
import { collectRows, collectSampleRows } from './collect-rows.tsx';

const MODULE = { kind: 'module', record_number: 34 } as const;

function aBasket(id: number, name: string, updated_at: string): Basket {
  const number_of_items = { module: id, 'meta-module': 0, gene: 0, 'gene set': 0, sample: 0 };
  return { id, name, share_token: `token-${id}`, number_of_items, updated_at };
}
const GLIA = aBasket(1, 'Glia', '2026-11-02T10:00:00Z');
const NEURONS = aBasket(2, 'Neurons', '2026-11-03T10:00:00Z');

const MAY_COLLECT = { permissions: new Set(['SEARCH_QUERY_CREATE']) };

function openButton(baskets: Basket[]) {
  const opened = openScreen(<CollectButton items={() => [MODULE]} />, MAY_COLLECT);
  const { portal, draw } = opened;
  portal.replies(listBaskets, { results: baskets, total: baskets.length, page: 1, items_per_page: 100 });
  portal.replies(addBasketItems, { added: 1, already: 0, ids: [77] });
  portal.replies(removeBasketItems, { removed: 1 });
  draw();
  return opened;
}

test('the basket used last comes first, and one click collects into it; Undo removes what was added', async () => {
  const { portal, user } = openButton([GLIA, NEURONS]);
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await screen.findByRole('menuitem', { name: /^Glia/ });
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(names).toEqual(['Neurons2', 'Glia1', 'New basket\u2026']);
  await user.click(screen.getByRole('menuitem', { name: /^Neurons/ }));
  await screen.findByText(/1 item in “Neurons”/);
  expect(portal.sent(addBasketItems)).toMatchObject([{ params: { id: '2' }, body: { items: [MODULE] } }]);
  expect(screen.getByRole('link', { name: 'Open basket' }).getAttribute('href')).toBe(
    '/home/baskets?basket=2',
  );
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(portal.sent(removeBasketItems)).toMatchObject([{ params: { id: '2' }, body: { ids: [77] } }]),
  );
});

test('what is in the basket already is told, and there is nothing to undo', async () => {
  const { portal, user } = openButton([GLIA]);
  portal.replies(addBasketItems, { added: 0, already: 1, ids: [] });
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Glia/ }));
  await screen.findByText(/“Glia” has them already/);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a new basket is created by its name, and gets the items; a taken name is refused at the field', async () => {
  const { portal, user } = openButton([]);
  const taken = 'You have a basket “Glia” already.';
  portal.replies(createBasket, NEURONS);
  portal.refuses(
    createBasket,
    409,
    { code: 'conflict', detail: taken, fields: { name: taken } },
    ({ body }) => (body as { name: string }).name === 'Glia',
  );
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New basket\u2026' }));
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await user.type(field, 'Glia{Enter}');
  await screen.findByText(taken);
  expect(portal.sent(addBasketItems)).toEqual([]);
  await user.clear(field);
  await user.type(field, 'Neurons{Enter}');
  await screen.findByText(/1 item in “Neurons”/);
  expect(portal.sent(addBasketItems)).toMatchObject([{ params: { id: '2' }, body: { items: [MODULE] } }]);
});

test('a thousand and one genes are sent in two calls and told as one', async () => {
  const genes = Array.from({ length: 1001 }, (_, at) => ({ kind: 'gene' as const, name: `GENE${at}` }));
  const { portal, draw, user } = openScreen(<CollectButton items={() => genes} />, MAY_COLLECT);
  portal.replies(listBaskets, { results: [GLIA], total: 1, page: 1, items_per_page: 100 });
  portal.replies(addBasketItems, { added: 500, already: 0, ids: [1] });
  draw();
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Glia/ }));
  await screen.findByText(/1,000 items in “Glia”/);
  const sizes = portal.sent(addBasketItems).map(({ body }) => (body as { items: unknown[] }).items.length);
  expect(sizes).toEqual([1000, 1]);
});

test('of checked rows each gives its items, such as both modules of a pair, and rows without items none', async () => {
  const collect = collectRows(({ modules }: { modules: number[] | null }) =>
    modules === null ? null : modules.map((record_number) => ({ kind: 'module' as const, record_number })),
  );
  const rows = [{ modules: [3, 4] }, { modules: null }, { modules: [5] }];
  const { portal, draw, user } = openScreen(
    collect(() => rows),
    MAY_COLLECT,
  );
  portal.replies(listBaskets, { results: [GLIA], total: 1, page: 1, items_per_page: 100 });
  portal.replies(addBasketItems, { added: 3, already: 0, ids: [1, 2, 3] });
  draw();
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Glia/ }));
  await screen.findByText(/3 items in “Glia”/);
  expect(portal.sent(addBasketItems)).toMatchObject([
    { body: { items: [3, 4, 5].map((record_number) => ({ kind: 'module', record_number })) } },
  ]);
});

test('rows of the same module collect it once', async () => {
  const collect = collectRows(({ id }: { id: number }) => ({ kind: 'module' as const, record_number: id }));
  const { portal, draw, user } = openScreen(
    collect(() => [{ id: 3 }, { id: 4 }, { id: 3 }]),
    MAY_COLLECT,
  );
  portal.replies(listBaskets, { results: [GLIA], total: 1, page: 1, items_per_page: 100 });
  portal.replies(addBasketItems, { added: 2, already: 0, ids: [1, 2] });
  draw();
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Glia/ }));
  await screen.findByText(/2 items in “Glia”/);
  expect(portal.sent(addBasketItems)).toMatchObject([
    { body: { items: [3, 4].map((record_number) => ({ kind: 'module', record_number })) } },
  ]);
});

test('samples of a data set are collected as those of its data collection', async () => {
  const collect = collectSampleRows(7);
  const { portal, draw, user } = openScreen(
    collect(() => [{ sample: 'GSM1' }]),
    MAY_COLLECT,
  );
  portal.replies(listBaskets, { results: [GLIA], total: 1, page: 1, items_per_page: 100 });
  portal.replies(addBasketItems, { added: 1, already: 0, ids: [1] });
  portal.replies(getDataCollectionOfDataSet, { _id: 12, title: 'Phillips 2006', omicon_id: 'OM.DC.12' });
  draw();
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Glia/ }));
  await screen.findByText(/1 item in “Glia”/);
  expect(portal.sent(getDataCollectionOfDataSet)).toMatchObject([{ params: { id: '7' } }]);
  expect(portal.sent(addBasketItems)).toMatchObject([
    { body: { items: [{ kind: 'sample', record_number: 12, name: 'GSM1' }] } },
  ]);
});

test('guests learn that baskets need an account, and nothing is asked of the server', async () => {
  const { draw, user } = openScreen(<CollectButton items={() => [MODULE]} />, { role: 'GU' });
  draw();
  const open = vi.spyOn(modals, 'openContextModal').mockReturnValue('permission');
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  expect(open).toHaveBeenCalledWith({ modal: 'permission', title: 'Permission', innerProps: {} });
});
