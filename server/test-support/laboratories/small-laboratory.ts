/**
 * A small laboratory in the folder form that intake reads: one collection with two loaded data sets, a data set
 * derived from the first, and an analysis of that one with a network of two modules. Eight genes, six samples.
 */

/** Contents by path, relative to the imported folder. */
export type LabFiles = Record<string, string | Buffer>;

export interface LaboratoryOptions {
  /** name of the collection's folder */
  accession?: string;
  /** prefix of its titles */
  study?: string;
  /** attribute Availability; `Public` is public, other values mean the laboratory */
  availability?: string;
}

type Cell = string | number;

export const GENES = ['IDH1', 'OLIG2', 'SOX10', 'MBP', 'AIF1', 'CD68', 'CX3CR1', 'P2RY12'] as const;
const LABELS = ['GSM96950', 'GSM96951', 'GSM96952', 'GSM96953', 'GSM96954', 'GSM96955'] as const;
const PROBES = ['201193_at', '213825_at', '209842_at', '209072_at'] as const;

export const NETWORK = 'Bicor-None_signum0.831_minSize2_merge_ME_0.85_8';
const PDF = '%PDF-1.4\n% one empty page\n%%EOF\n';

function table(...rows: Cell[][]): string {
  return rows
    .map((row) => `${row.map((cell) => (typeof cell === 'number' ? cell : `"${cell}"`)).join(',')}\n`)
    .join('');
}

function attributes(...rows: [string, Cell][]): string {
  return table(['Attribute', 'Value'], ...rows);
}

const SAMPLE_COLUMNS = [
  'Organism',
  'Tissue',
  'UBERON_ID',
  'Sex',
  'Disease',
  'MONDO_ID',
  'Tumor_Grade',
  'Tumor_Occurrence',
  'IDH1_Mut',
  'Batch',
];
const SAMPLES: Cell[][] = [
  ['Homo sapiens', 'brain', 'UBERON:0000955', 'M', 'glioblastoma', 'MONDO:0018177', 4, 'Primary', 'WT', 1],
  [
    'Homo sapiens',
    'frontal lobe',
    'UBERON:0016525',
    'F',
    'astrocytoma',
    'MONDO:0019781',
    3,
    'Primary',
    'NCIT:C172343',
    1,
  ],
  ['Homo sapiens', 'brain', 'UBERON:0000955', 'M', 'glioblastoma', 'MONDO:0018177', 4, 'Primary', 'WT', 1],
  [
    'Homo sapiens',
    'temporal lobe',
    'UBERON:0001871',
    'F',
    'astrocytoma',
    'MONDO:0019781',
    3,
    'Primary',
    '',
    2,
  ],
  [
    'Homo sapiens',
    'brain',
    'UBERON:0000955',
    'M',
    'glioblastoma',
    'MONDO:0018177',
    4,
    'Recurrent',
    -99.99,
    2,
  ],
  [
    'Homo sapiens',
    'brain',
    'UBERON:0000955',
    '',
    'glioblastoma',
    'MONDO:0018177',
    'NA',
    'Recurrent',
    'WT',
    2,
  ],
];

/** The samples with these indexes in the collection, renumbered from 1. */
function sampleTable(samples: readonly number[]): string {
  const rows = samples.map((sample, index) => [index + 1, LABELS[sample] ?? '', ...(SAMPLES[sample] ?? [])]);
  return table(['Index', 'Label', ...SAMPLE_COLUMNS], ...rows);
}

/** Distinct, deterministic values with one decimal. */
function expressionOf(feature: number, sample: number): number {
  return 5 + feature + ((feature * 7 + sample * 3) % 10) / 10;
}

function twoLineMatrix(features: readonly string[], samples: readonly number[]): string {
  const labels = samples.map((sample) => LABELS[sample] ?? '');
  const rows = features.map((feature, at) => [
    at + 1,
    feature,
    ...samples.map((sample) => expressionOf(at, sample)),
  ]);
  return table(
    ['INDEX', 'Feature', ...samples.map((_, index) => index + 1)],
    ['', 'SYMBOL', ...labels],
    ...rows,
  );
}

function oneLineMatrix(features: readonly string[], samples: readonly number[]): string {
  const rows = features.map((feature, at) => [feature, ...samples.map((sample) => expressionOf(at, sample))]);
  return table(['PROBEID', ...samples.map((sample) => LABELS[sample] ?? '')], ...rows);
}

