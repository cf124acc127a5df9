import { countOf } from '@omicon/domain/records/count-of.ts';
import { refusal } from '../../../records.ts';
import type { SampleSheet, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { lineBlocks } from '../files/text-lines.ts';
import {
  countRows,
  encodingNotes,
  fault,
  freeTitle,
  type Note,
  type Reading,
} from '../tables/study-parts.ts';
import { checkColumns, type TableLayout, tableRows } from '../tables/table-rows.ts';
import { aboutSeries } from './geo-about.ts';
import { LABEL_COLUMN } from './geo-samples.ts';
import { softType } from './soft.ts';
import { splitAssignment } from './soft-lines.ts';

const BEGIN = '!dataset_table_begin';
const END = '!dataset_table_end';
const SAMPLE = /^GSM\d+$/;
const MAX_HEADER_LINES = 200_000;

/** GDS data sets: one table of values, and subsets of samples. */
export async function readSoftDataSets(files: readonly TextFile[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const text of files) if (softType(text) === 'dataset') readings.push(await readDataSet(text));
  return readings;
}

interface Subset {
  description: string;
  type: string;
  samples: string[];
}

interface DataSetHeader {
  /** by name without `dataset_` */
  lines: Map<string, string[]>;
  accession: string;
  subsets: Subset[];
  /** what the file says of a column */
  descriptions: Map<string, string>;
  columns: string[];
  linesBefore: number;
}

async function readDataSet(text: TextFile): Promise<Reading> {
  const header = await readHeader(text);
  const layout: TableLayout = { text, separator: '\t', quoting: 'none', endMark: END, ...header };
  const { count, notes } = await countRows(tableRows(layout));
  if (!text.tail.some((line) => line.trim().toLowerCase() === END) && notes.length === 0) {
    notes.push(fault(text.name, `The line ${END} is missing: the file ends too early; download it again.`));
  }
  const samples = header.columns.filter((title) => SAMPLE.test(title));
  const { about } = aboutSeries(text.name, header.lines, []);
  const study: Study = {
    form: 'GEO DataSet',
    sentence: `GEO DataSet ${header.accession}, platform ${about.platform}, ${countOf(samples.length, 'sample')}, ${countOf(count, 'row')}`,
    confidence: 0.97,
    files: [{ name: text.name, taken_for: 'values and samples' }],
    about: { ...about, accession: header.accession },
    matrices: [
      {
        file: text.name,
        columns: header.columns,
        annotationColumns: header.columns.slice(1).filter((title) => !SAMPLE.test(title)),
        idColumn: header.columns[0] ?? null,
        rows: () => tableRows(layout),
      },
    ],
    sheets: [sheetOf(text.name, samples, header)],
    features: null,
    notes: [...encodingNotes(text), ...notes, ...subsetNotes(text.name, samples, header)],
  };
  return { study, used: new Set([text.name]), waiting: null };
}

async function readHeader(text: TextFile): Promise<DataSetHeader> {
  const header: DataSetHeader = {
    lines: new Map(),
    accession: '',
    subsets: [],
    descriptions: new Map(),
    columns: [],
    linesBefore: 0,
  };
  let isTable = false;
  for await (const { line, lines } of lineBlocks(text.source, text.encoding)) {
    for (const [at, one] of lines.entries()) {
      if (isTable) {
        const columns = one.split('\t');
        checkColumns(text.name, columns);
        return { ...header, columns, linesBefore: line + at };
      }
      if (line + at > MAX_HEADER_LINES)
        throw refusal(text.name, 'The description before the table is too long.');
      if (one.trim().toLowerCase() === BEGIN) isTable = true;
      else addLine(header, one);
    }
  }
  throw refusal(text.name, `There is no line ${BEGIN}; the file is not complete, download it again.`);
}

/** Names of a data set that mean the same as those of a series. */
const SERIES_NAMES: ReadonlyMap<string, string> = new Map([
  ['description', 'overall_design'],
  ['platform', 'platform_id'],
]);

function addLine(header: DataSetHeader, line: string): void {
  const { name, value } = splitAssignment(line);
  const lower = name.toLowerCase();
  const subset = header.subsets.at(-1);
  if (line.startsWith('^')) {
    if (lower === 'dataset') header.accession = value;
    if (lower === 'subset') header.subsets.push({ description: '', type: '', samples: [] });
  } else if (line.startsWith('#')) header.descriptions.set(name, value);
  else if (lower.startsWith('dataset_')) {
    const bare = lower.slice('dataset_'.length);
    const key = SERIES_NAMES.get(bare) ?? bare;
    const values = header.lines.get(key) ?? [];
    values.push(value);
    header.lines.set(key, values);
  } else if (subset !== undefined) {
    if (lower === 'subset_description') subset.description = value;
    if (lower === 'subset_type') subset.type = value;
    if (lower === 'subset_sample_id') subset.samples = value.split(',').map((sample) => sample.trim());
  }
}

/** A column for each type of subset, after the title and the source of each sample. */
function sheetOf(file: string, samples: readonly string[], header: DataSetHeader): SampleSheet {
  const values = new Map<string, Map<string, string>>();
  for (const { type, description, samples: members } of header.subsets) {
    const ofType = values.get(type) ?? new Map<string, string>();
    for (const sample of members) {
      const before = ofType.get(sample);
      ofType.set(sample, before === undefined ? description : `${before}; ${description}`);
    }
    values.set(type, ofType);
  }
  const columns = [LABEL_COLUMN, 'title', 'source_name'];
  for (const type of values.keys()) columns.push(freeTitle(type || 'subset', new Set(columns)));
  const rows = samples.map((sample) => [
    sample,
    ...describedAs(header.descriptions.get(sample) ?? ''),
    ...[...values.values()].map((ofType) => ofType.get(sample) ?? null),
  ]);
  return { file, columns, labelColumn: LABEL_COLUMN, rows };
}

/** `Value for GSM1: liver, mouse 1; src: liver` as title and source. */
function describedAs(description: string): [title: string | null, source: string | null] {
  const text = description.replace(/^Value for GSM\d+:\s*/, '');
  const at = text.lastIndexOf('; src: ');
  if (at < 0) return [text || null, null];
  return [text.slice(0, at) || null, text.slice(at + '; src: '.length) || null];
}

function subsetNotes(file: string, samples: readonly string[], { subsets }: DataSetHeader): Note[] {
  const known = new Set(samples);
  const unknown = new Set(subsets.flatMap((subset) => subset.samples.filter((sample) => !known.has(sample))));
  if (unknown.size === 0) return [];
  const sentence = `${countOf(unknown.size, 'sample')} of subsets ${unknown.size === 1 ? 'is' : 'are'} not in the table.`;
  return [{ ...fault(file, sentence), isFault: false }];
}
