import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFolder } from './folder-tree.ts';

let base = '';
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'omicon-folder-'));
  await mkdir(join(base, 'GSE1', 'makeDC'), { recursive: true });
  await writeFile(join(base, 'GSE1', 'makeDC', 'a.csv'), 'a,b\n');
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe('a folder', () => {
  test('gives its files under its own name, in NFC, OS junk files left out', async () => {
    await writeFile(join(base, 'GSE1', 'cafe\u0301.csv'), '');
    await writeFile(join(base, 'GSE1', '.DS_Store'), 'x');
    await mkdir(join(base, 'GSE1', 'none', 'below'), { recursive: true });
    const tree = await openFolder(join(base, 'GSE1'));
    expect(tree.entries).toEqual([
      { path: 'GSE1/caf\u00e9.csv', sizeBytes: 0 },
      { path: 'GSE1/makeDC/a.csv', sizeBytes: 4 },
    ]);
    expect(tree.emptyFolders).toEqual(['GSE1/none/below', 'GSE1/none']);
    expect(await text(await tree.open('GSE1/makeDC/a.csv'))).toBe('a,b\n');
    expect(await text(await tree.open('GSE1/caf\u00e9.csv'))).toBe('');
  });

  test('may be a single file', async () => {
    const tree = await openFolder(join(base, 'GSE1', 'makeDC', 'a.csv'));
    expect(tree.entries).toEqual([{ path: 'a.csv', sizeBytes: 4 }]);
  });

  test('is refused with a symbolic link or a pipe in it, named', async () => {
    await symlink('/etc', join(base, 'GSE1', 'link'));
    await expect(openFolder(base)).rejects.toThrow('link" is a symbolic link; give the file itself.');
    await rm(join(base, 'GSE1', 'link'));
    await promisify(execFile)('mkfifo', [join(base, 'GSE1', 'pipe')]);
    await expect(openFolder(base)).rejects.toThrow('pipe" is neither a file nor a folder.');
  });

  test('does not follow a file that has become a link', async () => {
    const tree = await openFolder(join(base, 'GSE1'));
    await rm(join(base, 'GSE1', 'makeDC', 'a.csv'));
    await symlink('/etc/hostname', join(base, 'GSE1', 'makeDC', 'a.csv'));
    await expect(tree.open('GSE1/makeDC/a.csv')).rejects.toThrow();
  });

  test('that does not exist is refused, and so is a path it does not list', async () => {
    await expect(openFolder(join(base, 'none'))).rejects.toThrow('There is no folder or file');
    const tree = await openFolder(base);
    await expect(tree.open('../etc/passwd')).rejects.toThrow('There is no file "../etc/passwd".');
  });
});
