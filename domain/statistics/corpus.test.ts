/**
 * The pure numerics against numbers computed in R for real collections of the laboratory.
 * The corpus is outside the repository; in CI its absence is a failure.
 */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../arrays/number-at.ts';
import { bicor, bicorProfile, correlationMatrix, correlationPValue } from './correlation.ts';
import { hypergeometricTail } from './hypergeometric.ts';
import { type FeatureMatrix, featureMatrix, featureValues, selectFeatures, selectSamples } from './matrix.ts';
import { kme, moduleEigengene } from './modules/kme.ts';
import { quantile } from './moments.ts';
import { clusterTree, cutTree } from './samples/linkage.ts';
import { quantileNormalise } from './samples/quantile-normalisation.ts';
import { sampleNetwork } from './samples/sample-network.ts';

const corpus = resolve(
  import.meta.dirname,
  '../..',
  process.env.OMICON_TEST_DATA ?? '../shared/data',
  'corpus',
);
const isPresent = existsSync(`${corpus}/answers/numeric`);
const isRequired = process.env.CI === 'true';

interface Measured {
  features: string[];
  samples: string[];
  matrix: FeatureMatrix;
}

/** One analyte data file; both header forms of the laboratory, values unquoted, no missing values. */
function readMeasured(pattern: string): Measured {
  const [path] = globSync(pattern, { cwd: corpus });
  if (path === undefined) throw new Error(`The corpus holds no ${pattern}.`);
  const lines = readFileSync(`${corpus}/${path}`, 'utf8').trimEnd().split('\n');
  const cells = lines.map((line) => line.replaceAll('"', '').split(','));
  const hasTwoHeaders = cells[0]?.[0] === 'INDEX';
  const firstSample = hasTwoHeaders ? 2 : 1;
  const rows = cells.slice(hasTwoHeaders ? 2 : 1);
  return {
    features: rows.map((row) => row[firstSample - 1] ?? ''),
    samples: (cells[hasTwoHeaders ? 1 : 0] ?? []).slice(firstSample),
    matrix: featureMatrix(rows.map((row) => row.slice(firstSample).map(Number))),
  };
}

function readAnswer<T>(name: string): T {
  return JSON.parse(readFileSync(`${corpus}/answers/numeric/${name}.json`, 'utf8'));
}

function rowOf(measured: Measured, feature: string): Float64Array {
  return featureValues(measured.matrix, measured.features.indexOf(feature));
}

/** FindModules reads the values shifted above 0; correlations do not change by it. */
const GSE4271 = 'GSE4271/**/GSE4271_Primary_72_Qnorm.csv';

test('the corpus is present where the checks require it', () => {
  expect(isPresent || !isRequired).toBe(true);
});

