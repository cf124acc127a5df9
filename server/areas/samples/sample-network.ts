/** The sample network of a data set, computed in a compute thread. */

import { getSampleNetwork, MAX_NETWORK_SAMPLES } from '@omicon/contract/areas/samples.ts';
import { mean } from '@omicon/domain/statistics/moments.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { OUTLIER_CUT } from '@omicon/domain/statistics/samples/sample-network.ts';
import { LRUCache } from 'lru-cache';
import { PortalError } from '../../base/errors.ts';
import { type Route, serveInThread } from '../../base/http/serve.ts';
import type { SampleNetworkResult } from '../../compute/kinds/sample-network.ts';
import { getMeasuredDataSet, storedValuesOf } from '../../records/data-set/measured-data-set.ts';

const MIN_SAMPLES = 3;

/** Networks by the key of the matrix, which is its content, so an entry is never stale. */
const networks = new LRUCache<string, SampleNetworkResult>({ max: 200 });

/** @throws PortalError 400 for too few or too many samples */
function checkSize(count: number): void {
  if (count > MAX_NETWORK_SAMPLES)
    throw new PortalError(
      'invalid_input',
      `This data set has ${count.toLocaleString('en')} samples. The sample network is computed for up to ${MAX_NETWORK_SAMPLES.toLocaleString('en')}.`,
    );
  if (count < MIN_SAMPLES)
    throw new PortalError('invalid_input', 'A sample network needs at least three samples.');
}

export const sampleNetworkRoutes: Route[] = [
  serveInThread(getSampleNetwork, async ({ db, principal, params, services, signal }) => {
    const dataSet = await getMeasuredDataSet(db, principal, params.id);
    checkSize(dataSet.number_of_samples);
    const values = storedValuesOf(dataSet);
    const key = values.matrix_storage_key;
    const result =
      networks.get(key) ?? (await services.computeThreads.compute('sample_network', { values }, { signal }));
    networks.set(key, result);
    const { network, numberOfFeatures } = result;
    if (network === null)
      throw new PortalError('invalid_input', 'Every feature of this data set has missing values.');
    const order = (sample: number) => orNull(network.zConnectivity[sample]) ?? 0;
    return {
      data_set: { id: dataSet.number, title: dataSet.title },
      complete_features: numberOfFeatures,
      number_of_features: dataSet.number_of_features,
      cut: OUTLIER_CUT,
      mean_correlation: orNull(mean(network.meanCorrelation)),
      density: orNull(mean(network.meanAdjacency)),
      samples: [...dataSet.sample_labels.keys()]
        .toSorted((a, b) => order(a) - order(b) || a - b)
        .map((sample) => ({
          label: dataSet.sample_labels[sample] ?? '',
          mean_correlation: orNull(network.meanCorrelation[sample]),
          mean_adjacency: orNull(network.meanAdjacency[sample]),
          connectivity: orNull(network.connectivity[sample]),
          z_connectivity: orNull(network.zConnectivity[sample]),
        })),
    };
  }),
];
