import { afterEach, expect, test, vi } from 'vitest';
import { DocumentPreview, ExploreTable, PdfPreview, preloadViewer, WorkbookPreview } from './viewers.ts';

const VIEWERS = { PdfPreview, ExploreTable, WorkbookPreview, DocumentPreview };

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  { name: 'Modules_14-27-57.pdf', loaded: ['PdfPreview'] },
  { name: '228/Modules_14-27-57.pdf', loaded: ['PdfPreview'] },
  { name: 'ClinicalData.xlsx', loaded: ['WorkbookPreview'] },
  { name: 'Protocol.docx', loaded: ['DocumentPreview'] },
  { name: 'kME_table.csv.gz', loaded: ['ExploreTable'] },
  { name: 'Module_statistics.csv', loaded: [] },
  { name: 'picture.tiff', loaded: [] },
])('before $name is known only its viewer is loaded', ({ name, loaded }) => {
  const calls = Object.entries(VIEWERS).map(
    ([viewer, part]) => [viewer, vi.spyOn(part, 'preload').mockReturnValue(undefined)] as const,
  );
  preloadViewer(name);
  expect(calls.flatMap(([viewer, { mock }]) => (mock.calls.length > 0 ? [viewer] : []))).toEqual(loaded);
});