const ALL = [0, 1, 2, 3, 4, 5];
const PRIMARY = [0, 1, 2, 3];

interface DataSetText {
  title: string;
  version: string;
  identifier: 'SYMBOL' | 'PROBEID';
  features: readonly string[];
  samples: readonly number[];
}

function dataSetAttributes({ title, version, identifier, features, samples }: DataSetText): string {
  return attributes(
    ['Title', title],
    ['Version', version],
    ['Technology', 'Microarray'],
    ['Platform', 'Affymetrix U133A'],
    ['Analyte', 'mRNA'],
    ['Unique Identifier', identifier],
    ['Number of Features', features.length],
    ['Number of Samples', samples.length],
    ['Quantification Scale', 'log2'],
  );
}

function featureMetadata({ identifier, features }: DataSetText): string {
  return table(['Index', identifier], ...features.map((feature, at) => [at + 1, feature]));
}

/** Paths of the parts of a small laboratory. */
export function pathsOf(accession = 'GSE4271') {
  const collection = `${accession}/makeDC/${accession}_makeDC_12-00-49`;
  const primary = `${accession}/all/makeSN/${accession}_SampleNetworks/${accession}_makeSN_11-27-33/Primary_10-10-58/${accession}_Primary_4_outliers_removed`;
  const analysis = `${accession}/all/makeFM/${accession}_Modules/${accession}_makeFM_04-02-12`;
  const network = `${analysis}/${NETWORK}`;
  return {
    collection,
    collectionAttributes: `${collection}/${accession}_DC_attributes.csv`,
    collectionSamples: `${collection}/${accession}_sample_attributes.csv`,
    loaded: `${collection}/${accession}_DS1_12-00-49/${accession}_DS1`,
    probes: `${collection}/${accession}_DS2_12-00-49/${accession}_DS2`,
    /** stem of the derived data set's four files */
    primary,
    analysis,
    projectAttributes: `${analysis}/${accession}_project_attributes.csv`,
    networkStatistics: `${analysis}/Bicor-None_p2_${accession}_network_statistics.csv`,
    network,
    eigengenes: `${network}/Module_eigengenes_22-56-13.csv`,
    kmeTable: `${network}/kME_table_22-56-13.csv`,
    moduleStatistics: `${network}/Module_statistics_22-56-13.csv`,
    modulesPdf: `${network}/Modules_22-56-13.pdf`,
    enrichment: `${network}/GSHyperG_MY_SETS_22-56-13_SEED/GSHyperG_MY_SETS_22-56-13_SEED.csv`,
  };
}

/** Only the collection with its two loaded data sets. */
export function smallCollection({
  accession = 'GSE4271',
  study = 'Phillips 2006 GSE4271',
  availability = 'Public',
}: LaboratoryOptions = {}): LabFiles {
  const paths = pathsOf(accession);
  const loaded: DataSetText = {
    title: `${study} EXT`,
    version: 'A.1',
    identifier: 'SYMBOL',
    features: GENES,
    samples: ALL,
  };
  const probes: DataSetText = {
    title: `${study} U133A EXT`,
    version: 'B.1',
    identifier: 'PROBEID',
    features: PROBES,
    samples: PRIMARY,
  };
  return {
    [paths.collectionAttributes]: attributes(
      ['Title', study],
      ['Source', 'Gene Expression Omnibus'],
      ['Accession ID', accession],
      ['PubMed ID', '16530701'],
      ['Number of Samples', ALL.length],
      ['Availability', availability],
    ),
    [paths.collectionSamples]: sampleTable(ALL),
    [`${paths.loaded}.csv`]: twoLineMatrix(GENES, ALL),
    [`${paths.loaded}_attributes.csv`]: dataSetAttributes(loaded),
    [`${paths.loaded}_sample_attributes.csv`]: sampleTable(ALL),
    [`${paths.loaded}_feature_metadata.csv`]: featureMetadata(loaded),
    [`${paths.probes}.csv`]: oneLineMatrix(PROBES, PRIMARY),
    [`${paths.probes}_attributes.csv`]: dataSetAttributes(probes),
    [`${paths.probes}_sample_attributes.csv`]: sampleTable(PRIMARY),
    [`${paths.probes}_feature_metadata.csv`]: featureMetadata(probes),
  };
}

