import { fileExtension, fileTypeOf, PREVIEW_LIMIT_BYTES } from '@omicon/domain/file-kinds.ts';

/** How a file is shown: by one of the viewers, or with a sentence why it is not. */
export type PreviewKind = 'csv' | 'text' | 'pdf' | 'too large' | 'other';

export function previewKindOf({ name, sizeByteVal }: { name: string; sizeByteVal: number }): PreviewKind {
  const type = fileTypeOf(name);
  if (sizeByteVal > PREVIEW_LIMIT_BYTES) return 'too large';
  if (fileExtension(name) === 'csv') return 'csv';
  if (type === 'txt' || type === 'r-code') return 'text';
  return type === 'pdf' ? 'pdf' : 'other';
}
