/**
 * The demo laboratory: a small realistic laboratory in the folder form that intake reads, computed from a seed.
 * Nothing in it was measured: titles, persons and values are fictitious, genes and identifiers are real.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { selectFeatures, selectSamples } from '@omicon/domain/statistics/matrix.ts';
import { attributeTable, writeTable } from '@omicon/pipeline/files/csv.ts';
import { sampleLines, writeDataSet } from '@omicon/pipeline/files/laboratory-data-set.ts';
import type { SourcedSet } from '@omicon/pipeline/files/write-network.ts';
import type { ChosenCell } from '@omicon/pipeline/run/compute-network.ts';
import { randomSource, seedOf } from '../kit/random.ts';
import {
  type CollectionDesign,
  designCollections,
  type GroupDesign,
  type PlatformDesign,
  runId,
} from './collections.ts';
import { measure, programActivities } from './expression.ts';
import { ENTREZ_IDS } from './gene-identifiers.ts';
import { demoGeneSets } from './gene-sets.ts';
import { measuredGenes } from './genes.ts';
import type { DemoSample } from './samples.ts';
import { writeAnalysis } from './write-analysis.ts';
import { writeCompanions } from './write-companions.ts';
import { type LoadedDataSet, measuredDataSet, sampleTable, writeDerivedDataSets } from './write-data-sets.ts';
import { writeResources } from './write-resources.ts';

/** Size of a laboratory; defaults are those of the demo. */
export interface LaboratoryScale {
  collections?: number;
  /** samples per collection, before outliers leave */
  samples?: number;
  /** features per data set; those beyond the known genes have made-up names */
  features?: number;
  networksPerAnalysis?: number;
}

export interface Laboratory {
  folder: string;
  seed: number;
  /** samples per collection; null for the number of each design */
  samples: number | null;
  /** symbols of the measured genes */
  genes: readonly string[];
  /** of each analysis */
  cells: readonly ChosenCell[];
  /** whose enrichment is computed */
  geneSets: readonly SourcedSet[];
}

const DEFAULT_SEED = 2011;
const DEFAULT_COLLECTIONS = 3;
const DEFAULT_FEATURES = 860;
const DEFAULT_NETWORKS = 4;

const RELATIVE_THRESHOLDS = [0.99, 0.98, 0.995, 0.97, 0.96, 0.985, 0.95, 0.94];
const MIN_SIZES = [8, 10, 6, 12, 15, 20];

/** A threshold that no branch of this size reaches: the network folder is empty. */
const OUT_OF_REACH: ChosenCell = { relative: 0.9999, minSize: 20 };

/** Cells of an analysis: thresholds and sizes change together first, so that a few networks already differ a lot. */
function chosenCells(count: number): ChosenCell[] {
  const grid = MIN_SIZES.flatMap((_, shift) =>
    RELATIVE_THRESHOLDS.map((relative, index) => ({
      relative,
      minSize: MIN_SIZES[(index + shift) % MIN_SIZES.length] ?? 8,
    })),
  );
  return grid.slice(0, count);
}

/** Folder part of a platform or group: letters and digits only. */
function tagOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '');
}

/** Folder and file stem of one platform: `makeSN_RNAseq` below the collection, `DEMO_GLIOMA_RNAseq`. */
function stemOf(collection: CollectionDesign, platform: PlatformDesign): { stem: string; suffix: string } {
  const tag = tagOf(platform.words);
  return tag === ''
    ? { stem: collection.code, suffix: '' }
    : { stem: `${collection.code}_${tag}`, suffix: `_${tag}` };
}

/** A loaded data set: all samples and genes of one platform. */
function loadedDataSet(
  collection: CollectionDesign,
  { samples, number, laboratory }: { samples: readonly DemoSample[]; number: number; laboratory: Laboratory },
): LoadedDataSet {
  const platform = platformOf(collection, number);
  const seed = seedOf(laboratory.seed, collection.code);
  const { genes } = laboratory;
  const activities = programActivities(samples, randomSource(seedOf(seed, 'activities')));
  const measured = measure({ genes, samples, activities, seed, platform: platform.words });
  const keptGenes = genes.flatMap((gene, index) =>
    platform.uniqueIdentifier === 'SYMBOL' || ENTREZ_IDS.has(gene) ? [index] : [],
  );
  const keptSamples = Array.from(
    { length: Math.round(samples.length * platform.share) },
    (_, index) => index,
  );
  const names = {
    title: [collection.title, platform.words, platform.origin].filter((part) => part !== '').join(' '),
    version: `${String.fromCharCode(65 + number)}.1`,
  };
  return measuredDataSet(platform, names, {
    genes: keptGenes.flatMap((index) => genes[index] ?? []),
    samples: samples.slice(0, keptSamples.length),
    matrix: selectFeatures(selectSamples(measured, keptSamples), keptGenes),
  });
}

function platformOf(collection: CollectionDesign, number: number): PlatformDesign {
  const platform = collection.platforms[number];
  if (platform === undefined) throw new RangeError(`${collection.code} has no platform ${number}.`);
  return platform;
}

