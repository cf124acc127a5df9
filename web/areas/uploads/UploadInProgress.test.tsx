// @vitest-environment jsdom
import { getUpload, getUploadReport } from '@omicon/contract/areas/files/files.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import type { UploadReport } from './calls.ts';
import { RefusedUpload } from './RefusedUpload.tsx';
import { UploadInProgress } from './UploadInProgress.tsx';

const FAULTS = Array.from({ length: 7 }, (_, at) => ({
  ...{ kind: 'wrong' as const, file: 'golub/expression.csv', line: at + 2, column: 'ALL_1' },
  sentence: `"high${at}" is not a number.`,
}));
const REPORT: UploadReport = {
  ...{ units: [], missing_files: [], faults: FAULTS, warnings: [], not_understood: [], ignored: [] },
  ...{ emptied_values: 0, message: null, status: 'refused' },
  progress: { phase: 'ended', file: null, files_done: 0, files_total: 0, rows: 0, seconds_left: null },
};
const DIALOG = { name: 'Zip file upload failed' };

test('the report of an import that was refused before is read without a dialog', async () => {
  const { portal, draw } = openScreen(<UploadInProgress id={3} chosen={null} onNewFile={() => undefined} />);
  portal.replies(getUpload, {
    ...{
      upload_id: 3,
      kind: 'collection',
      file_name: 'golub.zip',
      size_bytes: 10,
      part_size: 10,
      parts: [],
      status: 'refused',
    },
  });
  portal.replies(getUploadReport, REPORT);
  draw();
  await screen.findByRole('list', { name: 'What is wrong' });
  expect(screen.queryByRole('dialog', DIALOG)).toBeNull();
});

test('the dialog of a refused import lists its first faults, and says how many more there are', async () => {
  openScreen(<RefusedUpload report={REPORT} isNews onNewFile={() => undefined} />).draw();
  const dialog = within(await screen.findByRole('dialog', DIALOG));
  expect(dialog.getByText('Nothing was stored, because of 7 faults:')).toBeDefined();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)[0]).toBe(
    '"high0" is not a number.golub/expression.csv, line 2, column ALL_1',
  );
  expect(dialog.getAllByRole('listitem')).toHaveLength(5);
  expect(dialog.getByText('The page lists 2 more.')).toBeDefined();
});