/** Only the data set derived from the collection's first one. */
export function smallDerivedDataSet({
  accession = 'GSE4271',
  study = 'Phillips 2006 GSE4271',
}: LaboratoryOptions = {}): LabFiles {
  const { primary } = pathsOf(accession);
  const derived: DataSetText = {
    title: `${study} EXT Primary OR`,
    version: 'A.1.1',
    identifier: 'SYMBOL',
    features: GENES,
    samples: PRIMARY,
  };
  return {
    [`${primary}.csv`]: twoLineMatrix(GENES, PRIMARY),
    [`${primary}_DS_attributes.csv`]: dataSetAttributes(derived),
    [`${primary}_sample_attributes.csv`]: sampleTable(PRIMARY),
    [`${primary}_feature_metadata.csv`]: featureMetadata(derived),
  };
}

const KME_HEADER = [
  'Index',
  'SYMBOL',
  'ModSeed',
  'MeanExpr',
  'MeanExprPercentile',
  'TopModPosBC_0.001',
  'TopModPosFDR_0.02',
  'TopModNegBC_0.001',
  'TopModNegFDR_0.02',
];
/** Oligodendrocyte genes in turquoise, microglia genes in blue; by feature: seed, PosBC, PosFDR, kME and P of both. */
const MEMBERSHIP: Cell[][] = [
  ['', '', '', 0.1, 0.6, -0.2, 0.4],
  ['turquoise', 'turquoise', 'turquoise', 0.91, 0.0004, -0.3, 0.2],
  ['turquoise', 'turquoise', 'turquoise', 0.97, 0.0001, -0.4, 0.1],
  ['', '', 'turquoise', 0.72, 0.01, 0.05, 0.9],
  ['blue', 'blue', 'blue', -0.1, 0.7, 0.95, 0.0002],
  ['blue', 'blue', 'blue', -0.2, 0.5, 0.99, 0.00001],
  ['blue', '', 'blue', 0.3, 0.3, 0.8, 0.004],
  ['', '', '', 0.2, 0.4, 'NA', 'NA'],
];

function kmeTable(): string {
  const rows = GENES.map((gene, at) => {
    const [seed = '', bonferroni = '', fdr = '', ...kme] = MEMBERSHIP[at] ?? [];
    return [at + 1, gene, seed, expressionOf(at, 0), (at + 1) * 12.5, bonferroni, fdr, '', '', ...kme];
  });
  return table([...KME_HEADER, 'kMEturquoise', 'kMEturquoise.pval', 'kMEblue', 'kMEblue.pval'], ...rows);
}

function networkFiles(accession: string): LabFiles {
  const paths = pathsOf(accession);
  return {
    [paths.eigengenes]: table(
      ['Index', 'Sample', 'turquoise', 'blue'],
      ...PRIMARY.map((sample, index) => [
        index + 1,
        LABELS[sample] ?? '',
        (sample + 1) / 10,
        0.5 - sample / 10,
      ]),
    ),
    [paths.kmeTable]: kmeTable(),
    [paths.moduleStatistics]: table(
      ['Module', 'InitialSize', 'ExpandedSize_0.001', 'Specificity', 'PC1VE'],
      ['turquoise', 2, 2, 98.4, 0.91],
      ['blue', 3, 2, 'Inf', 0.88],
    ),
    [paths.modulesPdf]: PDF,
    [paths.enrichment]: table(
      ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description', 'turquoise', 'blue'],
      [
        'MOSET10001',
        'PANGLAO_MICROGLIA',
        'CellType',
        4,
        'Homo sapiens',
        '30951143',
        'PanglaoDB',
        0.8,
        0.0012,
      ],
      [
        'MOSET10002',
        'PANGLAO_OLIGODENDROCYTES',
        'CellType',
        3,
        'Homo sapiens',
        '30951143',
        'PanglaoDB',
        0.00003,
        1,
      ],
      ['MOSET10003', 'HALLMARK_HYPOXIA', 'Hallmark', 5, 'Homo sapiens', '26771021', 'MSigDB', 0.05, 'NA'],
    ),
  };
}

