// @vitest-environment jsdom
import { exploreTable, findInTable } from '@omicon/contract/areas/files/explore.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { ExploreTable } from './ExploreTable.tsx';

const KEY = 'a'.repeat(32);
const READY = {
  ...{
    state: 'ready' as const,
    known_rows: 3000,
    number_of_rows: 3000,
    progress: 1,
    delimiter: ',' as const,
  },
  number_of_columns: 1,
  columns: [{ place: 0, name: 'Gene', kind: 'text' as const }],
  rows: [{ row: 0, cells: ['GENE0'], is_cut: false }],
};

async function open() {
  const { portal, draw, user } = openScreen(<ExploreTable fileKey={KEY} />);
  portal.replies(exploreTable, READY);
  draw();
  await user.type(await screen.findByRole('textbox', { name: 'Find in the table' }), 'gene2500');
  return { portal, user };
}

test('Stop ends the search, and does not begin it again', async () => {
  const { portal, user } = await open();
  portal.replies(findInTable, { row: null, next_row: 0, is_end: false });
  await user.click(screen.getByRole('button', { name: 'Find next' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await screen.findByText('Stopped.');
  const sent = portal.sent(findInTable).length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(portal.sent(findInTable)).toHaveLength(sent);
  expect(screen.getByRole('button', { name: 'Find next' })).toBeDefined();
});

test('a file that is still being unpacked is searched when it is, in place of saying that nothing was found', async () => {
  const { portal, user } = await open();
  portal.replies(findInTable, { row: null, next_row: 0, is_end: false });
  await user.click(screen.getByRole('button', { name: 'Find next' }));
  await waitFor(() => expect(portal.sent(findInTable)).toHaveLength(1));
  expect(screen.queryByText('No further row contains it.')).toBeNull();
  portal.replies(findInTable, { row: null, next_row: 3000, is_end: true });
  await screen.findByText('No further row contains it.');
});
