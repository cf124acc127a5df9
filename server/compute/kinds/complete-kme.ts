/** kME of every feature of a network with each module eigengene, and its P. */

import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { type FeatureMatrix, featureValues } from '@omicon/domain/statistics/matrix.ts';
import { type KmeColumn, kmeOfModules } from '@omicon/domain/statistics/modules/kme.ts';
import { roundedKme, roundedPValue } from '@omicon/domain/statistics/modules/kme-table.ts';
import type { StoredValues, Work } from '../work.ts';

export interface KmeRequest {
  values: StoredValues;
  /** rows of the matrix, in the feature order of the network */
  rows: Uint32Array;
  /** columns of the matrix, in the sample order of the network */
  samples: Uint32Array;
  /** modules x samples */
  eigengenes: readonly Float64Array[];
}

/** Some features of a block over the samples of the network; NA is 0, as in FindModules. */
function selectValues(
  block: FeatureMatrix,
  { features, samples }: { features: readonly number[]; samples: Uint32Array },
): FeatureMatrix {
  const values = new Float64Array(features.length * samples.length);
  for (const [at, feature] of features.entries()) {
    const row = featureValues(block, feature);
    for (let column = 0; column < samples.length; column += 1) {
      const value = numberAt(row, numberAt(samples, column));
      values[at * samples.length + column] = Number.isNaN(value) ? 0 : value;
    }
  }
  return { featureCount: features.length, sampleCount: samples.length, values };
}

/** Per module, in the feature order of the network, rounded as in the complete kME table. */
export async function completeKme(
  { values, rows, samples, eigengenes }: KmeRequest,
  work: Work,
): Promise<KmeColumn[]> {
  const indexesOfRow = new Map(Array.from(rows, (row, index) => [row, index]));
  if (indexesOfRow.size < rows.length) throw new RangeError('A feature of the network occurs twice.');
  const columns = eigengenes.map(() => ({
    kme: work.handOver(new Float64Array(rows.length)),
    pValues: work.handOver(new Float64Array(rows.length)),
  }));
  await work.eachBlock(values, (block, firstFeature) => {
    const features: number[] = [];
    const indexes: number[] = [];
    for (let feature = 0; feature < block.featureCount; feature += 1) {
      const index = indexesOfRow.get(firstFeature + feature);
      if (index === undefined) continue;
      features.push(feature);
      indexes.push(index);
    }
    if (features.length === 0) return;
    const kmes = kmeOfModules(selectValues(block, { features, samples }), eigengenes);
    for (const [module, { kme, pValues }] of columns.entries()) {
      for (const [at, index] of indexes.entries()) {
        const exact = kmes[module]?.[at] ?? Number.NaN;
        kme[index] = roundedKme(exact);
        pValues[index] = roundedPValue(exact, samples.length);
      }
    }
  });
  return columns;
}
