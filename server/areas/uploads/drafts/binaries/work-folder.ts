/** Where copies of the files of a draft are while a job reads them. */
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Note, notesOf } from '@omicon/intake/bring/read/tables/study-parts.ts';

export interface WorkFolder {
  path: string;
  /** what is wrong with files, which does not stop the reading of others */
  notes: Note[];
}

export async function freeBytesOf(folder: WorkFolder): Promise<number> {
  const { bavail, bsize } = await statfs(folder.path);
  return bavail * bsize;
}

/** A path that no other file of the folder has. */
export function pathIn(folder: WorkFolder, name: string): string {
  return path.join(folder.path, name);
}

/** What `read` gives; null if it refuses, which becomes notes. */
export async function noteOr<T>(folder: WorkFolder, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    folder.notes.push(...notesOf(error));
    return null;
  }
}
