/** Whether samples are in columns or in rows, and which files and columns join. */
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import type { SampleSheet, SourceMatrix } from '../study.ts';
import type { IdResolver } from './id-resolver.ts';
import { isNumeric, type MatrixSample } from './matrix-sample.ts';
import { joinKey, joinNames } from './names.ts';
import { likeliestKind, recognizeKinds, someOf } from './propose-ids.ts';

/** Files of each sort that are compared, and rows of a sheet. */
const MAX_FILES = 8;
const MAX_SHEET_ROWS = 5000;
/** Titles that are asked of the resolver. */
const MAX_TITLES = 2000;
/** A table with this many times more columns than rows may have samples in rows. */
const WIDE = 5;

export interface SheetChoice {
  sheet: SampleSheet | null;
  labelColumn: string | null;
  /** samples of the sheet that the names have as well */
  matched: number;
}

export function keysOf(names: Iterable<string>): Set<string> {
  const keys = new Set([...names].map(joinKey));
  keys.delete('');
  return keys;
}

/** Distinct names in a column of the sheet that are among these keys. */
function countJoined(sheet: SampleSheet, column: number, keys: ReadonlySet<string>): number {
  const found = new Set<string>();
  for (const row of sheet.rows.slice(0, MAX_SHEET_ROWS)) {
    const key = joinKey(row[column] ?? '');
    if (keys.has(key)) found.add(key);
  }
  return found.size;
}

/** The sheet and column whose values join most names; the column that the form names wins if it joins any. */
export function chooseSheet(sheets: readonly SampleSheet[], keys: ReadonlySet<string>): SheetChoice {
  let best: SheetChoice = { sheet: null, labelColumn: null, matched: 0 };
  for (const sheet of sheets.slice(0, MAX_FILES)) {
    const known = sheet.labelColumn === null ? -1 : sheet.columns.indexOf(sheet.labelColumn);
    const byForm = known < 0 ? 0 : countJoined(sheet, known, keys);
    const columns = byForm > 0 ? [known] : sheet.columns.keys();
    for (const column of columns) {
      const matched = column === known ? byForm : countJoined(sheet, column, keys);
      if (matched > best.matched) best = { sheet, labelColumn: sheet.columns[column] ?? null, matched };
    }
  }
  return best;
}

/** The sheet of patients: a column of distinct names with which most names of samples begin; no sheet without one. */
function chooseSheetOfPatients(sheets: readonly SampleSheet[], names: readonly string[]): SheetChoice {
  let best: SheetChoice = { sheet: null, labelColumn: null, matched: 0 };
  for (const sheet of sheets.slice(0, MAX_FILES))
    for (const [column, title] of sheet.columns.entries()) {
      const labels = sheet.rows.slice(0, MAX_SHEET_ROWS).map((row) => row[column] ?? null);
      const { matched, repeated } = joinNames(names, labels);
      if (repeated.length === 0 && 2 * matched >= names.length && matched > best.matched)
        best = { sheet, labelColumn: title, matched };
    }
  return best;
}

/** The file of values whose titles join most names of a sheet; the first of equals, and one with rows at all. */
export function chooseMatrix(
  matrices: readonly SourceMatrix[],
  sheets: readonly SampleSheet[],
): SourceMatrix | null {
  let best: { matrix: SourceMatrix | null; matched: number } = { matrix: matrices[0] ?? null, matched: 0 };
  if (matrices.length < 2) return best.matrix;
  for (const matrix of matrices.slice(0, MAX_FILES)) {
    const { matched } = chooseSheet(sheets, keysOf(matrix.columns));
    if (matched > best.matched) best = { matrix, matched };
  }
  return best.matrix;
}

export interface Orientation {
  samplesIn: DataMap['samples_in'];
  /** column of sample names, with samples in rows */
  nameAt: number;
  choice: SheetChoice;
}

/** Columns of text among the first ones, which may name the samples of rows. */
function nameColumns({ columns }: MatrixSample): number[] {
  const text = columns.flatMap((column, at) =>
    at < 50 && !isNumeric(column) && column.present > 0 ? [at] : [],
  );
  return text.length > 0 ? text : [0];
}

/** Whether titles are identifiers of features and the first column is not, in a table wider than it is long. */
async function areFeaturesInColumns(
  sample: MatrixSample,
  { nameAt, resolver }: { nameAt: number; resolver: IdResolver },
): Promise<boolean> {
  const titles = sample.columns.flatMap((column) => (isNumeric(column) ? [column.title] : []));
  if (!sample.isWhole || titles.length < WIDE * sample.rows) return false;
  const ofTitles = likeliestKind(await recognizeKinds(resolver, someOf(titles, MAX_TITLES), null));
  const cells = sample.columns[nameAt]?.cells ?? [];
  const ofRows = likeliestKind(await recognizeKinds(resolver, someOf(cells, MAX_TITLES), null));
  return ofTitles.share >= 0.5 && ofTitles.share >= ofRows.share;
}

