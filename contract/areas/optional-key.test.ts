/** An empty optional key counts as missing. */
import { expect, test } from 'vitest';
import { countFileComments, listFileComments, listPdfComments } from './comments.ts';
import { createDownload } from './downloads.ts';
import { createFileLink, getTemporaryCredentials } from './files/files.ts';

test('in queries and bodies an empty key counts as missing', () => {
  expect(listFileComments.query.parse({ key: '' }).key).toBeUndefined();
  expect(countFileComments.query.parse({ key: '' }).key).toBeUndefined();
  expect(listPdfComments.body.parse({ covariation_network: 1, key: '' }).key).toBeUndefined();
  const named = { type: 'zip', key: '', keys: ['1/a.csv'] };
  expect(createDownload.body.parse(named)).toEqual({ type: 'zip', keys: ['1/a.csv'] });
  expect(getTemporaryCredentials.query.parse({ key: '' }).key).toEqual([]);
  expect(getTemporaryCredentials.query.parse({ key: ['', '1/a.csv'] }).key).toEqual(['1/a.csv']);
});

test('other keys are kept, and required keys are required', () => {
  expect(listFileComments.query.parse({ key: '1/a.csv' }).key).toBe('1/a.csv');
  expect(createDownload.body.safeParse({ type: 'file', key: '' }).success).toBe(false);
  expect(createFileLink.body.safeParse({ key: '', purpose: 'download' }).success).toBe(false);
});
