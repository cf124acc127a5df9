import { constants, createReadStream } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { type FileTree, refusal, type TreeEntry } from '../records.ts';
import { quote } from '../text/read-log.ts';
import { isJunkFile } from './os-junk-files.ts';

// Larger reads were not faster; smaller blocks use less memory.
const READ_BYTES = 256 * 1024;

interface FolderListing {
  entries: TreeEntry[];
  emptyFolders: string[];
  /** path on disk by tree path; their Unicode forms may differ */
  diskPaths: Map<string, string>;
}

/**
 * Opens a folder on disk, or a single file, as a tree. Paths begin with the name of the folder, as in an archive of it,
 * because names such as `2026-11-21` or `GSE4271_DS1_12-00-49` are significant.
 * @throws IntakeRefusal naming a symbolic link, a special file, or two names that differ only in Unicode form
 */
export async function openFolder(path: string): Promise<FileTree> {
  const root = await realpath(path).catch(() => {
    throw refusal(path, `There is no folder or file ${quote(path)}.`);
  });
  const found: FolderListing = { entries: [], emptyFolders: [], diskPaths: new Map() };
  const name = basename(root).normalize('NFC');
  if ((await lstat(root)).isDirectory()) await walk(found, root, name);
  else await addFile(found, root, name);
  return {
    entries: found.entries,
    emptyFolders: found.emptyFolders,
    open: (entryPath) => openFile(found.diskPaths, entryPath),
    close: async () => {},
  };
}

/** @returns whether the folder has any file at any depth */
async function walk(found: FolderListing, folder: string, path: string): Promise<boolean> {
  let holdsFiles = false;
  const children = await readdir(folder, { withFileTypes: true });
  children.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const child of children) {
    if (isJunkFile(child.name)) continue;
    const childPath = `${path}/${child.name.normalize('NFC')}`;
    const diskPath = join(folder, child.name);
    if (child.isDirectory()) holdsFiles = (await walk(found, diskPath, childPath)) || holdsFiles;
    else {
      await addFile(found, diskPath, childPath);
      holdsFiles = true;
    }
  }
  if (!holdsFiles) found.emptyFolders.push(path);
  return holdsFiles;
}

async function addFile(found: FolderListing, diskPath: string, path: string): Promise<void> {
  const stats = await lstat(diskPath);
  if (stats.isSymbolicLink()) throw refusal(path, `${quote(path)} is a symbolic link; give the file itself.`);
  if (!stats.isFile()) throw refusal(path, `${quote(path)} is neither a file nor a folder.`);
  if (found.diskPaths.has(path)) throw refusal(path, `Two files are named ${quote(path)}.`);
  found.diskPaths.set(path, diskPath);
  found.entries.push({ path, sizeBytes: stats.size });
}

async function openFile(diskPaths: Map<string, string>, path: string): Promise<Readable> {
  const diskPath = diskPaths.get(path);
  if (diskPath === undefined) throw refusal(path, `There is no file ${quote(path)}.`);
  // The file may have become a link or a pipe since it was listed: do not follow or block on it.
  const handle = await open(diskPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    throw refusal(path, `${quote(path)} is no longer a file.`);
  }
  if (stats.size === 0) {
    await handle.close();
    return Readable.from([]);
  }
  return createReadStream(diskPath, { fd: handle, highWaterMark: Math.min(stats.size, READ_BYTES) });
}
