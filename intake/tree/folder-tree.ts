import { constants, createReadStream } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { type FileTree, refusal, type TreeEntry } from '../records.ts';
import { quote } from '../text/read-log.ts';
import { isJunkFile } from './os-junk-files.ts';

// Larger reads were not faster; smaller blocks keep fewer cells alive.
const READ_BYTES = 256 * 1024;

interface Found {
  entries: TreeEntry[];
  emptyFolders: string[];
  /** place on disk by tree path, whose name may be spelt in another Unicode form */
  places: Map<string, string>;
}

/**
 * A folder on disk, or a single file, as a tree. Paths begin with the folder's own name, as in an archive made of
 * it, because names such as `2026-11-21` or `GSE4271_DS1_12-00-49` tell what is inside.
 * @throws IntakeRefusal naming a symbolic link, a special file, or two names that differ in Unicode form only
 */
export async function openFolder(path: string): Promise<FileTree> {
  const root = await realpath(path).catch(() => {
    throw refusal(path, `There is no folder or file ${quote(path)}.`);
  });
  const found: Found = { entries: [], emptyFolders: [], places: new Map() };
  const name = basename(root).normalize('NFC');
  if ((await lstat(root)).isDirectory()) await walk(found, root, name);
  else await addFile(found, root, name);
  return {
    entries: found.entries,
    emptyFolders: found.emptyFolders,
    open: (entryPath) => openFile(found.places, entryPath),
    close: async () => {},
  };
}

/** @returns whether there is any file below */
async function walk(found: Found, folder: string, path: string): Promise<boolean> {
  let holdsFiles = false;
  const children = await readdir(folder, { withFileTypes: true });
  children.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const child of children) {
    if (isJunkFile(child.name)) continue;
    const childPath = `${path}/${child.name.normalize('NFC')}`;
    const place = join(folder, child.name);
    if (child.isDirectory()) holdsFiles = (await walk(found, place, childPath)) || holdsFiles;
    else {
      await addFile(found, place, childPath);
      holdsFiles = true;
    }
  }
  if (!holdsFiles) found.emptyFolders.push(path);
  return holdsFiles;
}

async function addFile(found: Found, place: string, path: string): Promise<void> {
  const stats = await lstat(place);
  if (stats.isSymbolicLink()) throw refusal(path, `${quote(path)} is a symbolic link; give the file itself.`);
  if (!stats.isFile()) throw refusal(path, `${quote(path)} is neither a file nor a folder.`);
  if (found.places.has(path)) throw refusal(path, `Two files are named ${quote(path)}.`);
  found.places.set(path, place);
  found.entries.push({ path, sizeBytes: stats.size });
}

async function openFile(places: Map<string, string>, path: string): Promise<Readable> {
  const place = places.get(path);
  if (place === undefined) throw refusal(path, `There is no file ${quote(path)}.`);
  // The file may have become a link or a pipe since it was listed; neither may be followed nor waited for.
  const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    throw refusal(path, `${quote(path)} is no longer a file.`);
  }
  if (stats.size === 0) {
    await handle.close();
    return Readable.from([]);
  }
  return createReadStream(place, { fd: handle, highWaterMark: Math.min(stats.size, READ_BYTES) });
}
