/** Five kinds of calls of a lab member on the corpus, each using another part of the product. */
import { randomBytes } from 'node:crypto';
import { commentOn } from '../journeys/harness/calls.ts';
import { makeMember } from '../journeys/harness/members.ts';
import type { Portal } from '../journeys/harness/portal.ts';
import { openDatabase } from '../server/base/postgres/database.ts';

const PART_BYTES = 200_000;
export const GIVEN_UP_MS = 60_000;

export const KINDS = ['list', 'search', 'comment', 'upload', 'download'] as const;
export type Kind = (typeof KINDS)[number];
export type Calls = Record<Kind, () => Promise<Response>>;

export async function makeCalls({ address }: Portal, authorization: string): Promise<Calls> {
  const headers = { authorization, 'content-type': 'application/json' };
  // A broken connection counts as no response.
  const call = (path: string, init: RequestInit) =>
    fetch(`${address}${path}`, { ...init, signal: AbortSignal.timeout(GIVEN_UP_MS) })
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer;
      })
      .catch(() => new Response(null, { status: 599 }));
  const get = (path: string) => call(path, { headers });
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  async function read<T>(path: string, body?: object): Promise<T> {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) ?? null });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const collections = await read<{ results: { id: number }[] }>('/api/data-collections/');
  const collection = collections.results[0]?.id ?? 0;
  const { results: files } = await read<{ results: { key: string | null; sizeByteVal: number }[] }>(
    '/api/files/?page_size=100',
  );
  const [smallest] = files
    .filter(({ key }) => key !== null)
    .toSorted((one, other) => one.sizeByteVal - other.sizeByteVal);
  const { url } = await read<{ url: string }>('/api/files/link/', {
    key: smallest?.key,
    purpose: 'download',
  });
  const { upload_id } = await read<{ upload_id: number }>('/api/uploads/', {
    file_name: 'GSE4271.zip',
    size_bytes: PART_BYTES,
    kind: 'collection',
  });
  const { links } = await read<{ links: { url: string }[] }>(`/api/uploads/${upload_id}/parts/`, {
    numbers: [1],
  });
  const part = randomBytes(PART_BYTES);
  let number = 0;
  return {
    list: () => get('/api/data-sets/?page_size=25'),
    search() {
      number += 1;
      const rule = { field: 'enrichment', definition: 'Any', p_below: 0.05 / number, name_contains: 'cell' };
      const filters = { genesets: { rules: [rule] } };
      return post('/api/advanced-search/', { result_type: 'covariation-modules', filters });
    },
    comment: () => post('/api/comment/create/', commentOn('dc', collection, 'Meanwhile')),
    upload: () =>
      call(links[0]?.url ?? '', {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/zip' },
        body: part,
      }),
    download: () => get(url),
  };
}

/** @returns credentials of a lab member */
export async function openMember(databaseUrl: string): Promise<string> {
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  const { token } = await makeMember(db).finally(close);
  return `Token ${token}`;
}
