import { isVersionCode } from '@omicon/domain/records/lineage.ts';
import type { AttributeTable, DataSetPaths, DataSetRecord, FileTree, Read } from '../records.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';
import { type MatrixSink, readAnalyteData } from './read-analyte-data.ts';
import { checkCount, readAttributes, requiredAttribute, wrongAttribute } from './read-attributes.ts';
import { readFeatureIdentifiers } from './read-feature-metadata.ts';
import { readSampleTable } from './read-sample-table.ts';

/**
 * Reads a data set: analyte data, attributes, sample attributes and feature metadata.
 * All values are checked and passed to `matrix`, not kept.
 */
export async function readDataSet(
  tree: FileTree,
  paths: DataSetPaths,
  {
    log = new ReadLog(),
    matrix,
    missingWords = [],
  }: { log?: ReadLog; matrix?: MatrixSink; missingWords?: readonly string[] } = {},
): Promise<Read<DataSetRecord>> {
  const before = log.count;
  const attributes = await readAttributes(tree, paths.attributes, log);
  const about = new FileReading(tree, paths.attributes, log);
  const names = readNames(about, attributes.record);
  const { uniqueIdentifier } = names;
  const sampleTable = await readSampleTable(tree, paths.sampleAttributes, { log, missingWords });
  const metadata = await readFeatureIdentifiers(tree, paths.featureMetadata, { log, uniqueIdentifier });
  const samples = sampleTable.record?.samples ?? null;
  const companions = { log, uniqueIdentifier, samples, identifiers: metadata.record, matrix };
  const analyte = await readAnalyteData(tree, paths.analyte, companions);
  const emptied = attributes.emptied + sampleTable.emptied + metadata.emptied + analyte.emptied;
  let record: DataSetRecord | null = null;
  if (attributes.record !== null && sampleTable.record !== null && analyte.record !== null) {
    const table = attributes.record;
    record = { ...names, attributes: table, sampleTable: sampleTable.record, ...analyte.record };
    checkCount(about, table, {
      name: 'Number of Samples',
      count: record.sampleTable.samples.length,
    });
    checkCount(about, table, { name: 'Number of Features', count: record.features.length });
  }
  return { record: log.count === before ? record : null, faults: log.faults(), emptied };
}

interface Names {
  title: string;
  versionCode: string;
  uniqueIdentifier: string;
  versionLine: number | null;
}

function readNames(file: FileReading, attributes: AttributeTable | null): Names {
  if (attributes === null) return { title: '', versionCode: '', uniqueIdentifier: '', versionLine: null };
  const versionCode = requiredAttribute(file, attributes, 'Version');
  if (versionCode !== '' && !isVersionCode(versionCode)) {
    const sentence = `The Version ${quote(versionCode)} is not a version code such as A.1.1.`;
    wrongAttribute(file, attributes, { name: 'Version', sentence });
  }
  return {
    title: requiredAttribute(file, attributes, 'Title'),
    versionCode,
    versionLine: attributes.lines.get('version') ?? null,
    uniqueIdentifier: requiredAttribute(file, attributes, 'Unique Identifier'),
  };
}
