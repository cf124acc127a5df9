/**
 * A real collection of the corpus with one thing wrong at a time, as people's hands and spreadsheets spoil it: each is
 * refused or reported with a sentence that says where, what, and what to do.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkPlan } from './check.ts';
import { planIntake } from './plan/plan.ts';
import type { FileTree, Warning } from './records.ts';
import { openFolder } from './tree/folder-tree.ts';

const REPOSITORY = resolve(import.meta.dirname, '..');
const CORPUS = join(resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data'), 'corpus');
const isMissing = !existsSync(CORPUS);
if (isMissing && process.env.CI === 'true') throw new Error('The corpus is missing; set OMICON_TEST_DATA.');

const COLLECTION = 'E-MTAB-2358';
const LOADED = `${COLLECTION}/makeDC/E-MTAB-2358_makeDC_16-57-59/E-MTAB-2358_DS1_16-57-59/E-MTAB-2358_DS1`;
const DERIVED = `${COLLECTION}/all/makeSN/E-MTAB-2358_SampleNetworks/E-MTAB-2358_makeSN_07-29-29/Oligodendroglioma_19-04-00/E-MTAB-2358_Oligodendroglioma_25_outliers_removed`;
const ANALYSIS = `${COLLECTION}/all/makeFM/E-MTAB-2358_Modules/E-MTAB-2358_makeFM_08-06-00`;
const STATISTICS = `${ANALYSIS}/Bicor-None_p2_E-MTAB-2358_network_statistics.csv`;
const NETWORK = 'Bicor-None_signum0.769_minSize8_merge_ME_0.85_5000';
const KME = `${ANALYSIS}/${NETWORK}/kME_table_02-27-38.csv`;

let tree: FileTree;
beforeAll(async () => {
  if (!isMissing) tree = await openFolder(join(CORPUS, COLLECTION));
});

/** The collection with files changed, and paths renamed, left out or added. */
interface Damage {
  change?: [path: string, change: (content: string) => string];
  rename?: (path: string) => string | null;
  add?: Record<string, string>;
}

