/** A laboratory of which every name is unmistakable, for tests that none of them is told to others. */
import { cellTypeFiles } from '../laboratories/cell-types.ts';
import { type LabFiles, pathsOf, smallLaboratory } from '../laboratories/small-laboratory.ts';

const HIDDEN = { accession: 'HUSH77', study: 'Hushed 2024 HUSH77', availability: 'Lab' };

/** Names of the small laboratory and what stands for them, in the order in which they are replaced. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['GSM9695', 'HUSHSM9695'],
  ['Affymetrix U133A', 'Hush Array'],
  ['Microarray', 'Hush Sequencing'],
  ['mRNA', 'hushRNA'],
  ['log2', 'hushlog'],
  ['Rebecca Ashworth', 'Hush Owner'],
  ['Second Analyst', 'Hush Analyst'],
  ['Gene Expression Omnibus', 'Hush Repository'],
  ['16530701', '77777777'],
  ['Tumor_Occurrence', 'Hush_Occurrence'],
  ['Recurrent', 'hushrecurrent'],
  ['glioblastoma', 'hushoma'],
  ['MONDO:0018177', 'MONDO:7777777'],
  ['temporal lobe', 'hush lobe'],
  ['CD68', 'HUSHGENE'],
  ['Specificity', 'HushStatistic'],
  ['blue', 'hushblue'],
  ['MOSET10003', 'HUSHSET10003'],
  ['HALLMARK_HYPOXIA', 'HUSHED_SIGNATURE'],
  ['"Hallmark"', '"HushCategory"'],
  ['"Homo sapiens","26771021"', '"Hush sapiens","77777778"'],
];

function hush(text: string): string {
  return RENAMED.reduce((renamed, [name, hidden]) => renamed.replaceAll(name, hidden), text);
}

/** Its files: attributes that no other record has, a set that only its table of enrichment names, a file of its own. */
export function hiddenLaboratory(): LabFiles {
  const paths = pathsOf(HIDDEN.accession);
  const files: LabFiles = Object.fromEntries(
    Object.entries(smallLaboratory(HIDDEN)).map(([path, content]) => [
      path,
      typeof content === 'string' ? hush(content) : content,
    ]),
  );
  const adding = (path: string, line: string) => {
    files[path] = `${files[path]}${line}\n`;
  };
  adding(paths.collectionAttributes, '"Hush Grant","hushgrant 7"');
  adding(`${paths.loaded}_attributes.csv`, '"Hush Protocol","hushprotocol 7"');
  adding(paths.projectAttributes, '"Hush Purpose","hushpurpose 7"');
  adding(paths.networkStatistics, '"HushNetworkStatistic","77"');
  files[`${paths.analysis}/hush_notes.csv`] = 'hushcolumn\nhushcell\n';
  const cellTypes = cellTypeFiles({ title: 'Hushed cortex', nameOf: (symbol) => hush(symbol), seed: 7 });
  return { ...files, ...cellTypes };
}

/** Words of its names, as people would search for them; and of those that a public laboratory has, too. */
export const HIDDEN_WORDS = [
  'HUSH77',
  'hush',
  'Hush_Occurrence',
  'HUSHGENE',
  'HUSHSM96950',
  'HUSHED_SIGNATURE',
  'HushCategory',
  'HushStatistic',
  'hushnetworkstatistic',
  'Hush_Grant',
  'Hush_Protocol',
  'Hush_Purpose',
  'hushoma',
  'Hush Analyst',
  'hushblue',
  'HUSHSET10003',
  '77777777',
] as const;
export const SHARED_WORDS = ['turquoise', 'bicor', 'AIF1', 'MOSET10001', 'glioblastoma'] as const;
