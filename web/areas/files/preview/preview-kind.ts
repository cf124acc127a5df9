import {
  explorableForm,
  fileExtension,
  fileTypeOf,
  isPreviewable,
  PREVIEW_LIMIT_BYTES,
} from '@omicon/domain/file-kinds.ts';

/** How a file is shown: by one of the viewers, or with a sentence why it is not. */
export type PreviewKind = 'csv' | 'text' | 'pdf' | 'explore' | 'too large' | 'other';

export function previewKindOf({ name, sizeByteVal }: { name: string; sizeByteVal: number }): PreviewKind {
  const type = fileTypeOf(name);
  if (isExplored({ name, sizeByteVal })) return 'explore';
  if (sizeByteVal > PREVIEW_LIMIT_BYTES) return 'too large';
  if (fileExtension(name) === 'csv') return 'csv';
  if (type === 'txt' || type === 'r-code') return 'text';
  return type === 'pdf' ? 'pdf' : 'other';
}

/** Text tables that have no whole-file preview, for their size or their kind, are read by range. */
export function isExplored({ name, sizeByteVal }: { name: string; sizeByteVal: number }): boolean {
  return explorableForm(name) !== null && (sizeByteVal > PREVIEW_LIMIT_BYTES || !isPreviewable(name));
}
