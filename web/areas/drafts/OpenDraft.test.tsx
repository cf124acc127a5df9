// @vitest-environment jsdom
import {
  type Draft,
  deleteDraft,
  getDraft,
  saveDraftMap,
  storeDraft,
} from '@omicon/contract/areas/drafts.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { OpenDraft } from './OpenDraft.tsx';
import { finding, readDraft, sheetColumn, TEST_MAP, TEST_PROPOSAL } from './test-draft.ts';

/** Opens a draft, by default one that waits for choices. */
function open(more: Partial<Draft> = {}) {
  const onNewFiles = vi.fn();
  const opened = openScreen(
    <OpenDraft id={7} onNewFiles={onNewFiles}>
      <p>The import</p>
    </OpenDraft>,
  );
  opened.portal.replies(getDraft, { ...readDraft(), ...more });
  opened.draw();
  return { ...opened, onNewFiles };
}

const withFindings = (...findings: ReturnType<typeof finding>[]) => ({
  proposal: { ...TEST_PROPOSAL, findings },
});
const storeButton = () => screen.findByRole('button', { name: 'Store' });
const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled');
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('the heading says what the files are, and takes the focus when it appears', async () => {
  open();
  const heading = await screen.findByRole('heading', { level: 2, name: TEST_PROPOSAL.sentence });
  expect(document.activeElement).toBe(heading);
  const files = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem');
  expect(files.map(({ textContent }) => textContent)).toEqual(['values.tsv: values', 'samples.csv: samples']);
});

test('files that are read for the first time show how far the reading is', async () => {
  open({
    ...{ status: 'checking', map: null, proposal: null },
    progress: {
      ...{
        phase: 'checking',
        file: 'values.tsv',
        files_done: 1,
        files_total: 2,
        rows: 900,
        seconds_left: 12,
      },
    },
  });
  expect((await screen.findByRole('status')).textContent).toBe('Reading the files');
  expect(screen.getByText('1 of 2 files, 900 rows, 12 s left')).toBeDefined();
});

test('a draft without open findings can be stored, and then its import is shown', async () => {
  const { portal, user } = open();
  portal.replies(storeDraft, readDraft({ status: 'storing' }));
  const store = await storeButton();
  expect(isDisabled(store)).toBe(false);
  await user.click(store);
  await screen.findByText('The import');
  expect(portal.sent(storeDraft)).toHaveLength(1);
});

test('nothing is stored while a finding is refused', async () => {
  open(withFindings(finding('refused', { file: 'values.tsv', line: 3, column: 'S1', count: 12 })));
  const store = await storeButton();
  expect(isDisabled(store)).toBe(true);
  expect(screen.getByText('values.tsv, line 3, column S1 · concerns 12')).toBeDefined();
  const reason = document.getElementById(store.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toMatch(/^1 finding must be resolved first/);
});

test('nothing is stored until a finding is confirmed, and read again as confirmed', async () => {
  const { portal, user } = open(withFindings(finding('confirm', { key: 'names:patient' })));
  const store = await storeButton();
  expect(isDisabled(store)).toBe(true);
  const confirmed = readDraft({
    map: { ...TEST_MAP, confirmed: ['names:patient'] },
    ...withFindings(finding('warning', { key: 'names:patient' })),
  });
  portal.replies(saveDraftMap, { ...confirmed, status: 'checking' });
  portal.replies(getDraft, confirmed);
  await user.click(screen.getByRole('checkbox', { name: 'A finding that is confirm.' }));
  expect(isDisabled(store)).toBe(true);
  await waitFor(() => expect(isDisabled(store)).toBe(false));
  expect(portal.sent(saveDraftMap)[0]?.body).toMatchObject({ confirmed: ['names:patient'] });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'A finding that is warning.' }).checked).toBe(
    true,
  );
});

test('findings are listed by what they mean for the data, the gravest first', async () => {
  open(withFindings(finding('repair'), finding('warning'), finding('confirm'), finding('refused')));
  await storeButton();
  const titles = ['To resolve (1)', 'To confirm (1)', 'Warnings (1)', 'Repairs (1)'];
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual(titles);
});

