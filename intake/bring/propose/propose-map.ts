/** A map with every choice filled in, from what the files are and hold. */
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import type { SampleSheet, SourceMatrix, Study } from '../study.ts';
import { lowerCaseWords } from './cells.ts';
import { takeEarlier } from './earlier.ts';
import type { IdResolver } from './id-resolver.ts';
import { isNumeric, type MatrixSample, sampleMatrix } from './matrix-sample.ts';
import { joinNames } from './names.ts';
import { chooseMatrix, keysOf, type Orientation, orient } from './orientation.ts';
import { platformName } from './platforms.ts';
import { proposeAttributes } from './propose-attributes.ts';
import { type ProposedColumns, proposeColumns } from './propose-columns.ts';
import { likeliestKind, platformOfProbes, recognizeKinds } from './propose-ids.ts';
import { proposeRecords } from './propose-records.ts';
import { scaleOf, transformationOf } from './scale.ts';

/** What the portal knows beside the files. */
export interface Known {
  resolver: IdResolver;
  /** words of the laboratory for missing values, beside the usual ones */
  missingWords: readonly string[];
  /** the map of the last files of this form; null if there was none */
  earlier: DataMap | null;
}

/** With samples in rows, columns are features: those of numbers are kept. */
async function columnsOfRows(
  sample: MatrixSample,
  nameAt: number,
  resolver: IdResolver,
): Promise<ProposedColumns> {
  const others = sample.columns.filter((_, at) => at !== nameAt);
  const features = others.filter((column) => isNumeric(column) || column.present === 0);
  const evidence = await recognizeKinds(
    resolver,
    features.map(({ title }) => title),
    null,
  );
  return {
    idColumn: sample.columns[nameAt]?.title ?? '',
    idKind: likeliestKind(evidence).kind,
    evidence,
    annotation: [],
    leftOut: others.filter((column) => !features.includes(column)).map(({ title }) => title),
  };
}

function sheetNamesOf({
  sheet,
  labelColumn,
}: {
  sheet: SampleSheet | null;
  labelColumn: string | null;
}): Set<string> {
  const column = sheet === null || labelColumn === null ? -1 : sheet.columns.indexOf(labelColumn);
  return column < 0 ? new Set() : keysOf((sheet?.rows ?? []).map((row) => row[column] ?? ''));
}

/** Names of samples: titles of columns, or the cells of a column as far as the sample goes. */
function sampleNames(sample: MatrixSample, matrix: SourceMatrix, found: Found): string[] {
  const { orientation, columns } = found;
  if (orientation.samplesIn === 'rows') return sample.columns[orientation.nameAt]?.cells ?? [];
  const others = new Set([columns.idColumn, ...columns.annotation, ...columns.leftOut]);
  return matrix.columns.filter((title) => !others.has(title));
}

interface Found {
  orientation: Orientation;
  columns: ProposedColumns;
}

/** Rows of the sheet that describe samples of the values; all rows if none does. */
function joinedRows(names: readonly string[], sheet: SampleSheet, labelColumn: string): number[] {
  const at = sheet.columns.indexOf(labelColumn);
  const { rows } = joinNames(
    names.map((name) => name.trim()),
    sheet.rows.map((row) => row[at] ?? null),
  );
  const joined = rows.filter((row) => row !== null);
  return joined.length > 0 ? joined : [...sheet.rows.keys()];
}

/** The array by its accession or name, else the one whose mapping table knows the probes. */
async function proposePlatform(
  written: string,
  { resolver, kind, ids }: { resolver: IdResolver; kind: DataMap['id_kind']; ids: readonly string[] },
): Promise<string> {
  if (written.trim() !== '') return platformName(written, await resolver.platforms()).slice(0, 200);
  return kind === 'PROBEID' ? ((await platformOfProbes(resolver, ids)) ?? '') : '';
}

/** A map of a study without values: it says what the records are, and which file to wait for. */
function emptyMap(study: Study): DataMap {
  return {
    version: 1,
    matrix: study.matrices[0]?.file ?? '',
    sheet: study.sheets[0]?.file ?? null,
    cells: study.cells?.grouping ?? null,
    samples_in: 'columns',
    id_column: study.matrices[0]?.columns[0] ?? '',
    id_kind: 'other',
    annotation_columns: [],
    left_out: [],
    label_column: study.sheets[0]?.labelColumn ?? null,
    attributes: [],
    has_decimal_commas: false,
    scale: 'other',
    transformation: 'none',
    platform: platformName(study.about.platform, []).slice(0, 200),
    ...proposeRecords(study, { matrix: study.files[0]?.name ?? '', kind: 'other', scale: 'other' }),
    confirmed: [],
  };
}

/**
 * Proposes a map: the matrix and sheet, where samples are, identifiers, annotation, attributes, scale and records. Reads
 * the beginning of the file of values.
 */
export async function proposeMap(study: Study, known: Known): Promise<DataMap> {
  const matrix = chooseMatrix(study.matrices, study.sheets);
  if (matrix === null) return emptyMap(study);
  const { resolver } = known;
  const missingWords = lowerCaseWords(known.missingWords);
  const sample = await sampleMatrix(matrix, missingWords);
  const orientation = await orient(sample, { matrix, sheets: study.sheets }, resolver);
  const { sheet, labelColumn } = orientation.choice;
  const isInRows = orientation.samplesIn === 'rows';
  const columns = isInRows
    ? await columnsOfRows(sample, orientation.nameAt, resolver)
    : await proposeColumns(sample, matrix, { resolver, sheetNames: sheetNamesOf(orientation.choice) });
  const names = sampleNames(sample, matrix, { orientation, columns });
  const scale = scaleOf(sample.values, study.cells !== undefined);
  const kind = columns.idKind;
  const ids = isInRows
    ? matrix.columns
    : (sample.columns.find(({ title }) => title === columns.idColumn)?.cells ?? []);
  const proposed: DataMap = {
    ...emptyMap(study),
    matrix: matrix.file,
    sheet: sheet?.file ?? null,
    samples_in: orientation.samplesIn,
    id_column: columns.idColumn,
    id_kind: kind,
    annotation_columns: [...new Set(columns.annotation)],
    left_out: [...new Set(columns.leftOut)],
    label_column: labelColumn,
    attributes:
      sheet === null || labelColumn === null
        ? []
        : proposeAttributes(sheet, labelColumn, {
            rows: joinedRows(names, sheet, labelColumn),
            missingWords,
          }),
    has_decimal_commas: sample.hasDecimalCommas,
    scale,
    transformation: transformationOf(scale),
    platform: await proposePlatform(study.about.platform, { resolver, kind, ids }),
    ...proposeRecords(study, { matrix: matrix.file, kind, scale }),
  };
  const fileColumns = { matrix: new Set(matrix.columns), sheet: new Set(sheet?.columns ?? []) };
  return takeEarlier(proposed, known.earlier, fileColumns);
}
