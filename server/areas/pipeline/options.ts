/** What a run may be asked for: outliers by rounds, attributes that could be batches, sources of gene sets. */

import { getPipelineOptions } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import { LRUCache } from 'lru-cache';
import { serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { OutliersResult } from '../../compute/kinds/propose-outliers.ts';
import {
  getMeasuredDataSet,
  type MeasuredDataSet,
  readCells,
  storedValuesOf,
} from '../../records/data-set/measured-data-set.ts';
import { findEnrichmentFault } from './feature-symbols.ts';
import { listGeneSetSources } from './sql-inputs.ts';

/** Rounds by the key of the matrix, which is its content, so an entry is never stale. */
const proposals = new LRUCache<string, OutliersResult>({ max: 100 });

async function propose(
  { computeThreads }: Services,
  dataSet: MeasuredDataSet,
  signal: AbortSignal,
): Promise<OutliersResult> {
  const values = storedValuesOf(dataSet);
  const known = proposals.get(values.matrix_storage_key);
  if (known !== undefined) return known;
  const found = await computeThreads.compute('outliers', { values }, { signal });
  proposals.set(values.matrix_storage_key, found);
  return found;
}

/** Attributes that tell some samples from others, but not every sample from every other. */
async function listGroupings({ pool }: Services, dataSet: MeasuredDataSet) {
  const cells = await readCells(pool, dataSet, dataSet.sample_columns);
  return [...cells].flatMap(([name, values]) => {
    const known = values.filter((value) => value !== null);
    const different = new Set(known).size;
    if (different < 2 || different === values.length) return [];
    return [{ name, values: different, missing: values.length - known.length }];
  });
}

export const optionRoutes = [
  serveInThread(getPipelineOptions, async ({ db, principal, params, services, signal }) => {
    const dataSet = await getMeasuredDataSet(db, principal, params.id);
    const [found, attributes, gene_set_sources, no_enrichment] = await Promise.all([
      propose(services, dataSet, signal),
      listGroupings(services, dataSet),
      listGeneSetSources(db),
      findEnrichmentFault(services, dataSet.owner_id),
    ]);
    return {
      number_of_features: dataSet.number_of_features,
      number_of_samples: dataSet.number_of_samples,
      incomplete_features: found.incompleteFeatures,
      refusal: found.refusal,
      looks_like_counts: found.looksLikeCounts,
      rounds: found.rounds.map(({ cut, samples, zConnectivity, proposed }) => {
        const isProposed = new Set(proposed);
        return {
          cut,
          samples: samples.map((sample, at) => ({
            label: dataSet.sample_labels[sample] ?? '',
            z_k: f64At(zConnectivity, at),
            is_proposed: isProposed.has(sample),
          })),
        };
      }),
      attributes,
      gene_set_sources,
      no_enrichment,
    };
  }),
];
