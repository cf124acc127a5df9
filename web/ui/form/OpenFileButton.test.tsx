// @vitest-environment jsdom
import { notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { openFile } from './OpenFileButton.tsx';

const told = () => notificationsStore.getState().notifications.map(({ title, message }) => [title, message]);

beforeEach(() => {
  notificationsStore.updateState((state) => ({ ...state, notifications: [] }));
});

test('a file is handed over as text, with its name', async () => {
  const read: string[][] = [];
  await openFile(new File(['CD68\nAIF1'], 'genes.txt'), {
    maxBytes: 9,
    refusal: 'Too large.',
    onText: (...all) => read.push(all),
  });
  expect(read).toEqual([['CD68\nAIF1', 'genes.txt']]);
  expect(told()).toEqual([]);
});

test('a file that is too large is refused with its own sentence, and not read', async () => {
  const read: string[] = [];
  await openFile(new File(['CD68\nAIF1'], 'genes.txt'), {
    maxBytes: 8,
    refusal: 'A ranked list has at most 4 MB.',
    onText: (text) => read.push(text),
  });
  expect(read).toEqual([]);
  expect(told()).toEqual([['Not read', 'A ranked list has at most 4 MB.']]);
});

test('a file that is gone is told, too', async () => {
  const gone = new File(['CD68'], 'genes.txt');
  gone.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  await openFile(gone, { maxBytes: 100, refusal: 'Too large.', onText: () => undefined });
  expect(told()).toEqual([['Not read', 'The file could not be read. Please choose it again.']]);
});
