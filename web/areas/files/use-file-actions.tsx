import type { FileItem } from '@omicon/contract/base/records.ts';
import {
  isPreviewable,
  PREVIEW_LIMIT_BYTES,
  PREVIEW_OTHER_KIND,
  PREVIEW_TOO_LARGE,
} from '@omicon/domain/files/file-kinds.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { filePermission, type PermissionCode } from '@omicon/domain/permissions/permissions.ts';
import { IconDownload, IconEye, IconTable } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type DownloadRequest, useStartDownload } from '../../actions/download/start-download.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { isExplored, previewKindOf } from './preview/preview-kind.ts';

/** Permissions needed to download a row. */
function neededFor(file: FileItem): PermissionCode[] {
  if (file.fileType !== 'folder') return [filePermission(file, 'DOWNLOAD')];
  return [
    filePermission({ entity_type: file.entity_type, folder: pathOfFile(file) }, 'DOWNLOAD'),
    'FILE_DOWNLOADS',
  ];
}

/** A single file is downloaded as it is; a folder or several rows as one zip. */
function requestFor(rows: readonly FileItem[], version: number | undefined): DownloadRequest | null {
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
  const folders = rows
    .filter(({ fileType }) => fileType === 'folder')
    .map((row) => ({
      entity_type: row.entity_type,
      entity_id: row.entity_id,
      version,
      folder: pathOfFile(row),
    }));
  const [key] = keys;
  if (keys.length + folders.length < rows.length || rows.length === 0) return null;
  return rows.length === 1 && key !== undefined ? { type: 'file', key } : { type: 'zip', keys, folders };
}

/** @param version of the record whose folders are listed, when it is not the current one */
export function useDownloadFiles(version?: number) {
  const { startDownload, isPending } = useStartDownload();

  function download(rows: readonly FileItem[]): void {
    const request = requestFor(rows, version);
    if (request === null)
      showToast({ type: 'warning', title: 'Warning', message: 'Please provide a valid key for download' });
    else startDownload(request, [...new Set(rows.flatMap(neededFor))]);
  }

  return { download, isPending };
}

/**
 * Preview and Download actions for the rows of a file grid, depending on permissions and file kind.
 * @param previewHref address of a file's preview
 * @param version of the record whose folders are listed, when it is not the current one
 */
export function useFileActions(previewHref: (file: FileItem) => string, version?: number) {
  const { hasPermission, isGuest } = useSession();
  const { download, isPending } = useDownloadFiles(version);
  const router = useRouter();

  function downloadOf(file: FileItem): RowAction[] {
    // Guests see Download too, and learn that it requires an account.
    if (!isGuest && !neededFor(file).every((code) => hasPermission(code))) return [];
    return [{ label: 'Download', icon: IconDownload, run: () => download([file]) }];
  }

  function mayPreview(file: FileItem): boolean {
    return file.fileType !== 'folder' && hasPermission(filePermission(file, 'PREVIEW'));
  }

  /** Address of the file's preview, null for a file without one. */
  function contentHref(file: FileItem): string | null {
    const kind = previewKindOf(file);
    return mayPreview(file) && kind !== 'too large' && kind !== 'other' ? previewHref(file) : null;
  }

  function actionsOf(file: FileItem): RowAction[] {
    if (file.fileType === 'folder') return downloadOf(file);
    const open = () => router.history.push(previewHref(file));
    const tooLarge = file.sizeByteVal > PREVIEW_LIMIT_BYTES ? PREVIEW_TOO_LARGE : null;
    const preview: RowAction = {
      label: 'Preview',
      icon: IconEye,
      refusal: isPreviewable(file.name) ? tooLarge : PREVIEW_OTHER_KIND,
      run: open,
    };
    const explore: RowAction = { label: 'Explore', icon: IconTable, run: open };
    return [
      ...(mayPreview(file) && (isPreviewable(file.name) || !isExplored(file)) ? [preview] : []),
      ...(mayPreview(file) && isExplored(file) ? [explore] : []),
      ...downloadOf(file),
    ];
  }

  return { actionsOf, contentHref, download, isPending };
}
