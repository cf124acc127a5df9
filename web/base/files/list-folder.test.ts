import type { FileItem } from '@omicon/contract/base/records.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { listFolder } from './list-folder.ts';

afterEach(() => vi.unstubAllGlobals());

function file(number: number): FileItem {
  return {
    id: number,
    key: `key-${number}`,
    name: `GSM${number}.txt`,
    fileType: 'txt',
    size: '1 KB',
    sizeByteVal: 1024,
    visibility: 'public',
    visibilityDisplayName: 'Public',
    owner: null,
    uploaded_on: '2024-04-05T00:00:00.000Z',
    entity_type: 'ds',
    entity_id: 2,
    folder: 'samples',
    location: 'Phillips 2006 / samples',
    has_comment: false,
    comment_count: 0,
    number_of_files: null,
  };
}

/** Fakes the call: replies with pages of files and records the requests. */
function answerWith(total: number) {
  const files = Array.from({ length: total }, (_, index) => file(index + 1));
  const requests: URLSearchParams[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const { searchParams } = new URL(address, 'https://portal.test');
    requests.push(searchParams);
    const size = Number(searchParams.get('page_size'));
    const page = Number(searchParams.get('page'));
    const results = files.slice((page - 1) * size, page * size);
    return Promise.resolve(Response.json({ results, total, page, items_per_page: size }));
  });
  return requests;
}

test('all files of a folder are read, even if it has more than one page', async () => {
  answerWith(237);
  const read = await listFolder({ entity_type: 'ds', entity_id: 2, folder: 'samples' });
  expect(read.map(({ id }) => id)).toEqual(Array.from({ length: 237 }, (_, index) => index + 1));
});

test('a folder is read in the requested version of its record', async () => {
  const requests = answerWith(1);
  await listFolder({ entity_type: 'ds', entity_id: 2, version: 1, folder: 'samples' });
  expect(requests.map((query) => [query.get('version'), query.get('folder')])).toEqual([['1', 'samples']]);
});

test('an empty folder takes one request', async () => {
  const requests = answerWith(0);
  expect(await listFolder({ entity_type: 'dc', entity_id: 1, folder: '' })).toEqual([]);
  expect(requests).toHaveLength(1);
});
