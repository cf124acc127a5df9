/** Samples that do not fit the others, by rounds: what a person needs to decide which to remove. */
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { checkMatrix, completeFeatures } from '@omicon/domain/pipeline/input.ts';
import { OUTLIER_CUTS, proposeOutliers } from '@omicon/domain/pipeline/outliers.ts';
import { PipelineRefusal } from '@omicon/domain/pipeline/refusal.ts';
import type { FeatureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { watchOf } from '../pipeline-watch.ts';
import type { StoredValues, Work } from '../work.ts';

export interface OutliersRequest {
  values: StoredValues;
}

export interface OutliersResult {
  /** why no step can be done; null if some can */
  refusal: string | null;
  /** the values are whole numbers above 1,000; the rounds are of them as they are */
  looksLikeCounts: boolean;
  incompleteFeatures: number;
  /** samples are columns of the matrix, with Z.K of each */
  rounds: { cut: number; samples: number[]; zConnectivity: Float64Array; proposed: number[] }[];
}

function refusalOf(act: () => void): PipelineRefusal | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof PipelineRefusal) return error;
    throw error;
  }
}

function refuse(matrix: FeatureMatrix): PipelineRefusal | null {
  return refusalOf(() => {
    checkMatrix(matrix, { areCountsAllowed: true });
    completeFeatures(matrix);
  });
}

export async function outliersByRounds({ values }: OutliersRequest, work: Work): Promise<OutliersResult> {
  const matrix = await work.readMatrix(values);
  const refusal = refuse(matrix);
  if (refusal !== null)
    return { refusal: refusal.message, looksLikeCounts: false, incompleteFeatures: 0, rounds: [] };
  const rules = { cuts: OUTLIER_CUTS, areCountsAllowed: true };
  const { rounds, incomplete } = proposeOutliers(matrix, rules, watchOf(work));
  return {
    refusal: null,
    looksLikeCounts: refusalOf(() => checkMatrix(matrix)) !== null,
    incompleteFeatures: incomplete.length,
    rounds: rounds.map(({ cut, samples, network, proposed }) => ({
      cut,
      samples,
      zConnectivity: Float64Array.from(samples, (_, at) => numberAt(network.zConnectivity, at)),
      proposed,
    })),
  };
}
