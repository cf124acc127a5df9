/** Reads a data set from its folder, with all of its companions, by the readers of intake. */
import path from 'node:path';
import { readAttributes } from '@omicon/intake/data-sets/read-attributes.ts';
import { readDataSet } from '@omicon/intake/data-sets/read-data-set.ts';
import { isSameIdentifierKind } from '@omicon/intake/data-sets/read-feature-metadata.ts';
import { readMatrix } from '@omicon/intake/data-sets/read-matrix.ts';
import { planIntake } from '@omicon/intake/plan/plan.ts';
import type { DataSetPaths, FileTree } from '@omicon/intake/records.ts';
import { eachTableRow } from '@omicon/intake/text/csv-rows.ts';
import { FileReading, ReadLog } from '@omicon/intake/text/read-log.ts';
import { openFolder } from '@omicon/intake/tree/folder-tree.ts';
import type { LaboratoryDataSet, NamedTable } from './laboratory-data-set.ts';

/** The input cannot be read; the message is for people. */
export class UnreadableInput extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UnreadableInput';
  }
}

export interface ReadInput {
  dataSet: LaboratoryDataSet;
  /** name of the analyte data file */
  analyte: string;
  /** absolute paths of the four files, analyte data first */
  files: string[];
}

/** The four files of the only data set of a folder, or of the one with this analyte data file. */
async function findDataSet(tree: FileTree, wanted: string | null): Promise<DataSetPaths> {
  const { units, faults } = await planIntake(tree);
  const found = units
    .flatMap((unit) =>
      unit.kind === 'data-set' ? [unit.paths] : unit.kind === 'data-collection' ? unit.dataSets : [],
    )
    .filter(({ analyte }) => wanted === null || path.basename(analyte) === wanted);
  const [only, second] = found;
  if (only === undefined)
    throw new UnreadableInput(
      faults[0]?.sentence ?? 'There is no data set with its companions in this folder.',
    );
  if (second !== undefined)
    throw new UnreadableInput(
      'The folder holds several data sets; name the analyte data file of one of them.',
    );
  return only;
}

async function readNamedTable(tree: FileTree, file: string): Promise<NamedTable> {
  const reading = new FileReading(tree, file, new ReadLog());
  const table: NamedTable = { columns: [], rows: [] };
  await eachTableRow(reading, {
    header: (columns) => {
      table.columns = columns;
    },
    row: (cells) => {
      table.rows.push(cells.map((cell) => reading.text(cell)));
    },
  });
  return table;
}

/** A table without some of its columns, its rows in the order of their keys. */
function withoutColumns(
  { columns, rows }: NamedTable,
  left: (column: string, at: number) => boolean,
): NamedTable {
  const kept = columns.flatMap((column, at) => (left(column, at) ? [] : [at]));
  return {
    columns: kept.map((at) => columns[at] ?? ''),
    rows: rows.map((row) => kept.map((at) => row[at] ?? null)),
  };
}

/** Feature metadata in the order of the matrix; features that it does not name have no values. */
function metadataOf(table: NamedTable, features: readonly string[], uniqueIdentifier: string): NamedTable {
  const named = table.columns.findIndex((column) => isSameIdentifierKind(column, uniqueIdentifier));
  const identifierColumn = named < 0 ? 1 : named;
  const rest = withoutColumns(table, (_, at) => at === 0 || at === identifierColumn);
  const rowOf = new Map(table.rows.map((row, at) => [row[identifierColumn], at]));
  const rows = features.map((feature, at) => {
    // The same identifier may occur twice; then the rows are in the order of the features.
    const isInOrder = table.rows[at]?.[identifierColumn] === feature;
    return rest.rows[isInOrder ? at : (rowOf.get(feature) ?? -1)] ?? rest.columns.map(() => null);
  });
  return { columns: rest.columns, rows };
}

/**
 * Reads a data set from its folder, or from the folder of its analyte data file.
 * @throws UnreadableInput with a sentence of intake
 */
export async function readDataSetFolder(input: string): Promise<ReadInput> {
  const isFile = /\.csv$/i.test(input);
  const folder = path.resolve(isFile ? path.dirname(input) : input);
  const tree = await openFolder(folder);
  try {
    const paths = await findDataSet(tree, isFile ? path.basename(input) : null);
    const read = await readDataSet(tree, paths);
    if (read.record === null)
      throw new UnreadableInput(read.faults[0]?.sentence ?? 'The data set cannot be read.');
    const { record: attributes } = await readAttributes(tree, paths.attributes);
    const { uniqueIdentifier, sampleTable, title, versionCode } = read.record;
    const bySample = new Map(sampleTable.samples.map((sample) => [sample.label, sample.attributes]));
    const analyte = await readMatrix(tree, paths.analyte, { labels: [...bySample.keys()], uniqueIdentifier });
    const metadata = await readNamedTable(tree, paths.featureMetadata);
    const files = [paths.analyte, paths.attributes, paths.sampleAttributes, paths.featureMetadata];
    return {
      analyte: path.basename(paths.analyte),
      files: files.map((file) => path.join(path.dirname(folder), file)),
      dataSet: {
        title,
        version: versionCode,
        uniqueIdentifier,
        attributes: new Map(attributes ?? []),
        features: analyte.features,
        featureMetadata: metadataOf(metadata, analyte.features, uniqueIdentifier),
        labels: analyte.sampleLabels,
        sampleAttributes: {
          columns: sampleTable.columns,
          rows: analyte.sampleLabels.map((label) =>
            sampleTable.columns.map((column) => bySample.get(label)?.get(column) ?? null),
          ),
        },
        matrix: analyte.matrix,
      },
    };
  } finally {
    await tree.close();
  }
}
