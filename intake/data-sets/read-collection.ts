import {
  AttributeTable,
  type DataCollectionRecord,
  type FileTree,
  type Read,
  type UnitOf,
} from '../records.ts';
import { FileReading, ReadLog } from '../text/read-log.ts';
import { attribute, checkCount, readAttributes, wrongAttribute } from './read-attributes.ts';
import { readSampleTable } from './read-sample-table.ts';

/**
 * Reads the attributes and samples of a data collection. Its data sets are read one by one with `readDataSet`.
 * The title is the attribute Title, or else the first attribute, as in the laboratory's programs.
 */
export async function readCollection(
  tree: FileTree,
  unit: UnitOf<'data-collection'>,
  { log = new ReadLog(), missingWords = [] }: { log?: ReadLog; missingWords?: readonly string[] } = {},
): Promise<Read<DataCollectionRecord>> {
  const before = log.count;
  const attributes = await readAttributes(tree, unit.attributes, log);
  const sampleTable = await readSampleTable(tree, unit.sampleAttributes, { log, missingWords });
  const emptied = attributes.emptied + sampleTable.emptied;
  const file = new FileReading(tree, unit.attributes, log);
  const table = attributes.record ?? new AttributeTable();
  const title = attribute(table, 'Title') ?? [...table.values()][0] ?? '';
  if (attributes.record !== null && title === '')
    wrongAttribute(file, table, { name: 'Title', sentence: 'The collection has no title.' });
  if (attributes.record === null || sampleTable.record === null || log.count > before) {
    return { record: null, faults: log.faults(), emptied };
  }
  checkCount(file, table, { name: 'Number of Samples', count: sampleTable.record.samples.length });
  const result = file.result({ name: unit.name, title, attributes: table, sampleTable: sampleTable.record });
  return { ...result, emptied };
}
