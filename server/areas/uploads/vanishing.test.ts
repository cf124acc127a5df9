/**
 * Nothing of an input is dropped silently: inputs that would lose networks, modules or features are refused with a
 * message.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFolder } from '../../test-support/intake.ts';
import {
  type LabFiles,
  NETWORK,
  pathsOf,
  smallLaboratory,
  withChange,
} from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { type Expected, refusalOf, toFault } from '../../test-support/refusals.ts';

const paths = pathsOf();
const lab = smallLaboratory();
const matrix = `${paths.primary}.csv`;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

function swap(from: string | RegExp, to: string) {
  return (text: string) => text.replace(from, to);
}

/** The small laboratory with its network folder under another name. */
function withNetworkNamed(name: string): LabFiles {
  return Object.fromEntries(
    Object.entries(lab).map(([path, content]) => [path.replace(`/${NETWORK}/`, `/${name}/`), content]),
  );
}

const COPY = `${NETWORK} copy`;
const folderOf = (name: string) => `${paths.analysis}/${name}`;
const wrong = (file: string, sentence: string): Expected => ({ file, line: null, column: null, sentence });

/** Inputs that would lose networks, modules or features. */
const LOST_FOLDERS: [string, LabFiles, Expected[]][] = [
  [
    'a network folder that was copied',
    {
      ...lab,
      ...Object.fromEntries(
        Object.entries(lab)
          .filter(([path]) => path.startsWith(`${paths.network}/`))
          .map(([path, content]) => [path.replace(NETWORK, COPY), content]),
      ),
    },
    [
      wrong(
        folderOf(COPY),
        `The folder "${COPY}" looks like a copy of the network folder "${NETWORK}"; remove one of the two.`,
      ),
    ],
  ],
  [
    'a network folder with blanks for underscores',
    withNetworkNamed(NETWORK.replaceAll('_', ' ')),
    [
      wrong(
        folderOf(NETWORK.replaceAll('_', ' ')),
        `The folder "${NETWORK.replaceAll('_', ' ')}" is not named as FindModules names a network; rename it to "${NETWORK}".`,
      ),
    ],
  ],
  [
    'a network folder with a name that no FindModules writes',
    withNetworkNamed('Bicor_signum_x'),
    [
      wrong(
        folderOf('Bicor_signum_x'),
        'The folder "Bicor_signum_x" holds the tables of a covariation network but is not named as one; its name looks like "Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548".',
      ),
    ],
  ],
  [
    'a network of the statistics without a folder',
    Object.fromEntries(Object.entries(lab).filter(([path]) => !path.startsWith(`${paths.network}/`))),
    [
      {
        file: paths.networkStatistics,
        line: 1,
        column: NETWORK,
        sentence: `The statistics name the network "${NETWORK}", with 2 modules, but it has no folder here.`,
      },
    ],
  ],
  [
    'fewer modules in the folder than FindModules counted',
    withChange(lab, paths.networkStatistics, swap('"FinalModules","2"', '"FinalModules","3"')),
    [
      {
        file: paths.networkStatistics,
        line: 5,
        column: NETWORK,
        sentence: `FinalModules gives "${NETWORK}" 3 modules, its folder holds 2.`,
      },
    ],
  ],
  [
    'a feature of the kME table that a spreadsheet made a date of',
    withChange(lab, paths.kmeTable, swap('"MBP"', '"8-Mar"')),
    [
      {
        file: paths.kmeTable,
        line: 5,
        column: null,
        sentence:
          '"8-Mar" is a date that a spreadsheet made of a gene symbol, probably MARCH8 (now MARCHF8). Restore the symbol and format the column as text.',
      },
    ],
  ],
  [
    'a gene of the kME table that the input data set does not have',
    withChange(lab, paths.kmeTable, swap('"MBP"', '"MOBP"')),
    [
      {
        file: paths.kmeTable,
        line: 5,
        column: null,
        sentence: 'The input data set has no feature "MOBP".',
      },
    ],
  ],
  [
    'features of the kME table from another data set',
    withChange(lab, paths.kmeTable, (text) => text.replaceAll(/^(\d+),"(\w+)"/gm, '$1,"$2_at"')),
    [
      {
        file: paths.kmeTable,
        line: 2,
        column: null,
        sentence:
          '8 of 8 features are not in the input data set "Phillips 2006 GSE4271 EXT Primary OR A.1.1", such as "IDH1_at"; was the analysis run on another data set?',
      },
    ],
  ],
  [
    'a feature of a data set that a spreadsheet made a date of',
    withChange(lab, `${paths.loaded}_feature_metadata.csv`, swap('"MBP"', '"7-Sep"')),
    [
      {
        file: `${paths.loaded}_feature_metadata.csv`,
        line: 5,
        column: 'SYMBOL',
        sentence:
          '"7-Sep" is a date that a spreadsheet made of a gene symbol, probably SEPT7 (now SEPTIN7). Restore the symbol and format the column as text.',
      },
    ],
  ],
  [
    'two data sets of one collection with the same version code',
    withChange(lab, `${paths.probes}_attributes.csv`, swap('"B.1"', '"A.1"')),
    [
      {
        file: `${paths.probes}_attributes.csv`,
        line: 3,
        column: 'Value',
        sentence:
          'The Version A.1 is also used by the data set "Phillips 2006 GSE4271 EXT" of the same collection; each data set needs its own version code.',
      },
    ],
  ],
  [
    'a typing error in the name of the input data set',
    withChange(lab, paths.projectAttributes, swap('Primary OR A.1.1', 'Primray OR A.1.1')),
    [
      {
        file: paths.projectAttributes,
        line: 5,
        column: 'Input Datasets',
        sentence:
          'The input data set "Phillips 2006 GSE4271 EXT Primray OR A.1.1" is neither in this upload nor in the portal. Data sets of the collection: "Phillips 2006 GSE4271 EXT A.1", "Phillips 2006 GSE4271 U133A EXT B.1" and "Phillips 2006 GSE4271 EXT Primary OR A.1.1". Correct the name in Input Datasets, or upload its data collection first.',
      },
    ],
  ],
  [
    'semicolons between the columns',
    withChange(lab, paths.collectionAttributes, (text) =>
      text.replaceAll('","', '";"').replaceAll(/",(\d)/g, '";$1'),
    ),
    [
      {
        file: paths.collectionAttributes,
        line: 1,
        column: null,
        sentence:
          'The columns are separated by semicolons; save the file as CSV, with commas between the columns and points in numbers.',
      },
    ],
  ],
  [
    'tabs between the columns of the values',
    withChange(lab, matrix, (text) => text.replaceAll(',', '\t')),
    [
      {
        file: matrix,
        line: 1,
        column: null,
        sentence:
          'The columns are separated by tabs; save the file as CSV, with commas between the columns and points in numbers.',
      },
    ],
  ],
  [
    'line ends of old Macs',
    withChange(lab, paths.kmeTable, (text) => text.replaceAll('\n', '\r')),
    [
      {
        file: paths.kmeTable,
        line: 1,
        column: null,
        sentence:
          'The lines end in carriage returns only, as on old Macs; save the file with Unix (LF) or Windows (CRLF) line ends.',
      },
    ],
  ],
  [
    'a table that is a PDF inside',
    withChange(lab, paths.kmeTable, () => '%PDF-1.4\n%%EOF\n'),
    [wrong(paths.kmeTable, 'This file is named .csv but holds a PDF. Save its table as CSV text.')],
  ],
];

describe('nothing is dropped silently: a folder is refused for', () => {
  test.each(LOST_FOLDERS)('%s', async (_, files, expected) => {
    expect(await refusalOf(portal, await writeFolder(portal, files))).toEqual(
      expected.map((fault) => toFault(fault, 'laboratory/')),
    );
  });
});
