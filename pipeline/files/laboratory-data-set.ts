/** A data set in the laboratory's files: analyte data with sample attributes, feature metadata and DS attributes. */
import type { FeatureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { attributeTable, bareLine, type Cell, quotedLine, writeTable } from './csv.ts';

/** A table with named columns; null is NA. */
export interface NamedTable {
  columns: string[];
  rows: (string | null)[][];
}

export interface LaboratoryDataSet {
  title: string;
  /** version code, such as A.1.1 */
  version: string;
  /** kind of the feature identifiers, such as SYMBOL */
  uniqueIdentifier: string;
  /** of the file of attributes, in its order; Title and Version are those above */
  attributes: Map<string, string | null>;
  /** identifiers, one per row of the matrix */
  features: string[];
  /** columns after the index and the unique identifier, one row per feature */
  featureMetadata: NamedTable;
  /** one per column of the matrix */
  labels: string[];
  /** columns after Index and Label, one row per sample */
  sampleAttributes: NamedTable;
  /** features x samples; NA as NaN */
  matrix: FeatureMatrix;
}

/** Paths of the four files; companions have the stem of the analyte data file. */
export interface DataSetFiles {
  /** path without `.csv` */
  stem: string;
  /** `attributes` for a loaded data set, `DS_attributes` for a derived one */
  attributesName: 'attributes' | 'DS_attributes';
  /** the older form: one header line, without indices */
  hasSingleHeader?: boolean;
}

/** Columns of an attribute, or null cells if the samples do not have it. */
export function cellsOf({ columns, rows }: NamedTable, name: string): (string | null)[] {
  const column = columns.indexOf(name);
  return rows.map((row) => row[column] ?? null);
}

/** Lines of an analyte data file, in the portal's form of two header lines or the older one. */
export function analyteLines(
  { uniqueIdentifier, labels, features, matrix }: Omit<LaboratoryDataSet, 'title' | 'version'>,
  hasSingleHeader = false,
): string[] {
  const named = quotedLine(labels);
  const { sampleCount, values } = matrix;
  const rows = features.map((identifier, feature) => {
    const cells = values.subarray(feature * sampleCount, (feature + 1) * sampleCount);
    const line = cells.some(Number.isNaN)
      ? Array.from(cells, (value) => (Number.isNaN(value) ? '' : value)).join(',')
      : cells.join(',');
    const head = quotedLine([identifier]);
    return hasSingleHeader ? `${head},${line}` : `${feature + 1},${head},${line}`;
  });
  if (hasSingleHeader) return [`${quotedLine([uniqueIdentifier])},${named}`, ...rows];
  const indices = labels.map((_, index) => index + 1).join(',');
  return [`INDEX,Feature,${indices}`, `,${uniqueIdentifier},${named}`, ...rows];
}

/** Lines of a sample attribute file. */
export function sampleLines(labels: readonly string[], { columns, rows }: NamedTable): string[] {
  return [
    quotedLine(['Index', 'Label', ...columns]),
    ...labels.map((label, index) => {
      const cells = (rows[index] ?? []).map(asCell);
      return quotedLine([index + 1, label, ...cells]);
    }),
  ];
}

/** Numbers are written bare, as R writes them; texts that only look like numbers, such as 007, stay texts. */
function asCell(text: string | null): Cell {
  if (text === null) return null;
  return text !== '' && String(Number(text)) === text ? Number(text) : text;
}

function featureLines({ uniqueIdentifier, features, featureMetadata }: LaboratoryDataSet): string[] {
  const { columns, rows } = featureMetadata;
  return [
    bareLine(['Index', uniqueIdentifier, ...columns]),
    ...features.map((identifier, feature) => bareLine([feature + 1, identifier, ...(rows[feature] ?? [])])),
  ];
}

/** Lines of the file of attributes; numbers of features and samples are those of the matrix. */
function attributeLines({ title, version, attributes, matrix }: LaboratoryDataSet): string[] {
  const written = new Map(attributes)
    .set('Title', title)
    .set('Version', version)
    .set('Number of Features', String(matrix.featureCount))
    .set('Number of Samples', String(matrix.sampleCount));
  return attributeTable([...written].map(([name, value]) => [name, value ?? '']));
}

/** Writes analyte data and its three companions, creating folders as needed. */
export async function writeDataSet(dataSet: LaboratoryDataSet, files: DataSetFiles): Promise<void> {
  const { stem, attributesName, hasSingleHeader = false } = files;
  await writeTable(`${stem}.csv`, analyteLines(dataSet, hasSingleHeader));
  await writeTable(`${stem}_${attributesName}.csv`, attributeLines(dataSet));
  await writeTable(`${stem}_sample_attributes.csv`, sampleLines(dataSet.labels, dataSet.sampleAttributes));
  await writeTable(`${stem}_feature_metadata.csv`, featureLines(dataSet));
}
