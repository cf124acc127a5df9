import { countOf } from '@omicon/domain/records/count-of.ts';
import { IntakeRefusal } from '../../../records.ts';
import type { FeatureTable, SampleSheet, SourceMatrix, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import {
  baseName,
  countRows,
  emptyAbout,
  fault,
  type Note,
  notesOf,
  type Reading,
  readFeatures,
  readSheet,
} from './study-parts.ts';
import {
  type DescribedTable,
  describeTable,
  isNamedSheet,
  type SortedTables,
  sampleColumns,
  sortTables,
} from './table-kinds.ts';
import { findTable } from './table-layout.ts';
import { tableRows } from './table-rows.ts';
import { isTransposed, MOST_ATTRIBUTES, transposeSheet } from './transposed-sheet.ts';

/** Of more rows, a table has features and not samples in its rows. */
const MOST_SAMPLES = 5000;
/** A sheet of samples with more rows is a table of something else. */
const MOST_ROWS_OF_SHEET = 1_000_000;
const ACCESSION = /(?:^|[^A-Za-z0-9])(GSE\d{2,8}|E-[A-Z]{4}-\d{1,8})(?!\d)/;

/** Tables with separators, as one study: tables of values, of samples and of features. */
export async function readDelimited(files: readonly TextFile[]): Promise<Reading[]> {
  const { tables, notes } = findTables(files);
  if (tables.length === 0) return notes.length === 0 ? [] : [unreadable(files, notes)];
  return [await studyOf(sortTables(tables), notes)];
}

function findTables(files: readonly TextFile[]): { tables: DescribedTable[]; notes: Note[] } {
  const tables: DescribedTable[] = [];
  const notes: Note[] = [];
  for (const text of files) {
    try {
      const found = findTable(text);
      if (found.rows.length === 0) notes.push(fault(text.name, 'The table has titles but no rows.'));
      else tables.push(describeTable(found));
    } catch (error) {
      notes.push(...notesOf(error));
    }
  }
  return { tables, notes };
}

function unreadable(files: readonly TextFile[], notes: Note[]): Reading {
  const study: Study = {
    form: 'not recognized',
    sentence: 'No table was found.',
    confidence: 0,
    files: files.map(({ name }) => ({ name, taken_for: 'not used' })),
    about: emptyAbout(),
    matrices: [],
    sheets: [],
    features: null,
    notes,
  };
  return { study, used: new Set(files.map(({ name }) => name)), waiting: null };
}

async function studyOf(sorted: SortedTables, unread: Note[]): Promise<Reading> {
  const isAlone = sorted.values.length === 1 && sorted.samples.length + sorted.features.length === 0;
  const tables = [...sorted.values, ...sorted.samples.map(({ table }) => table), ...sorted.features];
  const notes = tables.flatMap((table) => table.notes);
  // A file without a table beside others may be a note of a person; it stops nothing.
  notes.push(...unread.map((note) => ({ ...note, isFault: false })));
  const values = await readValues(sorted.values, isAlone, notes);
  const sheets = await readSheets(sorted, notes);
  const features = await readFirstFeatures(sorted.features, notes);
  const isOfValues = sorted.values.some(
    (table) => table.numbers >= 2 && !(isNamedSheet(table) && table.numberShare < 0.95),
  );
  const study: Study = {
    form: 'tables',
    sentence: asSentence([...values.phrases, ...sheets.map(sheetPhrase), ...featurePhrase(features)]),
    confidence: isOfValues ? 0.5 : 0.2,
    files: filesOf(sorted, features),
    about: emptyAbout({ accession: accessionIn(tables) }),
    matrices: values.matrices,
    sheets: [...sheets, ...values.ownSheets],
    features,
    notes,
  };
  return { study, used: new Set(tables.map(({ file }) => file)), waiting: null };
}

interface Values {
  matrices: SourceMatrix[];
  phrases: string[];
  /** sample columns of tables that have values and samples */
  ownSheets: SampleSheet[];
}

async function readValues(tables: DescribedTable[], isAlone: boolean, notes: Note[]): Promise<Values> {
  const values: Values = { matrices: [], phrases: [], ownSheets: [] };
  for (const table of tables) {
    const { layout, file } = table;
    const { count, notes: faults } = await countRows(tableRows(layout));
    notes.push(...faults);
    values.matrices.push({
      file,
      columns: layout.columns,
      annotationColumns: [],
      idColumn: null,
      rows: () => tableRows(layout),
    });
    const size = `${countOf(count, 'row')}, ${countOf(layout.columns.length, 'column')}`;
    values.phrases.push(`${table.name} table ${baseName(file)}: ${size}`);
    if (count > MOST_SAMPLES || faults.length > 0) continue;
    const isSheet = isAlone && (table.numberShare < 0.5 || isNamedSheet(table));
    const columns = isSheet ? [...layout.columns.keys()] : sampleColumns(table);
    if (columns.length === 0) continue;
    const sheet = await orNote(notes, () => readSheet(layout, columns));
    if (sheet !== null) values.ownSheets.push(sheet);
  }
  return values;
}

async function readSheets({ values, samples }: SortedTables, notes: Note[]): Promise<SampleSheet[]> {
  const sheets: SampleSheet[] = [];
  const names = new Set(values.flatMap(({ layout }) => layout.columns.slice(1)));
  for (const { table, labelColumn } of samples) {
    await orNote(notes, async () => {
      const sheet = await readSheet(table.layout);
      const isTurned =
        labelColumn === null && sheet.rows.length <= MOST_ATTRIBUTES && isTransposed(sheet.columns, names);
      if (isTurned) sheets.push(transposeSheet(sheet));
      else if (sheet.rows.length <= MOST_ROWS_OF_SHEET) sheets.push({ ...sheet, labelColumn });
      else notes.push(fault(table.file, 'A table of over a million rows is no table of samples.'));
    });
  }
  return sheets;
}

async function readFirstFeatures(
  tables: readonly DescribedTable[],
  notes: Note[],
): Promise<FeatureTable | null> {
  for (const { layout } of tables) {
    const features = await orNote(notes, async () => {
      const kept = await readFeatures(layout);
      notes.push(...kept.notes());
      return kept.table();
    });
    if (features !== null) return features;
  }
  return null;
}

/** What `read` gives; null if it refuses, which becomes notes. */
async function orNote<T>(notes: Note[], read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    notes.push(...notesOf(error));
    return null;
  }
}

function sheetPhrase({ file, rows, columns }: SampleSheet): string {
  return `samples ${baseName(file)}: ${countOf(rows.length, 'row')}, ${countOf(columns.length, 'column')}`;
}

function featurePhrase(features: FeatureTable | null): string[] {
  return features === null
    ? []
    : [`features ${baseName(features.file)}: ${countOf(features.rows.size, 'row')}`];
}

function filesOf({ values, samples, features }: SortedTables, used: FeatureTable | null): Study['files'] {
  return [
    ...values.map(({ file }) => ({ name: file, taken_for: 'values' })),
    ...samples.map(({ table }) => ({ name: table.file, taken_for: 'samples' })),
    ...features.map(({ file }) => ({ name: file, taken_for: file === used?.file ? 'features' : 'not used' })),
  ];
}

function accessionIn(tables: readonly DescribedTable[]): string {
  return tables.flatMap(({ file }) => ACCESSION.exec(file)?.[1] ?? [])[0] ?? '';
}

/** `Comma-separated table values.csv: 6 rows, 7 columns; samples sheet.csv: 6 rows, 4 columns` */
function asSentence(phrases: readonly string[]): string {
  const sentence = phrases.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
