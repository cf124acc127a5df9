import { Readable } from 'node:stream';
import { readGeneColumn } from '@omicon/domain/identifiers/lists/gene-column.ts';
import type { FileTree, Read } from '../records.ts';
import { FileReading, ReadLog } from '../text/read-log.ts';
import { readGmt } from './read-gene-sets.ts';

/** Genes of one uploaded file; a GMT file names its sets, other files do not. */
export interface GeneList {
  name: string | null;
  description: string | null;
  /** as written */
  genes: string[];
  /** which part of a table was read; null if the whole file was */
  note: string | null;
}

function treeOfOne(path: string, content: string): FileTree {
  const bytes = Buffer.from(content, 'utf8');
  return {
    entries: [{ path, sizeBytes: bytes.length }],
    emptyFolders: [],
    open: async () => Readable.from([bytes], { objectMode: false }),
    close: async () => {},
  };
}

/**
 * Reads the genes of an uploaded file: a list, the column of genes of a table, or the sets of a GMT file. Repeated ones
 * are kept.
 */
export async function readGeneList(name: string, content: string): Promise<Read<GeneList[]>> {
  const log = new ReadLog();
  const tree = treeOfOne(name, content);
  if (/\.gmt$/i.test(name)) return readGmtLists(tree, name, log);
  const file = new FileReading(tree, name, log);
  const { identifiers, note } = readGeneColumn(content);
  const nothing = content === '' ? 'The file is empty.' : 'The file contains no genes.';
  if (identifiers.length === 0) file.wrong(null, null, note ?? nothing);
  return file.result([{ name: null, description: null, genes: identifiers, note }]);
}

async function readGmtLists(tree: FileTree, name: string, log: ReadLog): Promise<Read<GeneList[]>> {
  const { record, faults, emptied } = await readGmt(new FileReading(tree, name, log), {
    refusesDates: false,
  });
  const lists = record?.map((set) => ({
    name: set.name,
    description: set.description,
    genes: set.genes,
    note: null,
  }));
  if (lists?.length === 0) {
    new FileReading(tree, name, log).wrong(null, null, 'The file contains no set with a gene.');
    return { record: null, faults: log.faults(), emptied };
  }
  return { record: lists ?? null, faults, emptied };
}
