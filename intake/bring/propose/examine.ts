/** What the files of a study hold by a map, and what speaks against storing them so. */
import type { DataMap, DataProposal, Finding, SheetColumn } from '@omicon/domain/data-map/data-map.ts';
import type { Study } from '../study.ts';
import { lowerCaseWords } from './cells.ts';
import { checkAttributes } from './check-attributes.ts';
import { checkSamples } from './check-samples.ts';
import { checkTitles } from './check-titles.ts';
import { checkValues } from './check-values.ts';
import { finding, withConfirmed } from './finding.ts';
import { joinSheet, type Layout, layoutOf } from './layout.ts';
import type { NameJoin } from './names.ts';
import { isOfOwnWords, orientationSentence } from './orientation.ts';
import { recognizeKinds } from './propose-ids.ts';
import type { Known } from './propose-map.ts';
import { isAccession } from './propose-records.ts';
import { LISTED_COLUMNS, type ReadValues, readValues } from './read-values.ts';
import { describeColumn, sheetCells } from './sheet.ts';

const LISTED_NAMES = 50;
const LISTED_SHEET_COLUMNS = 2000;
const LISTED_NOTES = 200;

/** What readers noticed. A fault of a chosen file must be confirmed, as its values may not be what was meant. */
function noteFindings({ notes }: Study, map: DataMap): Finding[] {
  const chosen = new Set([map.matrix, map.sheet]);
  return notes.slice(0, LISTED_NOTES).map(({ isFault, sentence, ...place }) =>
    finding(
      isFault && chosen.has(place.file) ? 'confirm' : 'warning',
      `note:${place.file ?? ''}:${sentence}`,
      {
        sentence,
        ...place,
      },
    ),
  );
}

function recordFindings(map: DataMap): Finding[] {
  if (isAccession(map.accession)) return [];
  const sentence =
    'The accession names folders and files: up to 80 letters, digits, points, hyphens and _, without "attributes" or "feature_metadata".';
  return [finding('refused', 'accession', { sentence })];
}

/** Columns of the sheet as they are for the samples of the values; for all of its rows if none joins. */
function describeSheet({ sheet }: Layout, map: DataMap, { rows, matched }: NameJoin): SheetColumn[] {
  if (sheet === null) return [];
  const joined = matched > 0 ? rows.filter((row) => row !== null) : [...sheet.rows.keys()];
  const attributes = new Map(map.attributes.map((attribute) => [attribute.column, attribute]));
  return sheet.columns.slice(0, LISTED_SHEET_COLUMNS).map((column, at) => {
    const missing = new Set(attributes.get(column)?.missing);
    const cells = sheetCells(sheet, at, joined);
    return describeColumn(
      column,
      cells.map((cell) => (cell !== null && missing.has(cell) ? null : cell)),
    );
  });
}

function describeColumns(layout: Layout, { head }: ReadValues): DataProposal['columns'] {
  const annotation = new Set(layout.annotationAts);
  const values = new Set(layout.valueAts);
  return layout.matrix.columns.slice(0, LISTED_COLUMNS).map((title, at) => ({
    title,
    part:
      at === layout.idAt ? 'id' : annotation.has(at) ? 'annotation' : values.has(at) ? 'sample' : 'left out',
    cells: head.map((row) => row[at] ?? ''),
  }));
}

function cellsOf({ cells }: Study): DataProposal['cells'] {
  return cells === undefined ? null : { cells: cells.cells, columns: cells.columns };
}

/** A proposal for files of which nothing can be read by this map. */
function emptyProposal(study: Study, findings: Finding[]): DataProposal {
  return {
    sentence: study.sentence,
    form: study.form,
    files: study.files,
    matrices: study.matrices.map(({ file }) => file),
    sheets: study.sheets.map(({ file }) => file),
    number_of_features: 0,
    number_of_samples: 0,
    orientation: '',
    cells: cellsOf(study),
    ids: [],
    columns: [],
    join: { matched: 0, only_values: [], only_sheet: [] },
    sheet_columns: [],
    values: { least: null, greatest: null, missing: 0, histogram: [] },
    preview: { columns: [], rows: [] },
    findings,
  };
}

function describeValues({ survey }: ReadValues): DataProposal['values'] {
  const { least, greatest, missing, histogram } = survey;
  if (least > greatest) return { least: null, greatest: null, missing, histogram: [] };
  return { least, greatest, missing, histogram: histogram.bins(least, greatest) };
}

/**
 * Reads the chosen file of values once by the map.
 * @throws IntakeRefusal if the file is damaged
 */
export async function examine(
  study: Study,
  map: DataMap,
  known: Pick<Known, 'resolver' | 'missingWords'>,
): Promise<DataProposal> {
  const { layout, findings } = layoutOf(study, map);
  const ofFiles = [...findings, ...recordFindings(map), ...noteFindings(study, map)];
  if (layout === null) return emptyProposal(study, withConfirmed(ofFiles, map));
  const reading = await readValues(layout, map, lowerCaseWords(known.missingWords));
  const { samples } = reading;
  const features = reading.features.ids;
  const join = joinSheet(layout, map, samples);
  const platform = map.platform === '' ? null : map.platform;
  const otherSheets = study.sheets.filter((sheet) => !isOfOwnWords(sheet, layout.matrix));
  const evidence = await recognizeKinds(known.resolver, features, platform);
  const ofTitles = checkTitles(layout, reading);
  // What is no table of values of samples has no other faults.
  const isRefused = ofTitles.some(({ level }) => level === 'refused');
  const ofValues = () => [
    // Words of a table of features are no sheet of samples.
    ...checkSamples(reading, layout, { map, join, evidence, sheets: otherSheets.length }),
    ...checkValues(reading, layout, map),
    ...checkAttributes(layout, map, join.rows),
  ];
  const all = [...ofFiles, ...ofTitles, ...(isRefused ? [] : ofValues())];
  return {
    ...emptyProposal(study, withConfirmed(all, map)),
    number_of_features: features.length,
    number_of_samples: samples.length,
    orientation: orientationSentence(layout.samplesIn, {
      samples: samples.length,
      matched: join.matched,
      features: features.length,
    }),
    ids: evidence,
    columns: describeColumns(layout, reading),
    join: {
      matched: join.matched,
      only_values: join.onlyValues.slice(0, LISTED_NAMES),
      only_sheet: join.onlySheet.slice(0, LISTED_NAMES),
    },
    sheet_columns: describeSheet(layout, map, join),
    values: describeValues(reading),
    preview: reading.preview,
  };
}