function damaged({ change, rename = (path) => path, add = {} }: Damage): FileTree {
  const sources = new Map<string, string>();
  for (const { path } of tree.entries) {
    const name = rename(path);
    if (name !== null) sources.set(name, path);
  }
  const open = async (path: string): Promise<Readable> => {
    const added = add[path];
    if (added !== undefined) return Readable.from([Buffer.from(added)]);
    const content = await tree.open(sources.get(path) ?? path);
    if (change?.[0] !== path) return content;
    const before = await text(content);
    const after = change[1](before);
    if (after === before) throw new Error(`Nothing changes in ${path}.`);
    return Readable.from([Buffer.from(after)]);
  };
  const sizeOf = new Map(tree.entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
  return {
    entries: [
      ...[...sources].map(([path, source]) => ({ path, sizeBytes: sizeOf.get(source) ?? 0 })),
      ...Object.entries(add).map(([path, content]) => ({ path, sizeBytes: content.length })),
    ],
    emptyFolders: [],
    open,
    close: async () => undefined,
  };
}

async function report(damage: Damage) {
  const damagedTree = damaged(damage);
  const plan = await planIntake(damagedTree);
  // As in an import: missing or misnamed files are reported before anything is read.
  const check = plan.faults.length > 0 ? { faults: [], warnings: [] } : await checkPlan(damagedTree, plan);
  const summarize = ({ file, line, sentence }: Warning): [string, number | null, string] => [
    file,
    line,
    sentence,
  ];
  // The gene sets of its tables come with the laboratory's own collection of sets.
  const isOfSets = ({ sentence }: Warning) => sentence.includes('gene sets are not in the portal');
  return {
    faults: [...plan.faults, ...check.faults].map(summarize),
    warnings: [...plan.warnings, ...check.warnings].filter((warning) => !isOfSets(warning)).map(summarize),
  };
}

const swap = (from: string | RegExp, to: string) => (content: string) => content.replace(from, to);

const FAULTS: [string, Damage, [string, number | null, string]][] = [
  [
    'a typing error in the input data set of its analysis',
    { change: [`${ANALYSIS}/E-MTAB-2358_project_attributes.csv`, swap('OR QN A.1.1.1', 'OR QM A.1.1.1')] },
    [
      `${ANALYSIS}/E-MTAB-2358_project_attributes.csv`,
      5,
      'The input data set "Gleize 2015 E-MTAB-2358 EXT Oligodendroglioma OR QM A.1.1.1" is neither in this upload nor in the portal. Data sets of the collection: "Gleize 2015 E-MTAB-2358 EXT A.1", "Gleize 2015 E-MTAB-2358 EXT Oligodendroglioma OR A.1.1" and "Gleize 2015 E-MTAB-2358 EXT Oligodendroglioma OR QN A.1.1.1". Correct the name in Input Datasets, or upload its data collection first.',
    ],
  ],
  [
    'a network folder that the file manager copied',
    { rename: (path) => path.replace(`/${NETWORK}/`, `/${NETWORK} copy/`) },
    [
      `${ANALYSIS}/${NETWORK} copy`,
      null,
      `The folder "${NETWORK} copy" is not named as FindModules names a network; rename it to "${NETWORK}".`,
    ],
  ],
  [
    'a network folder that was left behind',
    { rename: (path) => (path.includes(`/${NETWORK}/`) ? null : path) },
    [
      STATISTICS,
      1,
      `The statistics name the network "${NETWORK}", with 7 modules, but it has no folder here.`,
    ],
  ],
  [
    'another number of modules than FindModules counted',
    { change: [STATISTICS, swap('"FinalModules","7"', '"FinalModules","8"')] },
    [STATISTICS, 9, `FinalModules gives "${NETWORK}" 8 modules, its folder holds 7.`],
  ],
  [
    'a gene that a spreadsheet made a date of',
    { change: [KME, swap('\n2,AACS,', '\n2,8-Mar,')] },
    [
      KME,
      3,
      '"8-Mar" is a date that a spreadsheet made of a gene symbol, probably MARCH8 (now MARCHF8). Restore the symbol and format the column as text.',
    ],
  ],
  [
    'a gene that its data set does not have',
    { change: [KME, swap('\n2,AACS,', '\n2,AACSX,')] },
    [KME, 3, 'The input data set has no feature "AACSX".'],
  ],
  [
    'a version code that another data set has',
    { change: [`${DERIVED}_DS_attributes.csv`, swap('"A.1.1"', '"A.1"')] },
    [
      `${DERIVED}_DS_attributes.csv`,
      3,
      'The Version A.1 is also used by the data set "Gleize 2015 E-MTAB-2358 EXT" of the same collection; each data set needs its own version code.',
    ],
  ],
  [
    'semicolons of a German spreadsheet',
    { change: [`${LOADED}_sample_attributes.csv`, (content) => content.replaceAll(',', ';')] },
    [
      `${LOADED}_sample_attributes.csv`,
      1,
      'The columns are separated by semicolons; save the file as CSV, with commas between the columns and points in numbers.',
    ],
  ],
  [
    'line ends of old Macs',
    { change: [`${LOADED}_feature_metadata.csv`, (content) => content.replaceAll('\n', '\r')] },
    [
      `${LOADED}_feature_metadata.csv`,
      1,
      'The lines end in carriage returns only, as on old Macs; save the file with Unix (LF) or Windows (CRLF) line ends.',
    ],
  ],
  [
    'a table that is a workbook inside',
    { change: [STATISTICS, () => `PK\x03\x04${'\0'.repeat(26)}xl/workbook.xml`] },
    [STATISTICS, null, 'This file is named .csv but holds an Excel workbook. Save its table as CSV text.'],
  ],
];

describe.skipIf(isMissing)('a real collection is refused for', () => {
  test.each(FAULTS)('%s', async (_, damage, fault) => {
    expect((await report(damage)).faults).toEqual([fault]);
  });
});

const ACCEPTED: [string, Damage][] = [
  [
    'empty rows and columns at the end of its sample table',
    {
      change: [
        `${LOADED}_sample_attributes.csv`,
        (content) => `${content.replaceAll(/\r?\n/g, ',,\n')},,,,,,\n,,,,\n`,
      ],
    },
  ],
  ['nan for a value', { change: [`${LOADED}.csv`, (content) => content.replace(/,[\d.]+\s*$/, ',nan\n')] }],
];

describe.skipIf(isMissing)('a real collection is accepted with', () => {
  test.each(ACCEPTED)('%s', async (_, damage) => {
    expect(await report(damage)).toEqual({ faults: [], warnings: [] });
  });
});

const WARNINGS: [string, Damage, [string, number | null, string]][] = [
  [
    'a sample attribute lost since the parent',
    { change: [`${DERIVED}_sample_attributes.csv`, swap('Tumor_Grade', 'WHO')] },
    [
      `${DERIVED}_sample_attributes.csv`,
      1,
      'The sample attribute is missing that "Gleize 2015 E-MTAB-2358 EXT A.1" has: "Tumor_Grade".',
    ],
  ],
  [
    'a workspace of R among its files',
    { add: { [`${ANALYSIS}/.RData`]: 'RDX3\n' } },
    [
      `${ANALYSIS}/.RData`,
      null,
      'This looks like a file that R leaves behind; it is kept as a file of "Gleize 2015 E-MTAB-2358 Oligodendroglioma". Leave it out if it is not needed.',
    ],
  ],
];

describe.skipIf(isMissing)('a real collection is accepted with a warning for', () => {
  test.each(WARNINGS)('%s', async (_, damage, warning) => {
    const { faults, warnings } = await report(damage);
    expect(faults).toEqual([]);
    expect(warnings).toContainEqual(warning);
  });
});
