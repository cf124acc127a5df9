/** Finds the three text files of each library of 10x Genomics among those of an upload. */
import {
  baseName,
  fault,
  folderOf,
  type Note,
  remark,
} from '@omicon/intake/bring/read/tables/study-parts.ts';
import type { SourceFile } from '@omicon/intake/bring/study.ts';

const PART = /(?:^|[._-])(?:(matrix)\.mtx|(barcodes)\.tsv|(features|genes)\.tsv)(?:\.gz)?$/i;
const MTX = /\.mtx(?:\.gz)?$/i;

type Part = 'matrix' | 'barcodes' | 'features';

/** The files of one library. */
export type TenxSources = Record<Part, SourceFile>;

interface Found {
  part: Part;
  /** folder and beginning of the name, which the files of a library have in common */
  key: string;
  source: SourceFile;
}

function partOf(source: SourceFile): Found | null {
  const base = baseName(source.name);
  const match = PART.exec(base);
  if (match === null) return null;
  const part = match[1] ? 'matrix' : match[2] ? 'barcodes' : 'features';
  return { part, key: `${folderOf(source.name)}${base.slice(0, match.index)}`, source };
}

export interface SortedSources {
  libraries: TenxSources[];
  /** files of no library */
  others: SourceFile[];
  notes: Note[];
}

/** The part of this library; a lone list of an upload is for all of its matrices. */
function partFor(
  found: readonly Found[],
  part: Part,
  key: string,
): { source: SourceFile; isShared: boolean } | null {
  const all = found.filter((each) => each.part === part);
  const own = all.find((each) => each.key === key);
  if (own !== undefined) return { source: own.source, isShared: false };
  const isForAll = part === 'features' || found.filter((each) => each.part === 'matrix').length === 1;
  const [only] = all;
  return isForAll && all.length === 1 && only !== undefined ? { source: only.source, isShared: true } : null;
}

export function sortTenxParts(sources: readonly SourceFile[]): SortedSources {
  const found = sources.flatMap((source) => partOf(source) ?? []);
  const sorted: SortedSources = { libraries: [], others: [], notes: [] };
  const used = new Set<string>();
  for (const { part, key, source } of found) {
    if (part !== 'matrix') continue;
    used.add(source.name);
    const barcodes = partFor(found, 'barcodes', key);
    const features = partFor(found, 'features', key);
    if (barcodes === null || features === null) {
      const missing = [
        ...(barcodes === null ? ['barcodes.tsv'] : []),
        ...(features === null ? ['features.tsv (or genes.tsv)'] : []),
      ];
      sorted.notes.push(
        fault(
          source.name,
          `The matrix needs ${missing.join(' and ')} with the same beginning of the name; give these files, too.`,
        ),
      );
      continue;
    }
    for (const { source: list, isShared } of [barcodes, features]) {
      used.add(list.name);
      if (isShared)
        sorted.notes.push(
          remark(source.name, `Its rows and columns are named by ${list.name}, the only such file.`),
        );
    }
    sorted.libraries.push({ matrix: source, barcodes: barcodes.source, features: features.source });
  }
  for (const source of sources) {
    if (used.has(source.name)) continue;
    if (MTX.test(source.name))
      sorted.notes.push(
        fault(
          source.name,
          'A Matrix Market file is read as matrix.mtx beside barcodes.tsv and features.tsv; rename these files.',
        ),
      );
    else sorted.others.push(source);
  }
  return sorted;
}
