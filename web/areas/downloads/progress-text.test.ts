import type { Download } from '@omicon/contract/areas/downloads.ts';
import { expect, test } from 'vitest';
import { progressText } from './DownloadPanel.tsx';

const DOWNLOAD: Download = {
  id: 'abc',
  type: 'zip',
  name: 'Network.zip',
  number_of_files: 3,
  file_size: 4_000_000,
  state: 'preparing',
  bytes_done: 1_000_000,
  seconds_left: 30,
  message: null,
  key: null,
};

test('a download in preparation shows its share and the time left, and no size that it may not have in the end', () => {
  expect(progressText(DOWNLOAD)).toBe('25 %, 30 s left');
  expect(progressText({ ...DOWNLOAD, seconds_left: null })).toBe('25 %');
  expect(progressText({ ...DOWNLOAD, file_size: 0 })).toBe('0 %, 30 s left');
  expect(progressText({ ...DOWNLOAD, state: 'waiting' })).toBe('Waiting for its turn');
});
