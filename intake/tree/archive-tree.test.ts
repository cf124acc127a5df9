import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planIntake } from '../plan/plan.ts';
import { type FileTree, IntakeRefusal } from '../records.ts';
import { smallAnalysis, smallDataSet } from '../test-tree.ts';
import { DEFAULT_LIMITS } from './archive-directory.ts';
import { type ArchiveSource, fileSource, SourceFailure } from './archive-source.ts';
import { openArchive } from './archive-tree.ts';
import { type ZipEntry, zipOf } from './test-zip.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omicon-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(content: Buffer, limits = DEFAULT_LIMITS): Promise<FileTree> {
  const path = join(folder, 'upload.zip');
  await writeFile(path, content);
  return openArchive(await fileSource(path), limits);
}

/** The sentence with which an archive is refused, on opening or on reading its entries; nothing is left on disk. */
async function refusalOf(entries: ZipEntry[] | Buffer, limits = DEFAULT_LIMITS): Promise<string> {
  let tree: FileTree | null = null;
  try {
    tree = await open(Buffer.isBuffer(entries) ? entries : zipOf(entries), limits);
    for (const entry of tree.entries) await buffer(await tree.open(entry.path));
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    expect(error.faults).toHaveLength(1);
    return error.message;
  } finally {
    await tree?.close();
    expect(await readdir(folder)).toEqual(['upload.zip']);
  }
  return 'accepted';
}

describe('an archive', () => {
  test('is read by entry, folders and OS junk files left out', async () => {
    const tree = await open(
      zipOf([
        { name: 'GSE1/', mode: 0o040755, isStored: true },
        { name: 'GSE1/empty/', mode: 0o040755, isStored: true },
        { name: 'GSE1/a.csv', content: 'a,b\n1,2\n' },
        { name: 'GSE1/caf\u0065\u0301.csv', content: 'x', isStored: true },
        { name: '__MACOSX/GSE1/._a.csv', content: 'x' },
        { name: 'GSE1/.DS_Store', content: 'x' },
      ]),
    );
    expect(tree.entries).toEqual([
      { path: 'GSE1/a.csv', sizeBytes: 8 },
      { path: 'GSE1/caf\u00e9.csv', sizeBytes: 1 },
    ]);
    expect(tree.emptyFolders).toEqual(['GSE1/empty']);
    expect((await buffer(await tree.open('GSE1/a.csv'))).toString()).toBe('a,b\n1,2\n');
    expect((await buffer(await tree.open('GSE1/caf\u00e9.csv'))).toString()).toBe('x');
    await tree.close();
  });

  test('may hold one of several units in a wrapping folder', async () => {
    const files = { ...smallAnalysis('w/A_makeFM_01-01-01'), ...smallDataSet('w/S/All_3_Qnorm') };
    const tree = await open(zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))));
    expect((await planIntake(tree)).units.map((unit) => unit.kind)).toEqual(['data-set', 'analysis']);
    await tree.close();
  });

  test('has no file but those it lists', async () => {
    const tree = await open(zipOf([{ name: 'a.csv', content: 'x' }]));
    await expect(tree.open('b.csv')).rejects.toThrow('There is no file "b.csv".');
    await tree.close();
  });

  test('inside another is an ordinary file', async () => {
    const tree = await open(
      zipOf([{ name: 'nested.zip', content: zipOf([{ name: 'a.csv', content: 'x' }]) }]),
    );
    expect(tree.entries.map((entry) => entry.path)).toEqual(['nested.zip']);
    expect((await planIntake(tree)).notUnderstood).toEqual(['nested.zip']);
    await tree.close();
  });
});

test('an archive of Windows with backslashes between folders is read as any other', async () => {
  const tree = await open(
    zipOf([
      { name: 'GSE1\\', mode: 0o040755, isStored: true },
      { name: 'GSE1\\empty\\', mode: 0o040755, isStored: true },
      { name: 'GSE1\\run\\a.csv', content: 'a,b\n' },
    ]),
  );
  expect(tree.entries.map(({ path }) => path)).toEqual(['GSE1/run/a.csv']);
  expect(tree.emptyFolders).toEqual(['GSE1/empty']);
  expect((await buffer(await tree.open('GSE1/run/a.csv'))).toString()).toBe('a,b\n');
  await tree.close();
});

