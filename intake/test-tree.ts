import { Readable } from 'node:stream';
import type { FileTree } from './records.ts';

/**
 * An in-memory tree for tests: text or bytes by path, and folders without files.
 * @param chunkBytes 7 splits records and characters
 */
export function treeOf(
  files: Record<string, string | Buffer>,
  emptyFolders: string[] = [],
  chunkBytes = 7,
): FileTree {
  const contents = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
  return {
    entries: [...contents].map(([path, content]) => ({ path, sizeBytes: content.length })),
    emptyFolders,
    open: async (path) =>
      Readable.from(chunksOf(contents.get(path) ?? Buffer.alloc(0), chunkBytes), { objectMode: false }),
    close: async () => {},
  };
}

function chunksOf(content: Buffer, bytes: number): Buffer[] {
  const count = Math.ceil(content.length / bytes);
  return Array.from({ length: count }, (_, at) => content.subarray(at * bytes, (at + 1) * bytes));
}

/** A CSV table from rows of plain cells. */
export function table(...rows: (string | number)[][]): string {
  return rows.map((row) => `${row.join(',')}\n`).join('');
}

/** Files of one small data set: 2 features, 3 samples, two header lines. */
export function smallDataSet(
  base: string,
  changes: Partial<Record<DataSetFile, string>> = {},
): Record<string, string> {
  const files: Record<DataSetFile, string> = {
    analyte: table(
      ['INDEX', 'Feature', 1, 2, 3],
      ['', 'SYMBOL', 'GBM_1', 'GBM_2', 'GBM_3'],
      [1, 'IDH1', 1.5, 2, 3],
      [2, 'OLIG2', 4, 'NA', 6],
    ),
    attributes: table(
      ['Attribute', 'Value'],
      ['Title', 'Phillips 2006 EXT OR'],
      ['Version', 'A.1.1'],
      ['Unique Identifier', 'SYMBOL'],
    ),
    sampleAttributes: table(
      ['Index', 'Label', 'Disease'],
      [1, 'GBM_1', 'glioblastoma'],
      [2, 'GBM_2', -99.99],
      [3, 'GBM_3', ''],
    ),
    featureMetadata: table(['Index', 'SYMBOL'], [1, 'IDH1'], [2, 'OLIG2']),
    ...changes,
  };
  const paths = derivedPaths(base);
  return {
    [paths.analyte]: files.analyte,
    [paths.attributes]: files.attributes,
    [paths.sampleAttributes]: files.sampleAttributes,
    [paths.featureMetadata]: files.featureMetadata,
  };
}

type DataSetFile = 'analyte' | 'attributes' | 'sampleAttributes' | 'featureMetadata';

/** Paths of a derived data set and its companions. */
export function derivedPaths(base: string): Record<DataSetFile, string> {
  return {
    analyte: `${base}.csv`,
    attributes: `${base}_DS_attributes.csv`,
    sampleAttributes: `${base}_sample_attributes.csv`,
    featureMetadata: `${base}_feature_metadata.csv`,
  };
}

export const NETWORK = 'Bicor-None_signum0.7_minSize8_merge_ME_0.85_2';

/** Files of one small network: 2 features, 3 samples, modules turquoise and blue. */
export function smallNetwork(
  folder: string,
  changes: Partial<Record<NetworkFile, string>> = {},
): Record<string, string> {
  const kmeHeader = [
    'Index',
    'SYMBOL',
    'ModSeed',
    'MeanExpr',
    'MeanExprPercentile',
    'TopModPosBC_0.01',
    'TopModPosFDR_0.1',
  ];
  const files: Record<NetworkFile, string> = {
    eigengenes: table(
      ['Index', 'Sample', 'turquoise', 'blue'],
      [1, 'GBM_1', 0.1, 0.2],
      [2, 'GBM_2', 0.3, 0.4],
      [3, 'GBM_3', 0.5, 0.6],
    ),
    kmeTable: table(
      [...kmeHeader, 'kMEturquoise', 'kMEturquoise.pval', 'kMEblue', 'kMEblue.pval'],
      [1, 'IDH1', 'turquoise', 5, 50, 'NA', 'turquoise', 0.5, 0.01, -0.2, 0.9],
      [2, 'OLIG2', 'turquoise', 6, 90, '', 'blue', 0.9, 0.001, 0.8, 0.02],
    ),
    statistics: table(
      ['Module', 'InitialSize', 'ExpandedSize_0.01'],
      ['turquoise', 2, 'Inf'],
      ['blue', 0, 'NA'],
    ),
    enrichment: table(
      ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description', 'blue'],
      ['MOSET1', 'MICROGLIA', 'Cell type', 10, 'Homo sapiens', 1, 'x', 0.01],
    ),
    ...changes,
  };
  return {
    [`${folder}/Module_eigengenes_01-02-03.csv`]: files.eigengenes,
    [`${folder}/kME_table_01-02-03.csv`]: files.kmeTable,
    [`${folder}/Module_statistics_01-02-03.csv`]: files.statistics,
    [`${folder}/GSHyperG_MY_SETS_01-02-03_SEED/any.csv`]: files.enrichment,
  };
}

