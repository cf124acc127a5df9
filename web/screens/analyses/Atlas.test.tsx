// @vitest-environment jsdom
import { exportMetaModules, getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { aDataSet, aMetaModule, DATA_SETS, STATUS } from '../../areas/atlas/test-atlas.ts';
import type { Session } from '../../base/sign-in/session.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { Atlas } from './Atlas.tsx';

const THEME = { id: 3, name: 'Microglia' };
const ROWS = [
  aMetaModule(3, 'Microglia', THEME),
  aMetaModule(5, 'Macrophages', THEME),
  aMetaModule(4, 'Neurons'),
];
const REPLY = {
  results: ROWS,
  ...{ total: 3, page: 1, items_per_page: 50, status: STATUS, data_sets: DATA_SETS },
};

beforeEach(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});

function openAtlas(search: string, reply: Partial<typeof REPLY> = {}, session: Partial<Session> = {}) {
  history.replaceState(null, '', `/home/atlas${search}`);
  const opened = openScreen(<Atlas />, session);
  opened.portal.replies(getAtlas, { ...REPLY, ...reply });
  opened.draw();
  return opened;
}

test('the atlas says what recurs, and its picture reads names and cells by keys', async () => {
  openAtlas('');
  await screen.findByText(/^3 signals recur in 4 data sets of 3 cohorts/);
  const picture = screen.getByRole('img', { name: /^Recurring signals by data set\. 3 rows, 4 data sets/ });
  fireEvent.keyDown(picture, { key: 'ArrowDown' });
  screen.getByText(/^Microglia \(OM\.MM\.3\): found in 2 of 3 cohorts/);
  fireEvent.keyDown(picture, { key: 'ArrowRight' });
  screen.getByText(/^Microglia in GSE1.*turquoise · microglia, 345 features/);
  fireEvent.keyDown(picture, { key: 'End' });
  screen.getByText(/not measurable, 12 % of its consensus genes are measured/);
  // Two data sets have each signal, one could have it.
  expect(picture.querySelectorAll('circle[fill="none"]')).toHaveLength(3);
  expect(picture.querySelectorAll('circle')).toHaveLength(9);
});

test('a theme is folded into one row, with a button that opens it in the address', async () => {
  const { user } = openAtlas('?sort=theme&order=asc');
  const button = await screen.findByRole('button', { name: '1 more of the theme Microglia' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  screen.getByRole('img', { name: /2 rows, 4 data sets/ });
  await user.click(button);
  expect(new URLSearchParams(window.location.search).get('open')).toBe('3');
});

test('the consensus genes of all signals are exported as gene sets or tables', async () => {
  const { user } = openAtlas('', {}, { permissions: new Set([exportMetaModules.permission as string]) });
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '');
  });
  await user.click(await screen.findByRole('button', { name: 'Export genes' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Table with kME as Parquet' }));
  expect(clicked).toEqual(['/api/atlas/export/?format=parquet']);
});

test('an open theme has a row for each of its meta-modules', async () => {
  openAtlas('?sort=theme&order=asc&open=3');
  const button = await screen.findByRole('button', { name: '1 more of the theme Microglia' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  screen.getByRole('img', { name: /3 rows, 4 data sets/ });
});

test('filters are folded away unless one is set, and data sets of several values are in several groups', async () => {
  const data_sets = [
    aDataSet(1, 1, 'Glioblastoma', 'Astrocytoma (excluding Glioblastoma)'),
    ...DATA_SETS.slice(1),
  ];
  openAtlas('', { data_sets });
  const summary = await screen.findByText('Filter by disease');
  expect(summary.closest('details')?.open).toBe(false);
  const names = screen.getByRole('group', { name: 'Found in, by disease' }).querySelectorAll('label');
  expect([...names].map(({ textContent }) => textContent)).toEqual([
    'Glioblastoma (2 data sets)',
    'Astrocytoma (excluding Glioblastoma) (1 data set)',
    'Bladder cancer (1 data set)',
    'Not given (1 data set)',
  ]);
});

test('an atlas that is computed again is asked again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { portal } = openAtlas('', { status: { ...STATUS, is_outdated: true } });
  await screen.findByText(/the atlas is being computed again/);
  portal.replies(getAtlas, { ...REPLY, status: { ...STATUS, meta_modules: 4 } });
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText(/^4 signals recur/);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(portal.sent(getAtlas)).toHaveLength(2);
});

test('a choice for a group asks for all of its data sets', async () => {
  const { user } = openAtlas('?in_none=2&page=2');
  const inGlioma = await screen.findByRole('combobox', { name: 'Glioblastoma (2 data sets)' });
  await user.selectOptions(inGlioma, 'in all');
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    in_all: '1,3',
    in_none: '2',
  });
});

test('the filters of the address are said and chosen', async () => {
  const { user } = openAtlas('?in_all=1,3&in_none=2');
  const said = await screen.findByText(
    'In every data set of Glioblastoma; in no data set of Bladder cancer.',
  );
  expect(said.closest('details')?.open).toBe(true);
  const chosen = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value;
  expect(chosen('Glioblastoma (2 data sets)')).toBe('in_all');
  expect(chosen('Bladder cancer (1 data set)')).toBe('in_none');
  expect(chosen('Not given (1 data set)')).toBe('either');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(window.location.search).toBe('');
});

test('the table has a column for each data set', async () => {
  openAtlas('?as=table');
  const grid = await screen.findByRole('grid', { name: 'Recurring signals by data set' });
  const heads = [...grid.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(heads.slice(0, 4)).toEqual(['Title', 'ID', 'Genes', 'Found in']);
  expect(heads).toHaveLength(12);
  expect(screen.getAllByText('found, r 0.91')).toHaveLength(3);
  expect(screen.getAllByText('not measurable')).toHaveLength(3);
});

test('an atlas that is not computed yet says so, and leads on', async () => {
  openAtlas('', { results: [], total: 0, status: { ...STATUS, computed_at: null, meta_modules: 0 } });
  await screen.findByText('No atlas yet');
  expect(screen.getByRole('link', { name: 'Data sets' }).getAttribute('href')).toBe(
    '/home/collections/data-sets',
  );
  screen.getByRole('link', { name: 'Analyses' });
});

test('filters that leave nothing can be cleared', async () => {
  const { user } = openAtlas('?search=nothing&in_all=1&group=tissue', { results: [], total: 0 });
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  expect(window.location.search).toBe('?group=tissue');
});

test('an atlas that cannot be read says why', async () => {
  history.replaceState(null, '', '/home/atlas');
  const { portal, draw } = openScreen(<Atlas />);
  portal.refuses(getAtlas, 403, {
    code: 'permission_denied',
    detail: 'You may not read analyses.',
    fields: {},
  });
  draw();
  await screen.findByText('You may not read analyses.');
});
