import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takePdfThread } from './pdf/pdf-thread.ts';
import { DocumentPreview, ExploreTable, PdfPreview, preloadViewer, WorkbookPreview } from './viewers.ts';

const VIEWERS = { PdfPreview, ExploreTable, WorkbookPreview, DocumentPreview };

const threads: string[] = [];
beforeEach(() => {
  threads.length = 0;
  vi.stubGlobal(
    'Worker',
    class {
      constructor(url: string) {
        threads.push(url);
      }
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  { name: 'Modules_14-27-57.pdf', loaded: ['PdfPreview'] },
  { name: '228/Modules_14-27-57.pdf', loaded: ['PdfPreview'] },
  { name: 'ClinicalData.xlsx', loaded: ['WorkbookPreview'] },
  { name: 'Protocol.docx', loaded: ['DocumentPreview'] },
  { name: 'kME_table.csv.gz', loaded: ['ExploreTable'] },
  { name: 'Module_statistics.csv', loaded: [] },
  { name: 'picture.tiff', loaded: [] },
])('before $name is known only its viewer is loaded', async ({ name, loaded }) => {
  const calls = Object.entries(VIEWERS).map(
    ([viewer, part]) => [viewer, vi.spyOn(part, 'preload').mockResolvedValue(undefined)] as const,
  );
  await preloadViewer(name);
  expect(calls.flatMap(([viewer, { mock }]) => (mock.calls.length > 0 ? [viewer] : []))).toEqual(loaded);
  // Each test leaves none behind.
  if (threads.length > 0) takePdfThread();
});

test('a PDF’s thread starts with its viewer, once, and is taken by one document', () => {
  vi.spyOn(PdfPreview, 'preload').mockResolvedValue(undefined);
  void preloadViewer('Modules_14-27-57.pdf');
  void preloadViewer('Modules_14-27-58.pdf');
  expect(threads).toHaveLength(1);
  const first = takePdfThread();
  expect(threads).toHaveLength(1);
  // The next document, or the next attempt, has another one.
  expect(takePdfThread()).not.toBe(first);
  expect(threads).toEqual(Array(2).fill(expect.stringContaining('pdf.worker')));
});
