// @vitest-environment jsdom
import { listSuggestions } from '@omicon/contract/areas/search.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { CommandPalette } from './CommandPalette.tsx';

beforeEach(() => window.history.replaceState(null, '', '/home/starred'));

const MEMBER = {
  permissions: new Set(['COLLECTION_SEARCH', 'COLLECTION_LIST_VIEW', 'COLLECTION_CREATE', 'STARRED_CREATE']),
};
const gene = (title: string) => ({
  kind: 'gene' as const,
  title,
  detail: 'gene',
  href: `/home/genes/${title}`,
});

function openPalette(session = MEMBER) {
  const onDone = vi.fn();
  const opened = openScreen(<CommandPalette onDone={onDone} />, session);
  opened.portal.replies(listSuggestions, { results: [], gene_href: null });
  opened.draw();
  return { ...opened, onDone, box: screen.getByRole('combobox', { name: 'Screen, record, gene or action' }) };
}

/** The option that Enter would choose, as assistive technology is told. */
const active = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent?.trim();

test('Enter opens the screen of which the beginnings of words were typed, and closes the palette', async () => {
  const { user, box, onDone } = openPalette();
  await user.type(box, 'add coll{Enter}');
  await vi.waitFor(() => expect(window.location.pathname).toBe('/home/add-new-collection'));
  expect(onDone).toHaveBeenCalled();
});

test('screens that the person may not open are not listed', () => {
  openPalette();
  expect(screen.getAllByRole('option', { name: 'Starred' })).toHaveLength(1);
  expect(screen.queryByRole('option', { name: 'User Management' })).toBeNull();
});

test('arrow keys move through the options and around their ends', async () => {
  const { user, box } = openPalette();
  expect(active(box)).toBe('Home');
  await user.type(box, '{ArrowUp}');
  expect(active(box)).toBe('Log Out');
  await user.type(box, '{ArrowDown}{ArrowDown}');
  expect(active(box)).toBe('Data collections');
});

test('a gene that the text names comes before screens of that name', async () => {
  const { portal, user, box } = openPalette();
  portal.replies(listSuggestions, { results: [gene('STAR')], gene_href: '/home/genes/STAR' });
  await user.type(box, 'star');
  await vi.waitFor(() => expect(active(box)).toBe('STAR gene'));
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(window.location.pathname).toBe('/home/genes/STAR'));
});

test('Enter before the suggestions have come opens what was typed, not what a part of it suggested', async () => {
  const { portal, user, box } = openPalette();
  portal.replies(listSuggestions, { results: [gene('TREM1')], gene_href: null });
  await user.type(box, 'trem');
  await screen.findByRole('option', { name: /TREM1/ });
  portal.replies(listSuggestions, { results: [gene('TREM2')], gene_href: '/home/genes/TREM2' });
  await user.type(box, '2{Enter}');
  await vi.waitFor(() => expect(window.location.pathname).toBe('/home/genes/TREM2'));
});

test('a text that nothing has is searched for', async () => {
  const { user, box } = openPalette();
  await user.type(box, 'xyzzy{Enter}');
  await vi.waitFor(() => expect(window.location.search).toBe('?q=xyzzy&scope=all'));
});
