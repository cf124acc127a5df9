/** Archives refused before or while reading, each with its message (SEC-41). */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ZipEntry, zipOf } from '@omicon/intake/tree/test-zip.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipped } from '../../test-support/intake.ts';
import {
  type LabFiles,
  pathsOf,
  smallCollection,
  smallLaboratory,
} from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { type Expected, refusalOf, toFault } from '../../test-support/refusals.ts';

const paths = pathsOf();
const lab = smallLaboratory();

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

function entries(files: LabFiles): ZipEntry[] {
  return Object.entries(files).map(([name, content]) => ({ name, content }));
}

const honest = entries(smallCollection());
const SYMLINK = 0o120777;

/** Bytes of an archive, and its only fault. */
const DAMAGED_ARCHIVES: [string, () => Buffer | Promise<Buffer>, Expected][] = [
  [
    'that is cut off',
    async () => (await zipped(lab)).subarray(0, -100),
    {
      file: 'upload.zip',
      line: null,
      column: null,
      sentence:
        'The archive is incomplete or not a zip file (End of central directory record signature not found. Either not a zip file, or file is truncated.).',
    },
  ],
  [
    'that is no zip at all',
    () => Buffer.from('INDEX,Feature,1\n'),
    {
      file: 'upload.zip',
      line: null,
      column: null,
      sentence:
        'The archive is incomplete or not a zip file (End of central directory record signature not found. Either not a zip file, or file is truncated.).',
    },
  ],
  [
    'without entries',
    () => zipOf([]),
    {
      file: '',
      line: null,
      column: null,
      sentence:
        'Nothing here is a collection, data set, analysis, mapping table, gene set, ontology or cell type reference.',
    },
  ],
  [
    'with a path that leads out of its folder',
    () => zipOf([...honest, { name: '../../etc/cron.d/omicon', content: 'x' }]),
    {
      file: '../../etc/cron.d/omicon',
      line: null,
      column: null,
      sentence: '"../../etc/cron.d/omicon" has a path that leads out of its folder.',
    },
  ],
  [
    'with an absolute path',
    () => zipOf([...honest, { name: '/etc/passwd', content: 'x' }]),
    { file: '/etc/passwd', line: null, column: null, sentence: '"/etc/passwd" has an absolute path.' },
  ],
  [
    'with a symbolic link',
    () => zipOf([...honest, { name: 'GSE4271/link.csv', content: '/etc/passwd', mode: SYMLINK }]),
    {
      file: 'GSE4271/link.csv',
      line: null,
      column: null,
      sentence: '"GSE4271/link.csv" is a link or a special file.',
    },
  ],
  [
    'with an entry twice',
    () => zipOf([...honest, { name: paths.collectionAttributes, content: 'other' }]),
    {
      file: paths.collectionAttributes,
      line: null,
      column: null,
      sentence: `The archive holds "${paths.collectionAttributes.slice(0, 60)}..." twice.`,
    },
  ],
  [
    'with two names that are one on some disk',
    () => zipOf([...honest, { name: 'notes.TXT', content: 'a' }, { name: 'Notes.txt', content: 'b' }]),
    {
      file: 'Notes.txt',
      line: null,
      column: null,
      sentence: 'The archive holds "Notes.txt" and "notes.TXT", the same name.',
    },
  ],
  [
    'with an encrypted entry',
    () => zipOf([...honest, { name: 'GSE4271/secret.csv', content: 'a,b\n', flags: 0x801 }]),
    { file: 'GSE4271/secret.csv', line: null, column: null, sentence: '"GSE4271/secret.csv" is encrypted.' },
  ],
  [
    'that unpacks 1,000 to 1',
    () => zipOf([...honest, { name: 'GSE4271/zeros.pdf', content: Buffer.alloc(64 * 1024 * 1024) }]),
    {
      file: 'GSE4271/zeros.pdf',
      line: null,
      column: null,
      sentence: '"GSE4271/zeros.pdf" is packed more than 200 to 1.',
    },
  ],
  [
    'whose entry unpacks to more than it states',
    () =>
      zipOf([
        ...honest.slice(1),
        { name: paths.collectionAttributes, content: 'Attribute,Value\n'.repeat(5000), unpackedSize: 100 },
      ]),
    {
      file: paths.collectionAttributes,
      line: null,
      column: null,
      sentence: `"${paths.collectionAttributes.slice(0, 60)}..." unpacks to more than it states.`,
    },
  ],
  [
    'with a wrong checksum',
    () =>
      zipOf([
        ...honest.slice(1),
        { name: paths.collectionAttributes, content: lab[paths.collectionAttributes] ?? '', checksum: 1 },
      ]),
    {
      file: paths.collectionAttributes,
      line: null,
      column: null,
      sentence: `"${paths.collectionAttributes.slice(0, 60)}..." is damaged in the archive: its checksum is wrong.`,
    },
  ],
  [
    'with entries that share their bytes',
    () => zipOf([...honest, { name: 'GSE4271/again.csv', content: 'a,b\n', offset: 0 }]),
    {
      file: 'GSE4271/again.csv',
      line: null,
      column: null,
      sentence: `"GSE4271/again.csv" overlaps "${paths.collectionAttributes.slice(0, 60)}..." in the archive.`,
    },
  ],
  [
    'with more than 10,000 entries',
    () =>
      zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `GSE4271/${index}.csv`, isStored: true }))),
    {
      file: 'upload.zip',
      line: null,
      column: null,
      sentence: 'The archive has 10,001 entries; 10,000 are allowed.',
    },
  ],
  [
    'with a folder of the laboratory in another archive',
    async () => zipOf([{ name: 'GSE4271.zip', content: await zipped(lab), isStored: true }]),
    {
      file: 'GSE4271.zip',
      line: null,
      column: null,
      sentence:
        'Nothing here is a collection, data set, analysis, mapping table, gene set, ontology or cell type reference.',
    },
  ],
];

describe('an archive is refused', () => {
  test.each(DAMAGED_ARCHIVES)('%s', async (_, bytes, expected) => {
    const file = path.join(portal.folder, 'upload.zip');
    await writeFile(file, await bytes());
    expect(await refusalOf(portal, file)).toEqual([toFault(expected)]);
  });
});
