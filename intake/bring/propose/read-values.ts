/** Reads the chosen file of values to its end, once. */
import type { DataMap, DataProposal } from '@omicon/domain/data-map/data-map.ts';
import type { CellForm } from './cells.ts';
import { DistinctIds, restoredSymbol } from './feature-ids.ts';
import { type Layout, valueTitles } from './layout.ts';
import { featureId, idPairOf, otherKindOf } from './paired-ids.ts';
import { ValueSurvey } from './value-survey.ts';

export const MAX_CELLS = 1e9;
/** Identifiers are kept, to find those that are repeated. */
export const MAX_FEATURES = 10_000_000;
const PREVIEW_ROWS = 50;
const PREVIEW_COLUMNS = 20;
const HEAD_ROWS = 3;
/** Columns that a proposal lists. */
export const LISTED_COLUMNS = 1000;
/** Characters of a cell that are shown. */
const SHOWN_CHARACTERS = 200;

export interface ReadValues {
  survey: ValueSurvey;
  /** identifiers of the features that have one, as they will be written */
  features: DistinctIds;
  /** names of the samples, in the order of the file */
  samples: string[];
  withoutIdentifier: number;
  /** identifiers that are dates, with what is written for the first of them */
  dates: { count: number; line: number; cell: string; written: string } | null;
  /** identifiers of which one part is written, with the first of them; `unnamed` have no symbol */
  pairs: { count: number; unnamed: number; line: number; cell: string; written: string } | null;
  /** by sample with samples in rows: the line of the file */
  sampleLines: number[];
  isTooLarge: boolean;
  preview: DataProposal['preview'];
  /** the first three rows, as far as their columns are listed */
  head: string[][];
}

function emptyReading(layout: Layout, form: CellForm): ReadValues {
  return {
    survey: new ValueSurvey(layout.valueAts, form),
    features: new DistinctIds(),
    samples: [],
    withoutIdentifier: 0,
    dates: null,
    pairs: null,
    sampleLines: [],
    isTooLarge: false,
    preview: { columns: layout.matrix.columns.slice(0, PREVIEW_COLUMNS), rows: [] },
    head: [],
  };
}

/** Counts an identifier that is a pair, if one part of it is written. */
function addPair(
  reading: ReadValues,
  { cell, line, written }: { cell: string; line: number; written: string },
) {
  const pair = idPairOf(cell);
  if (pair === null) return;
  reading.pairs ??= { count: 0, unnamed: 0, line, cell: cell.trim(), written };
  reading.pairs.count += 1;
  if (!pair.hasSymbol) reading.pairs.unnamed += 1;
}

/** Adds an identifier; false if the feature has none. */
function addFeature(
  reading: ReadValues,
  { cell, line }: { cell: string; line: number },
  kind: DataMap['id_kind'],
): boolean {
  const id = featureId(cell, kind);
  if (id === '') {
    reading.withoutIdentifier += 1;
    return false;
  }
  if (id !== cell.trim() && restoredSymbol(cell.trim()) === id) {
    reading.dates ??= { count: 0, line, cell: cell.trim(), written: id };
    reading.dates.count += 1;
  }
  if (otherKindOf(kind) !== null) addPair(reading, { cell, line, written: id });
  reading.features.add(id);
  return true;
}

function addPreview({ preview, head }: ReadValues, cells: readonly string[]): void {
  const shown = (columns: number) => cells.slice(0, columns).map((cell) => cell.slice(0, SHOWN_CHARACTERS));
  if (head.length < HEAD_ROWS) head.push(shown(LISTED_COLUMNS));
  if (preview.rows.length < PREVIEW_ROWS) preview.rows.push(shown(PREVIEW_COLUMNS));
}

/** Whether a row has values to read: with samples in columns, its identifier; with samples in rows, a sample that is not left out. */
function takesRow(
  reading: ReadValues,
  { layout, kind }: { layout: Layout; kind: DataMap['id_kind'] },
  row: { cell: string; line: number },
): boolean {
  if (layout.samplesIn === 'columns') return addFeature(reading, row, kind);
  const name = row.cell.trim();
  if (layout.leftOut.has(name)) return false;
  reading.samples.push(name);
  reading.sampleLines.push(row.line);
  return true;
}

/** One pass over the rows, which ends early if there are more values than a data set may have. */
export async function readValues(
  layout: Layout,
  map: DataMap,
  missingWords: ReadonlySet<string>,
): Promise<ReadValues> {
  const form = { hasDecimalCommas: map.has_decimal_commas, missingWords };
  const reading = emptyReading(layout, form);
  const { id_kind: kind } = map;
  const titles = valueTitles(layout);
  if (layout.samplesIn === 'columns') reading.samples = titles;
  else for (const cell of titles) addFeature(reading, { cell, line: 1 }, kind);
  const width = Math.max(1, layout.valueAts.length);
  const mostRows = Math.min(MAX_FEATURES, Math.floor(MAX_CELLS / width));
  for await (const { cells, line } of layout.matrix.rows()) {
    addPreview(reading, cells);
    if (!takesRow(reading, { layout, kind }, { cell: cells[layout.idAt] ?? '', line })) continue;
    if (reading.survey.rows === mostRows) {
      reading.isTooLarge = true;
      break;
    }
    reading.survey.addRow(cells, line);
  }
  return reading;
}
