/** Names of libraries by their files, as Cell Ranger and GEO name them. */
import { baseName, folderOf } from '@omicon/intake/bring/read/tables/study-parts.ts';

const ENDINGS = /\.(?:mtx|tsv|h5|h5ad|hdf5|loom|gz|zip|tar|tgz)$/i;
/** What a file is, which is the same in every library. */
const PARTS =
  /(?:^|[._-])(?:matrix|barcodes|features|genes|(?:filtered|raw)_(?:feature|gene)_bc_matri(?:x|ces)(?:_h5)?)$/i;
/** Folders that Cell Ranger makes. */
const USUAL_FOLDER =
  /^(?:outs|count|(?:filtered|raw)_(?:feature|gene)_bc_matri(?:x|ces)|hg19|hg38|GRCh3[78]|mm10|GRCm3[89])$/i;

function withoutEndings(name: string): string {
  let stem = name;
  while (ENDINGS.test(stem)) stem = stem.replace(ENDINGS, '');
  return stem;
}

/** What tells a library from others: the beginning of its name, or else its folder; empty if neither does. */
export function libraryName(path: string): string {
  const own = withoutEndings(baseName(path)).replace(PARTS, '');
  if (own !== '') return own;
  const folders = folderOf(path)
    .split('/')
    .filter((folder) => folder !== '' && !USUAL_FOLDER.test(folder));
  return withoutEndings(folders.at(-1) ?? '');
}
