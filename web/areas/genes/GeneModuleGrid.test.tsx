// @vitest-environment jsdom
import { listGeneModules } from '@omicon/contract/areas/genes/genes.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { GeneModuleGrid } from './GeneModuleGrid.tsx';

test.each([
  ['', ['all modules by its kME', 'its correlates', 'the data sets that measure it']],
  [
    '?definition=Seed',
    ['Try any definition', 'all modules by its kME', 'its correlates', 'the data sets that measure it'],
  ],
  ['?membership=all', ['its correlates', 'the data sets that measure it']],
])('a gene without modules leads to what there is of it (%s)', async (search, names) => {
  history.replaceState(null, '', `/home/genes/OR4F5${search}`);
  const { portal, draw } = openScreen(<GeneModuleGrid symbol="OR4F5" />);
  portal.replies(listGeneModules, {
    ...{ results: [], total: 0, page: 1, items_per_page: 20, networks_without_kme: 0 },
  });
  draw();
  await screen.findByRole('link', { name: 'its correlates' });
  const links = screen.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
  for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/home\/genes\/OR4F5/);
});
