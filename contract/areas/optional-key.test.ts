/** An empty key is none, wherever a key need not be given. */
import { expect, test } from 'vitest';
import { countFileComments, listFileComments, listPdfComments } from './comments.ts';
import { createDownload } from './downloads.ts';
import { createFileLink, getTemporaryCredentials } from './files/files.ts';

test('in queries and bodies an empty key counts as none', () => {
  expect(listFileComments.query.parse({ key: '' }).key).toBeUndefined();
  expect(countFileComments.query.parse({ key: '' }).key).toBeUndefined();
  expect(listPdfComments.body.parse({ covariation_network: 1, key: '' }).key).toBeUndefined();
  const named = { type: 'zip', key: '', keys: ['1/a.csv'] };
  expect(createDownload.body.parse(named)).toEqual({ type: 'zip', keys: ['1/a.csv'] });
  expect(getTemporaryCredentials.query.parse({ key: '' }).key).toEqual([]);
  expect(getTemporaryCredentials.query.parse({ key: ['', '1/a.csv'] }).key).toEqual(['1/a.csv']);
});

test('a key that is given stays, and one that is needed is asked for', () => {
  expect(listFileComments.query.parse({ key: '1/a.csv' }).key).toBe('1/a.csv');
  expect(createDownload.body.safeParse({ type: 'file', key: '' }).success).toBe(false);
  expect(createFileLink.body.safeParse({ key: '', purpose: 'download' }).success).toBe(false);
});
