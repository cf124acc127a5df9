/** Matrices of ArrayExpress, with two rows of titles: what was measured, and the quantity. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { SourceMatrix, SourceRow } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { withoutQuotes } from '../tables/split-row.ts';
import { type Note, remark } from '../tables/study-parts.ts';
import { checkColumns, type TableLayout, tableRows } from '../tables/table-rows.ts';

const MEASURED =
  /^(assay|hybridi[sz]ation|scan|normali[sz]ation|labell?ed ?extract|extract|sample|source) ?ref$/i;
const FEATURE = /^(?:reporter|composite ?element|probe|gene|feature|array design element|term source) ?ref$/i;
const NODE_NAMES: Readonly<Record<string, string>> = {
  assay: 'Assay Name',
  scan: 'Scan Name',
  extract: 'Extract Name',
  sample: 'Sample Name',
  source: 'Source Name',
};

export interface MageMatrix {
  matrix: SourceMatrix;
  /** titles of its samples */
  samples: string[];
  /** column of the table of samples that it refers to */
  referred: string;
}

/** Null for a file without these two rows. Of several quantities, the first of each sample is taken, with a note. */
export function mageMatrix(text: TextFile, notes: Note[]): MageMatrix | null {
  const [measured = [], quantities = []] = text.head
    .slice(0, 2)
    .map((line) => line.split('\t').map((cell) => withoutQuotes(cell.trim())));
  const node = MEASURED.exec(measured[0] ?? '')?.[1]?.toLowerCase();
  if (node === undefined || !FEATURE.test(quantities[0] ?? '')) return null;
  checkColumns(text.name, measured);
  const layout: TableLayout = {
    text,
    separator: '\t',
    quoting: 'outer',
    linesBefore: 2,
    columns: measured,
    endMark: null,
  };
  const picked = pickColumns(measured);
  const leftOut = measured.length - 1 - picked.length;
  if (leftOut > 0) {
    const taken = [...new Set(picked.map((at) => quantities[at] ?? ''))].slice(0, 5).join(', ');
    const sentence = `${countOf(leftOut, 'column')} of other quantities left out; those of ${taken || 'the first quantity'} are taken.`;
    notes.push(remark(text.name, sentence));
  }
  const samples = picked.map((at) => measured[at] ?? '');
  const idColumn = quantities[0] ?? 'Reporter REF';
  const matrix: SourceMatrix = {
    file: text.name,
    columns: [idColumn, ...samples],
    annotationColumns: [],
    idColumn,
    rows: () => pickedRows(layout, picked),
  };
  return { matrix, samples, referred: NODE_NAMES[node] ?? nameOfNode(node) };
}

function nameOfNode(node: string): string {
  if (node.startsWith('hybridi')) return 'Hybridization Name';
  return node.startsWith('normali') ? 'Normalization Name' : 'Labeled Extract Name';
}

/** The first column of each sample. */
function pickColumns(measured: readonly string[]): number[] {
  const seen = new Set<string>();
  return measured.flatMap((name, at) => {
    if (at === 0 || name === '' || seen.has(name)) return [];
    seen.add(name);
    return [at];
  });
}

async function* pickedRows(layout: TableLayout, picked: readonly number[]): AsyncGenerator<SourceRow> {
  for await (const { line, cells } of tableRows(layout)) {
    yield { line, cells: [cells[0] ?? '', ...picked.map((at) => cells[at] ?? '')] };
  }
}