describe('an archive is refused', () => {
  test.each<[string, ZipEntry[], string]>([
    [
      'a path out of the folder',
      [{ name: '../a.csv' }],
      '"../a.csv" has a path that leads out of its folder.',
    ],
    [
      'a path out from inside',
      [{ name: 'x/../../a' }],
      '"x/../../a" has a path that leads out of its folder.',
    ],
    ['an absolute path', [{ name: '/etc/passwd' }], '"/etc/passwd" has an absolute path.'],
    ['a drive', [{ name: 'C:/a.csv' }], '"C:/a.csv" has an absolute path.'],
    [
      'a path out of the folder with backslashes',
      [{ name: 'x\\..\\..\\a.csv' }],
      '"x/../../a.csv" has a path that leads out of its folder.',
    ],
    [
      'an absolute path with backslashes',
      [{ name: '\\\\server\\a.csv' }],
      '"//server/a.csv" has an absolute path.',
    ],
    [
      'two names of one file by either slash',
      [
        { name: 'x\\a', content: '1' },
        { name: 'x/a', content: '2' },
      ],
      'The archive holds "x/a" twice.',
    ],
    ['an empty part', [{ name: 'a//b.csv' }], '"a//b.csv" has an empty name in its path.'],
    ['a line break', [{ name: 'a\n.csv' }], '"a\n.csv" has a control character in its name.'],
    [
      'a part of its name over 255 bytes',
      [{ name: `x/${'\u00e9'.repeat(128)}.csv` }],
      `"x/${'\u00e9'.repeat(58)}..." has a name over 255 bytes.`,
    ],
    [
      'a folder named as a file',
      [{ name: 'a', mode: 0o040755 }],
      '"a" is marked as a folder but named as a file.',
    ],
    ['a folder with content', [{ name: 'a/', content: 'x' }], '"a/" is a folder with content.'],
    [
      'a way of packing that nobody reads',
      [{ name: 'a', content: 'x', method: 14 }],
      '"a" is packed by method 14; only deflate can be read.',
    ],
    ['a symbolic link', [{ name: 'a', mode: 0o120777, content: '/etc' }], '"a" is a link or a special file.'],
    ['a device', [{ name: 'a', mode: 0o020666 }], '"a" is a link or a special file.'],
    [
      'a duplicate',
      [
        { name: 'a', content: '1' },
        { name: 'a', content: '2' },
      ],
      'The archive holds "a" twice.',
    ],
    [
      'two names of one file on some disk',
      [{ name: 'CAF\u00c9' }, { name: 'cafe\u0301' }],
      'The archive holds "cafe\u0301" and "CAF\u00c9", the same name.',
    ],
    [
      'a file that is a folder',
      [{ name: 'a' }, { name: 'a/b' }],
      '"a" is both a file and a folder of the archive.',
    ],
    ['encryption', [{ name: 'a', content: 'x', flags: 0x801 }], '"a" is encrypted.'],
    [
      'a wrong stored size',
      [{ name: 'a', content: 'xy', isStored: true, unpackedSize: 9 }],
      '"a" is stored unpacked with a wrong size.',
    ],
    [
      'a size that is too small',
      [{ name: 'a', content: 'x'.repeat(500), unpackedSize: 9 }],
      '"a" unpacks to more than it states.',
    ],
    [
      'a size that is too large',
      [{ name: 'a', content: 'x', unpackedSize: 9 }],
      '"a" is damaged in the archive: its checksum is wrong.',
    ],
    [
      'a wrong checksum',
      [{ name: 'a', content: 'x', checksum: 1 }],
      '"a" is damaged in the archive: its checksum is wrong.',
    ],
    [
      'shared bytes',
      [
        { name: 'a', content: 'x' },
        { name: 'b', content: 'x', offset: 0 },
      ],
      '"b" overlaps "a" in the archive.',
    ],
    [
      'data past the end',
      [{ name: 'a', content: 'x', packedSize: 5000 }],
      '"a" reaches past the data of the archive.',
    ],
  ])('for %s', async (_, entries, sentence) => {
    expect(await refusalOf(entries)).toBe(sentence);
  });

  test('when it is cut anywhere', async () => {
    const whole = zipOf([
      { name: 'a.csv', content: 'x'.repeat(100) },
      { name: 'b.csv', content: 'y' },
    ]);
    for (let length = 0; length < whole.length; length += 1) {
      expect(await refusalOf(whole.subarray(0, length))).toMatch(/is incomplete or not a zip file/);
    }
  });

  test('when its list of files is broken', async () => {
    const whole = zipOf([{ name: 'a.csv' }, { name: 'b.csv' }]);
    whole.write('XX', whole.lastIndexOf('PK\u0001\u0002'));
    expect(await refusalOf(whole)).toMatch(/^The archive's list of files cannot be read \(/);
  });

  test('when its packed data is broken', async () => {
    const whole = zipOf([{ name: 'a.csv', content: 'abcdefgh'.repeat(100) }]);
    whole.fill(0xff, 36, 40);
    expect(await refusalOf(whole)).toMatch(/^"a\.csv" is damaged in the archive/);
  });

  test('with 10,001 entries, before any is read', async () => {
    const entries = Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}`, isStored: true }));
    expect(await refusalOf(entries)).toBe('The archive has 10,001 entries; 10,000 are allowed.');
    expect(await refusalOf(entries.slice(0, 10_000))).toBe('accepted');
  });

  test('as a bomb, by its stated and by its real size', async () => {
    const zeros = Buffer.alloc(11 * 1024 ** 2);
    expect(await refusalOf([{ name: 'bomb', content: zeros }])).toBe('"bomb" is packed more than 200 to 1.');
    expect(await refusalOf([{ name: 'bomb', content: zeros, unpackedSize: 100 }])).toBe(
      '"bomb" unpacks to more than it states.',
    );
    expect(await refusalOf([{ name: 'small', content: Buffer.alloc(9 * 1024 ** 2) }])).toBe('accepted');
  });

  test('above the total, by the sizes it states', async () => {
    const limits = { ...DEFAULT_LIMITS, bytes: 1024 ** 2 };
    const half = { content: Buffer.alloc(600_000), isStored: true };
    expect(
      await refusalOf(
        [
          { name: 'a', ...half },
          { name: 'b', ...half },
        ],
        limits,
      ),
    ).toBe('The archive unpacks to 1200000 bytes; 1 MiB are allowed.');
  });
});

describe('a storage failure while the archive is read', () => {
  const content = zipOf([{ name: 'GSE1/a.csv', content: 'a,b\n1,2\n' }]);

  /** Gives out so many ranges, then fails. */
  function failingAfter(ranges: number): ArchiveSource {
    let reads = 0;
    return {
      name: 'upload.zip',
      sizeBytes: content.length,
      read: async (start, end) => {
        reads += 1;
        if (reads > ranges) throw new Error('no answer');
        return Readable.from([content.subarray(start, end + 1)]);
      },
    };
  }

  test('is not a fault of the archive, at opening or later', async () => {
    await expect(openArchive(failingAfter(0))).rejects.toThrow(SourceFailure);
    const tree = await openArchive(failingAfter(1));
    const reading = tree.open('GSE1/a.csv').then(buffer);
    await expect(reading).rejects.toThrow(SourceFailure);
    await tree.close();
  });

  test('reads hundreds of headers with one range', async () => {
    const many = zipOf(Array.from({ length: 300 }, (_, index) => ({ name: `f${index}.csv`, content: 'x' })));
    let ranges = 0;
    const tree = await openArchive({
      name: 'upload.zip',
      sizeBytes: many.length,
      read: async (start, end) => {
        ranges += 1;
        return Readable.from([many.subarray(start, end + 1)]);
      },
    });
    expect(tree.entries).toHaveLength(300);
    expect(ranges).toBeLessThan(5);
    await tree.close();
  });
});
