/**
 * OR: sample networks by rounds, and the samples each round proposes to remove. A person decides; `rounds` has what the
 * decision needs. In: features x samples. Out: sample numbers (columns of the input).
 */
import { numberAt } from '../arrays/number-at.ts';
import { type FeatureMatrix, selectSamples } from '../statistics/matrix.ts';
import { OUTLIER_CUT, type SampleNetwork, sampleNetwork } from '../statistics/samples/sample-network.ts';
import { checkMatrix, completeFeatures, MIN_SAMPLES } from './input.ts';
import { PipelineRefusal } from './refusal.ts';
import { checkpoint, type Watch } from './watch.ts';

/** The first round is less strict than the later ones, because one outlier hides the next. */
export const OUTLIER_CUTS: readonly number[] = [OUTLIER_CUT, -3];

export interface OutlierRules {
  /** samples with a smaller Z.K are proposed, by round; the last holds for all later rounds */
  cuts?: readonly number[];
  maxRounds?: number;
  areCountsAllowed?: boolean;
}

/** The sample network of the samples that earlier rounds left. */
export interface OutlierRound {
  cut: number;
  /** columns of the input; `network` has one value for each */
  samples: number[];
  network: SampleNetwork;
  /** columns of the input with Z.K below the cut */
  proposed: number[];
}

export interface OutlierProposal {
  rounds: OutlierRound[];
  /** columns of the input that no round proposes, ascending */
  kept: number[];
  /** rows of the input with missing values, which the networks leave out */
  incomplete: number[];
}

/**
 * Sample networks by rounds until no sample is below the cut. Every round removes what it proposes; four samples always
 * stay. Features with missing values do not count; the data set keeps them.
 * @throws PipelineRefusal for a matrix that no sample network can be made of
 * @source Oldham, Langfelder & Horvath 2012, BMC Syst Biol 6:63
 */
export function proposeOutliers(
  matrix: FeatureMatrix,
  { cuts = OUTLIER_CUTS, maxRounds = Number.POSITIVE_INFINITY, areCountsAllowed = false }: OutlierRules = {},
  watch?: Watch,
): OutlierProposal {
  if (cuts.length === 0 || !cuts.every(Number.isFinite) || !(maxRounds >= 1))
    throw new PipelineRefusal('parameters', 'Outlier removal needs a cut for Z.K and at least one round.');
  checkMatrix(matrix, { areCountsAllowed });
  const complete = completeFeatures(matrix);
  const rounds: OutlierRound[] = [];
  let kept = Array.from({ length: matrix.sampleCount }, (_, sample) => sample);
  while (rounds.length < maxRounds) {
    const step = `sample network, round ${rounds.length + 1}`;
    const network = sampleNetwork(selectSamples(complete.matrix, kept), (done, total) =>
      checkpoint(watch, step, done / total),
    );
    const cut = cuts[Math.min(rounds.length, cuts.length - 1)] ?? OUTLIER_CUT;
    const proposed = kept.filter((_, index) => numberAt(network.zConnectivity, index) < cut);
    rounds.push({ cut, samples: kept, network, proposed });
    checkpoint(watch, step, 1);
    if (proposed.length === 0 || kept.length - proposed.length < MIN_SAMPLES) break;
    const gone = new Set(proposed);
    kept = kept.filter((sample) => !gone.has(sample));
  }
  return { rounds, kept, incomplete: complete.left };
}
