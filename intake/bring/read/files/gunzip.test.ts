import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { source } from '../test-source.ts';
import { unpackedBytes } from './gunzip.ts';

async function textOf(content: Buffer, limits?: Parameters<typeof unpackedBytes>[1]): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of unpackedBytes(source('x', content, 1000), limits)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('gzip is known by its signature, and several members are one text', async () => {
  expect(await textOf(Buffer.from('a,b\n'))).toBe('a,b\n');
  expect(await textOf(Buffer.concat([gzipSync('a,b\n'), gzipSync('1,2\n')]))).toBe('a,b\n1,2\n');
  expect(await textOf(Buffer.alloc(0))).toBe('');
});

test('gzip that is cut off or damaged is a sentence', async () => {
  const whole = gzipSync(Array.from({ length: 5000 }, (_, at) => `${at * 7919}`).join(','));
  await expect(textOf(whole.subarray(0, whole.length / 2))).rejects.toThrow('ends too early');
  const damaged = Buffer.from(whole);
  damaged.fill(255, 100, 200);
  await expect(textOf(damaged)).rejects.toThrow('damaged');
});

test('gzip that unpacks too far is refused', async () => {
  const zeros = gzipSync(Buffer.alloc(12 * 1024 * 1024, '0'));
  await expect(textOf(zeros)).rejects.toThrow('more than 200 to 1');
  const limits = { bytes: 1000, ratio: 200, ratioFreeBytes: 1e6 };
  await expect(textOf(gzipSync('1,'.repeat(600)), limits)).rejects.toThrow('unpacked');
  await expect(textOf(Buffer.from('1,'.repeat(600)), limits)).rejects.toThrow('unpacked');
});

test.each([
  ['an xz-compressed file', Buffer.from('\xfd7zXZ\0abc', 'latin1')],
  ['a bzip2-compressed file', Buffer.from('BZh61AY&SYabc')],
  ['a Zstandard-compressed file', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1])],
  ['an HDF5 file', Buffer.from('\x89HDF\r\n\x1a\n', 'latin1')],
  ['a Parquet file', Buffer.from('PAR1\0\0')],
  ['R data', Buffer.from('X\n\0\0\0\x03', 'latin1')],
  ['R data', gzipSync(Buffer.from('X\n\0\0\0\x03', 'latin1'))],
  ['an Excel 97 workbook', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')],
  ['a tar archive', Buffer.concat([Buffer.alloc(257), Buffer.from('ustar\0')])],
  ['a web page', Buffer.from('<!DOCTYPE html><html>')],
  ['binary data', deflateRawSync(Buffer.alloc(5000, 'abcdefg0123'))],
  ['gzip-compressed data', gzipSync(gzipSync('a,b'))],
])('%s is refused by name', async (label, content) => {
  await expect(textOf(content)).rejects.toThrow(label);
});
