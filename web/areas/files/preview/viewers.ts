/** Viewers of files that have scripts of their own. */
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { startPdfThread } from './pdf/pdf-thread.ts';
import { type PreviewKind, previewKindOf } from './preview-kind.ts';

const TABLE = { lines: 10 };

export const PdfPreview = lazyPart(
  'the viewer',
  async () => (await import('./pdf/PdfPreview.tsx')).PdfPreview,
);

export const ExploreTable = lazyPart(
  'the table',
  async () => (await import('./tables/ExploreTable.tsx')).ExploreTable,
  TABLE,
);

export const WorkbookPreview = lazyPart(
  'the workbook',
  async () => (await import('./tables/WorkbookPreview.tsx')).WorkbookPreview,
  TABLE,
);

export const DocumentPreview = lazyPart(
  'the document',
  async () => (await import('./documents/DocumentPreview.tsx')).DocumentPreview,
  TABLE,
);

const BY_KIND: Partial<Record<PreviewKind, { preload(): Promise<void> }>> = {
  pdf: PdfPreview,
  explore: ExploreTable,
  workbook: WorkbookPreview,
  document: DocumentPreview,
};

/** Loads the viewer of a file of which only the name is known yet. Resolves when it has loaded or failed. */
export async function preloadViewer(name: string): Promise<void> {
  const kind = previewKindOf({ name, sizeByteVal: 0 });
  if (kind === 'pdf') startPdfThread();
  await BY_KIND[kind]?.preload();
}
