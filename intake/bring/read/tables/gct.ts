/** GCT 1.2 and 1.3. @source https://clue.io/connectopedia/gct_format */
import { countOf } from '@omicon/domain/records/count-of.ts';
import { refusal } from '../../../records.ts';
import type { SampleSheet, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { lineBlocks } from '../files/text-lines.ts';
import { countRows, emptyAbout, encodingNotes, fault, type Reading } from './study-parts.ts';
import { checkColumns, type TableLayout, tableRows } from './table-rows.ts';

const MAX_ROWS_OF_SAMPLES = 10_000;
const TITLE_LINE = 3;

export async function readGct(files: readonly TextFile[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const text of files) {
    const version = /^#(1\.[23])\s*$/.exec(text.head[0] ?? '')?.[1];
    if (version !== undefined) readings.push(await readOne(text, version));
  }
  return readings;
}

interface Sizes {
  rows: number;
  samples: number;
  /** columns that describe features, beside the identifier */
  annotation: number;
  /** rows that describe samples */
  attributes: number;
}

function sizesOf(text: TextFile, version: string): Sizes {
  const numbers = (text.head[1] ?? '').trim().split('\t').map(Number);
  const [rows = Number.NaN, samples = Number.NaN, annotation = 1, attributes = 0] = numbers;
  const sizes =
    version === '1.2'
      ? { rows, samples, annotation: 1, attributes: 0 }
      : { rows, samples, annotation, attributes };
  const areSizes = Object.values(sizes).every((size) => Number.isInteger(size) && size >= 0);
  if (!areSizes || attributes > MAX_ROWS_OF_SAMPLES) {
    throw refusal(
      text.name,
      'The second line of a GCT file has the numbers of rows and samples; they are wrong here.',
    );
  }
  return sizes;
}

async function readOne(text: TextFile, version: string): Promise<Reading> {
  const sizes = sizesOf(text, version);
  const columns = (text.head[TITLE_LINE - 1] ?? '').split('\t').map((title) => title.trim());
  checkColumns(text.name, columns);
  const linesBefore = TITLE_LINE + sizes.attributes;
  const layout: TableLayout = { text, separator: '\t', quoting: 'none', linesBefore, columns, endMark: null };
  const { count, notes } = await countRows(tableRows(layout));
  const samples = columns.slice(1 + sizes.annotation);
  if (notes.length === 0 && (count !== sizes.rows || samples.length !== sizes.samples)) {
    const stated = `${countOf(sizes.rows, 'row')} and ${countOf(sizes.samples, 'sample')}`;
    const sentence = `The second line states ${stated}, but there are ${countOf(count, 'row')} and ${countOf(samples.length, 'sample')}; the file may be cut off.`;
    notes.push(fault(text.name, sentence, 2));
  }
  const study: Study = {
    form: 'GCT',
    sentence: `GCT ${version} matrix, ${countOf(samples.length, 'sample')}, ${countOf(count, 'row')}`,
    confidence: 0.95,
    files: [{ name: text.name, taken_for: sizes.attributes > 0 ? 'values and samples' : 'values' }],
    about: emptyAbout(),
    matrices: [
      {
        file: text.name,
        columns,
        annotationColumns: columns.slice(1, 1 + sizes.annotation),
        idColumn: columns[0] ?? null,
        rows: () => tableRows(layout),
      },
    ],
    sheets: sizes.attributes === 0 ? [] : [await readAttributes(text, sizes, samples)],
    features: null,
    notes: [...encodingNotes(text), ...notes],
  };
  return { study, used: new Set([text.name]), waiting: null };
}

/** The rows between the titles and the values, turned into columns. */
async function readAttributes(
  text: TextFile,
  sizes: Sizes,
  samples: readonly string[],
): Promise<SampleSheet> {
  const columns = ['id'];
  const values: string[][] = [];
  for await (const { line, lines } of lineBlocks(text.source, text.encoding)) {
    for (const [at, one] of lines.entries()) {
      const number = line + at;
      if (number <= TITLE_LINE || number > TITLE_LINE + sizes.attributes) continue;
      const [title = '', ...cells] = one.split('\t');
      columns.push(title.trim());
      values.push(cells.slice(sizes.annotation));
    }
    if (line > TITLE_LINE + sizes.attributes) break;
  }
  const rows = samples.map((sample, at) => [sample, ...values.map((cells) => cells[at]?.trim() || null)]);
  return { file: text.name, columns, labelColumn: 'id', rows };
}