async function writeCollectionAttributes(
  collection: CollectionDesign,
  samples: readonly DemoSample[],
  stem: string,
): Promise<void> {
  const attributes = attributeTable([
    ['Title', collection.title],
    ['Source', 'Computed for the demo laboratory'],
    ['Accession ID', collection.code],
    ['PubMed ID', ''],
    ['Number of Individuals', new Set(samples.map(({ Individual }) => Individual)).size],
    ['Number of Samples', samples.length],
    ['Availability', collection.isPrivate ? 'Private' : 'Public'],
    ['Notes', 'the values were computed for the demo laboratory; no person and no tissue was measured'],
  ]);
  await writeTable(`${stem}_DC_attributes.csv`, attributes);
  const labels = samples.map(({ Label }) => Label);
  await writeTable(`${stem}_sample_attributes.csv`, sampleLines(labels, sampleTable(samples)));
}

/** Derived data sets of one group and, where planned, the analysis of the last of them. */
async function writeGroup(
  loaded: LoadedDataSet,
  {
    collection,
    group,
    laboratory,
  }: { collection: CollectionDesign; group: GroupDesign; laboratory: Laboratory },
): Promise<void> {
  const { stem, suffix } = stemOf(collection, loaded.platform);
  const root = `${laboratory.folder}/${collection.code}`;
  const run = (name: string): string => runId(laboratory.seed, `${stem} ${name}`);
  const networkFolder = `${root}/makeSN${suffix}/${stem}_SampleNetworks/${stem}_makeSN_${run('makeSN')}`;
  const dataSet = await writeDerivedDataSets(loaded, {
    group,
    target: { folder: `${networkFolder}/${group.name}_${run(group.name)}`, project: stem, group: group.name },
    sibling: 1 + loaded.platform.groups.indexOf(group),
  });
  if (group.analysis === null) return;
  const analysisStem = group.name === 'All' ? stem : `${stem}_${group.name}`;
  const makeFM = `${root}/makeFM${suffix}/${analysisStem}_Modules`;
  const { cells, geneSets } = laboratory;
  const title = `${collection.title}${loaded.platform.words === '' ? '' : ` ${loaded.platform.words}`} ${group.name}`;
  const target = {
    folder: `${makeFM}/${analysisStem}_makeFM_${run(`${group.name} makeFM`)}`,
    stem: analysisStem,
  };
  if (collection.hasCompanions) await writeCompanions(dataSet, { title, target });
  await writeAnalysis({
    title,
    design: group.analysis,
    dataSet,
    cells: group.analysis.hasEmptyNetwork ? [...cells, OUT_OF_REACH] : cells,
    geneSets,
    target,
    seed: laboratory.seed,
  });
}

/** Writes one collection with its data sets and analyses into a folder of the laboratory. */
export async function writeCollection(collection: CollectionDesign, laboratory: Laboratory): Promise<void> {
  const seed = seedOf(laboratory.seed, collection.code);
  const count = laboratory.samples ?? collection.sampleCount;
  const samples = collection.makeSamples(count, randomSource(seedOf(seed, 'samples')));
  const run = runId(laboratory.seed, `${collection.code} makeDC`);
  const folder = `${laboratory.folder}/${collection.code}/makeDC/${collection.code}_makeDC_${run}`;
  await writeCollectionAttributes(collection, samples, `${folder}/${collection.code}`);
  for (const [number, platform] of collection.platforms.entries()) {
    const loaded = loadedDataSet(collection, { samples, number, laboratory });
    const name = `${collection.code}_DS${number + 1}`;
    await writeDataSet(loaded.dataSet, {
      stem: `${folder}/${name}_${run}/${name}`,
      attributesName: 'attributes',
      hasSingleHeader: platform.hasSingleHeader,
    });
    for (const group of platform.groups) await writeGroup(loaded, { collection, group, laboratory });
  }
}

/**
 * Writes the demo laboratory into a folder: resources, then one folder per data collection.
 * The same seed and scale give the same bytes on every machine.
 */
export async function writeDemoLaboratory(
  folder: string,
  options: { seed?: number; scale?: LaboratoryScale } = {},
): Promise<void> {
  const scale = options.scale ?? {};
  const laboratory: Laboratory = {
    folder,
    seed: options.seed ?? DEFAULT_SEED,
    samples: scale.samples ?? null,
    genes: measuredGenes(scale.features ?? DEFAULT_FEATURES),
    cells: chosenCells(scale.networksPerAnalysis ?? DEFAULT_NETWORKS),
    geneSets: demoGeneSets(),
  };
  await writeResources(`${folder}/resources`, laboratory.seed);
  for (const collection of designCollections(scale.collections ?? DEFAULT_COLLECTIONS)) {
    await writeCollection(collection, laboratory);
  }
}

/**
 * Changes one small analysis as after a year, so that importing it again creates a second version.
 * @returns the folder to import
 */
export async function reviseDemoAnalysis(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const attributes = files.find((file) => file.endsWith('Glioblastoma_project_attributes.csv'));
  if (attributes === undefined) throw new Error('The demo laboratory has no analysis of glioblastomas.');
  const path = `${folder}/${attributes}`;
  const text = await readFile(path, 'utf8');
  const note = 'computed for the demo laboratory; the persons are invented';
  await writeFile(path, text.replace(note, `${note}; the title of the input was corrected in 2021`));
  return dirname(path);
}
