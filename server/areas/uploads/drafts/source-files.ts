/** The files of a draft: ranges of one stored object, in the order in which they were sent. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { SourceFile } from '@omicon/intake/bring/study.ts';
import { z } from 'zod';
import type { Services } from '../../../base/services.ts';

export const draftFiles = z.array(
  z.object({
    name: z.string(),
    size_bytes: z.int(),
    /** once they are read */
    sha256: z.string().optional(),
  }),
);
export type DraftFile = z.output<typeof draftFiles>[number];

/** @param storageKey the object that has the bytes of all files */
export function sourceFilesOf(
  { store }: Pick<Services, 'store'>,
  storageKey: string,
  files: readonly DraftFile[],
): SourceFile[] {
  let start = 0;
  return files.map(({ name, size_bytes: sizeBytes }) => {
    const range = { start, end: start + sizeBytes - 1 };
    start += sizeBytes;
    return {
      name,
      sizeBytes,
      open: async () => (sizeBytes === 0 ? Readable.from([]) : store.read(storageKey, range)),
    };
  });
}

/** Files of this machine, by their paths. */
export async function localFiles(paths: readonly string[]): Promise<SourceFile[]> {
  return Promise.all(
    paths.map(async (file) => ({
      name: path.basename(file),
      sizeBytes: (await stat(file)).size,
      open: async () => createReadStream(file),
    })),
  );
}

/** The files with their checksums. */
export async function withChecksums(
  files: readonly DraftFile[],
  sources: readonly SourceFile[],
): Promise<DraftFile[]> {
  const known: DraftFile[] = [];
  for (const [at, file] of files.entries()) {
    const hash = createHash('sha256');
    if (file.sha256 === undefined)
      for await (const chunk of (await sources[at]?.open()) ?? []) hash.update(chunk);
    known.push({ ...file, sha256: file.sha256 ?? hash.digest('hex') });
  }
  return known;
}
