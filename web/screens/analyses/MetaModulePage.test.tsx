// @vitest-environment jsdom
import {
  getMetaModule,
  listGenesOfMetaModule,
  listModulesOfMetaModule,
  listTraitsOfMetaModule,
  setMetaModuleTitle,
} from '@omicon/contract/areas/analyses/atlas.ts';
import { addBasketItems, listBaskets } from '@omicon/contract/areas/baskets.ts';
import { countFileComments, listFileComments, setThreadState } from '@omicon/contract/areas/comments.ts';
import { rankGeneSets } from '@omicon/contract/areas/genes/gene-lists.ts';
import { getPermissions, getSession } from '@omicon/contract/areas/people/sign-in.ts';
import { getStar } from '@omicon/contract/areas/starred.ts';
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aSurvival, MICROGLIA } from '../../areas/atlas/test-atlas.ts';
import type { Session } from '../../base/sign-in/session.ts';
import { ADA, openScreen } from '../../test-support/open-screen.tsx';
import { MetaModuleRecord } from './MetaModulePage.tsx';

beforeEach(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  // jsdom has no locks; another tab holds the socket.
  const locks = { request: () => new Promise(() => undefined) };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
});

type Tab = Parameters<typeof MetaModuleRecord>[0]['tab'];

function openPage(tab: Tab, session: Partial<Session> = {}) {
  history.replaceState(null, '', `/home/meta-modules/OM.MM.3?tab=${tab}`);
  const opened = openScreen(<MetaModuleRecord id={3} tab={tab} />, session);
  opened.portal.replies(getMetaModule, MICROGLIA);
  opened.portal.replies(getStar, { is_starred: false });
  return opened;
}

const DATA_SETS = [
  { id: 1, title: 'GSE1' },
  { id: 3, title: 'GSE3' },
];

test('a meta-module is shown with its ID, star, genes, summary, history and theme', async () => {
  openPage('places', { permissions: new Set(['STARRED_CREATE']) }).draw();
  await screen.findByRole('heading', { level: 1, name: 'Microglia' });
  screen.getByRole('button', { name: 'Copy Omicon ID OM.MM.3' });
  await screen.findByRole('button', { name: 'Star' });
  screen.getByText('Found in 2 of 3 cohorts');
  expect(screen.getByRole('link', { name: 'CD68' }).getAttribute('href')).toBe('/home/genes/CD68');
  screen.getByText(/^6 modules of 2 data sets are this signal, in 2 of the 3 cohorts/);
  screen.getByText('History: 2 events');
  expect(screen.getByRole('link', { name: 'Immune response' }).getAttribute('href')).toBe(
    '/home/meta-modules/OM.MM.8',
  );
  expect(screen.getByRole('link', { name: 'Macrophages' }).getAttribute('href')).toBe(
    '/home/meta-modules/OM.MM.5',
  );
  expect(document.title).toBe('Microglia - Omicon');
});

test('data sets are listed by whether they have it, the most alike first', async () => {
  openPage('places').draw();
  const found = await screen.findByRole('region', { name: 'Found' });
  within(found).getByRole('heading', { name: 'Found in 2 data sets' });
  expect(
    within(found)
      .getAllByText(/^r 0/)
      .map(({ textContent }) => textContent),
  ).toEqual(['r 0.91', 'r 0.80']);
  const [module] = within(found).getAllByRole('link', { name: 'turquoise · microglia' });
  expect(module?.getAttribute('href')).toBe('/home/modules/OM.CM.71');
  within(screen.getByRole('region', { name: 'Absent' })).getByText(
    '96 % of its consensus genes are measured',
  );
  within(screen.getByRole('region', { name: 'Not measurable' })).getByText(
    '12 % of its consensus genes are measured',
  );
});

test('the consensus genes are a heat map, and can be explored, saved and copied', async () => {
  const { portal, draw } = openPage('genes', {
    permissions: new Set(['SEARCH_CREATE', 'RESOURCE_GENESET_ATTRIBUTES_MODIFY']),
  });
  portal.replies(listGenesOfMetaModule, {
    data_sets: DATA_SETS,
    genes: [
      { symbol: 'CD68', kme: 0.93, member_of: 2, measured_by: 3, kme_by_data_set: [0.95, null] },
      { symbol: 'AIF1', kme: 0.9, member_of: 2, measured_by: 2, kme_by_data_set: [0.91, 0.88] },
    ],
  });
  draw();
  const picture = await screen.findByRole('img', { name: /^kME of the consensus genes of Microglia\./ });
  fireEvent.keyDown(picture, { key: 'ArrowRight' });
  screen.getByText('CD68 in GSE1: kME 0.950.');
  fireEvent.keyDown(picture, { key: 'ArrowRight' });
  screen.getByText('CD68 in GSE3: not measured.');
  screen.getByRole('button', { name: 'Save the 2 consensus genes as gene set' });
  screen.getByRole('button', { name: 'Copy genes' });
});

