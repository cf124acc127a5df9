// @vitest-environment jsdom

import {
  createConsensus,
  deleteConsensus,
  getSharedConsensus,
  listConsensus,
  renameConsensus,
  replaceConsensusLink,
  restoreConsensus,
  type SavedConsensus as Saved,
} from '@omicon/contract/areas/consensus.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { SavedConsensus } from './SavedConsensus.tsx';

const MAY_SAVE = { permissions: new Set(['SEARCH_QUERY_CREATE']) };

function aConsensus(name: string): Saved {
  return {
    id: 7,
    name,
    modules: [34],
    not_readable: 0,
    share_token: 'now',
    created_at: '2026-11-02T10:00:00Z',
  };
}

function Opened({
  token,
  modules,
  onOpen,
}: {
  token: string | null;
  modules: number[];
  onOpen(token: string | null): void;
}) {
  const read = useEndpoint(
    getSharedConsensus,
    { params: { token: token ?? '' } },
    { enabled: token !== null },
  );
  return (
    <>
      <h1>{read.data?.name}</h1>
      <SavedConsensus modules={modules} token={token} onOpen={onOpen} />
    </>
  );
}

function openConsensus(token: string | null, modules = [34]) {
  const onOpen = vi.fn();
  const opened = openScreen(<Opened token={token} modules={modules} onOpen={onOpen} />, MAY_SAVE);
  const saysName = (name: string) => {
    const { id: _, ...shared } = aConsensus(name);
    opened.portal.replies(getSharedConsensus, shared);
    opened.portal.replies(listConsensus, {
      results: [aConsensus(name)],
      total: 1,
      page: 1,
      items_per_page: 100,
    });
  };
  saysName('Microglia');
  opened.draw();
  return { ...opened, onOpen, saysName };
}

test('a consensus is saved under a name, and opens by its link', async () => {
  const { portal, user, onOpen } = openConsensus(null);
  portal.replies(createConsensus, aConsensus('Microglia'));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Microglia');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('now'));
  expect(portal.sent(createConsensus)).toMatchObject([{ body: { name: 'Microglia', modules: [34] } }]);
});

test('without modules there is nothing to save', async () => {
  openConsensus(null, []);
  await screen.findByRole('button', { name: 'Saved lists' });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a renamed consensus shows its new name wherever it is open', async () => {
  const { portal, user, saysName } = openConsensus('now');
  portal.replies(renameConsensus, aConsensus('Immune cells'));
  await user.click(await screen.findByRole('button', { name: 'Rename Microglia' }));
  const dialog = await screen.findByRole('dialog');
  await user.clear(await within(dialog).findByRole('textbox'));
  await user.type(within(dialog).getByRole('textbox'), 'Immune cells');
  saysName('Immune cells');
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
  await screen.findByRole('heading', { name: 'Immune cells' });
  expect(portal.sent(renameConsensus)).toMatchObject([
    { params: { id: '7' }, body: { name: 'Immune cells' } },
  ]);
});

test('its link is replaced after a question, and it opens by the new one', async () => {
  const { portal, user, onOpen } = openConsensus('now');
  portal.replies(replaceConsensusLink, { share_token: 'new' });
  await user.click(await screen.findByRole('button', { name: 'Replace link of Microglia' }));
  expect(portal.sent(replaceConsensusLink)).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('new'));
});

test('a deleted consensus is left, and comes back by Undo', async () => {
  const { portal, user, onOpen } = openConsensus('now');
  portal.replies(deleteConsensus, { detail: 'The consensus is deleted.' });
  portal.replies(restoreConsensus, { detail: 'The consensus is restored.' });
  await user.click(await screen.findByRole('button', { name: 'Delete Microglia' }));
  expect(onOpen).toHaveBeenCalledWith(null);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(portal.sent(restoreConsensus)).toMatchObject([{ params: { id: '7' } }]));
});
