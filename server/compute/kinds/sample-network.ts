/** How well every sample of a data set fits the others: the sample network of its features without missing values. */
import { type FeatureMatrix, featureValues, selectFeatures } from '@omicon/domain/statistics/matrix.ts';
import {
  type SampleConnectivity,
  sampleConnectivity,
} from '@omicon/domain/statistics/samples/sample-network.ts';
import type { StoredValues, Work } from '../work.ts';

export interface SampleNetworkRequest {
  values: StoredValues;
}

export interface SampleNetworkResult {
  /** features without a missing value; the network is computed from them */
  numberOfFeatures: number;
  /** null if no feature is complete */
  network: SampleConnectivity | null;
}

function completeFeatures(matrix: FeatureMatrix): FeatureMatrix {
  const complete = Array.from({ length: matrix.featureCount }, (_, feature) => feature).filter(
    (feature) => !featureValues(matrix, feature).some(Number.isNaN),
  );
  return complete.length === matrix.featureCount ? matrix : selectFeatures(matrix, complete);
}

export async function networkOfSamples(
  { values }: SampleNetworkRequest,
  work: Work,
): Promise<SampleNetworkResult> {
  const matrix = completeFeatures(await work.readMatrix(values));
  if (matrix.featureCount === 0) return { numberOfFeatures: 0, network: null };
  const network = sampleConnectivity(matrix, (done, total) => work.report(done, total));
  return { numberOfFeatures: matrix.featureCount, network };
}
