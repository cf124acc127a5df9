/** The files inside zip and tar archives in place of these. */
import { unpackArchives } from '@omicon/intake/bring/read/archives.ts';
import { firstBytes } from '@omicon/intake/bring/read/files/gunzip.ts';
import { isZip } from '@omicon/intake/bring/read/files/refused-formats.ts';
import type { SourceFile } from '@omicon/intake/bring/study.ts';
import { binaryFormOf, copyUnpacked, firstUnpacked } from './copy-binary.ts';
import { filesInTar, isTar } from './tar-files.ts';
import { noteOr, pathIn, type WorkFolder } from './work-folder.ts';

/** Whether it is an archive that is opened, which a workbook is not, although it is a zip archive. */
async function kindOf(source: SourceFile): Promise<'zip' | 'tar' | null> {
  const packed = await firstBytes(source);
  if (isZip(packed)) return binaryFormOf(packed) === null ? 'zip' : null;
  return isTar(await firstUnpacked(source, packed)) ? 'tar' : null;
}

/** Archives inside archives are not opened. */
export async function expandArchives(
  sources: readonly SourceFile[],
  folder: WorkFolder,
): Promise<SourceFile[]> {
  const others: SourceFile[] = [];
  const zips: SourceFile[] = [];
  for (const [at, source] of sources.entries()) {
    const kind = await kindOf(source);
    if (kind === 'zip') zips.push(source);
    else if (kind === null) others.push(source);
    else {
      const inside = await noteOr(folder, async () => {
        const copy = pathIn(folder, `archive-${at}`);
        await copyUnpacked(source, { copy, folder });
        return filesInTar(source.name, copy);
      });
      others.push(...(inside ?? []));
    }
  }
  // Together, as their size is limited together.
  return [...others, ...(await unpackArchives(zips, folder.notes))];
}