test('a renamed attribute is sent with the whole map', async () => {
  const { portal } = open();
  await storeButton();
  const attributes = TEST_MAP.attributes.with(1, {
    ...{ column: 'age', name: 'Age at diagnosis', is_kept: true, role: null, missing: [], values: {} },
  });
  const saved = readDraft({ map: { ...TEST_MAP, attributes } });
  portal.replies(saveDraftMap, saved);
  portal.replies(getDraft, saved);
  fill('Name of age', 'Age at diagnosis');
  await waitFor(() => expect(portal.sent(saveDraftMap)).toHaveLength(1));
  expect(portal.sent(saveDraftMap)[0]?.body).toEqual({ ...TEST_MAP, attributes });
});

test('what is typed while the files are read again stays, and is sent next', async () => {
  const { portal } = open();
  await storeButton();
  const first = readDraft({ status: 'checking', map: { ...TEST_MAP, title: 'Doe 2020' } });
  portal.replies(saveDraftMap, first);
  portal.replies(getDraft, first);
  fill('Title *', 'Doe 2020 ');
  await waitFor(() => expect(portal.sent(saveDraftMap)).toHaveLength(1));
  await waitFor(() => expect(portal.sent(getDraft).length).toBeGreaterThan(1));
  const title = screen.getByLabelText<HTMLInputElement>('Title *');
  expect(title.value).toBe('Doe 2020 ');
  fill('Title *', 'Doe 2020 brain');
  const second = readDraft({ map: { ...TEST_MAP, title: 'Doe 2020 brain' } });
  portal.replies(saveDraftMap, second);
  await waitFor(() => expect(portal.sent(saveDraftMap)).toHaveLength(2));
  expect(portal.sent(saveDraftMap)[1]?.body).toMatchObject({ title: 'Doe 2020 brain' });
  expect(title.value).toBe('Doe 2020 brain');
});

test('a map that the portal proposes after a change takes the place of the change', async () => {
  const { portal, user } = open();
  await storeButton();
  const proposed = readDraft({
    map: { ...TEST_MAP, matrix: 'other.tsv', id_column: 'Gene', title: 'Other' },
  });
  portal.replies(saveDraftMap, proposed);
  await user.selectOptions(screen.getByLabelText('File of values'), 'other.tsv');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title *').value).toBe('Other'));
});

test('a map without a title is not sent; the reason is at the field and at Store', async () => {
  const { portal } = open();
  const store = await storeButton();
  fill('Title *', '');
  expect(screen.getAllByText('Enter a title.')).toHaveLength(2);
  expect(isDisabled(store)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(portal.sent(saveDraftMap)).toEqual([]);
});

test('a change that is refused is kept on the screen, with the reason', async () => {
  const { portal } = open();
  const store = await storeButton();
  portal.refuses(saveDraftMap, 409, { code: 'conflict', detail: 'The draft is being stored.' });
  fill('Source', 'ArrayExpress');
  await screen.findByText('The draft is being stored.');
  expect(screen.getByLabelText<HTMLInputElement>('Source').value).toBe('ArrayExpress');
  expect(isDisabled(store)).toBe(true);
});

test('a change made just before the page is left is saved', async () => {
  const { portal, draw } = openScreen(
    <OpenDraft id={7} onNewFiles={() => undefined}>
      <p />
    </OpenDraft>,
  );
  portal.replies(getDraft, readDraft());
  portal.replies(saveDraftMap, readDraft());
  const { unmount } = draw();
  await storeButton();
  fill('Source', 'ArrayExpress');
  unmount();
  await waitFor(() => expect(portal.sent(saveDraftMap)).toHaveLength(1));
});

test('columns with one value are folded away, and counted', async () => {
  open();
  await storeButton();
  const folded = screen.getByText('1 column with one value').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.contains(screen.getByLabelText('Name of country'))).toBe(true);
  expect(folded?.contains(screen.getByLabelText('Name of gender'))).toBe(false);
});

