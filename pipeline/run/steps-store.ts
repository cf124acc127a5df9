/**
 * Finished steps of a run, kept as folders whose names are hashes of everything that went into them. A step is written
 * beside and renamed, so it is there as a whole or not at all; a run that begins again finds what was finished.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PROGRAM } from '../files/program.ts';

/**
 * Changes when the pipeline computes or writes anything otherwise between versions: older steps are then not taken up.
 */
const PIPELINE_VERSION = 2;

/** Hash of the bytes of files, in their order. */
export async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${path.basename(file)}\0`);
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  }
  return hash.digest('hex');
}

/** Key of a step: what it began with, and all of its parameters. */
export function keyOf(before: string, parameters: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([PROGRAM, PIPELINE_VERSION, before, parameters]))
    .digest('hex');
}

/**
 * The folder of a step; `write` fills it if it was not finished before.
 * @param write gets an empty folder; what it throws leaves no step behind
 */
export async function finishStep(
  workFolder: string,
  key: string,
  write: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(workFolder, key);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await write(unfinished);
  await rename(unfinished, folder);
  return folder;
}

/** Copies a finished step to its place in the laboratory's tree, as a whole. One that is there already stays. */
export async function publishStep(step: string, destination: string): Promise<void> {
  if (existsSync(destination)) return;
  const unfinished = `${destination}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(path.dirname(destination), { recursive: true });
  await cp(step, unfinished, { recursive: true });
  await rename(unfinished, destination);
}

/** Keeps the remarks of a step beside its files. */
export async function writeRemarks(folder: string, remarks: readonly string[]): Promise<void> {
  await writeFile(path.join(folder, 'remarks.txt'), remarks.map((remark) => `${remark}\n`).join(''));
}

/** Remarks of a finished step. */
export async function readRemarks(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, 'remarks.txt'), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}
