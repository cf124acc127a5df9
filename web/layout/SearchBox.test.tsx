// @vitest-environment jsdom
import { listSuggestions } from '@omicon/contract/areas/search.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../test-support/open-screen.tsx';
import { SearchBox } from './SearchBox.tsx';

const searched = () => new URLSearchParams(window.location.search).get('q');

test('a search that is answered late does not lead away from a later one', async () => {
  const { portal, draw, user } = openScreen(<SearchBox />);
  portal.replies(listSuggestions, { results: [], gene_href: null });
  const { fetch } = globalThis;
  const late = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.includes('q=glioma')) await late.promise;
    return fetch(address, init);
  });
  draw();
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'glioma{Enter}');
  await user.clear(box);
  await user.type(box, 'om.ds.12{Enter}');
  await vi.waitFor(() => expect(searched()).toBe('OM.DS.12'));
  late.resolve();
  // The late answer has been read once its call is no longer under way.
  await vi.waitFor(() => expect(portal.sent(listSuggestions).length).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(searched()).toBe('OM.DS.12');
});