type NetworkFile = 'eigengenes' | 'kmeTable' | 'statistics' | 'enrichment';

/** Files of one small analysis with one network. */
export function smallAnalysis(folder: string): Record<string, string> {
  return {
    [`${folder}/P_project_attributes.csv`]: table(
      ['Attribute', 'Value'],
      ['Title', 'Phillips 2006 All'],
      ['Owner', 'Rebecca'],
      ['Input Datasets', 'Phillips 2006 EXT OR A.1.1'],
    ),
    [`${folder}/P_SessionInfo.csv`]: table(
      ['Attribute', 'Value'],
      ['Analyst', 'Second'],
      ['Date', 'January-10-2022'],
    ),
    [`${folder}/Bicor-None_p2_P_network_statistics.csv`]: table(
      ['Network', NETWORK.replace('-', '.')],
      ['RelSignum', 0.99],
      ['ALLratio', 'Inf'],
    ),
    ...smallNetwork(`${folder}/${NETWORK}`),
  };
}

/** Files of one small cell type reference: 4 genes, 2 classes, 3 subclasses. */
export function smallCellTypes(folder: string, changes: Record<string, string> = {}): Record<string, string> {
  const files: Record<string, string> = {
    'reference.csv': table(
      ['Attribute', 'Value'],
      ['Title', 'Cortex of Jones 2024'],
      ['Organism', 'Homo sapiens'],
      ['Region', 'frontal cortex'],
      ['PubMed ID', '12345'],
    ),
    'class_means.csv': table(
      ['Gene', 'Neuron', 'Glia'],
      ['SYT1', 3, 0.25],
      ['AQP4', 0, 2],
      ['CSF1R', 0.5, 1],
      ['ACTB', 4, 4],
    ),
    'class_n.csv': table(
      ['Cell type', 'Cells', 'Ontology ID'],
      ['Neuron', 900, 'CL:0000540'],
      ['Glia', 300, ''],
    ),
    'subclass_means.csv': table(
      ['Gene', 'Neuron', 'Astrocyte', 'Microglia'],
      ['SYT1', 3, 0.25, 0.25],
      ['AQP4', 0, 4, 0],
      ['CSF1R', 0.5, 0, 3],
      ['ACTB', 4, 4, 4],
    ),
    'subclass_var.csv': table(
      ['Gene', 'Neuron', 'Astrocyte', 'Microglia'],
      ['SYT1', 1, 0.5, 0.5],
      ['AQP4', 0, 1, 0],
      ['CSF1R', 0.5, 0, 1],
      ['ACTB', 1, 1, 1],
    ),
    'subclass_pct.csv': table(
      ['Gene', 'Neuron', 'Astrocyte', 'Microglia'],
      ['SYT1', 90, 5, 4],
      ['AQP4', 0, 88, 0],
      ['CSF1R', 9, 0, 80],
      ['ACTB', 100, 100, 100],
    ),
    'subclass_n.csv': table(
      ['Cell type', 'Cells', 'Ontology ID', 'Parent'],
      ['Neuron', 900, 'CL:0000540', 'Neuron'],
      ['Astrocyte', 200, 'CL:0000127', 'Glia'],
      ['Microglia', 100, 'CL:0000129', 'Glia'],
    ),
    ...changes,
  };
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
}
