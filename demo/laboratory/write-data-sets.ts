import { type FeatureMatrix, selectSamples } from '@omicon/domain/statistics/matrix.ts';
import {
  type LaboratoryDataSet,
  type NamedTable,
  writeDataSet,
} from '@omicon/pipeline/files/laboratory-data-set.ts';
import { derivedStem, type FileNames } from '@omicon/pipeline/files/names.ts';
import { applyStep, outputOf, type PreparationStep } from '@omicon/pipeline/run/apply-step.ts';
import type { GroupDesign, PlatformDesign } from './collections.ts';
import { ENTREZ_IDS } from './gene-identifiers.ts';
import type { DemoSample } from './samples.ts';

/** A loaded data set with its samples, in the order of the matrix. */
export interface LoadedDataSet {
  platform: PlatformDesign;
  samples: readonly DemoSample[];
  dataSet: LaboratoryDataSet;
}

/** Columns of a sample attribute file after Index and Label. */
export function sampleTable(samples: readonly DemoSample[]): NamedTable {
  return {
    columns: Object.keys(samples[0] ?? {}).filter((column) => column !== 'Label'),
    rows: samples.map(({ Label, ...attributes }) =>
      Object.values<string | number | null>(attributes).map((cell) => (cell === null ? null : String(cell))),
    ),
  };
}

function attributesOf(platform: PlatformDesign): Map<string, string> {
  return new Map([
    ['Title', ''],
    ['Version', ''],
    ['Technology', platform.technology],
    ['Platform', platform.platform],
    ['Analyte', 'mRNA'],
    ['Unique Identifier', platform.uniqueIdentifier],
    ['Mapping Tables', ''],
    ['Number of Features', ''],
    ['Number of Samples', ''],
    ['Quantification Scale', platform.scale],
    ['Transformations', ''],
    ['Notes', 'the values were computed for the demo laboratory; no tissue was measured'],
  ]);
}

/** A data set as it was loaded, before any step. */
export function measuredDataSet(
  platform: PlatformDesign,
  names: { title: string; version: string },
  measured: { genes: readonly string[]; samples: readonly DemoSample[]; matrix: FeatureMatrix },
): LoadedDataSet {
  const { genes, samples, matrix } = measured;
  const { uniqueIdentifier } = platform;
  const entrezIds = genes.map((gene) => ENTREZ_IDS.get(gene)?.[0] ?? null);
  const isSymbol = uniqueIdentifier === 'SYMBOL';
  const dataSet = {
    ...names,
    uniqueIdentifier,
    attributes: attributesOf(platform),
    features: isSymbol ? [...genes] : genes.map((gene, feature) => entrezIds[feature] ?? gene),
    featureMetadata: {
      columns: [isSymbol ? 'ENTREZID' : 'SYMBOL'],
      rows: genes.map((gene, feature) => [isSymbol ? (entrezIds[feature] ?? null) : gene]),
    },
    labels: samples.map(({ Label }) => Label),
    sampleAttributes: sampleTable(samples),
    matrix,
  };
  return { platform, samples, dataSet };
}

/** The samples of a group, before any step. */
function groupOf({ dataSet, samples }: LoadedDataSet, { name, includes }: GroupDesign): LaboratoryDataSet {
  const members = samples.flatMap((sample, index) => (includes(sample) ? [index] : []));
  const own = members.flatMap((index) => samples[index] ?? []);
  return {
    ...dataSet,
    title: name === 'All' ? dataSet.title : `${dataSet.title} ${name}`,
    labels: own.map(({ Label }) => Label),
    sampleAttributes: sampleTable(own),
    matrix: selectSamples(dataSet.matrix, members),
  };
}

const STEPS: Record<PreparationStep['code'], PreparationStep> = {
  OR: { code: 'OR', rules: {} },
  QN: { code: 'QN' },
  BC: { code: 'BC', batch: 'Batch', covariates: [], isMeanOnly: false },
};

/**
 * Writes the derived data sets of one group, each from the one before it, and returns the last.
 * @param target folder of the group and the name parts of its files
 * @param sibling which child of the loaded data set this group is, from 1
 */
export async function writeDerivedDataSets(
  loaded: LoadedDataSet,
  { group, target, sibling }: { group: GroupDesign; target: { folder: string } & FileNames; sibling: number },
): Promise<LaboratoryDataSet> {
  let dataSet = groupOf(loaded, group);
  for (const [index, code] of group.steps.entries()) {
    const output = outputOf(dataSet, code);
    const version = index === 0 ? `${dataSet.version}.${sibling}` : output.version;
    dataSet = applyStep(dataSet, STEPS[code], { ...output, version }).dataSet;
    const stem = `${target.folder}/${derivedStem(target, dataSet.labels.length, code)}`;
    await writeDataSet(dataSet, { stem, attributesName: 'DS_attributes' });
  }
  return dataSet;
}
