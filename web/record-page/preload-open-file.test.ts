import { listAnalysisFiles } from '@omicon/contract/areas/analyses/analyses.ts';
import { createFileLink } from '@omicon/contract/areas/files/files.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { fileBytesQuery } from '../areas/files/file-bytes.ts';
import { endpointQuery } from '../base/calls/use-endpoint.ts';
import { type Session, sessionQuery } from '../base/sign-in/session.ts';
import { ADA } from '../test-support/open-screen.tsx';
import { preloadOpenFile } from './preload-open-file.ts';
import { preloadPreview } from './preview-parts.ts';

vi.mock('./preview-parts.ts', () => ({ preloadPreview: vi.fn() }));

const FOLDER = 'Bicor-None_signum0.361';
const BYTES = '%PDF-1.4';

const file = (name: string, sizeByteVal: number): FileItem => ({
  id: 7,
  key: `7/${name}`,
  name,
  fileType: name.endsWith('.pdf') ? 'pdf' : 'txt',
  size: '',
  sizeByteVal,
  visibility: 'private',
  visibilityDisplayName: 'Private',
  owner: null,
  uploaded_on: '2026-11-28T00:00:00Z',
  entity_type: 'project',
  entity_id: 12,
  folder: FOLDER,
  location: '',
  has_comment: false,
  comment_count: 0,
  number_of_files: null,
});

const LIST = {
  folder: FOLDER,
  results: [file('Modules.pdf', 90_000), file('Huge.pdf', 2 ** 40), file('kME_table.csv', 900)],
  total: 3,
};

/** Opens an address of the portal, and gives the calls that are made before its screen renders. */
async function open(
  search: string,
  { accepted = true, pathname = '/home/analyses/analysis-data/files' } = {},
): Promise<{ calls: string[]; queryClient: QueryClient }> {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address);
    if (address.startsWith('/api/analyses/')) return Promise.resolve(Response.json(LIST));
    if (address !== createFileLink.path) return Promise.resolve(new Response(BYTES));
    const link = { url: '/api/files/content/t', expires_at: '', name: '', size_bytes: 8, sha256: '' };
    return Promise.resolve(Response.json(link));
  });
  const queryClient = new QueryClient();
  const me = { ...ADA, is_accepted_TOS: accepted };
  const session: Session = { me, role: ADA.role, permissions: new Set() };
  queryClient.setQueryData(sessionQuery.queryKey, session);
  await preloadOpenFile(queryClient, { pathname, searchStr: `?${search}` });
  return { calls, queryClient };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const AT = `analysisId=12&analysisFileFolderId=${FOLDER}`;
const LISTED = `/api/analyses/12/files/?folder=${FOLDER}`;

test('the bytes of a PDF of an analysis are there before its screen, under the keys of the screen’s own calls', async () => {
  const { calls, queryClient } = await open(`${AT}&pdf_name=Modules.pdf`);
  expect(preloadPreview).toHaveBeenCalledExactlyOnceWith('Modules.pdf');
  expect(calls).toEqual([LISTED, createFileLink.path, '/api/files/content/t']);
  const bytes = queryClient.getQueryData(fileBytesQuery('7/Modules.pdf').queryKey);
  expect(new TextDecoder().decode(bytes)).toBe(BYTES);
  const query = { folder: FOLDER, version: undefined };
  expect(
    queryClient.getQueryData(endpointQuery(listAnalysisFiles, { params: { id: 12 }, query }).queryKey),
  ).toEqual(LIST);
});

test.each([
  ['no PDF', `${AT}&pdf_name=kME_table.csv`, [LISTED]],
  ['too large to be shown', `${AT}&pdf_name=Huge.pdf`, [LISTED]],
  ['absent', `${AT}&pdf_name=None.pdf`, [LISTED]],
  ['of an old version', `${AT}&pdf_name=Modules.pdf&versions=1`, []],
  ['of no analysis', `analysisId=x&pdf_name=Modules.pdf`, []],
])('of a file that is %s no bytes are loaded', async (_what, search, expected) => {
  const { calls } = await open(search);
  expect(calls).toEqual(expected);
  expect(preloadPreview).toHaveBeenCalledOnce();
});

test('elsewhere only the viewer is loaded, and without an open file nothing', async () => {
  const record = { pathname: '/home/collections/data-sets/attributes' };
  expect((await open('dsId=3&tab=files&pdf_name=Modules.pdf', record)).calls).toEqual([]);
  expect(preloadPreview).toHaveBeenCalledOnce();
  expect((await open(AT)).calls).toEqual([]);
  expect(preloadPreview).toHaveBeenCalledOnce();
});

test('before the person has accepted the terms nothing is loaded', async () => {
  const { calls } = await open(`${AT}&pdf_name=Modules.pdf`, { accepted: false });
  expect(calls).toEqual([]);
  expect(preloadPreview).not.toHaveBeenCalled();
});
