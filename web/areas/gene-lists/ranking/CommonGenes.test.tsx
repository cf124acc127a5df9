// @vitest-environment jsdom
import { compareLists } from '@omicon/contract/areas/genes/gene-lists.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { CommonGenes } from './CommonGenes.tsx';

test('the number of common genes opens them, within the background, and they can be copied', async () => {
  const { portal, draw, user } = openScreen(
    <CommonGenes
      count={2}
      name="turquoise"
      identifiers={['CD68', 'AIF1', 'MBP']}
      background={['CD68', 'AIF1']}
      other={{ kind: 'module', id: 7, definition: 'PosFDR' }}
    />,
  );
  portal.replies(compareLists, {
    ...{ lists: [], universe: { size: 900, kind: 'modules' }, other_organisms: [], pairs: [] },
    parts: [
      { lists: [0, 1], symbols: ['MBP'] },
      { lists: [0, 1, 2], symbols: ['CD68', 'AIF1'] },
    ],
  });
  draw();
  await user.click(screen.getByRole('button', { name: '2 common genes with turquoise' }));
  const genes = within(await screen.findByRole('dialog', { name: '2 common genes with turquoise' }));
  await genes.findByText('2 common genes');
  expect(genes.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['AIF1', 'CD68']);
  await user.click(genes.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('AIF1\nCD68');
  expect(portal.sent(compareLists)[0]?.body).toMatchObject({
    lists: [
      { kind: 'list' },
      { kind: 'module', id: 7, definition: 'PosFDR' },
      { identifiers: ['CD68', 'AIF1'] },
    ],
  });
});