/** Whether a sheet is made of columns of the table of values: it joins all rows, whatever these are. */
export function isOfOwnWords(sheet: SampleSheet, matrix: SourceMatrix): boolean {
  return sheet.file === matrix.file && sheet.columns.every((title) => matrix.columns.includes(title));
}

/** Fewer rows may be samples, as far as their names are no identifiers; of more, few are. */
const [ROWS_OF_FEATURES, MOST_SAMPLES] = [250, 1000];
/** Identifiers that names of samples hardly look like. */
const CLEAR_KINDS: ReadonlySet<string> = new Set(['ENSEMBL', 'PROBEID']);

/**
 * Whether the rows of a table with words beside its values are features, by the identifiers of a column and the shape;
 * otherwise they are samples, which the words describe.
 */
async function areFeaturesInRows(sample: MatrixSample, resolver: IdResolver): Promise<boolean> {
  const likeliest = async (ids: readonly string[]) =>
    likeliestKind(await recognizeKinds(resolver, someOf(ids, MAX_TITLES), null));
  const titles = sample.columns.flatMap((column) => (isNumeric(column) ? [column.title] : []));
  const ofTitles = await likeliest(titles);
  const isLong = sample.rows >= ROWS_OF_FEATURES && sample.rows > titles.length;
  for (const at of nameColumns(sample)) {
    const ids = someOf(sample.columns[at]?.cells ?? [], MAX_TITLES);
    // Words that repeat are groups of samples, or classes of features.
    if (new Set(ids).size < 0.9 * ids.length) continue;
    const { kind, share } = await likeliest(ids);
    if (share < 0.5) continue;
    if (CLEAR_KINDS.has(kind) && kind !== ofTitles.kind) return true;
    // Names of samples may look like symbols.
    const isLikelier = share > ofTitles.share || (share === ofTitles.share && sample.rows > MOST_SAMPLES);
    if (isLong && isLikelier) return true;
  }
  return isLong && ofTitles.share === 0 && sample.rows > WIDE * titles.length;
}

/** Where samples are: by the names that join the sheet, else by identifiers and the shape of the table. */
export async function orient(
  sample: MatrixSample,
  { matrix, sheets: given }: { matrix: SourceMatrix; sheets: readonly SampleSheet[] },
  resolver: IdResolver,
): Promise<Orientation> {
  const others = given.filter((sheet) => !isOfOwnWords(sheet, matrix));
  const sheets = others.length < given.length && (await areFeaturesInRows(sample, resolver)) ? others : given;
  const byColumns = chooseSheet(sheets, keysOf(sample.columns.map(({ title }) => title)));
  let rows = {
    nameAt: 0,
    choice: { sheet: null, labelColumn: null, matched: 0 } satisfies SheetChoice as SheetChoice,
  };
  for (const at of nameColumns(sample)) {
    const choice = chooseSheet(sheets, keysOf(sample.columns[at]?.cells ?? []));
    if (choice.matched > rows.choice.matched) rows = { nameAt: at, choice };
  }
  if (rows.choice.matched > byColumns.matched) return { samplesIn: 'rows', ...rows };
  const nameAt = nameColumns(sample)[0] ?? 0;
  if (byColumns.matched === 0 && (await areFeaturesInColumns(sample, { nameAt, resolver })))
    return { samplesIn: 'rows', nameAt, choice: byColumns };
  const titles = sample.columns.map(({ title }) => title);
  const choice = byColumns.matched === 0 ? chooseSheetOfPatients(sheets, titles) : byColumns;
  return { samplesIn: 'columns', nameAt: 0, choice };
}

/** Why samples are where the map says, as a sentence. */
export function orientationSentence(
  samplesIn: DataMap['samples_in'],
  { samples, matched, features }: { samples: number; matched: number; features: number },
): string {
  const where = `Samples are in ${samplesIn}`;
  if (matched > 0)
    return `${where}: ${formatCount(matched)} of ${countOf(samples, 'name')} in ${samplesIn} ${samples === 1 ? 'is' : 'are'} in the sheet of samples.`;
  return `${where}: the table has ${countOf(samples, 'sample')} in ${samplesIn} and ${countOf(features, 'feature')}.`;
}