test('two kept attributes cannot have one name', async () => {
  open({
    proposal: { ...TEST_PROPOSAL, sheet_columns: [sheetColumn('gender'), sheetColumn('age')] },
    map: { ...TEST_MAP, attributes: TEST_MAP.attributes.map((one) => ({ ...one, name: 'Sex' })) },
  });
  expect(isDisabled(await storeButton())).toBe(true);
  expect(screen.getAllByText('Two attributes have this name.')).toHaveLength(2);
});

test('the scale brings its usual transformation', async () => {
  const { portal, user } = open();
  await storeButton();
  portal.replies(
    saveDraftMap,
    readDraft({ map: { ...TEST_MAP, scale: 'counts', transformation: 'log2 CPM' } }),
  );
  await user.selectOptions(screen.getByLabelText('Scale of the values'), 'counts');
  expect(screen.getByLabelText<HTMLSelectElement>('Transformation').value).toBe('log2 CPM');
  await waitFor(() => expect(portal.sent(saveDraftMap)).toHaveLength(1));
});

test('nearly all identifiers are not 100 %', async () => {
  open();
  expect(
    await screen.findByText('Probes of an array, Affymetrix U133A: 9,999 of 10,000 (99.9 %)'),
  ).toBeDefined();
});

test('a map from a file replaces the choices; a file that is no map is refused with a sentence', async () => {
  const { portal, user } = open();
  await storeButton();
  const file = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (file === null) throw new Error('There is no input for a map.');
  await user.upload(file, new File(['{"a": 1}'], 'a.json', { type: 'application/json' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^a\.json is not a map/);
  const other = { ...TEST_MAP, matrix: 'elsewhere.tsv', source: 'ArrayExpress', confirmed: ['names:x'] };
  portal.replies(saveDraftMap, readDraft({ map: { ...TEST_MAP, source: 'ArrayExpress' } }));
  await user.upload(file, new File([JSON.stringify(other)], 'b.json', { type: 'application/json' }));
  await waitFor(() => expect(portal.sent(saveDraftMap)).toHaveLength(1));
  expect(portal.sent(saveDraftMap)[0]?.body).toEqual({ ...TEST_MAP, source: 'ArrayExpress' });
});

test('a draft is deleted once that is confirmed', async () => {
  const { portal, user, onNewFiles } = open();
  portal.replies(deleteDraft, { detail: 'Deleted.' });
  await storeButton();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(portal.sent(deleteDraft)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onNewFiles).toHaveBeenCalledTimes(1));
});

test('files that cannot be read lead back to choosing others', async () => {
  const fault = 'photo.png is a picture. Bring a table of values.';
  const { user, onNewFiles } = open({ status: 'refused', map: null, proposal: null, fault });
  await screen.findByText(fault);
  await user.click(screen.getByRole('button', { name: 'Choose other files' }));
  await waitFor(() => expect(onNewFiles).toHaveBeenCalledTimes(1));
});

test('cells are grouped by the columns that the person chooses; files of samples have no such choice', async () => {
  const cells = { sample: 'donor', cell_type: 'cell_type', least_cells: 10 };
  const columns = ['donor', 'cell_type', 'louvain'].map((title) => ({ title, distinct: 3 }));
  const more = {
    map: { ...TEST_MAP, cells },
    proposal: { ...TEST_PROPOSAL, cells: { cells: 2700, columns } },
  };
  const { portal, user } = open(more);
  portal.replies(saveDraftMap, readDraft({ ...more, status: 'checking' }));
  await storeButton();
  expect(screen.getByText(/The file has 2,700 single cells/)).toBeDefined();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Column of cell types' }), 'louvain');
  await waitFor(() => expect(portal.sent(saveDraftMap)).toHaveLength(1), { timeout: 5000 });
  expect(portal.sent(saveDraftMap)[0]?.body).toMatchObject({ cells: { ...cells, cell_type: 'louvain' } });
});
