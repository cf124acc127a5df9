// @vitest-environment jsdom
import { getDraft } from '@omicon/contract/areas/drafts.ts';
import { createUpload, getUpload, getUploadReport, listUploads } from '@omicon/contract/areas/files/files.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readDraft, TEST_PROPOSAL } from '../../areas/drafts/test-draft.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { AddCollection } from './AddRecord.tsx';

const UPLOAD = {
  ...{ upload_id: 7, kind: 'data' as const, file_name: 'values.tsv and 1 more', size_bytes: 4 },
  ...{ part_size: 10, parts: [{ number: 1, size_bytes: 4, is_received: false }], status: 'open' as const },
};

/** Opens the screen for a person who may add collections. */
function open(search = '') {
  window.history.replaceState(null, '', `/home/add-new-collection${search}`);
  const opened = openScreen(<AddCollection />, { permissions: new Set(['COLLECTION_CREATE']) });
  opened.portal.replies(listUploads, { results: [], total: 0 });
  return opened;
}

beforeEach(() => window.history.replaceState(null, '', '/'));

test('one place takes the archive of the laboratory’s folder and files of other forms', async () => {
  const { container } = open().draw();
  expect(await screen.findByText('Archive of the data collection')).toBeDefined();
  expect(screen.getByText('What the archive contains')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Other forms that are read' })).toBeDefined();
  expect(container.querySelectorAll('input[type="file"]')).toHaveLength(1);
});

test('a template of the folder is offered beside the place for files', async () => {
  const { user, draw } = open();
  draw();
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '');
  });
  await user.click(await screen.findByRole('button', { name: /^Download a template/ }));
  expect(clicked).toEqual(['/api/template/']);
});

test.each([
  ['GSE1_makeDC_10-00-00/GSE1_DC_attributes.csv', 'collection'],
  ['notes.txt', 'collection'],
  ['brca/meta_study.txt', 'data'],
])('an archive with %s is an upload of kind %s', async (name, kind) => {
  const { portal, user, draw } = open();
  portal.replies(createUpload, UPLOAD);
  const { container } = draw();
  await screen.findByText('Archive of the data collection');
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no input for files.');
  await user.upload(input, [new File([`PK${name}PK`], 'study.zip')]);
  await waitFor(() =>
    expect(portal.sent(createUpload)[0]?.body).toMatchObject({ kind, file_name: 'study.zip' }),
  );
});

test('dropped files become one upload, at an address of its own', async () => {
  const { portal, user, draw } = open();
  portal.replies(createUpload, UPLOAD);
  const { container } = draw();
  await screen.findByText('Archive of the data collection');
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no input for files.');
  await user.upload(input, [new File(['abc'], 'values.tsv'), new File(['d'], 'samples.csv')]);
  await waitFor(() => expect(window.location.search).toBe('?upload=7'));
  expect(portal.sent(createUpload)[0]?.body).toEqual({
    ...{ kind: 'data', visibility: 'private', file_name: 'values.tsv and 1 more', size_bytes: 4 },
    files: [
      { name: 'values.tsv', size_bytes: 3 },
      { name: 'samples.csv', size_bytes: 1 },
    ],
  });
});

test('files that are read are mapped at the address of their upload', async () => {
  const { portal, draw } = open('?upload=7');
  portal.replies(getUpload, { ...UPLOAD, status: 'mapping' });
  portal.replies(getDraft, readDraft());
  draw();
  await screen.findByRole('heading', { level: 2, name: TEST_PROPOSAL.sentence });
});

test('a stored draft shows the report of its import', async () => {
  const { portal, draw } = open('?upload=7');
  portal.replies(getUpload, { ...UPLOAD, status: 'stored' });
  portal.replies(getDraft, { ...readDraft(), status: 'stored' });
  portal.replies(getUploadReport, {
    units: [{ kind: 'data set', title: 'Doe 2020', outcome: 'new', omicon_id: 'OM.DS.7' }],
    ...{ missing_files: [], faults: [], warnings: [], not_understood: [], ignored: [] },
    ...{ emptied_values: 0, message: null, status: 'stored', progress: readDraft().progress },
  });
  draw();
  await screen.findByRole('link', { name: 'See the samples: Doe 2020' });
});

test('after a reload the files of an open upload are asked for again', async () => {
  const { portal, draw } = open('?upload=7');
  portal.replies(getUpload, UPLOAD);
  portal.replies(getDraft, { ...readDraft(), status: 'open', map: null, proposal: null });
  draw();
  await screen.findByText(/^0 of 1 parts of values\.tsv and 1 more have arrived\./);
  await waitFor(() => expect(screen.getByText('Choose values.tsv and 1 more again')).toBeDefined());
});
