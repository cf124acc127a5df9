/** The template of a collection, for people who put an archive together themselves. Owns no table. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { downloadTemplate } from '@omicon/contract/areas/template.ts';
import { ZipFile } from 'yazl';
import type { Route } from '../../base/http/serve.ts';
import { serveFile } from '../../base/http/serve-file.ts';

/** Of all entries, so that the archive is the same each time. */
const WRITTEN_AT = new Date('2026-01-15T12:00:00Z');

async function zipFolder(folder: string): Promise<Buffer> {
  const zip = new ZipFile();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  for (const file of files.toSorted()) {
    const name = path.relative(folder, file).split(path.sep).join('/');
    zip.addBuffer(await readFile(file), name, { mtime: WRITTEN_AT, mode: 0o100644 });
  }
  zip.end();
  return buffer(zip.outputStream);
}

async function makeTemplate(): Promise<Buffer> {
  // Its pictures need a library of PDFs, which no other request does.
  const { writeTemplate } = await import('@omicon/demo/laboratory/write-template.ts');
  const folder = await mkdtemp(path.join(tmpdir(), 'omicon-template-'));
  try {
    await writeTemplate(folder);
    return await zipFolder(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Some 25 KiB that are always the same; made once, as that takes half a second. */
let made: Promise<Buffer> | null = null;

async function template(): Promise<Buffer> {
  made ??= makeTemplate();
  try {
    return await made;
  } catch (error) {
    made = null;
    throw error;
  }
}

export const templateRoutes: Route[] = [
  serveFile(downloadTemplate, async () => {
    const archive = await template();
    return { name: 'template.zip', content: Readable.from([archive]), sizeBytes: archive.length };
  }),
];