test('traits are forest plots with the combined r, and say what is still computed', async () => {
  const { portal, draw } = openPage('traits');
  portal.replies(listTraitsOfMetaModule, {
    traits: [
      {
        ...{ attribute: 'Tumor_Grade', higher_in: 'IV' },
        results: DATA_SETS.map((data_set) => ({
          ...{ data_set, n: 72, r: 0.42, low: 0.21, high: 0.6, p_value: 0.0002 },
        })),
        combined: { cohorts: 2, r: 0.42, low: 0.27, high: 0.55, p_value: 1e-7, i_squared: 0 },
      },
    ],
    waiting: 1,
  });
  draw();
  await screen.findByText('The associations of 1 data set are not computed yet.');
  const picture = screen.getByRole('img', { name: /^Sample attributes and Microglia\./ });
  fireEvent.keyDown(picture, { key: 'End' });
  screen.getByText(
    'Tumor Grade: Combined, 2 cohorts, r 0.42 (0.27 to 0.55), I² 0 %, P 1.0e-7; positive: higher in IV.',
  );
});

test('of many attributes the first twenty are drawn until all are asked for', async () => {
  const { portal, draw, user } = openPage('traits');
  portal.replies(listTraitsOfMetaModule, {
    traits: Array.from({ length: 25 }, (_, at) => ({
      ...{ attribute: `Attribute_${at}`, higher_in: null, combined: null },
      results: [{ data_set: { id: 1, title: 'GSE1' }, n: 72, r: 0.1, low: -0.1, high: 0.3, p_value: 0.4 }],
    })),
    waiting: 0,
  });
  draw();
  await screen.findByText('Attribute 19');
  expect(screen.queryByText('Attribute 20')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 25 attributes' }));
  screen.getByText('Attribute 24');
});

test('survival is a forest plot of hazard ratios with the combined one', async () => {
  const { portal, draw } = openPage('survival', { permissions: new Set(['DATA_SET_VIEW']) });
  portal.replies(getSurvival, aSurvival(0.5, 0.25));
  draw();
  const picture = await screen.findByRole('img', { name: /^Survival and Microglia\./ });
  screen.getByText('Hazard ratio per SD, above 1: higher risk where the signal is high');
  expect(portal.sent(getSurvival).map(({ params, body }) => [params.id, body])).toEqual([
    ['1', expect.objectContaining({ by: { kind: 'module', id: 71 } })],
    ['3', expect.objectContaining({ by: { kind: 'module', id: 73 } })],
  ]);
  fireEvent.keyDown(picture, { key: 'End' });
  screen.getByText('Combined, 2 cohorts: hazard ratio 1.65 (1.17 to 2.33), I² 0 %, P 0.0047.');
});

test('data sets without follow-up are listed as such', async () => {
  const { portal, draw } = openPage('survival', { permissions: new Set(['DATA_SET_VIEW']) });
  portal.replies(getSurvival, { ...aSurvival(0.5, 0.25), time: null, event: null, panels: [] });
  draw();
  await screen.findByText('No survival data');
  screen.getByText('2 data sets: no follow-up');
});

test('gene sets are ranked by their overlap with the consensus genes', async () => {
  const { portal, draw } = openPage('sets', { permissions: new Set(['DATA_SET_SEARCH']) });
  portal.replies(listGenesOfMetaModule, {
    data_sets: DATA_SETS,
    genes: [{ symbol: 'CD68', kme: 0.93, member_of: 2, measured_by: 3, kme_by_data_set: [0.95, null] }],
  });
  portal.replies(rankGeneSets, {
    repair: {
      ...{ given: 1, symbols: ['CD68'], official: 1, repeated: 0 },
      ...{ cleaned: [], mapped: [], dates: [], ambiguous: [], unknown: [] },
    },
    ...{ columns: [], total: 1, unfolded: 1, tested: 3130, execution_ms: 20 },
    results: [
      {
        ...{ SetID: '9', SetName: 'PANGLAO_MICROGLIA', Category: 'CellType', Species: null },
        ...{ Pval: 1e-6, qval: 1e-4, Overlap: 1, Size: 71, Listed: 1, Universe: 20_000, Jaccard: 0.01 },
        ...{ Folded: 0, Leading_Set: null, Geneset_Omicon_ID: 'OM.GS.9' },
      },
    ],
  });
  draw();
  await screen.findByText(/^1 of 3,130 gene sets share at least one gene with the consensus/);
  screen.getByRole('grid', { name: 'Ranked gene sets' });
  expect(portal.sent(rankGeneSets)[0]?.body).toMatchObject({ identifiers: ['CD68'], fold: true });
});

test('its modules are a list with network and data set', async () => {
  const { portal, draw } = openPage('modules');
  portal.replies(listModulesOfMetaModule, {
    results: [
      {
        ...{ id: 71, omicon_id: 'OM.CM.71', name: 'turquoise', theme: 'microglia', analysis_id: 4 },
        network: { id: 5, omicon_id: 'OM.CN.5', name: 'Bicor-None' },
        data_set: { id: 1, title: 'GSE1' },
        ...{ recurring_module: 2, is_representative: true, features: 345 },
      },
    ],
    ...{ total: 1, page: 1, items_per_page: 20 },
  });
  draw();
  const grid = await screen.findByRole('grid', { name: 'Modules of Microglia' });
  expect(
    (await within(grid).findByRole('link', { name: 'turquoise · microglia' })).getAttribute('href'),
  ).toBe('/home/modules/OM.CM.71');
  within(grid).getByText('345');
});

test('its comments are a tab, with their number and the thread of the meta-module', async () => {
  const { portal, draw, user } = openPage('comments', {
    permissions: new Set(['COMMENTS_LIST_VIEW', 'NOTIFICATION_COMMENTS_VIEW']),
  });
  portal.replies(countFileComments, { total_comments: 4 });
  portal.replies(listFileComments, {
    ...{ display_name: 'Microglia', comments: [], children: {}, total: 0, total_comments: 0, state: 'none' },
  });
  portal.replies(setThreadState, { state: 'follow' });
  draw();
  const tab = await screen.findByRole('link', { name: /^Comments/ });
  await waitFor(() => expect(tab.textContent).toBe('Comments4'));
  expect(tab.getAttribute('href')).toContain('tab=comments');
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  await waitFor(() =>
    expect(portal.sent(setThreadState)).toMatchObject([
      { params: { id: '3' }, body: { file_folder_name: '', state: 'follow' } },
    ]),
  );
  expect(portal.sent(listFileComments)[0]?.params).toEqual({ id: '3' });
});

test('who may not read comments has no tab for them', async () => {
  openPage('places').draw();
  await screen.findByRole('link', { name: /^Modules/ });
  expect(screen.queryByRole('link', { name: /^Comments/ })).toBeNull();
});

test('it is collected by its number', async () => {
  const { portal, draw, user } = openPage('places', { permissions: new Set(['SEARCH_QUERY_CREATE']) });
  const number_of_items = { module: 0, 'meta-module': 0, gene: 0, 'gene set': 0, sample: 0 };
  const glia = {
    ...{ id: 1, name: 'Glia', share_token: 'glia', number_of_items, updated_at: '2026-11-02T10:00:00Z' },
  };
  portal.replies(listBaskets, { results: [glia], total: 1, page: 1, items_per_page: 100 });
  portal.replies(addBasketItems, { added: 1, already: 0, ids: [77] });
  draw();
  await user.click(await screen.findByRole('button', { name: 'Collect' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Glia/ }));
  await screen.findByText(/1 item in “Glia”/);
  expect(portal.sent(addBasketItems)).toMatchObject([
    { params: { id: '1' }, body: { items: [{ kind: 'meta-module', record_number: 3 }] } },
  ]);
});

test('an emptied title is that of the portal again', async () => {
  const { portal, draw, user } = openPage('places', { permissions: new Set(['PROJECT_CREATE']) });
  portal.replies(setMetaModuleTitle, MICROGLIA);
  // Everything is asked again, the session too.
  portal.replies(getSession, { me: ADA });
  portal.replies(getPermissions, { role: 'LAB', permissions: ['PROJECT_CREATE'] });
  draw();
  await user.click(await screen.findByRole('button', { name: 'Change title and summary' }));
  await user.clear(await screen.findByRole('textbox', { name: 'Title' }));
  await user.type(screen.getByRole('textbox', { name: 'Summary' }), 'Resident immune cells.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(portal.sent(setMetaModuleTitle)[0]).toMatchObject({
      params: { id: '3' },
      body: { title: null, summary: 'Resident immune cells.' },
    }),
  );
});

test('a meta-module that is not there leads back to the atlas', async () => {
  history.replaceState(null, '', '/home/meta-modules/OM.MM.3');
  const { portal, draw } = openScreen(<MetaModuleRecord id={3} tab="places" />);
  portal.refuses(getMetaModule, 404, {
    code: 'not_found',
    detail: 'There is no such meta-module.',
    fields: {},
  });
  draw();
  await screen.findByText('There is no such meta-module.');
  expect(screen.getByRole('link', { name: 'Atlas' }).getAttribute('href')).toBe('/home/atlas');
});
