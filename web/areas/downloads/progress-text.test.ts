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

test('a prepared archive shows how much of its size is ready', () => {
  expect(progressText(DOWNLOAD)).toMatch(/^\S+ \wB of \S+ \wB, 30 s left$/);
  expect(progressText({ ...DOWNLOAD, state: 'waiting' })).toBe('Waiting for its turn');
});

test('an image shows a share only: what is read for it is not its size in the download log', () => {
  const image = { ...DOWNLOAD, type: 'docker' };
  expect(progressText(image)).toBe('25 %, 30 s left');
  expect(progressText({ ...image, seconds_left: null, bytes_done: 9_000_000 })).toBe('100 %');
  expect(progressText({ ...image, file_size: 0 })).toMatch(/^0 %/);
});
