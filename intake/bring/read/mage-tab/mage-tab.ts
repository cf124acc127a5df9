/** MAGE-TAB of ArrayExpress: an investigation (IDF), its samples (SDRF) and matrices. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import { IntakeRefusal } from '../../../records.ts';
import type { About, SampleSheet, SourceMatrix, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { withoutQuotes } from '../tables/split-row.ts';
import {
  baseName,
  countRows,
  emptyAbout,
  encodingNotes,
  fault,
  type Note,
  type Reading,
  remark,
} from '../tables/study-parts.ts';
import { findTable } from '../tables/table-layout.ts';
import { tableRows } from '../tables/table-rows.ts';
import { type MageMatrix, mageMatrix } from './mage-tab-matrix.ts';
import {
  columnsOf,
  filesOfValues,
  groupRows,
  nodeOf,
  onlyValue,
  readSdrf,
  type Sdrf,
  sdrfLayout,
  valuesOf,
} from './mage-tab-sdrf.ts';

const ACCESSION = /(?:^|[^A-Za-z0-9])(E-[A-Z]{4}-\d{1,8})(?!\d)/;
const MAX_TEXT_LENGTH = 500;
const MAX_NOTES_LENGTH = 5000;

/** Values of an investigation by their key, in lower case and without spaces before brackets. */
type Investigation = ReadonlyMap<string, string[]>;

/** One study for each table of samples. */
export async function readMageTab(files: readonly TextFile[]): Promise<Reading[]> {
  const layouts = files.flatMap((text) => sdrfLayout(text) ?? []);
  const investigations = files.filter(isInvestigation);
  const readings: Reading[] = [];
  for (const layout of layouts) {
    const sdrf = await readSdrf(layout);
    const idf =
      investigations.find((text) => isOf(text, sdrf)) ??
      (layouts.length === 1 ? investigations[0] : undefined);
    readings.push(await readOne(sdrf, idf ?? null, { files, isAlone: layouts.length === 1 }));
  }
  return readings;
}

function isInvestigation({ head }: TextFile): boolean {
  const keys = new Set(head.map((line) => keyOf(line.split('\t', 1)[0] ?? '')));
  return (
    keys.has('investigation title') &&
    (keys.has('sdrf file') || keys.has('mage-tab version') || keys.has('experiment description'))
  );
}

function keyOf(cell: string): string {
  return withoutQuotes(cell.trim()).toLowerCase().replace(' [', '[');
}

function readInvestigation({ head }: TextFile): Investigation {
  const entries = head.map((line): [string, string[]] => {
    const [key = '', ...values] = line.split('\t');
    return [keyOf(key), values.map((value) => withoutQuotes(value.trim())).filter((value) => value !== '')];
  });
  // The first line of a key counts.
  return new Map(entries.reverse());
}

/** Whether an investigation names this table, or has the same name with another ending. */
function isOf(text: TextFile, { text: { name } }: Sdrf): boolean {
  const named = readInvestigation(text).get('sdrf file') ?? [];
  return named.some((file) => baseName(file) === plainName(name)) || stemOf(text.name) === stemOf(name);
}

function plainName(path: string): string {
  return baseName(path).replace(/\.gz$/i, '');
}

function stemOf(path: string): string {
  return plainName(path).replace(/\.(?:idf|sdrf)\.(?:txt|tsv)$/i, '');
}

interface Upload {
  files: readonly TextFile[];
  /** whether there is no other table of samples */
  isAlone: boolean;
}

async function readOne(sdrf: Sdrf, idf: TextFile | null, upload: Upload): Promise<Reading> {
  const notes: Note[] = [sdrf.text, ...(idf === null ? [] : [idf])].flatMap(encodingNotes);
  const matrices = await readMatrices(sdrf, upload, notes);
  const titles = new Set(matrices.flatMap(({ samples }) => samples));
  const matched = nodeOf(sdrf, titles, matrices[0]?.referred ?? null);
  const sheet = readSamples(sdrf, matched, notes);
  const about = aboutStudy(sdrf, idf);
  const used = [
    ...matrices.map(({ matrix }) => ({ name: matrix.file, taken_for: 'values' })),
    { name: sdrf.text.name, taken_for: 'samples' },
    ...(idf === null ? [] : [{ name: idf.name, taken_for: 'study' }]),
  ];
  const { accession } = about;
  const size = matrices[0] === undefined ? 'no values' : countOf(matrices[0].rows, 'row');
  const study: Study = {
    form: 'MAGE-TAB',
    sentence: `MAGE-TAB${accession && ` ${accession}`}, ${countOf(sheet.rows.length, 'sample')}, ${size}`,
    confidence: 0.95,
    files: used,
    about,
    matrices: matrices.map(({ matrix }) => matrix),
    sheets: [sheet],
    features: null,
    notes,
  };
  return {
    study,
    used: new Set(used.map(({ name }) => name)),
    waiting: matrices.length > 0 ? null : fault(sdrf.text.name, missingValues(sdrf)),
  };
}