describe.runIf(isPresent || isRequired)('numbers computed in R for the corpus', () => {
  test.each([
    ['bicor_GSE4271_Recurrent', 'GSE4271/**/GSE4271_Recurrent_22_outliers_removed.csv'],
    ['bicor_TCGA_LGG_RNAseq', 'TCGA_LGG/**/TCGA_LGG_RNAseq_All_19_Qnorm.csv'],
  ])('%s: biweight midcorrelation of pairs', (answer, file) => {
    const measured = readMeasured(file);
    const { bicor: pairs } = readAnswer<{ bicor: { a: string; b: string; bicor: number }[] }>(answer);
    for (const pair of pairs) {
      expect(bicor(rowOf(measured, pair.a), rowOf(measured, pair.b))).toBeCloseTo(pair.bicor, 9);
    }
    expect(pairs.length).toBeGreaterThan(10);
  });

  test('GSE4271: eigengenes of the modules from their members, and kME with its P values', () => {
    const measured = readMeasured(GSE4271);
    for (const network of [1, 3]) {
      const { eigengenes } = readAnswer<{ eigengenes: Record<string, number[]> }>(
        `eigengenes_GSE4271_${network}`,
      );
      const { modules } = readAnswer<{ modules: Record<string, string[]> }>(`membership_GSE4271_${network}`);
      const { kME } = readAnswer<{ kME: { feature: string; module: string; r: number; p: number }[] }>(
        `kME_GSE4271_${network}`,
      );
      for (const [module, expected] of Object.entries(eigengenes)) {
        const members = (modules[module] ?? []).map((feature) => measured.features.indexOf(feature));
        const found = moduleEigengene(selectFeatures(measured.matrix, members)).values;
        expected.forEach((value, sample) => {
          expect(numberAt(found, sample)).toBeCloseTo(value, 8);
        });
        const kmes = kme(measured.matrix, found);
        for (const row of kME.filter((row) => row.module === module)) {
          const correlation = numberAt(kmes, measured.features.indexOf(row.feature));
          expect(correlation).toBeCloseTo(row.r, 8);
          expect(correlationPValue(row.r, measured.samples.length) / row.p).toBeCloseTo(1, 8);
        }
      }
    }
  });

  test('TCGA LGG miRNA: threshold, tree and cut give the initial modules', () => {
    const measured = readMeasured('TCGA_LGG/**/TCGA_LGG_miRNA_Primary_496_ComBat.csv');
    const count = measured.features.length;
    const similarity = correlationMatrix(measured.matrix, bicorProfile);
    const pairs: number[] = [];
    for (let a = 0; a < count; a += 1) {
      for (let b = 0; b < a; b += 1) pairs.push(numberAt(similarity, a * count + b));
    }
    const tree = clusterTree(
      similarity.map((value) => 1 - value),
      'complete',
    );
    for (const network of [1, 3]) {
      const answer = readAnswer<{
        RelSignum: number;
        threshold: number;
        MinSize: number;
        initial_modules: number;
      }>(`membership_TCGA_LGG_miRNA_${network}`);
      const threshold = quantile(pairs, answer.RelSignum);
      expect(threshold).toBeCloseTo(answer.threshold, 9);
      const branches = cutTree(tree, 1 - threshold).filter((leaves) => leaves.length >= answer.MinSize);
      expect(branches).toHaveLength(answer.initial_modules);
    }
  });

  test.each(['enrichment_GSE4271_2', 'enrichment_TCGA_GBM_RNAseq_2', 'enrichment_BLADDER_DYRSKJOT_4'])(
    '%s: chance of the overlap of a gene set and a module',
    (answer) => {
      const { pairs } = readAnswer<{
        pairs: {
          overlap: number;
          set_in_universe: number;
          module_genes: number;
          universe: number;
          P: number;
        }[];
      }>(answer);
      for (const pair of pairs) {
        const found = hypergeometricTail({
          overlap: pair.overlap,
          setSize: pair.set_in_universe,
          moduleSize: pair.module_genes,
          universe: pair.universe,
        });
        expect(found / pair.P).toBeCloseTo(1, 8);
      }
      expect(pairs.length).toBeGreaterThan(50);
    },
  );

  test('TCGA LGG RNA-seq: connectivity, clustering and outliers of the samples in every round', () => {
    const measured = readMeasured('TCGA_LGG/makeDC/**/TCGA_LGG_DS3.csv');
    const { rounds } = readAnswer<{
      rounds: { samples: { Label: string; K: number; 'Z.K': number; C: number; 'Z.C': number }[] }[];
    }>('SampleNetwork_TCGA_LGG_RNA_seq_EXT_C_1_All');
    for (const round of rounds) {
      const columns = round.samples.map((sample) => measured.samples.indexOf(sample.Label));
      const network = sampleNetwork(selectSamples(measured.matrix, columns));
      round.samples.forEach((sample, index) => {
        expect(numberAt(network.connectivity, index)).toBeCloseTo(sample.K, 9);
        expect(numberAt(network.zConnectivity, index)).toBeCloseTo(sample['Z.K'], 9);
        expect(numberAt(network.clustering, index)).toBeCloseTo(sample.C, 9);
        expect(numberAt(network.zClustering, index)).toBeCloseTo(sample['Z.C'], 7);
      });
    }
  });

  test('TCGA LGG RNA-seq: quantile normalisation gives the stored values to their three decimals', () => {
    const before = readMeasured('TCGA_LGG/**/TCGA_LGG_RNAseq_All_19_outliers_removed.csv');
    const after = readMeasured('TCGA_LGG/**/TCGA_LGG_RNAseq_All_19_Qnorm.csv');
    const found = quantileNormalise(before.matrix).values;
    const largest = found.reduce(
      (most, value, index) => Math.max(most, Math.abs(value - numberAt(after.matrix.values, index))),
      0,
    );
    expect(largest).toBeLessThan(0.000501);
  });
});
