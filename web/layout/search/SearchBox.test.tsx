// @vitest-environment jsdom
import { listSuggestions } from '@omicon/contract/areas/search.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { SearchBox } from './SearchBox.tsx';

beforeEach(() => window.history.replaceState(null, '', '/home/recent-files'));

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

const sample = (title: string, collection: number) => ({
  kind: 'sample' as const,
  title,
  detail: 'Phillips 2006 GSE4271',
  href: `/home/samples/${collection}/${title}`,
});

test('Enter opens the only sample of a name', async () => {
  const { portal, draw, user } = openScreen(<SearchBox />);
  portal.replies(listSuggestions, {
    results: [sample('GSM9695', 3), sample('GSM96950', 3)],
    gene_href: null,
  });
  draw();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'gsm9695{Enter}');
  await vi.waitFor(() => expect(window.location.pathname).toBe('/home/samples/3/GSM9695'));
});

test('a name of several samples is searched for', async () => {
  const { portal, draw, user } = openScreen(<SearchBox />);
  portal.replies(listSuggestions, { results: [sample('S1', 3), sample('S1', 4)], gene_href: null });
  draw();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 's1{Enter}');
  await vi.waitFor(() => expect(searched()).toBe('s1'));
});

test('an empty box says what can be searched for, and one without suggestions that Enter searches on', async () => {
  const { portal, draw, user } = openScreen(<SearchBox />, { permissions: new Set(['FILE_SEARCH']) });
  portal.replies(listSuggestions, { results: [], gene_href: null });
  draw();
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.click(box);
  await screen.findByText(/^A gene \(TREM2\), a module/);
  await user.type(box, 'xyzzy');
  await screen.findByText('Nothing has such a name. Enter searches the files, too.');
});
