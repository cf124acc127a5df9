/** For tests: writes the three text files of 10x Genomics, and manifests that name them. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LibrariesManifest } from '../../libraries-manifest.ts';
import type { TenxParts } from './read-tenx-text.ts';

export interface TenxContent {
  barcodes: readonly string[];
  /** id, name and type, with tabs */
  features: readonly string[];
  /** cells x features */
  counts: readonly (readonly number[])[];
}

/** The matrix as Cell Ranger writes it: features x cells, cell by cell. */
export function mtxOf(
  { barcodes, features, counts }: TenxContent,
  banner = 'coordinate integer general',
): string {
  const entries = counts.flatMap((row, cell) =>
    row.flatMap((count, feature) => (count === 0 ? [] : [`${feature + 1} ${cell + 1} ${count}`])),
  );
  return [
    `%%MatrixMarket matrix ${banner}`,
    '%metadata_json: {"software_version": "cellranger-7.1.0"}',
    `${features.length} ${barcodes.length} ${entries.length}`,
    ...entries,
    '',
  ].join('\n');
}

export const linesOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** @param texts in place of those that the content gives */
export async function writeTenx(
  folder: string,
  content: TenxContent,
  texts: { matrix?: string; barcodes?: string; features?: string } = {},
): Promise<TenxParts> {
  await mkdir(folder, { recursive: true });
  const part = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return { path: file, name };
  };
  return {
    matrix: await part('matrix.mtx', texts.matrix ?? mtxOf(content)),
    barcodes: await part('barcodes.tsv', texts.barcodes ?? linesOf(content.barcodes)),
    features: await part('features.tsv', texts.features ?? linesOf(content.features)),
  };
}

export async function writeManifest(file: string, manifest: LibrariesManifest): Promise<string> {
  await writeFile(file, JSON.stringify(manifest));
  return file;
}
