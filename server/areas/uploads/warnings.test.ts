/** Accepted inputs: harmless deviations, and those imported with a warning. */
import { getGeneSet } from '@omicon/contract/areas/genes/gene-sets.ts';
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFeatures } from '../../records/data-set/expression.ts';
import { takeIn } from '../../test-support/intake.ts';
import {
  type LabFiles,
  pathsOf,
  RESOURCE_PATHS,
  smallAnalysis,
  smallLaboratory,
  smallResources,
  withChange,
  without,
} from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const paths = pathsOf();
const lab = { ...smallLaboratory(), ...smallResources() };
/** the gene set of the enrichment table that the resources do not hold */
const UNKNOWN_SET =
  'The gene set "MOSET10003" is not in the portal; it is shown without its genes until its list is imported.';

let portal: TestPortal;
beforeEach(async () => {
  portal = await openTestPortal();
});
afterEach(() => portal.close());

/** Warnings other than the one of the small laboratory itself, as position and sentence. */
async function warningsOf(
  files: LabFiles,
): Promise<[string, number | null, string | number | null, string][]> {
  const report = await takeIn(portal, files);
  expect(report.faults).toEqual([]);
  return report.warnings
    .filter(({ sentence }) => sentence !== UNKNOWN_SET)
    .map(({ file, line, column, sentence }) => [file.replace(/^laboratory\//, ''), line, column, sentence]);
}

function swap(from: string | RegExp, to: string) {
  return (text: string) => text.replace(from, to);
}

describe('accepted without a warning', () => {
  test.each<[string, (text: string) => string]>([
    ['empty rows at the end', (text) => `${text},,,,\n,,,,\n`],
    ['empty columns at the end', (text) => text.replaceAll(/\n/g, ',,\n')],
    ['line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text) => `\uFEFF${text}`],
  ])('%s of a spreadsheet, in every table', async (_, change) => {
    const spoilt = Object.fromEntries(
      Object.entries(lab).map(([path, content]) => {
        const isTable = path.endsWith('.csv') && !path.includes('/MOSET');
        return [path, isTable ? change(content.toString()) : content];
      }),
    );
    const report = await takeIn(portal, spoilt);
    expect([report.faults, report.warnings.length]).toEqual([[], 1]);
    const plain = await takeIn(portal, lab);
    // Different bytes, so new versions, but the same values.
    expect(plain.units.map(({ outcome }) => outcome)).not.toContain('new');
    const counts = await portal.services.db
      .selectFrom('data_set')
      .select(['title', 'number_of_features', 'number_of_samples', 'missing_values', 'sample_columns'])
      .orderBy('number')
      .orderBy('version')
      .execute();
    const [first, second, ...rest] = counts;
    expect(first).toEqual(second);
    expect(rest).toHaveLength(4);
  });

  test('nan in any case is not available', async () => {
    const files = withChange(lab, `${paths.loaded}.csv`, swap('3,"SOX10",7.4', '3,"SOX10",nan'));
    expect(await warningsOf(files)).toEqual([]);
    const { missing_values } = await portal.services.db
      .selectFrom('data_set')
      .select('missing_values')
      .where('ds_version', '=', 'A.1')
      .executeTakeFirstOrThrow();
    expect(missing_values).toBe(1);
  });
});

test('infinite values are stored as missing', async () => {
  await takeIn(portal, withChange(lab, `${paths.loaded}.csv`, swap('3,"SOX10",7.4', '3,"SOX10",-Inf')));
  const dataSet = await portal.services.db
    .selectFrom('data_set')
    .select(['matrix_storage_key', 'row_statistics_storage_key', 'number_of_features', 'number_of_samples'])
    .select('missing_values')
    .where('ds_version', '=', 'A.1')
    .executeTakeFirstOrThrow();
  expect(dataSet.missing_values).toBe(1);
  const values = await readFeatures(portal.services.store, dataSet, [2]);
  expect(Number.isNaN(values[0]?.[0])).toBe(true);
});

const sampleFile = `${paths.loaded}_sample_attributes.csv`;
const derivedSamples = `${paths.primary}_sample_attributes.csv`;

/** One case per row: name, input, and expected warnings. */
const WARNED: [string, LabFiles, [string, number | null, string | number | null, string][]][] = [
  [
    'a date that a spreadsheet made of a sample attribute',
    withChange(lab, sampleFile, swap('"frontal lobe"', '"8-Mar"')),
    [
      [
        sampleFile,
        3,
        'Tissue',
        'A value of "Tissue", "8-Mar", looks like a date that a spreadsheet made of another text; compare it with the original.',
      ],
      [
        sampleFile,
        null,
        'Tissue',
        'Tissue of 1 sample differs from the table of the collection, which counts: GSM96951 is "8-Mar" here, "frontal lobe" there.',
      ],
    ],
  ],
  [
    'a derived data set that describes a sample otherwise than its collection',
    withChange(lab, derivedSamples, swap('"astrocytoma"', '"glioblastoma"')),
    [
      [
        derivedSamples,
        null,
        'Disease',
        'Disease of 1 sample differs from the table of the collection, which counts: GSM96951 is "glioblastoma" here, "astrocytoma" there.',
      ],
    ],
  ],
  [
    'an infinite value among the analyte data',
    withChange(lab, `${paths.loaded}.csv`, swap('3,"SOX10",7.4', '3,"SOX10",-Inf')),
    [[`${paths.loaded}.csv`, 5, 'GSM96950', 'The value "-Inf" is infinite and counts as missing.']],
  ],
  [
    'a feature that comes twice',
    withChange(
      withChange(lab, `${paths.loaded}.csv`, swap('"P2RY12"', '"CD68"')),
      `${paths.loaded}_feature_metadata.csv`,
      swap('"P2RY12"', '"CD68"'),
    ),
    [[`${paths.loaded}.csv`, 10, null, 'The feature "CD68" is also in line 8.']],
  ],
  [
    'a sample attribute that the parent data set has',
    withChange(lab, derivedSamples, swap('"Sex"', '"Karyotype"')),
    [
      [
        derivedSamples,
        1,
        null,
        'The sample attribute is missing that "Phillips 2006 GSE4271 EXT A.1" has: "Sex".',
      ],
    ],
  ],
  [
    'a column Gender where the laboratory says Sex',
    withChange(lab, paths.collectionSamples, swap('"Sex"', '"Gender"')),
    [
      [
        paths.collectionSamples,
        1,
        'Gender',
        `The laboratory's name for this column is "Sex"; searches for Sex do not find "Gender".`,
      ],
    ],
  ],
  [
    'a data set whose parent is nowhere',
    withChange(
      withChange(lab, `${paths.primary}_DS_attributes.csv`, swap('"A.1.1"', '"C.1.1"')),
      paths.projectAttributes,
      swap('OR A.1.1', 'OR C.1.1'),
    ),
    [
      [
        `${paths.primary}_DS_attributes.csv`,
        3,
        'Value',
        'The data set C.1 that this one was made from is neither in this upload nor in the portal; the lineage has a gap here.',
      ],
    ],
  ],
  [
    'a workspace of R, a lock file of Office and a backup beside the tables',
    {
      ...lab,
      [`${paths.analysis}/.RData`]: 'x',
      [`${paths.analysis}/~$notes.pptx`]: 'x',
      [`${paths.network}/kME_table_22-56-13.csv.bak`]: 'x',
    },
    [
      [
        `${paths.analysis}/.RData`,
        null,
        null,
        'This looks like a file that R leaves behind; it is kept as a file of "Phillips 2006 GSE4271 Primary". Leave it out if it is not needed.',
      ],
      [
        `${paths.network}/kME_table_22-56-13.csv.bak`,
        null,
        null,
        'This looks like a backup or temporary file; it is kept as a file of "Phillips 2006 GSE4271 Primary". Leave it out if it is not needed.',
      ],
      [
        `${paths.analysis}/~$notes.pptx`,
        null,
        null,
        'This looks like a lock file that Office leaves behind; it is kept as a file of "Phillips 2006 GSE4271 Primary". Leave it out if it is not needed.',
      ],
    ],
  ],
  [
    'a table of notes that is a picture inside',
    { ...lab, [`${paths.analysis}/notes.csv`]: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    [
      [
        `${paths.analysis}/notes.csv`,
        null,
        null,
        'This file is named .csv but holds a PNG picture; it cannot be previewed.',
      ],
    ],
  ],
  [
    'a gene set of the legend without its file',
    without(lab, RESOURCE_PATHS.microglia),
    [
      [
        RESOURCE_PATHS.legend,
        2,
        'SetID',
        'The set "MOSET10001" has no file "MOSET10001.csv"; it is left out.',
      ],
    ],
  ],
];

describe('imported with a warning:', () => {
  test.each(WARNED)('%s', async (_, files, expected) => {
    const warnings = await warningsOf(files);
    // A set that lacks its file is not known to the enrichment tables either.
    expect(
      warnings.filter(([, , , sentence]) => !sentence.includes('gene sets are not in the portal')),
    ).toEqual(expected);
  });
});

test('a column Organism that is lost in every table is mentioned once', async () => {
  const files = Object.fromEntries(
    Object.entries(lab).map(([path, content]) => [
      path,
      path.endsWith('_sample_attributes.csv') ? content.toString().replace('Organism', 'Species') : content,
    ]),
  );
  expect(await warningsOf(files)).toEqual([
    [
      expect.stringMatching(/_sample_attributes\.csv$/),
      null,
      'Organism',
      'No sample of this collection or its data sets has the attribute Organism, so its data are compared with those of every organism, by symbol.',
    ],
  ]);
});

test('a gene set has the size of its file, whatever its legend says', async () => {
  const warnings = await warningsOf(
    withChange(
      lab,
      RESOURCE_PATHS.legend,
      swap('"PANGLAO_MICROGLIA","CellType",4', '"PANGLAO_MICROGLIA","CellType",9'),
    ),
  );
  expect(warnings).toEqual([
    [
      RESOURCE_PATHS.legend,
      2,
      'SetSize',
      'The legend gives "MOSET10001" 9 genes, its file has 4; the portal shows 4.',
    ],
  ]);
  const { number } = await portal.services.db
    .selectFrom('gene_set')
    .select('number')
    .where('set_id', '=', 'MOSET10001')
    .executeTakeFirstOrThrow();
  const as = await portal.signInAs('LAB');
  const { reply } = await portal.call(getGeneSet, { as, params: { id: number } });
  expect(reply.size).toBe(4);
});

test('two runs of one analysis: the second becomes the current version, and a warning says so', async () => {
  const again = Object.fromEntries(
    Object.entries(smallAnalysis()).map(([path, content]) => [
      path.replace('makeFM_04-02-12', 'makeFM_05-05-05'),
      content,
    ]),
  );
  const second = paths.projectAttributes.replace('makeFM_04-02-12', 'makeFM_05-05-05');
  const warnings = await warningsOf({ ...lab, ...again });
  expect(warnings).toEqual([
    [
      second,
      null,
      'Title',
      `The folder "laboratory/${paths.analysis}" holds another run of the analysis "Phillips 2006 GSE4271 Primary"; this one becomes the current version.`,
    ],
  ]);
});

test('references may lead to what is stored: an analysis is imported after its data set', async () => {
  await takeIn(portal, smallLaboratory());
  const report: IntakeReport = await takeIn(
    portal,
    withChange(smallAnalysis(), paths.kmeTable, swap('"MBP"', '"MOBP"')),
  );
  expect(report.faults.map(({ line, sentence }) => [line, sentence])).toEqual([
    [5, 'The input data set has no feature "MOBP".'],
  ]);
});
