import { Readable } from 'node:stream';
import type { FileTree, Read } from '../records.ts';
import { eachRow } from '../text/csv-rows.ts';
import { FileReading, ReadLog } from '../text/read-log.ts';
import { eachTextLine } from '../text/text-lines.ts';
import { cleanMember, readGmt } from './read-gene-sets.ts';

/** Genes of one uploaded file; a GMT file names its sets, other files do not. */
export interface GeneList {
  name: string | null;
  description: string | null;
  genes: string[];
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

/** Usual headers of a column of genes; such a first line is not a gene. */
const HEADERS = new Set(['GENE', 'GENES', 'SYMBOL', 'SYMBOLS', 'GENE SYMBOL', 'GENE_SYMBOL', 'GENENAME']);

function isHeader(cell: string): boolean {
  return HEADERS.has(cell.trim().toUpperCase());
}

/**
 * Reads the genes of an uploaded file: a gene per line, the first column of a csv file, or the sets of a GMT file.
 * Members are cleaned like those of the laboratory's sets; repeated ones are kept.
 */
export async function readGeneList(name: string, content: string): Promise<Read<GeneList[]>> {
  const log = new ReadLog();
  const tree = treeOfOne(name, content);
  if (/\.gmt$/i.test(name)) return readGmtLists(tree, name, log);
  const file = new FileReading(tree, name, log);
  const genes: string[] = [];
  const keep = (cell: string, line: number): void => {
    const member = cleanMember(cell);
    if (member !== null && !(line === 1 && isHeader(cell))) genes.push(member);
  };
  if (/\.csv$/i.test(name)) await eachRow(file, ([cell = ''], line) => keep(cell, line));
  else await eachTextLine(file, (line, number) => keep(line.split('\t')[0] ?? '', number));
  if (genes.length === 0 && file.isFaultless) file.wrong(null, null, 'The file contains no genes.');
  return file.result([{ name: null, description: null, genes }]);
}

async function readGmtLists(tree: FileTree, name: string, log: ReadLog): Promise<Read<GeneList[]>> {
  const { record, faults, emptied } = await readGmt(new FileReading(tree, name, log), {
    refusesDates: false,
  });
  const lists = record?.map((set) => ({ name: set.name, description: set.description, genes: set.genes }));
  if (lists?.length === 0) {
    new FileReading(tree, name, log).wrong(null, null, 'The file contains no set with a gene.');
    return { record: null, faults: log.faults(), emptied };
  }
  return { record: lists ?? null, faults, emptied };
}