/** Only the analysis of the derived data set. */
export function smallAnalysis({
  accession = 'GSE4271',
  study = 'Phillips 2006 GSE4271',
  availability = 'Public',
}: LaboratoryOptions = {}): LabFiles {
  const paths = pathsOf(accession);
  return {
    [paths.projectAttributes]: attributes(
      ['Title', `${study} Primary`],
      ['Owner', 'Rebecca Ashworth'],
      ['Analyst', 'Second Analyst'],
      ['Input Datasets', `${study} EXT Primary OR A.1.1`],
      ['Creation Date', '2021-05-17'],
      ['Availability', availability],
    ),
    [`${paths.analysis}/${accession}_SessionInfo.csv`]: attributes(
      ['Analyst', 'Second Analyst'],
      ['Date', 'May-17-2021'],
    ),
    [`${paths.analysis}/${accession}_dendrogram.pdf`]: PDF,
    [paths.networkStatistics]: table(
      ['Network', NETWORK],
      ['Similarity', 'Bicor'],
      ['RelSignum', '0.9999'],
      ['Signum', '0.830803'],
      ['FinalModules', '2'],
    ),
    ...networkFiles(accession),
  };
}

/** The whole collection: loaded data sets, the derived one, its analysis. */
export function smallLaboratory(options: LaboratoryOptions = {}): LabFiles {
  return { ...smallCollection(options), ...smallDerivedDataSet(options), ...smallAnalysis(options) };
}

const UBERON = `format-version: 1.2
ontology: uberon

[Term]
id: UBERON:0000955
name: brain

[Term]
id: UBERON:0016525
name: frontal lobe
relationship: part_of UBERON:0000955 ! brain

[Term]
id: UBERON:0001871
name: temporal lobe
is_a: UBERON:0016525 ! for the test only
`;

export const RESOURCE_PATHS = {
  legend: 'resources/genesets/MyGeneSetsLEGEND.csv',
  microglia: 'resources/genesets/MOSET10001.csv',
  mappingTable:
    'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ENTREZID.csv',
  ontology: 'resources/ontologies/uberon.obo',
} as const;

/** Two gene sets with their legend, one mapping table, one ontology. */
export function smallResources(): LabFiles {
  return {
    [RESOURCE_PATHS.legend]: table(
      ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description'],
      ['MOSET10001', 'PANGLAO_MICROGLIA', 'CellType', 4, 'Homo sapiens', '30951143', 'PanglaoDB'],
      ['MOSET10002', 'PANGLAO_OLIGODENDROCYTES', 'CellType', 3, 'Homo sapiens', '30951143', 'PanglaoDB'],
    ),
    [RESOURCE_PATHS.microglia]: 'AIF1\nCD68\nCX3CR1\nP2RY12\n',
    'resources/genesets/MOSET10002.csv': 'OLIG2\nSOX10\nMBP\n',
    [RESOURCE_PATHS.mappingTable]: table(
      ['SYMBOL', 'ENTREZID'],
      ['IDH1', '3417'],
      ['OLIG2', '10215'],
      ['LOC1', 'NA'],
    ),
    [RESOURCE_PATHS.ontology]: UBERON,
  };
}

/** The files with one changed. @throws Error if nothing changes, so that a test cannot pass by accident */
export function withChange(
  files: LabFiles,
  path: string,
  change: (text: string) => string | Buffer,
): LabFiles {
  const before = files[path];
  if (before === undefined) throw new Error(`There is no ${path} to change.`);
  const after = change(before.toString());
  if (Buffer.from(after).equals(Buffer.from(before))) throw new Error(`Nothing changes in ${path}.`);
  return { ...files, [path]: after };
}

export function without(files: LabFiles, path: string): LabFiles {
  if (files[path] === undefined) throw new Error(`There is no ${path} to leave out.`);
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
}

/** The whole collection with modules of four genes each, the fewest whose preservation is tested. */
export function widerLaboratory(options: LaboratoryOptions = {}): LabFiles {
  const paths = pathsOf(options.accession);
  const wider = withChange(smallLaboratory(options), paths.kmeTable, (text) =>
    text
      .replace('"IDH1",""', '"IDH1","turquoise"')
      .replace('"MBP",""', '"MBP","turquoise"')
      .replace('"P2RY12",""', '"P2RY12","blue"'),
  );
  return withChange(wider, paths.moduleStatistics, (text) =>
    text.replace('"turquoise",2', '"turquoise",4').replace('"blue",3', '"blue",4'),
  );
}
