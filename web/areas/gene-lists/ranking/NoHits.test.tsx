// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { NoHits } from './NoHits.tsx';

beforeEach(() => history.replaceState(null, '', '/home/explore'));

test('a list without hits leads to its genes, and to the other kind of ranking', async () => {
  const { draw, user } = openScreen(<NoHits what="module" identifiers={['PTPRC', 'CD68']} />);
  draw();
  expect(screen.getByRole('link', { name: 'CD68' }).getAttribute('href')).toBe('/home/genes/CD68');
  expect(screen.queryByRole('button', { name: 'Clear the filters' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Compare with gene sets' }));
  expect(new URLSearchParams(location.search).get('tab')).toBe('gene-sets');
});

test('filters that leave nothing are cleared by a click, the list and its background stay', async () => {
  history.replaceState(null, '', '/home/explore?genes=x&definition=Seed&minsize=20&background=y');
  const { draw, user } = openScreen(<NoHits what="module" identifiers={['PTPRC']} />);
  draw();
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(location.search).toBe('?genes=x&background=y');
  await user.click(screen.getByRole('button', { name: 'Use all genes as background' }));
  expect(location.search).toBe('?genes=x');
});
