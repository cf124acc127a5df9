import {
  type FeatureMatrix,
  featureValues,
  selectFeatures,
  selectSamples,
} from '@omicon/domain/statistics/matrix.ts';
import { variance } from '@omicon/domain/statistics/moments.ts';
import { quantileNormalise } from '@omicon/domain/statistics/samples/quantile-normalisation.ts';
import {
  attributeTable,
  bareLine,
  type Cell,
  quoted,
  quotedLine,
  writeTable,
} from '@omicon/pipeline/files/csv.ts';
import { correctBatches, roundedMatrix, samplesWithoutOutliers } from '../modules/sample-network.ts';
import type { GroupDesign, PlatformDesign } from './collections.ts';
import { ENTREZ_IDS } from './gene-identifiers.ts';
import type { DemoSample } from './samples.ts';

/** One data set: its position in the lineage and its values. Samples and genes are in the order of the matrix. */
export interface DemoDataSet {
  title: string;
  version: string;
  platform: PlatformDesign;
  transformations: readonly string[];
  genes: readonly string[];
  samples: readonly DemoSample[];
  matrix: FeatureMatrix;
}

/** Paths of a data set; companions have the stem of the analyte data file. */
export interface DataSetFiles {
  /** path without `.csv` */
  stem: string;
  /** `attributes` for a loaded data set, `DS_attributes` for a derived one */
  attributesName: 'attributes' | 'DS_attributes';
  hasSingleHeader: boolean;
}

/** Lines of a sample attribute file. */
export function sampleTable(samples: readonly DemoSample[]): string[] {
  const columns = Object.keys(samples[0] ?? {});
  const rows = samples.map((sample, index) => quotedLine([index + 1, ...Object.values<Cell>({ ...sample })]));
  return [quotedLine(['Index', ...columns]), ...rows];
}

/** The identifier of a gene on a platform. */
function identifierOf({ uniqueIdentifier }: PlatformDesign, gene: string): string {
  return uniqueIdentifier === 'SYMBOL' ? gene : (ENTREZ_IDS.get(gene)?.[0] ?? gene);
}

/** Lines of an analyte data file, in the portal's form of two header lines or the older one. */
function analyteTable(dataSet: DemoDataSet, hasSingleHeader: boolean): string[] {
  const { platform, samples, genes, matrix } = dataSet;
  const labels = samples.map(({ Label }) => quoted(Label)).join(',');
  const rows = genes.map((gene, feature) => {
    const values = featureValues(matrix, feature).join(',');
    const identifier = quoted(identifierOf(platform, gene));
    return hasSingleHeader ? `${identifier},${values}` : `${feature + 1},${identifier},${values}`;
  });
  if (hasSingleHeader) return [`${quoted(platform.uniqueIdentifier)},${labels}`, ...rows];
  const indices = samples.map((_, index) => index + 1).join(',');
  return [`INDEX,Feature,${indices}`, `,${platform.uniqueIdentifier},${labels}`, ...rows];
}

function featureTable({ platform, genes }: DemoDataSet): string[] {
  const isSymbol = platform.uniqueIdentifier === 'SYMBOL';
  const header = isSymbol ? ['Index', 'SYMBOL', 'ENTREZID'] : ['Index', platform.uniqueIdentifier, 'SYMBOL'];
  const rows = genes.map((gene, feature) => {
    const other = isSymbol ? (ENTREZ_IDS.get(gene)?.[0] ?? null) : gene;
    return bareLine([feature + 1, identifierOf(platform, gene), other]);
  });
  return [bareLine(header), ...rows];
}

function attributesOf({ title, version, platform, transformations, matrix }: DemoDataSet): string[] {
  return attributeTable([
    ['Title', title],
    ['Version', version],
    ['Technology', platform.technology],
    ['Platform', platform.platform],
    ['Analyte', 'mRNA'],
    ['Unique Identifier', platform.uniqueIdentifier],
    ['Mapping Tables', ''],
    ['Number of Features', matrix.featureCount],
    ['Number of Samples', matrix.sampleCount],
    ['Quantification Scale', platform.scale],
    ['Transformations', transformations.join('; ')],
    ['Notes', 'the values were computed for the demo laboratory; no tissue was measured'],
  ]);
}

