/** Inputs refused by intake: each fault with file, line, column and sentence. Nothing of a refused input is stored. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeIn, writeFolder } from '../../test-support/intake.ts';
import {
  type LabFiles,
  pathsOf,
  smallAnalysis,
  smallLaboratory,
  smallResources,
  withChange,
  without,
} from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { type Expected, refusalOf, toFault } from '../../test-support/refusals.ts';

const paths = pathsOf();
const lab = smallLaboratory();
const resources = smallResources();

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  // Data stored before must not change.
  await takeIn(portal, { ...smallLaboratory({ accession: 'CGGA', study: 'Zhao 2021 CGGA' }), ...resources });
});
afterAll(() => portal.close());

function swap(from: string | RegExp, to: string) {
  return (text: string) => text.replace(from, to);
}

function missing(file: string, sentence: string): Expected {
  return { kind: 'missing', file, line: null, column: null, sentence };
}

const derivedSamples = `${paths.primary}_sample_attributes.csv`;
const matrix = `${paths.primary}.csv`;

/** One case per row: name, input, and expected faults in order. Paths are relative to the imported folder. */
const DAMAGED_FOLDERS: [string, LabFiles, Expected[]][] = [
  [
    'a data set without its analyte data',
    without(lab, matrix),
    [missing(matrix, 'The file "GSE4271_Primary_4_outliers_removed.csv" is missing.')],
  ],
  [
    'a data set without its attributes',
    without(lab, `${paths.primary}_DS_attributes.csv`),
    [
      missing(
        `${paths.primary}_DS_attributes.csv`,
        'The file "GSE4271_Primary_4_outliers_removed_DS_attributes.csv" is missing.',
      ),
    ],
  ],
  [
    'a data set without its sample attributes',
    without(lab, derivedSamples),
    [
      missing(
        derivedSamples,
        'The file "GSE4271_Primary_4_outliers_removed_sample_attributes.csv" is missing.',
      ),
    ],
  ],
  [
    'a data set without its feature metadata',
    without(lab, `${paths.primary}_feature_metadata.csv`),
    [
      missing(
        `${paths.primary}_feature_metadata.csv`,
        'The file "GSE4271_Primary_4_outliers_removed_feature_metadata.csv" is missing.',
      ),
    ],
  ],
  [
    'a loaded data set without its sample attributes',
    without(lab, `${paths.loaded}_sample_attributes.csv`),
    [
      missing(
        `${paths.loaded}_sample_attributes.csv`,
        'The file "GSE4271_DS1_sample_attributes.csv" is missing.',
      ),
    ],
  ],
  [
    'a collection without its attributes',
    without(lab, paths.collectionAttributes),
    [missing(paths.collectionAttributes, 'The file "GSE4271_DC_attributes.csv" is missing.')],
  ],
  [
    'a collection without its sample attributes',
    without(lab, paths.collectionSamples),
    [missing(paths.collectionSamples, 'The file "GSE4271_sample_attributes.csv" is missing.')],
  ],
  [
    'a network without its kME table',
    without(lab, paths.kmeTable),
    [missing(paths.kmeTable, 'The file kME_table of the network is missing.')],
  ],
  [
    'a network without its eigengenes',
    without(lab, paths.eigengenes),
    [missing(paths.eigengenes, 'The file Module_eigengenes of the network is missing.')],
  ],
  [
    'a network without its module statistics',
    without(lab, paths.moduleStatistics),
    [missing(paths.moduleStatistics, 'The file Module_statistics of the network is missing.')],
  ],
  [
    'an analysis without its attributes',
    without(lab, paths.projectAttributes),
    [missing(paths.projectAttributes, 'The attributes of the analysis are missing.')],
  ],
  [
    'an analysis without its network statistics',
    without(lab, paths.networkStatistics),
    [
      missing(
        `${paths.analysis}/*_network_statistics.csv`,
        'The network statistics of the analysis are missing.',
      ),
    ],
  ],
  [
    'a row of values with a cell too many',
    withChange(lab, matrix, swap('2,"OLIG2",', '2,"OLIG2",7,')),
    [{ file: matrix, line: 4, column: null, sentence: 'This row has 7 cells, the header has 6.' }],
  ],
  [
    'a sample table with a row too short',
    withChange(lab, paths.collectionSamples, swap(',"WT",1\n', ',"WT"\n')),
    [
      {
        file: paths.collectionSamples,
        line: 2,
        column: null,
        sentence: 'This row has 11 cells, the header has 12.',
      },
    ],
  ],
  [
    'a sample index the sample table does not have',
    withChange(lab, matrix, swap('1,2,3,4\n', '1,2,3,9\n')),
    [{ file: matrix, line: 1, column: 6, sentence: 'The sample table has no sample with index 9.' }],
  ],
  [
    'samples in another order than their indices say',
    withChange(lab, matrix, swap('"GSM96950","GSM96951"', '"GSM96951","GSM96950"')),
    [
      {
        file: matrix,
        line: 2,
        column: 3,
        sentence: 'The sample with index 1 is "GSM96950" in the sample table, "GSM96951" here.',
      },
      {
        file: matrix,
        line: 2,
        column: 4,
        sentence: 'The sample with index 2 is "GSM96951" in the sample table, "GSM96950" here.',
      },
    ],
  ],
  [
    'a label given to two samples',
    withChange(lab, paths.collectionSamples, swap('GSM96955', 'GSM96954')),
    [
      {
        file: paths.collectionSamples,
        line: 7,
        column: 'Label',
        sentence: 'The label "GSM96954" appears twice.',
      },
    ],
  ],
  [
    'a sample of a data set that the collection does not have',
    withChange(lab, paths.collectionSamples, swap('GSM96955', 'GSM99999')),
    [
      {
        file: `${paths.loaded}_sample_attributes.csv`,
        line: null,
        column: 'Label',
        sentence: `The collection's sample attributes have no sample "GSM96955".`,
      },
    ],
  ],
  [
    'a word in place of a number',
    withChange(lab, matrix, swap('3,"SOX10",7.4', '3,"SOX10",high')),
    [{ file: matrix, line: 5, column: 'GSM96950', sentence: '"high" is not a number.' }],
  ],
  [
    'a table in UTF-16',
    withChange(lab, paths.collectionAttributes, (text) =>
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    ),
    [
      {
        file: paths.collectionAttributes,
        line: 1,
        column: 1,
        sentence: 'The file is UTF-16 text; save it as UTF-8.',
      },
    ],
  ],
  [
    'a NUL among the values',
    withChange(lab, matrix, swap('8,"P2RY12"', '8,"P2RY12\0"')),
    [
      {
        file: matrix,
        line: 10,
        column: 2,
        sentence: 'A NUL character does not belong in text; is this a binary file?',
      },
    ],
  ],
  [
    'text in Latin-1',
    withChange(lab, derivedSamples, (text) =>
      Buffer.from(text.replace('frontal lobe', 'lobe frontal gauche é'), 'latin1'),
    ),
    [
      {
        file: derivedSamples,
        line: 3,
        column: 4,
        sentence: 'The byte 0xE9 is not UTF-8 text; save the file as UTF-8.',
      },
    ],
  ],
  [
    'an enrichment P value above 1',
    withChange(lab, paths.enrichment, swap('0.0012', '1.5')),
    [{ file: paths.enrichment, line: 2, column: 'blue', sentence: 'The P value 1.5 is outside 0 to 1.' }],
  ],
  [
    'a kME above 1',
    withChange(lab, paths.kmeTable, swap('0.95,', '2,')),
    [{ file: paths.kmeTable, line: 6, column: 'kMEblue', sentence: 'The kME 2 is outside -1 to 1.' }],
  ],
  [
    'an enrichment column of a module the network does not have',
    withChange(lab, paths.enrichment, swap('"blue"', '"magenta"')),
    [
      {
        file: paths.enrichment,
        line: 1,
        column: 'magenta',
        sentence: '"magenta" is not a module of this network.',
      },
    ],
  ],
  [
    'a seed of a module the network does not have',
    withChange(lab, paths.kmeTable, swap('"SOX10","turquoise"', '"SOX10","salmon"')),
    [
      {
        file: paths.kmeTable,
        line: 4,
        column: 'ModSeed',
        sentence: '"salmon" is not a module of this network.',
      },
    ],
  ],
  [
    'an analysis of a data set that is not here',
    smallAnalysis(),
    [
      {
        file: paths.projectAttributes,
        line: 5,
        column: 'Input Datasets',
        sentence:
          'The input data set "Phillips 2006 GSE4271 EXT Primary OR A.1.1" is neither in this upload nor in the portal. Correct the name in Input Datasets, or upload its data collection first.',
      },
    ],
  ],
  [
    'an analysis that names no data set',
    withChange(lab, paths.projectAttributes, swap('"Phillips 2006 GSE4271 EXT Primary OR A.1.1"', '""')),
    [
      {
        file: paths.projectAttributes,
        line: 5,
        column: 'Value',
        sentence: 'The attribute "Input Datasets" is missing or empty.',
      },
    ],
  ],
  [
    'an analysis that names two data sets',
    withChange(lab, paths.projectAttributes, swap('OR A.1.1"', 'OR A.1.1; Phillips 2006 GSE4271 EXT A.1"')),
    [
      {
        file: paths.projectAttributes,
        line: 5,
        column: 'Value',
        sentence: 'Input Datasets names 2 data sets; an analysis has exactly one.',
      },
    ],
  ],
  [
    'a number of samples that is not that of the files',
    withChange(lab, paths.collectionAttributes, swap('"Number of Samples",6', '"Number of Samples",100')),
    [
      {
        file: paths.collectionAttributes,
        line: 6,
        column: 'Value',
        sentence: 'Number of Samples is "100", but the files have 6.',
      },
    ],
  ],
  [
    'a version code that is none',
    withChange(lab, `${paths.primary}_DS_attributes.csv`, swap('"A.1.1"', '"1.1"')),
    [
      {
        file: `${paths.primary}_DS_attributes.csv`,
        line: 3,
        column: 'Value',
        sentence: 'The Version "1.1" is not a version code such as A.1.1.',
      },
    ],
  ],
  [
    'features that differ from the feature metadata',
    withChange(lab, `${paths.primary}_feature_metadata.csv`, swap('"MBP"', '"PLP1"')),
    [
      {
        file: matrix,
        line: 6,
        column: 'SYMBOL',
        sentence: 'The feature is "MBP" here, "PLP1" in the feature metadata.',
      },
    ],
  ],
  [
    'a number of features that is not that of the network folder',
    withChange(lab, paths.kmeTable, swap(/8,"P2RY12".*\n/, '')),
    [
      {
        file: paths.kmeTable,
        line: null,
        column: null,
        sentence: 'The table holds 7 features, the folder name says 8.',
      },
    ],
  ],
  [
    'a figure that is no PDF',
    withChange(lab, paths.modulesPdf, () => '<html>not found</html>'),
    [
      {
        file: paths.modulesPdf,
        line: null,
        column: null,
        sentence: 'The file is not a PDF; it holds a web page (HTML).',
      },
    ],
  ],
  [
    'a quotation mark that is not closed',
    withChange(lab, derivedSamples, swap('"astrocytoma"', '"astrocytoma')),
    [
      {
        file: derivedSamples,
        line: 3,
        column: 7,
        sentence: 'Text follows a closing quotation mark; a comma is missing.',
      },
    ],
  ],
  [
    'an attribute table without its column Value',
    withChange(lab, paths.projectAttributes, swap('"Attribute","Value"', '"Attribute","Text"')),
    [{ file: paths.projectAttributes, line: 1, column: 'Value', sentence: 'The column "Value" is missing.' }],
  ],
  [
    'a folder without anything of the laboratory',
    { 'holiday.jpg': 'JFIF' },
    [
      {
        file: 'holiday.jpg',
        line: null,
        column: null,
        sentence:
          'Nothing here is a collection, data set, analysis, mapping table, gene set, ontology or cell type reference.',
      },
    ],
  ],
];

describe('a folder is refused for', () => {
  test.each(DAMAGED_FOLDERS)('%s', async (_, files, expected) => {
    expect(await refusalOf(portal, await writeFolder(portal, files))).toEqual(
      expected.map((fault) => toFault(fault, 'laboratory/')),
    );
  });
});

test('a missing folder is refused with its path', async () => {
  const nowhere = path.join(portal.folder, 'nowhere');
  expect(await refusalOf(portal, nowhere)).toEqual([
    { kind: 'wrong', file: nowhere, line: null, column: null, sentence: 'There is no such file or folder.' },
  ]);
});

test('all faults of an input are reported together', async () => {
  const two = withChange(
    withChange(lab, matrix, swap('3,"SOX10",7.4', '3,"SOX10",high')),
    paths.enrichment,
    swap('0.0012', '1.5'),
  );
  const faults = await refusalOf(portal, await writeFolder(portal, two));
  expect(faults.map(({ file }) => file)).toEqual([`laboratory/${matrix}`, `laboratory/${paths.enrichment}`]);
});
