/** Small studies for tests. */
import type { DataMap, Finding } from '@omicon/domain/data-map/data-map.ts';
import { emptyAbout } from '../read/tables/study-parts.ts';
import type { About, FeatureTable, SampleSheet, SourceMatrix, Study } from '../study.ts';
import { resolverByForm } from './id-resolver.ts';
import type { Known } from './propose-map.ts';

export const KNOWN: Known = { resolver: resolverByForm, missingWords: [], earlier: null };

/** A file of values from lines whose cells are separated by blanks; `_` is an empty cell. */
export function matrixOf(lines: readonly string[], file = 'GSE9_series_matrix.txt.gz'): SourceMatrix {
  const [columns = [], ...rows] = lines.map((line) =>
    line.split(' ').map((cell) => (cell === '_' ? '' : cell)),
  );
  return {
    file,
    columns,
    annotationColumns: [],
    idColumn: null,
    async *rows() {
      for (const [at, cells] of rows.entries()) yield { line: at + 2, cells };
    },
  };
}

/** A sheet of samples from lines whose cells are separated by |. */
export function sheetOf(lines: readonly string[], file = 'samples.csv'): SampleSheet {
  const [columns = [], ...rows] = lines.map((line) => line.split('|'));
  return {
    file,
    columns,
    labelColumn: null,
    rows: rows.map((cells) => cells.map((cell) => (cell === '' ? null : cell))),
  };
}

export function studyOf(
  matrices: SourceMatrix[],
  {
    sheets = [],
    about = {},
    features = null,
  }: { sheets?: SampleSheet[]; about?: Partial<About>; features?: FeatureTable | null } = {},
): Study {
  return {
    form: 'table',
    sentence: 'Table',
    confidence: 1,
    files: matrices.map(({ file }) => ({ name: file, taken_for: 'values' })),
    about: emptyAbout(about),
    matrices,
    sheets,
    features,
    notes: [],
  };
}

export const LOG2 = matrixOf([
  'ID_REF GSM1 GSM2 GSM3 GSM4',
  '1007_s_at 7.25 8.5 6.125 7',
  '1053_at 5.5 5.25 4.75 6',
  '117_at 3 2.5 3.5 2',
]);

export const SHEET = sheetOf([
  'geo_accession|gender|age at diagnosis|disease state|tissue|batch|patient',
  'GSM1|F|41|glioblastoma|brain|1|p1',
  'GSM2|M|52.5|glioblastoma|brain|1|p2',
  'GSM3|F|unknown|astrocytoma|brain|2|p3',
  'GSM4|n/a|60|astrocytoma|brain|2|p4',
]);

export function attribute(map: DataMap, column: string) {
  return map.attributes.find((each) => each.column === column);
}

/** `level key` of each finding. */
export function keysOfFindings(findings: readonly Finding[]): string[] {
  return findings.map(({ level, key }) => `${level} ${key}`);
}
