/** Resolves a selection to files: all of them, or a refusal with the reason. */
import type { createDownload } from '@omicon/contract/areas/downloads.ts';
import type { BodyOf } from '@omicon/contract/base/endpoint.ts';
import { cleanFileName, nameArchivePaths } from '@omicon/domain/files/archive-paths.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { filePermission, type Principal } from '@omicon/domain/permissions/permissions.ts';
import { recordKind } from '@omicon/domain/records/record-kinds.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import type { Db } from '../../base/postgres/database.ts';
import { parseFileKey } from '../../records/file/file-rows.ts';
import { listSelectedFiles, type SelectedFileRow, type SelectedFolder } from './sql-files.ts';

/** As large as the largest archive that the portal accepts. */
const MAX_FILES = 10_000;
const MAX_BYTES = 20 * 1024 ** 3;

export const NO_KEY = 'Please provide a valid key for download';
export const NOT_ALLOWED = 'You need to login to download/modify contents of the system.';

function parseKeys({ key, keys = [] }: BodyOf<typeof createDownload>): number[] {
  return [...(key === undefined ? [] : [key]), ...keys].map((each) => {
    const id = parseFileKey(each);
    if (id === null) throw new PortalError('invalid_input', NO_KEY);
    return id;
  });
}

/** Every folder that contains one of the files, with its version, in the form of the request to `listSelectedFiles`. */
function foldersWithFiles(files: readonly SelectedFileRow[]): Set<string> {
  const held = new Set<string>();
  for (const file of files) {
    const parts = file.folder === '' ? [] : file.folder.split('/');
    for (let depth = 0; depth <= parts.length; depth += 1) {
      const folder = `${file.entity_type} ${file.entity_number} ${parts.slice(0, depth).join('/')}`;
      held.add(`${file.version} ${folder}`);
      if (file.is_current) held.add(`current ${folder}`);
    }
  }
  return held;
}

/** Checks that everything in the selection was found; invisible records count as missing. */
function refuseMissing(
  files: readonly SelectedFileRow[],
  { file_ids, folders }: { file_ids: readonly number[]; folders: readonly SelectedFolder[] },
): void {
  const found = new Set(files.map((file) => file.id));
  if (file_ids.some((id) => !found.has(id))) throw notFound('file');
  const held = foldersWithFiles(files);
  for (const { entity_type, entity_id, version, folder } of folders) {
    if (!held.has(`${version ?? 'current'} ${entity_type} ${entity_id} ${folder}`)) throw notFound('folder');
  }
}

export function refuseWithoutPermission(
  principal: Principal,
  files: readonly { entity_type: SelectedFolder['entity_type']; folder: string }[],
  folders: readonly SelectedFolder[],
): void {
  const needed = new Set(files.map((file) => filePermission(file, 'DOWNLOAD')));
  for (const { entity_type, folder } of folders)
    if (folder === '') needed.add(recordKind(entity_type).downloadCode);
  for (const code of needed)
    if (!principal.permissions.has(code)) throw new PortalError('permission_denied', NOT_ALLOWED);
}

function refuseTooMuch(files: readonly SelectedFileRow[]): void {
  if (files.length > MAX_FILES) {
    throw new PortalError(
      'too_large',
      'A download can have at most 10,000 files. Please choose fewer files or folders.',
    );
  }
  const bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
  if (bytes > MAX_BYTES) {
    throw new PortalError(
      'too_large',
      `A download holds at most ${formatSize(MAX_BYTES)}; this selection has ${formatSize(bytes)}. Please choose less.`,
    );
  }
}

export interface Selection {
  files: (SelectedFileRow & { path: string })[];
  /** of the resulting file */
  name: string;
}

/** Name of the archive, after its folder or record, or the number of files that were chosen. */
function nameArchive(
  files: readonly SelectedFileRow[],
  { folders, file_ids }: { folders: readonly SelectedFolder[]; file_ids: readonly number[] },
): string {
  const [only, ...more] = folders;
  const isOneFolder = more.length === 0 && file_ids.length === 0;
  const titles = new Set(files.map((file) => file.record_title));
  const [title = 'Omicon'] = titles;
  if (only !== undefined && isOneFolder && only.folder !== '' && titles.size === 1)
    return `${cleanFileName(`${title} ${only.folder.split('/').at(-1)}`)}.zip`;
  const whole = files.find(
    (file) => file.entity_type === only?.entity_type && file.entity_number === only.entity_id,
  );
  if (isOneFolder && only?.folder === '' && whole !== undefined)
    return `${cleanFileName(whole.record_title)}.zip`;
  const [file] = files;
  const held = files.length === 1 && file !== undefined ? file.name : `${files.length} files`;
  return `${cleanFileName(`${titles.size === 1 ? title : 'Omicon'} ${held}`)}.zip`;
}

/**
 * Resolves a selection in one statement.
 * @throws PortalError 400 for an invalid key, 404 if anything does not exist or is not visible, 403 if visible but not
 * downloadable, 413 over the limits
 */
export async function resolveSelection(
  db: Db,
  principal: Principal,
  body: BodyOf<typeof createDownload>,
): Promise<Selection> {
  const selection = { file_ids: parseKeys(body), folders: body.folders ?? [] };
  if (body.type === 'zip' && !principal.permissions.has('FILE_DOWNLOADS'))
    throw new PortalError('permission_denied', NOT_ALLOWED);
  const files = await listSelectedFiles(db, principal, { ...selection, limit: MAX_FILES + 1 });
  refuseTooMuch(files);
  refuseMissing(files, selection);
  refuseWithoutPermission(principal, files, selection.folders);
  const [first] = files;
  if (body.type === 'file' && first !== undefined)
    return { files: [{ ...first, path: first.name }], name: first.name };
  const paths = nameArchivePaths(
    files.map(({ record_title: record, folder, name }) => ({ record, folder, name })),
  );
  return {
    files: files.map((file, index) => ({ ...file, path: paths[index] ?? file.name })),
    name: nameArchive(files, selection),
  };
}
