/** The columns of a study by a map: where identifiers, annotation and values are. */
import type { DataMap, Finding } from '@omicon/domain/data-map/data-map.ts';
import { quote } from '../../text/read-log.ts';
import type { SampleSheet, SourceMatrix, Study } from '../study.ts';
import { joinNames, type NameJoin } from './names.ts';

export interface Layout {
  matrix: SourceMatrix;
  sheet: SampleSheet | null;
  samplesIn: DataMap['samples_in'];
  /** index of the column of identifiers; with samples in rows, of that of sample names */
  idAt: number;
  /** with samples in columns, one for each sample; with samples in rows, one for each feature */
  valueAts: number[];
  annotationAts: number[];
  /** titles of columns, and names of rows with samples in rows */
  leftOut: ReadonlySet<string>;
}

/** A finding of a whole file. */
export function refused(key: string, file: string | null, sentence: string): Finding {
  return { key, level: 'refused', sentence, file, line: null, column: null, count: 1 };
}

/** Index of the column of sample names in the sheet; -1 without one. */
export function labelAt(sheet: SampleSheet | null, map: DataMap): number {
  return sheet === null || map.label_column === null ? -1 : sheet.columns.indexOf(map.label_column);
}

function missingColumns(map: DataMap, matrix: SourceMatrix, sheet: SampleSheet | null): Finding[] {
  const known = new Set(matrix.columns);
  const ofValues = [map.id_column, ...map.annotation_columns].filter((title) => !known.has(title));
  const found = ofValues.map((title) =>
    refused(
      `missing_column:${title}`,
      matrix.file,
      `${quote(matrix.file)} has no column ${quote(title)}; choose another.`,
    ),
  );
  if (sheet === null) return found;
  const inSheet = new Set(sheet.columns);
  const kept = map.attributes.flatMap(({ is_kept, column }) => (is_kept ? [column] : []));
  for (const title of [...(map.label_column === null ? [] : [map.label_column]), ...kept])
    if (!inSheet.has(title))
      found.push(
        refused(
          `missing_column:${title}`,
          sheet.file,
          `${quote(sheet.file)} has no column ${quote(title)}; choose another.`,
        ),
      );
  return found;
}

/** The layout of the chosen files; null if the file of values or its identifiers are not there. */
export function layoutOf(study: Study, map: DataMap): { layout: Layout | null; findings: Finding[] } {
  const matrix = study.matrices.find(({ file }) => file === map.matrix);
  const sheet = study.sheets.find(({ file }) => file === map.sheet) ?? null;
  if (matrix === undefined) {
    const sentence =
      study.matrices.length === 0
        ? 'None of the files has a table of values; add one.'
        : `There is no file of values ${quote(map.matrix)}; choose another.`;
    return { layout: null, findings: [refused('missing_file', map.matrix || null, sentence)] };
  }
  const findings = missingColumns(map, matrix, sheet);
  if (map.sheet !== null && sheet === null)
    findings.push(
      refused('missing_sheet', map.sheet, `There is no file of samples ${quote(map.sheet)}; choose another.`),
    );
  const idAt = matrix.columns.indexOf(map.id_column);
  if (idAt < 0) return { layout: null, findings };
  const annotation = new Set(map.annotation_columns);
  const leftOut = new Set(map.left_out);
  const layout: Layout = {
    matrix,
    sheet,
    samplesIn: map.samples_in,
    idAt,
    valueAts: [],
    annotationAts: [],
    leftOut,
  };
  for (const [at, title] of matrix.columns.entries()) {
    if (at === idAt || leftOut.has(title)) continue;
    if (annotation.has(title)) layout.annotationAts.push(at);
    else layout.valueAts.push(at);
  }
  return { layout, findings };
}

/** Titles of the columns of values: names of samples, or identifiers with samples in rows. */
export function valueTitles({ matrix, valueAts }: Layout): string[] {
  return valueAts.map((at) => matrix.columns[at]?.trim() ?? '');
}

/** The rows of the sheet for the samples of the values. */
export function joinSheet(layout: Layout, map: DataMap, samples: readonly string[]): NameJoin {
  const { sheet } = layout;
  const column = labelAt(sheet, map);
  return joinNames(samples, column < 0 ? [] : (sheet?.rows ?? []).map((row) => row[column] ?? null));
}