/** Analyte data and its three companions. */
export async function writeDataSet(dataSet: DemoDataSet, files: DataSetFiles): Promise<void> {
  await writeTable(`${files.stem}.csv`, analyteTable(dataSet, files.hasSingleHeader));
  await writeTable(`${files.stem}_${files.attributesName}.csv`, attributesOf(dataSet));
  await writeTable(`${files.stem}_sample_attributes.csv`, sampleTable(dataSet.samples));
  await writeTable(`${files.stem}_feature_metadata.csv`, featureTable(dataSet));
}

/** A data set made from another by one step; the title gains the step's code, the version one number. */
interface Step {
  code: 'OR' | 'QN' | 'BC';
  transformation: string;
  /** name of the file after the number of samples */
  fileName: string;
  take: (input: DemoDataSet) => Pick<DemoDataSet, 'samples' | 'matrix' | 'genes'>;
}

function withoutOutliers(input: DemoDataSet): Pick<DemoDataSet, 'samples' | 'matrix' | 'genes'> {
  const kept = samplesWithoutOutliers(input.matrix);
  return {
    genes: input.genes,
    samples: kept.flatMap((sample) => input.samples[sample] ?? []),
    matrix: selectSamples(input.matrix, kept),
  };
}

/** Drops features that do not vary before batch correction, because ComBat cannot scale them. */
function withoutBatches(input: DemoDataSet): Pick<DemoDataSet, 'samples' | 'matrix' | 'genes'> {
  const varying = input.genes.flatMap((_, feature) =>
    variance(featureValues(input.matrix, feature)) > 0 ? [feature] : [],
  );
  const matrix = selectFeatures(input.matrix, varying);
  return {
    genes: varying.flatMap((feature) => input.genes[feature] ?? []),
    samples: input.samples,
    matrix: roundedMatrix(
      correctBatches(
        matrix,
        input.samples.map(({ Batch }) => Batch),
      ),
    ),
  };
}

const STEPS: Record<Step['code'], Omit<Step, 'code'>> = {
  OR: { transformation: 'Outlier removal', fileName: 'outliers_removed', take: withoutOutliers },
  QN: {
    transformation: 'quantile normalisation',
    fileName: 'Qnorm',
    take: ({ genes, samples, matrix }) => ({
      genes,
      samples,
      matrix: roundedMatrix(quantileNormalise(matrix)),
    }),
  },
  BC: { transformation: 'ComBat on Batch', fileName: 'ComBat', take: withoutBatches },
};

/** The samples of a group, before any step; the first step is always outlier removal. */
function groupOf(loaded: DemoDataSet, { name, includes }: GroupDesign): DemoDataSet {
  const members = loaded.samples.flatMap((sample, index) => (includes(sample) ? [index] : []));
  return {
    ...loaded,
    title: name === 'All' ? loaded.title : `${loaded.title} ${name}`,
    samples: members.map((index) => numberedSample(loaded.samples, index)),
    matrix: selectSamples(loaded.matrix, members),
  };
}

function numberedSample(samples: readonly DemoSample[], index: number): DemoSample {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`There is no sample ${index} among ${samples.length}.`);
  return sample;
}

/**
 * Writes the derived data sets of one group, each from the one before it, and returns the last.
 * @param target folder of the group and the stem of its file names
 * @param sibling which child of the loaded data set this group is, from 1
 */
export async function writeDerivedDataSets(
  loaded: DemoDataSet,
  {
    group,
    target,
    sibling,
  }: { group: GroupDesign; target: { folder: string; stem: string }; sibling: number },
): Promise<DemoDataSet> {
  let dataSet = groupOf(loaded, group);
  for (const [index, code] of group.steps.entries()) {
    const { transformation, fileName, take } = STEPS[code];
    const result = take(dataSet);
    dataSet = {
      ...dataSet,
      ...result,
      title: `${dataSet.title} ${code}`,
      version: `${dataSet.version}.${index === 0 ? sibling : 1}`,
      transformations: [...dataSet.transformations, transformation],
    };
    const stem = `${target.folder}/${target.stem}_${group.name}_${dataSet.samples.length}_${fileName}`;
    await writeDataSet(dataSet, { stem, attributesName: 'DS_attributes', hasSingleHeader: false });
  }
  return dataSet;
}
