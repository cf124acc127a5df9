/** Additional files of the small laboratory, large downloads, and a reader of zip archives. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import type { Store } from '../base/store/store.ts';
import type { Caller, TestPortal } from './portal.ts';

export interface AddedFile {
  key: string;
  storageKey: string;
  bytes: Buffer;
}

/** Adds a file to a data set, as intake would store it. */
export async function aFileOf(
  { services }: TestPortal,
  dataSet: number,
  { folder = '', name, bytes }: { folder?: string; name: string; bytes: Buffer },
  store: Store = services.store,
): Promise<AddedFile> {
  const { storageKey, sha256 } = await store.put(Readable.from([bytes]));
  const owner = await services.db
    .selectFrom('data_set')
    .select(['id', 'visibility', 'owner_id'])
    .where('number', '=', dataSet)
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow();
  const { id } = await services.db
    .insertInto('file')
    .values({
      entity_type: 'ds',
      owner_id: owner.id,
      entity_number: dataSet,
      folder,
      name,
      size_bytes: bytes.length,
      sha256,
      storage_key: storageKey,
      visibility: owner.visibility,
      person_id: owner.owner_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { key: `${id}/${name}`, storageKey, bytes };
}

/** A large download: `inject` would also decode it as text, which takes seconds for images. */
export async function fetchBytes({ app }: TestPortal, url: string, as: Caller) {
  const headers = { authorization: `Token ${as.token}` };
  const response = await app.inject({ url, headers, payloadAsStream: true });
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: await buffer(response.stream()),
  };
}

/** Entries of an archive in order, with their bytes. */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

/** The expected manifest of an archive of these entries. */
export function manifestOf(entries: ReadonlyMap<string, Buffer>): string {
  const lines = [...entries]
    .filter(([path]) => path !== 'manifest.csv')
    .map(([path, bytes]) => {
      const shown = /[",]/.test(path) ? `"${path.replaceAll('"', '""')}"` : path;
      return `${shown},${bytes.length},${createHash('sha256').update(bytes).digest('hex')}`;
    });
  return `${['path,size_bytes,sha256', ...lines].join('\r\n')}\r\n`;
}
