import {
  explorableForm,
  fileExtension,
  fileTypeOf,
  isPreviewable,
  PREVIEW_LIMIT_BYTES,
} from '@omicon/domain/files/file-kinds.ts';

/** The viewer for a file, or the reason why there is none. */
export type PreviewKind =
  | 'csv'
  | 'workbook'
  | 'document'
  | 'text'
  | 'pdf'
  | 'explore'
  | 'too large'
  | 'other';

export function previewKindOf({ name, sizeByteVal }: { name: string; sizeByteVal: number }): PreviewKind {
  const type = fileTypeOf(name);
  const extension = fileExtension(name);
  if (isExplored({ name, sizeByteVal })) return 'explore';
  if (!isPreviewable(name)) return 'other';
  if (sizeByteVal > PREVIEW_LIMIT_BYTES) return 'too large';
  if (extension === 'csv') return 'csv';
  if (extension === 'docx') return 'document';
  if (type === 'xls') return 'workbook';
  return type === 'pdf' ? 'pdf' : 'text';
}

/** Text tables without whole-file preview, because of size or kind, are read by range. */
export function isExplored({ name, sizeByteVal }: { name: string; sizeByteVal: number }): boolean {
  return explorableForm(name) !== null && (sizeByteVal > PREVIEW_LIMIT_BYTES || !isPreviewable(name));
}