function missingValues(sdrf: Sdrf): string {
  const named = [...filesOfValues(sdrf)];
  if (named.length === 0) return 'The SDRF names no file of values: add the matrix of the study.';
  if (named.length === 1) return `The study has no values here: add its file ${named[0]}.`;
  return `The SDRF names ${countOf(named.length, 'file')} of values, such as ${named[0]}: add one table with a column for each sample.`;
}

type ReadMatrix = Omit<MageMatrix, 'referred'> & { referred: string | null; rows: number };

/** Files that the SDRF names, and those with the two titles of ArrayExpress if no other study can have them. */
async function readMatrices(sdrf: Sdrf, { files, isAlone }: Upload, notes: Note[]): Promise<ReadMatrix[]> {
  const named = filesOfValues(sdrf);
  const found: ReadMatrix[] = [];
  const plain: TextFile[] = [];
  for (const text of files) {
    const isNamed = named.has(plainName(text.name));
    const own: Note[] = [];
    const one = isNamed || isAlone ? mageMatrix(text, own) : null;
    if (one !== null) found.push({ ...one, rows: await countOfRows(one.matrix, notes) });
    else if (isNamed) plain.push(text);
    notes.push(...own);
  }
  // Several tables of one row of titles have a sample each.
  const [text] = plain;
  if (found.length > 0 || text === undefined || plain.length > 1) return found;
  const one = plainMatrix(text, notes);
  return one === null ? [] : [{ ...one, rows: await countOfRows(one.matrix, notes) }];
}

async function countOfRows(matrix: SourceMatrix, notes: Note[]): Promise<number> {
  const { count, notes: faults } = await countRows(matrix.rows());
  notes.push(...faults);
  return count;
}

function plainMatrix(text: TextFile, notes: Note[]): Omit<ReadMatrix, 'rows'> | null {
  try {
    const { layout, notes: own } = findTable(text);
    notes.push(...own);
    const { columns } = layout;
    const matrix: SourceMatrix = {
      file: text.name,
      columns,
      annotationColumns: [],
      idColumn: null,
      rows: () => tableRows(layout),
    };
    return { matrix, samples: columns.slice(1), referred: null };
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    // Named as values, but no table: what it is becomes a note of the reader of tables.
    return null;
  }
}

/** One row for each column of the matrix; without one, for each assay. */
function readSamples(sdrf: Sdrf, matched: string | null, notes: Note[]): SampleSheet {
  const columns = columnsOf(sdrf, notes);
  const titles = columns.map(({ title }) => title);
  const key =
    matched ??
    ['Assay Name', 'Hybridization Name', 'Source Name'].find((name) => titles.includes(name)) ??
    'Source Name';
  const rows = groupRows(sdrf, columns, key, notes);
  const source = titles.indexOf('Source Name');
  const repeats = rows.length - new Set(rows.map((row) => row[source])).size;
  if (key !== 'Source Name' && repeats > 0) {
    const sentence = `Of ${countOf(rows.length, 'sample')}, ${repeats} ${repeats === 1 ? 'is a further measurement' : 'are further measurements'} of a source that another sample has: technical replicates.`;
    notes.push(remark(sdrf.text.name, sentence));
  }
  return { file: sdrf.text.name, columns: titles, labelColumn: matched, rows };
}

function aboutStudy(sdrf: Sdrf, idf: TextFile | null): About {
  const investigation: Investigation = idf === null ? new Map() : readInvestigation(idf);
  const first = (key: string) => (investigation.get(key)?.[0] ?? '').slice(0, MAX_TEXT_LENGTH);
  const files = [sdrf.text.name, idf?.name ?? ''].flatMap(
    (name) => ACCESSION.exec(baseName(name))?.[1] ?? [],
  );
  const accession =
    first('comment[arrayexpressaccession]') || first('investigation accession') || (files[0] ?? '');
  // Sequencing alone may also be of chromatin.
  const type = first('comment[aeexperimenttype]');
  return emptyAbout({
    title: first('investigation title'),
    accession,
    source: ACCESSION.test(accession) ? 'ArrayExpress' : '',
    pubmed_id: first('pubmed id'),
    organism: onlyValue(
      valuesOf(sdrf, 'Characteristics[organism]') ?? valuesOf(sdrf, 'Characteristics [organism]'),
    ),
    technology: /^rna-seq/i.test(type) ? 'RNA-seq' : '',
    platform: onlyValue(valuesOf(sdrf, 'Array Design REF')),
    analyte: /^rna-seq of coding rna/i.test(type) ? 'mRNA' : '',
    notes: (investigation.get('experiment description') ?? []).join(' ').slice(0, MAX_NOTES_LENGTH),
  });
}
