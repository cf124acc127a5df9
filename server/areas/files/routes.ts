/** Files of records: lists, links to fetch them, previews. Owns table file. */
import { createHash } from 'node:crypto';
import {
  createFileLink,
  getFileItem,
  listFiles,
  listRecentFiles,
  previewCsv,
  previewDocument,
  previewSheet,
  searchFiles,
} from '@omicon/contract/areas/files/files.ts';
import {
  fileExtension,
  isPreviewable,
  PREVIEW_OTHER_KIND,
  PREVIEW_TOO_LARGE,
} from '@omicon/domain/files/file-kinds.ts';
import { SIGNATURE_BYTES } from '@omicon/domain/files/file-signature.ts';
import { filePermission, type Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { damaged } from '../../base/http/sending.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { recordFixity } from '../../base/store/fixity.ts';
import type { Store } from '../../base/store/store.ts';
import { createLink } from '../../records/download/download-links.ts';
import {
  countCurrentFiles,
  findFileItem,
  listCurrentFiles,
  parseFileKey,
} from '../../records/file/file-rows.ts';
import { listFolder } from '../../records/file/folder-rows.ts';
import { toPage } from '../../records/lists/replies.ts';
import { readPreferences } from '../../records/person/preferences.ts';
import { readCsv, readDocument, readSheet } from './read-preview.ts';
import { refuseMisnamed } from './refuse-misnamed.ts';
import * as statements from './sql.ts';

export async function getFileRow(
  db: Db,
  principal: Principal,
  key: string,
): Promise<statements.StoredFileRow> {
  const id = parseFileKey(key);
  if (id === null) throw new PortalError('invalid_input', 'Please provide a valid key for download');
  const file = await statements.findFile(db, principal, id);
  if (!file) throw notFound('file');
  return file;
}

export function refuseWithoutPermission(
  principal: Principal,
  file: statements.StoredFileRow,
  purpose: 'download' | 'preview',
): void {
  if (principal.permissions.has(filePermission(file, purpose === 'download' ? 'DOWNLOAD' : 'PREVIEW')))
    return;
  throw new PortalError('permission_denied', 'You need to login to download/modify contents of the system.');
}

function refusePreview(file: statements.StoredFileRow, limitBytes: number): void {
  if (!isPreviewable(file.name)) throw new PortalError('unsupported_type', PREVIEW_OTHER_KIND);
  if (file.size_bytes > limitBytes) throw new PortalError('too_large', PREVIEW_TOO_LARGE);
}

/** Number of bytes needed to detect the type of a file. */
export async function readStart(
  store: Store,
  { storage_key, size_bytes }: Pick<statements.StoredFileRow, 'storage_key' | 'size_bytes'>,
): Promise<Buffer> {
  const start = Buffer.alloc(Math.min(SIGNATURE_BYTES, size_bytes));
  return start.length === 0 ? start : start.subarray(0, await store.readInto(storage_key, 0, start));
}

/** The bytes of a file, verified against the recorded checksum. */
async function readProved(services: Services, file: statements.StoredFileRow): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await services.store.read(file.storage_key)) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  if (createHash('sha256').update(bytes).digest().equals(file.sha256)) return bytes;
  await recordFixity(services.db, file.storage_key, false);
  throw damaged();
}

interface PreviewCall {
  db: Db;
  principal: Principal;
  body: { key: string };
  services: Services;
}

/** The bytes for a preview of these types, if the caller may see it. */
async function readForPreview(call: PreviewCall, kinds: readonly string[]): Promise<Buffer> {
  const { db, principal, body, services } = call;
  const file = await getFileRow(db, principal, body.key);
  refuseWithoutPermission(principal, file, 'preview');
  refusePreview(file, (await readPreferences(db, services.config)).preview_limit_bytes);
  if (!kinds.includes(fileExtension(file.name)))
    throw new PortalError('unsupported_type', `Only ${kinds.join(' and ')} files have this preview.`);
  const bytes = await readProved(services, file);
  refuseMisnamed(fileExtension(file.name), bytes);
  return bytes;
}

export const fileRoutes: Route[] = [
  serve(listRecentFiles, async ({ db, principal, query }) => {
    // Newest first by default.
    const paging =
      query.sort === 'uploaded_on' && query.order === 'asc' ? { ...query, order: 'desc' as const } : query;
    const filter = query.search === '' ? {} : { name: query.search };
    const [results, total] = await Promise.all([
      listCurrentFiles(db, principal, { ...paging, ...filter }),
      countCurrentFiles(db, principal, filter),
    ]);
    return toPage(results, total, query);
  }),

  serve(listFiles, async ({ db, principal, query }) => {
    if (query.entity_type !== undefined && query.entity_id !== undefined) {
      const record = await statements.findRecord(db, principal, {
        entity_type: query.entity_type,
        number: query.entity_id,
        version: query.version,
      });
      if (!record) throw notFound('record');
      const all = await listFolder(db, principal, { ...record, folder: query.folder });
      const first = (query.page - 1) * query.page_size;
      return toPage(all.slice(first, first + query.page_size), all.length, query);
    }
    const filter = query.search === '' ? {} : { name: query.search };
    const [results, total] = await Promise.all([
      listCurrentFiles(db, principal, { ...query, ...filter }),
      countCurrentFiles(db, principal, filter),
    ]);
    return toPage(results, total, query);
  }),

  serve(searchFiles, async ({ db, principal, query }) => {
    const filter = { name: query.name };
    const [results, total] = await Promise.all([
      listCurrentFiles(db, principal, { ...query, ...filter }),
      countCurrentFiles(db, principal, filter),
    ]);
    return toPage(results, total, query);
  }),

  serve(getFileItem, async ({ db, principal, query }) => {
    const id = parseFileKey(query.key);
    const file = id === null ? undefined : await findFileItem(db, principal, id);
    if (!file) throw notFound('file');
    return file;
  }),

  serveWrite(createFileLink, async ({ db, principal, body, services, audit }) => {
    const file = await getFileRow(db, principal, body.key);
    refuseWithoutPermission(principal, file, body.purpose);
    if (body.purpose === 'preview') {
      refusePreview(file, (await readPreferences(db, services.config)).preview_limit_bytes);
      refuseMisnamed(fileExtension(file.name), await readStart(services.store, file));
    }
    if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
    const link = await createLink(db, {
      person_id: principal.person_id,
      purpose: body.purpose,
      target: { file_id: file.id },
    });
    await audit({ action: `${body.purpose} file`, object_type: 'file', object_number: file.id });
    return {
      ...link,
      name: file.name,
      size_bytes: file.size_bytes,
      sha256: file.sha256.toString('hex'),
    };
  }),

  serve(previewCsv, async (call) => readCsv(call.services, await readForPreview(call, ['csv']))),

  serve(previewSheet, async (call) =>
    readSheet(call.services, await readForPreview(call, ['xls', 'xlsx']), call.body.sheet),
  ),

  serve(previewDocument, async (call) => readDocument(call.services, await readForPreview(call, ['docx']))),
];
