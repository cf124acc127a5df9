/** The features of a data set whose modules are sought, and their branches, kept between runs. */

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import {
  checkGrid,
  findBranches,
  type ThresholdBranches,
} from '@omicon/domain/pipeline/branches/find-branches.ts';
import { pairCount } from '@omicon/domain/pipeline/branches/pairs.ts';
import { checkMatrix, completeFeatures, varyingFeatures } from '@omicon/domain/pipeline/input.ts';
import { someOf } from '@omicon/domain/pipeline/refusal.ts';
import { checkpoint, type Watch } from '@omicon/domain/pipeline/watch.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { bicorProfile } from '@omicon/domain/statistics/correlation.ts';
import {
  type ProfilePanels,
  packProfiles,
  panelLength,
} from '@omicon/domain/statistics/kernel/pair-products.ts';
import { type FeatureMatrix, featureValues } from '@omicon/domain/statistics/matrix.ts';
import type { LaboratoryDataSet } from '../files/laboratory-data-set.ts';
import type { NetworkSubjects } from '../files/network-tables.ts';
import { readDataSetFolder } from '../files/read-data-set-folder.ts';
import { finishStep, hashFiles, keyOf } from './steps-store.ts';
import { openThreads } from './threaded-passes.ts';

/** Complete features that vary; their numbers in results are rows of `matrix`. */
export interface CorrelatedFeatures {
  dataSet: LaboratoryDataSet;
  matrix: FeatureMatrix;
  /** rows of the data set, ascending */
  rows: number[];
  /** rows of the data set that do not vary */
  constant: number[];
  /** rows of the data set with missing values */
  incomplete: number[];
}

export interface OpenFeatures extends CorrelatedFeatures {
  /** name of the analyte data file */
  analyte: string;
  /** hash of the four files */
  key: string;
  remarks: string[];
}

export interface BranchOptions {
  workFolder: string;
  memoryLimit: number;
  /** that share the passes; 1 computes in this thread; by default 2 where that is faster */
  threadCount: number | undefined;
}

const F64 = 8;
const PROFILES_A_REPORT = 500;
/** Below this many products, threads start later than one is done: 10,000 features in 79 samples are 4e9. */
const MIN_SHARED_PRODUCTS = 1e10;

function remarkOf(rows: readonly number[], features: readonly string[], what: string): string[] {
  if (rows.length === 0) return [];
  return [`${countOf(rows.length, 'feature')} ${what}: ${someOf(rows.map((row) => features[row] ?? ''))}.`];
}

/**
 * Leaves out the features of a data set that have no correlation.
 * @throws PipelineRefusal
 */
export function correlatedFeatures(dataSet: LaboratoryDataSet, areCountsAllowed = false): CorrelatedFeatures {
  checkMatrix(dataSet.matrix, { areCountsAllowed });
  const complete = completeFeatures(dataSet.matrix);
  const varying = varyingFeatures(complete.matrix);
  const rowOf = (row: number) => numberAt(complete.features, row);
  return {
    dataSet,
    matrix: varying.matrix,
    rows: varying.features.map(rowOf),
    constant: varying.left.map(rowOf),
    incomplete: complete.left,
  };
}

/** What the tables of a network say about features and samples. */
export function subjectsOf({ dataSet, matrix, rows }: CorrelatedFeatures): NetworkSubjects {
  return {
    matrix,
    rows,
    identifiers: rows.map((row) => dataSet.features[row] ?? ''),
    uniqueIdentifier: dataSet.uniqueIdentifier,
    labels: dataSet.labels,
  };
}

/**
 * Reads a data set and leaves out the features that have no correlation.
 * @throws PipelineRefusal, UnreadableInput
 */
export async function openFeatures(
  input: string,
  areCountsAllowed: boolean,
  watch?: Watch,
): Promise<OpenFeatures> {
  checkpoint(watch, 'reading files', 0);
  const { dataSet, analyte, files } = await readDataSetFolder(input);
  const key = await hashFiles(files);
  const features = correlatedFeatures(dataSet, areCountsAllowed);
  checkpoint(watch, 'reading files', 1);
  return {
    ...features,
    analyte,
    key,
    remarks: [
      ...remarkOf(features.incomplete, dataSet.features, 'with missing values left out'),
      ...remarkOf(features.constant, dataSet.features, 'without variance left out'),
    ],
  };
}

/** Profiles of all features, in memory that threads can share. */
export function packFeatures(matrix: FeatureMatrix, watch?: Watch): ProfilePanels {
  const length = panelLength(matrix.featureCount, matrix.sampleCount);
  return packProfiles(
    matrix,
    (feature) => {
      if (feature % PROFILES_A_REPORT === 0) checkpoint(watch, 'profiles', feature / matrix.featureCount);
      return bicorProfile(featureValues(matrix, feature));
    },
    new Float64Array(new SharedArrayBuffer(length * F64)),
  );
}

interface KeptBranches extends ThresholdBranches {
  tiedCount: number;
}

async function computeBranches(
  { matrix }: OpenFeatures,
  relatives: readonly number[],
  { memoryLimit, threadCount }: BranchOptions,
  watch: Watch | undefined,
): Promise<KeptBranches[]> {
  const panels = packFeatures(matrix, watch);
  const products = pairCount(matrix.featureCount) * matrix.sampleCount;
  const count = threadCount ?? (products < MIN_SHARED_PRODUCTS ? 1 : 2);
  const threads = count > 1 ? openThreads(panels, count) : undefined;
  try {
    const passes = threads === undefined ? {} : { passes: threads };
    const { thresholds, joins } = await findBranches(panels, { relatives, memoryLimit, ...passes }, watch);
    return thresholds.map((each) => ({ ...each, tiedCount: joins.tiedCount }));
  } finally {
    await threads?.close();
  }
}

/**
 * Branches at the relative thresholds, in their order. Those of earlier runs are read from the work folder; the others
 * are computed in one run and kept there.
 * @throws PipelineRefusal above the limit of memory, PipelineStopped
 */
export async function branchesAt(
  features: OpenFeatures,
  relatives: readonly number[],
  options: BranchOptions,
  watch?: Watch,
): Promise<{ thresholds: ThresholdBranches[]; remarks: string[] }> {
  checkGrid(features.matrix, relatives, options.memoryLimit);
  const keys = new Map(relatives.map((relative) => [relative, keyOf(features.key, ['branches', relative])]));
  const missing = [...keys].filter(([, key]) => !existsSync(path.join(options.workFolder, key)));
  if (missing.length > 0) {
    const computed = await computeBranches(
      features,
      missing.map(([relative]) => relative),
      options,
      watch,
    );
    for (const [at, [, key]] of missing.entries())
      await finishStep(options.workFolder, key, (folder) =>
        writeFile(path.join(folder, 'branches.json'), JSON.stringify(computed[at])),
      );
  }
  const kept: KeptBranches[] = [];
  for (const key of keys.values())
    kept.push(JSON.parse(await readFile(path.join(options.workFolder, key, 'branches.json'), 'utf8')));
  const ties = Math.max(0, ...kept.map(({ tiedCount }) => tiedCount));
  return {
    thresholds: kept.map(({ relative, threshold, branches }) => ({ relative, threshold, branches })),
    remarks:
      ties === 0
        ? []
        : [
            `${ties.toLocaleString('en')} joins of branches tied; the feature that comes first in the file was taken.`,
          ],
  };
}
